"""Pages of a battle: the board and what is done on it, a model's own sheet, the log, the rulings."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rules.engine.rulings import REGISTER, Rulings
from warbands.access import get_acted_in_or_404, get_battle_or_404
from warbands.battles import playing, sheets
from warbands.battles.doing import DeedError
from warbands.battles.forms import deed_of, event_number, number_or_none, seen
from warbands.battles.playing import StaleError
from warbands.battles.reading import events, last_number, lines, read
from warbands.doors import Request, open_to_readers, signed_in
from warbands.limits import limited
from warbands.models import Battle
from warbands.psychology.forms import client_key, new_key, typed_faces
from warbands.psychology.taking import RefusedError

STALE = "The battle has moved on since you last looked, so nothing was done. See how it stands now, and tap again."
PAGE_OF_LOG = 100


@open_to_readers
@require_safe
def battle(request: Request, battle: str) -> HttpResponse:
    """The board."""
    return _board(request, get_battle_or_404(request.user, battle))


@open_to_readers
@require_safe
def since(request: Request, battle: str) -> HttpResponse:
    """The board again, if anything has happened since event number ``seen``; otherwise nothing."""
    last = last_number(request.user, battle)
    if last is None:
        raise Http404("You play in no battle at this address, and no link to it was given to you.")
    if request.GET.get("seen") == str(last):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _board(request, get_battle_or_404(request.user, battle))


@signed_in
@require_POST
@limited("rolls")
def do(request: Request, battle: str) -> HttpResponse:
    """A deed: whatever is tapped on the board or on a model's sheet."""
    row = get_acted_in_or_404(request.user, battle)
    try:
        _done(request, row)
    except StaleError:
        return _refused(request, battle, STALE, HTTPStatus.CONFLICT)
    except (DeedError, RefusedError) as refused:
        return _refused(request, battle, refused.message, HTTPStatus.UNPROCESSABLE_ENTITY, refused.field)
    if not request.htmx:
        return redirect(row)
    return _board(request, get_battle_or_404(request.user, battle))


def _done(request: Request, row: Battle) -> None:
    data = request.POST
    # A card is one form: a fact is told by a button of its own, and other buttons name another deed.
    kind = "tell" if data.get("answer") else data.get("kind", "")
    told: dict[str, Any] = {"battle": row, "by": request.user, "seen": seen(data), "client_key": client_key(data)}
    match kind:
        case "undo":
            playing.undo(**told, back_to=event_number(data, "back_to") if "back_to" in data else None)
        case "agree":
            playing.agree(**told, event=event_number(data, "event"))
        case "all":
            playing.take_all(**told, step=data.get("step", ""))
        case _:
            faces = typed_faces(data, needed=True) if data.get("how") == "typed" else None
            playing.act(**told, kind=kind, deed=deed_of(kind, data), faces=faces)


def _refused(request: Request, battle: str, message: str, status: int, field: str = "") -> HttpResponse:
    """The board as it is, with what was wrong beside what was sent."""
    row = get_battle_or_404(request.user, battle)
    error = {"message": message, "field": field, "place": request.POST.get("place", "")}
    return _board(request, row, error=error, status=status)


def _board(request: Request, row: Battle, *, error: dict[str, str] | None = None, status: int = 200) -> HttpResponse:
    facts = {
        "battle": row,
        "read": read(row, request.POST.dict() if error else None),
        "error": error,
        "new_key": new_key,
        "acts": bool(row.acts_for),
    }
    page = "warbands/battles/battle.html#board" if request.htmx else "warbands/battles/battle.html"
    return render(request, page, facts, status=status)


@open_to_readers
@require_safe
def model(request: Request, battle: str, model: str) -> HttpResponse:
    """A model's own sheet: how it stands, the rules it holds, and everything that can be set by a tap."""
    row = get_battle_or_404(request.user, battle)
    shown = sheets.sheet(playing.table_of(row), model)
    if shown is None:
        raise Http404("No model of this battle has this address.")
    facts = {"battle": row, "sheet": shown, "new_key": new_key, "acts": bool(row.acts_for)}
    page = "warbands/battles/model.html#sheet" if request.htmx else "warbands/battles/model.html"
    return render(request, page, facts)


@open_to_readers
@require_safe
def log(request: Request, battle: str) -> HttpResponse:
    """Every event, the last first; ``after`` a number, only those that came since."""
    row = get_battle_or_404(request.user, battle)
    found = events(row)
    after, before = number_or_none(request.GET, "after"), number_or_none(request.GET, "before")
    if after is not None:
        found = found.filter(number__gt=after)
    if before is not None:
        found = found.filter(number__lt=before)
    page = list(found[: PAGE_OF_LOG + 1])
    facts = {
        "battle": row,
        "lines": lines(page[:PAGE_OF_LOG]),
        "older": page[PAGE_OF_LOG - 1].number if len(page) > PAGE_OF_LOG else None,
        "new_key": new_key,
        "acts": bool(row.acts_for),
    }
    part = "#lines" if request.htmx else ""
    return render(request, f"warbands/battles/log.html{part}", facts)


@open_to_readers
@require_safe
def rulings(request: Request, battle: str) -> HttpResponse:
    """The rulings this battle is played by, those that are not the usual ones first, and its rulebook version."""
    row = get_battle_or_404(request.user, battle)
    told = Rulings.of(row.rulings)
    shown = [(one, getattr(told, one.key), one.key in row.rulings) for one in REGISTER]
    facts = {"battle": row, "rulings": sorted(shown, key=lambda one: not one[2])}
    return render(request, "warbands/battles/rulings.html", facts)
