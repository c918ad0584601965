"""Pages of gold: the treasury, and the trading visit after a battle, each with its forms."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from warbands.access import get_editable_or_404, get_visible_or_404
from warbands.doors import Request, open_to_readers, signed_in
from warbands.limits import limited
from warbands.models import LedgerEntry, Warband
from warbands.rosters.services import RefusedError
from warbands.rosters.views import UNPROCESSABLE
from warbands.rosters.warrior_views import warrior_or_404
from warbands.trade import ledger, market, searching, upkeep, veterans, visits
from warbands.trade.pages import treasury
from warbands.trade.visit_forms import GoldForm, LeaveForm, MarketForm, SearchForm, UpkeepForm, VeteransForm
from warbands.trade.visits import visit_of

PICKED = "picked"
"""Says that an address tells who is ticked, even where nobody is."""

FORMS: dict[str, Callable[..., Form]] = {
    "market": MarketForm,
    "gold": lambda *data, **_: GoldForm(*data),
    "leave": lambda *data, **_: LeaveForm(*data),
    "search": SearchForm,
    "upkeep": UpkeepForm,
    "veterans": lambda *data, **_: VeteransForm(*data),
}
"""The forms of both pages, by name."""

DEEDS: dict[str, Callable[..., LedgerEntry | tuple[LedgerEntry, ...]]] = {
    "market": market.buy_for_stash,
    "gold": ledger.adjust,
    "leave": market.buy_by_leave,
    "search": searching.search,
    "upkeep": upkeep.pay,
    "veterans": veterans.roll,
}
"""What each of them does."""

ON_VISIT = frozenset({"search", "upkeep", "veterans"})
"""Those that stand on the page of the visit; the others on the treasury's."""


def attempted[T](form: Form, deed: Callable[..., T]) -> T | None:
    """What a deed brought, which is told what the form asks; nothing where it is refused, and the form says why."""
    if not form.is_valid():
        return None
    try:
        return deed(**form.cleaned_data)
    except RefusedError as refused:
        refused.beside(form)
        return None


@signed_in
@require_POST
@limited("rolls")
def deal(request: Request, warband: str, *, name: str) -> HttpResponse:
    """Do what one of the forms asks, and answer with its page."""
    row = get_editable_or_404(request.user, warband)
    form = FORMS[name](request.POST, warband=row, visit=visit_of(row))
    found = attempted(form, lambda **told: DEEDS[name](warband=row, by=request.user, **told))
    page: Callable[..., HttpResponse] = visit_page if name in ON_VISIT else treasury_page
    if found is None:
        return page(request, row, status=UNPROCESSABLE, **{name: form})
    entries = (found,) if isinstance(found, LedgerEntry) else found
    return settled(request, row, said(entries), at="visit" if name in ON_VISIT else "treasury")


def said(entries: Iterable[LedgerEntry]) -> str:
    """What was done, in words, with the gold it moved."""
    told = (f"{one.words}{f', {one.amount:+d} gc' if one.amount else ''}" for one in entries)
    return f"{'; '.join(told)}.".replace("-", "−")


def settled(request: Request, warband: Warband, words: str, *, at: str) -> HttpResponse:
    """The answer to what was done: its page again."""
    messages.success(request, words)
    if request.htmx:
        return visit_page(request, warband) if at == "visit" else treasury_page(request, warband)
    return redirect(f"warbands:{at}", warband.public_id)


# --- The treasury ----------------------------------------------------------------------------------------------------


@open_to_readers
@require_safe
def treasury_view(request: Request, warband: str) -> HttpResponse:
    """The gold, how it came about, and the stash."""
    row = get_visible_or_404(request.user, warband)
    chosen = {name: request.GET[name] for name in ("item", "quantity") if name in request.GET}
    if not row.editable or not chosen:
        return treasury_page(request, row)
    return treasury_page(request, row, market=MarketForm(initial=chosen, warband=row, visit=visit_of(row)))


def treasury_page(
    request: Request, warband: Warband, *, error: str = "", status: int = 200, **forms: Form
) -> HttpResponse:
    """The page of the treasury, or to htmx its inner part; with the forms that were refused, as they were sent."""
    found = treasury(warband)
    visit = found.visit
    context: dict[str, Any] = {"warband": warband, "treasury": found, "visit": visit, "error": error}
    if warband.editable:
        context |= {name: FORMS[name](warband=warband, visit=visit) for name in FORMS if name not in ON_VISIT} | forms
    page = "warbands/trade/treasury.html"
    return render(request, f"{page}#treasury" if request.htmx else page, context, status=status)


@signed_in
@require_POST
def undo(request: Request, warband: str) -> HttpResponse:
    """Take the last entry back."""
    row = get_editable_or_404(request.user, warband)
    typed = request.POST.get("entry", "")
    try:
        entry = ledger.undo(warband=row, entry=int(typed) if typed.isdecimal() else 0, by=request.user)
    except RefusedError as refused:
        return treasury_page(request, row, status=UNPROCESSABLE, error=refused.message)
    return settled(request, row, f"{entry.words}.", at="treasury")


# --- The visit -------------------------------------------------------------------------------------------------------


@open_to_readers
@require_safe
def visit_view(request: Request, warband: str) -> HttpResponse:
    """What is to be done after a battle: upkeep, searches, veterans; or that the warband is still being founded."""
    row = get_visible_or_404(request.user, warband)
    if not row.editable or PICKED not in request.GET:
        return visit_page(request, row)
    ticked = {"warriors": request.GET.getlist("warriors"), "snakes": request.GET.get("snakes", "")}
    return visit_page(request, row, upkeep=UpkeepForm(initial=ticked, warband=row, visit=visit_of(row)))


def visit_page(
    request: Request, warband: Warband, *, error: str = "", status: int = 200, **forms: Form
) -> HttpResponse:
    """The page of a trading visit, or to htmx its inner part; with the forms that were refused, as they were sent."""
    visit = visit_of(warband)
    context: dict[str, Any] = {
        "warband": warband,
        "visit": visit,
        "gold": ledger.gold_of(warband),
        "error": error,
        "points": veterans.points_of(visit),
        "left": veterans.left_of(visit),
    }
    if warband.editable:
        context |= {name: FORMS[name](warband=warband, visit=visit) for name in sorted(ON_VISIT)} | forms
    page = "warbands/trade/visit.html"
    return render(request, f"{page}#visit" if request.htmx else page, context, status=status)


@signed_in
@require_POST
def fought(request: Request, warband: str) -> HttpResponse:
    """Mark that a battle was fought. Sent twice from the same page, it is one battle."""
    row = get_editable_or_404(request.user, warband)
    if request.POST.get("number") != str(visit_of(row).number):
        return visit_page(request, row, status=UNPROCESSABLE, error="This battle is marked already.")
    try:
        entry = visits.fought(warband=row, by=request.user)
    except RefusedError as refused:
        return visit_page(request, row, status=UNPROCESSABLE, error=refused.message)
    return settled(request, row, f"{entry.words}.", at="visit")


@signed_in
@require_POST
def let_go(request: Request, warband: str, warrior: str) -> HttpResponse:
    """A hired sword is not paid, and leaves."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    try:
        entry = upkeep.let_go(warrior=row, by=request.user)
    except RefusedError as refused:
        return visit_page(request, owned, status=UNPROCESSABLE, error=refused.message)
    return settled(request, owned, f"{entry.words}.", at="visit")
