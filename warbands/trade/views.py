"""Pages of gear: hire, what a warrior has and buys, what is handed over and sold. The treasury: ``visit_views``."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from rules.content import current
from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.limits import limited
from warbands.models import LedgerEntry, Possession, Warband, Warrior
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE, changed
from warbands.rosters.warrior_views import panel, warrior_or_404
from warbands.trade import gear, hiring, swords
from warbands.trade.fees import Given, paid_words
from warbands.trade.forms import BuyForm, HireForm, picked
from warbands.trade.market import buy_by_leave
from warbands.trade.pages import Kit, kit
from warbands.trade.visit_forms import LeaveForm, RecruitForm, WaysForm
from warbands.trade.visit_views import attempted, treasury_page

SHOW = "show"
"""What the button sends that only shows the price: for whoever has no scripts."""
STASHED = "stash."
"""How what lies in the stash is called among what leave gives: by its key behind this."""


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def hire(request: Request, warband: str) -> HttpResponse:
    """Hire somebody with his gear: one screen, whose price follows what is picked."""
    row = get_editable_or_404(request.user, warband)
    asked = request.POST if SHOW in request.POST else request.GET
    form = HireForm(initial=picked(asked), warband=row)
    if request.method != "POST" or SHOW in request.POST:
        return panel(request, "warbands/add.html", {"warband": row, "form": form}, place="add")
    form = HireForm(request.POST, warband=row)
    found = attempted(form, lambda **told: hiring.hire(warband=row, by=request.user, **told))
    if found is None:
        return panel(request, "warbands/add.html", {"warband": row, "form": form}, place="add", status=UNPROCESSABLE)
    at = found.warrior.public_id if found.warrior else ""
    name = found.warrior.name if found.warrior else "Nobody"
    given = Given(found.entry.facts.get("wyrdstone", 0), found.entry.facts.get("treasure", 0))
    cost = f" for {paid_words(-found.entry.amount, given)}" if found.entry.amount or given else ""
    return changed(request, row, f"{name} joins the warband{cost}.", at=at)


# --- A warrior's gear ------------------------------------------------------------------------------------------------


def armed_or_404(request: Request, warband: str, warrior: str) -> Warrior:
    """A warrior of a warband that may be changed, who is on its roster."""
    row = warrior_or_404(get_editable_or_404(request.user, warband), warrior)
    if row.removed_at:
        raise Http404("He has left.")
    return row


@signed_in
@require_http_methods(GET_OR_POST)
def warrior_gear(request: Request, warband: str, warrior: str) -> HttpResponse:
    """What a warrior has, and what he may buy."""
    row = armed_or_404(request, warband, warrior)
    if request.method != "POST" or SHOW in request.POST:
        return gear_panel(request, row)
    form = buy_form(row, kit(row), request.POST)
    entry = attempted(form, lambda **told: gear.buy(warrior=row, by=request.user, **told))
    if entry is None:
        return gear_panel(request, row, form=form)
    return done_at(request, row.warband, f"{entry.words}, for {-entry.amount} gc.", at=row.public_id)


@signed_in
@require_POST
@limited("rolls")
def by_leave(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Give a warrior what his list does not let him have, and say by whose leave."""
    row = armed_or_404(request, warband, warrior)
    form = leave_form(row, kit(row), request.POST)
    entry = attempted(form, lambda **told: _give_by_leave(request, row, **told))
    if entry is None:
        return gear_panel(request, row, leave=form)
    return done_at(request, row.warband, f"{entry.words}, for {-entry.amount} gc.", at=row.public_id)


def _give_by_leave(request: Request, row: Warrior, *, item: str, **told: Any) -> LedgerEntry:
    if not item.startswith(STASHED):
        return buy_by_leave(warband=row.warband, warrior=row, by=request.user, item=item, **told)
    stashed = possession_or_404(row.warband, int(item.removeprefix(STASHED)))
    reason, key = told["reason"], told["client_key"]
    if not reason.strip():
        raise RefusedError("reason", "Say by whose leave, so that others can follow it.")
    return gear.give(possession=stashed, to=row, by=request.user, reason=reason, client_key=key)


