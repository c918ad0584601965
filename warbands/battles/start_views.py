"""Pages around battles: all of mine, a new one, and who may act and watch."""

from collections.abc import Iterable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from rules.engine.rulings import Rulings
from warbands.access import battles_of, get_battle_or_404, get_started_or_404, owned_by, visible_to
from warbands.battles import keeping, opening
from warbands.battles.doing import DeedError
from warbands.battles.forms import NewBattleForm, RulingsForm
from warbands.battles.opening import Foe, fielded
from warbands.doors import Request, signed_in
from warbands.models import Battle, Campaign, Warband, campaign_of
from warbands.psychology.forms import client_key, new_key
from warbands.psychology.taking import RefusedError
from warbands.rosters.services import RefusedError as StaleLinkError
from warbands.rosters.sharing import new_token, plain
from warbands.rulebooks import content_for
from warbands.rulings import rulings_for

GET_OR_POST = ["GET", "HEAD", "POST"]
MOST_LISTED = 100


@signed_in
@require_safe
def mine(request: Request) -> HttpResponse:
    """The battles this player started or plays in, those still fought first."""
    found = battles_of(request.user).prefetch_related("sides").order_by("ended", "-changed")[:MOST_LISTED]
    fought = [battle for battle in found if battle.ended is None]
    over = [battle for battle in found if battle.ended is not None]
    over.sort(key=lambda battle: battle.ended or battle.changed, reverse=True)
    return render(request, "warbands/battles/mine.html", {"fought": fought, "over": over})


@signed_in
@require_http_methods(GET_OR_POST)
def new(request: Request) -> HttpResponse:
    """Who fights whom, who stays away, and by which rulings."""
    own = list(owned_by(request.user).order_by("name"))
    others = list(visible_to(request.user).exclude(owner=request.user).order_by("name")[:MOST_LISTED])
    form = NewBattleForm(_told(request), own, others)
    form.initial.update(_prefilled(request, own, others))
    first = form.known.get(str(form["own"].value()), own[0] if own else None)
    rulings = RulingsForm(
        request.POST if request.method == "POST" else None, rulings_for(first) if first else Rulings()
    )
    status = HTTPStatus.OK
    if request.method == "POST":
        if form.is_valid() and rulings.is_valid():
            try:
                return redirect(_begun(request, form, rulings.chosen))
            except (DeedError, RefusedError) as refused:
                form.add_error(refused.field or None, refused.message)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    facts = {
        "form": form,
        "rulings": rulings,
        "own": own,
        "key": request.POST.get("key") or new_key(),
        "campaign": campaign_of(first) if first else None,
        "there": _there(form, rulings),
        "absent": _absent(request),
    }
    page = "warbands/battles/new.html#who" if request.htmx and request.method == "GET" else "warbands/battles/new.html"
    return render(request, page, facts, status=status)


def _told(request: Request) -> QueryDict | None:
    """The form as it was sent; nothing where somebody only comes from a warband or a campaign."""
    if request.method == "POST":
        return request.POST
    return request.GET if "against" in request.GET else None


def _prefilled(request: Request, own: Iterable[Warband], others: Iterable[Warband]) -> dict[str, str]:
    """The warband or the campaign that the player comes from, and whoever is to be fought there."""
    asked = request.GET
    ours = next((one for one in own if one.public_id == asked.get("own")), None)
    if ours is None and asked.get("campaign"):
        ours = next((one for one in own if _in(one) == asked["campaign"]), None)
    if ours is None:
        return {}
    theirs = next((one for one in others if _in(ours) and _in(one) == _in(ours)), None)
    return {"own": ours.public_id, "against": theirs.public_id if theirs else ""}


def _in(warband: Warband) -> str:
    """The campaign that a warband is in, by its address."""
    held = campaign_of(warband)
    return held.public_id if held else ""


def _begun(request: Request, form: NewBattleForm, rulings: Rulings) -> Battle:
    own, against = form.sides
    return opening.begin(
        by=request.user,
        own=own,
        against=against,
        client_key=client_key(request.POST),
        rulings=rulings,
        absent=_absent(request),
        one_phone=form.cleaned_data["one_phone"],
        campaign=_campaign(own, against),
    )


def _campaign(own: Warband, against: Warband | Foe) -> Campaign | None:
    """The campaign that both sides are in, whose members may watch."""
    held = campaign_of(own)
    return held if isinstance(against, Warband) and campaign_of(against) == held else None


def _absent(request: Request) -> list[str]:
    """The models whose box was shown and is not ticked."""
    data = request.POST
    return [who for who in data.getlist("could") if who not in set(data.getlist("fights"))]


def _there(form: NewBattleForm, rulings: RulingsForm) -> list[opening.Fielded]:
    """Who would take part of each side that has a roster, once both are chosen."""
    chosen = [form.known.get(str(form[name].value())) for name in ("own", "against")]
    if chosen[0] is None or chosen[0] == chosen[1]:
        return []
    content = content_for(chosen[0])
    held = rulings.chosen if rulings.is_bound and rulings.is_valid() else rulings.rulings
    return [fielded(one, "ab"[place], content, held) for place, one in enumerate(chosen) if one is not None]


@sensitive_post_parameters("token")
@signed_in
@never_cache
@require_http_methods(GET_OR_POST)
def settings(request: Request, battle: str) -> HttpResponse:
    """Whose phones act, and the spectators' link, which is shown here once."""
    row = get_started_or_404(request.user, battle)
    if request.method != "POST":
        return _settings(request, row)
    if "one_phone" in request.POST:
        keeping.let_one_phone(battle=row, by=request.user, one_phone=request.POST["one_phone"] == "yes")
        messages.success(request, "Saved: who acts for which side.")
        return redirect("warbands:battle-settings", row.public_id)
    return _link(request, row)


def _link(request: Request, row: Battle) -> HttpResponse:
    """A new spectators' link, or none any more."""
    if not request.POST.get("token"):
        keeping.let_watch(battle=row, by=request.user, token="")
        messages.success(request, "The link opens nothing any more.")
        return redirect("warbands:battle-settings", row.public_id)
    try:
        token = plain(request.POST["token"], row)
    except StaleLinkError as refused:
        return _settings(request, row, error=refused.message, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    keeping.let_watch(battle=row, by=request.user, token=token)
    link = f"{request.build_absolute_uri(reverse('warbands:link'))}#{token}"
    return _settings(request, get_battle_or_404(request.user, row.public_id), link=link)


def _settings(request: Request, row: Battle, *, link: str = "", error: str = "", status: int = 200) -> HttpResponse:
    facts = {"battle": row, "link": link, "error": error, "token": new_token(row)}
    return render(request, "warbands/battles/settings.html", facts, status=status)
