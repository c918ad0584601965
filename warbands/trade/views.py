"""Pages of trade: hire, a warrior's gear, the treasury, and what is bought, handed over, sold and taken back there."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from warbands.access import get_editable_or_404, get_visible_or_404
from warbands.doors import Request, open_to_readers, signed_in
from warbands.models import Possession, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE, changed
from warbands.rosters.warrior_views import panel, warrior_or_404
from warbands.trade import gear, hiring, ledger
from warbands.trade.forms import BuyForm, GoldForm, HireForm, MarketForm, picked
from warbands.trade.pages import kit, treasury

SHOW = "show"
"""What the button sends that only shows the price: for whoever has no scripts."""


@signed_in
@require_http_methods(GET_OR_POST)
def hire(request: Request, warband: str) -> HttpResponse:
    """Hire somebody with his gear: one screen, whose price follows what is picked."""
    row = get_editable_or_404(request.user, warband)
    status = 200
    asked = request.POST if SHOW in request.POST else request.GET
    form = HireForm(initial=picked(asked), warband=row)
    if request.method == "POST" and SHOW not in request.POST:
        form = HireForm(request.POST, warband=row)
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                found = hiring.hire(warband=row, by=request.user, **form.cleaned_data)
            except RefusedError as refused:
                refused.beside(form)
            else:
                at = found.warrior.public_id if found.warrior else ""
                name = found.warrior.name if found.warrior else "Nobody"
                cost = f" for {-found.entry.amount} gc" if found.entry.amount else ""
                return changed(request, row, f"{name} joins the warband{cost}.", at=at)
    return panel(request, "warbands/add.html", {"warband": row, "form": form}, place="add", status=status)


@signed_in
@require_http_methods(GET_OR_POST)
def warrior_gear(request: Request, warband: str, warrior: str) -> HttpResponse:
    """What a warrior has, and what he may buy."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    if row.removed_at:
        raise Http404("He has left.")
    asked = request.POST if SHOW in request.POST else request.GET
    form = BuyForm(initial=picked(asked), warrior=row)
    if request.method == "POST" and SHOW not in request.POST:
        form = BuyForm(request.POST, warrior=row)
        if form.is_valid():
            try:
                entry = gear.buy(warrior=row, by=request.user, **form.cleaned_data)
            except RefusedError as refused:
                refused.beside(form)
            else:
                return changed(request, owned, f"{entry.words}, for {-entry.amount} gc.", at=row.public_id)
        return gear_panel(request, row, form, status=UNPROCESSABLE)
    return gear_panel(request, row, form)


def gear_panel(request: Request, row: Warrior, form: BuyForm, *, status: int = 200, error: str = "") -> HttpResponse:
    """The page of a warrior's gear, or to htmx its panel."""
    context: dict[str, Any] = {"warband": row.warband, "warrior": row, "form": form, "kit": kit(row), "error": error}
    return panel(request, "warbands/trade/gear.html", context, place=f"w-{row.public_id}", status=status)


def possession_or_404(warband: Warband, pk: int) -> Possession:
    """A belonging of this warband. Raises ``Http404`` for one that is not."""
    row = warband.possessions.select_related("warrior").filter(pk=pk).first()
    if row is None:
        raise Http404("Nothing in this warband has this address.")
    row.warband = warband
    return row


@signed_in
@require_POST
def hand_over(request: Request, warband: str, possession: int) -> HttpResponse:
    """Give an item to somebody, put it into the stash, or exchange it for another."""
    owned = get_editable_or_404(request.user, warband)
    row = possession_or_404(owned, possession)
    to = request.POST.get("to", "")
    try:
        if to == "stash":
            entry = gear.store(possession=row, by=request.user)
        elif to.startswith("swap."):
            other = possession_or_404(owned, int(to[5:]) if to[5:].isdecimal() else 0)
            entry = gear.swap(possession=row, other=other, by=request.user)
        else:
            taker = owned.warriors.present().filter(public_id=to).first()
            if taker is None:
                raise RefusedError("to", "Choose who shall have it.")  # noqa: TRY301 - said like all that is refused
            taker.warband = owned
            entry = gear.give(possession=row, to=taker, by=request.user)
    except RefusedError as refused:
        return refused_at(request, owned, row, refused.message)
    return done_at(request, owned, row, f"{entry.words}.")


@signed_in
@require_POST
def sell(request: Request, warband: str, possession: int) -> HttpResponse:
    """Sell an item, or some of a pile."""
    owned = get_editable_or_404(request.user, warband)
    row = possession_or_404(owned, possession)
    typed = request.POST.get("quantity", "")
    try:
        entry = gear.sell(
            possession=row, by=request.user, quantity=int(typed) if typed.isdecimal() else 0 if typed else None
        )
    except RefusedError as refused:
        return refused_at(request, owned, row, refused.message)
    return done_at(request, owned, row, f"{entry.words}, for {entry.amount} gc.")


def refused_at(request: Request, warband: Warband, row: Possession, words: str) -> HttpResponse:
    """The page where it was asked, with the reason why not."""
    if row.warrior and not row.warrior.removed_at and request.POST.get("at") != "treasury":
        row.warrior.warband = warband
        return gear_panel(request, row.warrior, BuyForm(warrior=row.warrior), status=UNPROCESSABLE, error=words)
    return treasury_page(request, warband, status=UNPROCESSABLE, error=words)


def done_at(request: Request, warband: Warband, row: Possession, words: str) -> HttpResponse:
    """Back to where it was asked: the treasury, or the warrior's card."""
    if request.POST.get("at") == "treasury":
        messages.success(request, words)
        return redirect("warbands:treasury", warband.public_id)
    at = request.POST.get("at", "")
    known = warband.warriors.filter(public_id=at).exists()
    return changed(request, warband, words, at=at if known else "")


@open_to_readers
@require_safe
def treasury_view(request: Request, warband: str) -> HttpResponse:
    """The gold, how it came about, and the stash."""
    return treasury_page(request, get_visible_or_404(request.user, warband))


def treasury_page(
    request: Request,
    warband: Warband,
    *,
    market: MarketForm | None = None,
    gold: GoldForm | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    """The whole page of the treasury; htmx picks its part out of it."""
    context = {
        "warband": warband,
        "treasury": treasury(warband),
        "market": (market or MarketForm(warband=warband)) if warband.editable else None,
        "gold": (gold or GoldForm()) if warband.editable else None,
        "error": error,
    }
    return render(request, "warbands/trade/treasury.html", context, status=status)


@signed_in
@require_POST
def market(request: Request, warband: str) -> HttpResponse:
    """Buy for the stash."""
    row = get_editable_or_404(request.user, warband)
    form = MarketForm(request.POST, warband=row)
    if form.is_valid():
        try:
            entry = gear.buy_for_stash(warband=row, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{entry.words}, for {-entry.amount} gc.")
            return redirect("warbands:treasury", row.public_id)
    return treasury_page(request, row, market=form, status=UNPROCESSABLE)


@signed_in
@require_POST
def gold(request: Request, warband: str) -> HttpResponse:
    """Gold gained or lost by hand."""
    row = get_editable_or_404(request.user, warband)
    form = GoldForm(request.POST)
    if form.is_valid():
        try:
            entry = ledger.adjust(warband=row, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{entry.amount:+d} gc: {entry.words}.")
            return redirect("warbands:treasury", row.public_id)
    return treasury_page(request, row, gold=form, status=UNPROCESSABLE)


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
    messages.success(request, f"{entry.words}.")
    return redirect("warbands:treasury", row.public_id)