@signed_in
@require_POST
def recruit(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Let more join a group, at the price of its gear and its experience."""
    row = armed_or_404(request, warband, warrior)
    room = hiring.room_in(row, current())
    if not room:
        raise Http404("Nobody can join him.")
    form = RecruitForm(request.POST, warrior=row, room=room)
    if form.is_valid():
        size = row.size + form.cleaned_data["more"]
        try:
            version = form.cleaned_data["version"]
            armed = form.cleaned_data.get("armed", False)
            hiring.change_warrior(warrior=row, by=request.user, version=version, size=size, armed=armed)
        except RefusedError as refused:
            form.add_error("more", refused.message)
        except StaleError as stale:
            form.add_error(None, f"{stale} Look again, and let them join then.")
        else:
            many = form.cleaned_data["more"]
            return done_at(request, row.warband, f"{row.name}: {many} more join.", at=row.public_id)
    return gear_panel(request, row, recruit=form)


@signed_in
@require_POST
def rearm(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Let a hired sword bring other gear of those that he might."""
    row = armed_or_404(request, warband, warrior)
    form = ways_form(row, kit(row), request.POST)
    if form is None:
        raise Http404("He leaves no choice.")
    entry = attempted(form, lambda **told: swords.rearm(warrior=row, by=request.user, **told))
    if entry is None:
        return gear_panel(request, row, ways=form)
    return done_at(request, row.warband, f"{entry.words}.", at=row.public_id)


def buy_form(row: Warrior, having: Kit, data: Any = None, **options: Any) -> BuyForm:
    """The form of what he buys."""
    return BuyForm(data, warrior=row, bearer=having.bearer, founding=having.visit.founding, **options)


def leave_form(row: Warrior, having: Kit, data: Any = None) -> LeaveForm:
    """The form of what leave gives him: what lies in the stash and is not for him, and whatever the charts hold."""
    stash: list[Any] = [(f"{STASHED}{thing.pk}", name) for thing, name, _ in having.kept]
    return LeaveForm(data, warrior=row, stash=stash)


def ways_form(row: Warrior, having: Kit, data: Any = None) -> WaysForm | None:
    """The form of how he is armed; nothing for whoever leaves no choice."""
    return (
        WaysForm(data, warrior=row, choices=having.choices, had=having.fixed, visit=having.visit)
        if having.choices
        else None
    )


def gear_panel(request: Request, row: Warrior, *, error: str = "", **refused: Form) -> HttpResponse:
    """The page of a warrior's gear, or to htmx its panel; with the form that was refused, as it was sent.

    On a page of its own the panel stays where it is; inside the roster its forms aim at the whole of that.
    """
    asked = request.POST if SHOW in request.POST else request.GET
    having = kit(row)
    context: dict[str, Any] = {
        "warband": row.warband,
        "warrior": row,
        "kit": having,
        "error": error,
        "form": refused.get("form") or buy_form(row, having, initial=picked(asked)),
        "leave": refused.get("leave") or leave_form(row, having),
        "ways": refused.get("ways") or ways_form(row, having),
        "recruit": refused.get("recruit"),
        "alone": stands_alone(request, row),
    }
    if having.room and not context["recruit"]:
        initial = {name: asked[name] for name in ("more", "armed") if name in asked}
        context["recruit"] = RecruitForm(initial=initial, warrior=row, room=having.room)
    status = UNPROCESSABLE if refused or error else 200
    return panel(request, "warbands/trade/gear.html", context, place=f"w-{row.public_id}", status=status)


def stands_alone(request: Request, row: Warrior) -> bool:
    """Whether the panel of a warrior's gear stands on its own page, and not inside the roster."""
    href = reverse("warbands:gear", args=[row.warband.public_id, row.public_id])
    return not request.htmx or (request.htmx.current_url_abs_path or "").startswith(href)


# --- Handing over and selling ----------------------------------------------------------------------------------------


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
    return done_at(request, owned, f"{entry.words}.", at=request.POST.get("at", ""))


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
    return done_at(request, owned, f"{entry.words}, for {entry.amount} gc.", at=request.POST.get("at", ""))


def refused_at(request: Request, warband: Warband, row: Possession, words: str) -> HttpResponse:
    """The page where it was asked, with the reason why not."""
    if row.warrior and not row.warrior.removed_at and request.POST.get("at") != "treasury":
        row.warrior.warband = warband
        return gear_panel(request, row.warrior, error=words)
    return treasury_page(request, warband, status=UNPROCESSABLE, error=words)


def done_at(request: Request, warband: Warband, words: str, *, at: str) -> HttpResponse:
    """Back to where it was asked: the treasury, the page of a warrior's gear, or his card on the roster."""
    if at == "treasury":
        messages.success(request, words)
        return treasury_page(request, warband) if request.htmx else redirect("warbands:treasury", warband.public_id)
    row = warband.warriors.present().filter(public_id=at).first()
    if row:
        row.warband = warband
        if request.htmx and stands_alone(request, row):
            messages.success(request, words)
            return gear_panel(request, row)
    return changed(request, warband, words, at=at if row else "")
