"""Pages of a battle: the board and what is done on it, a model's own sheet, the log, the rulings."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from rules.engine.rulings import Rulings
from warbands.access import get_acted_in_or_404, get_battle_or_404, may_undo
from warbands.battles import playing, sheets
from warbands.battles.doing import DeedError
from warbands.battles.forms import deed_of, event_number, number_or_none, seen
from warbands.battles.kept import kept_throw
from warbands.battles.playing import StaleError
from warbands.battles.reading import TEASER, Moved, last_number, moved, page_of_log, read
from warbands.battles.refusing import Refusal
from warbands.battles.ruled import every
from warbands.battles.settled import settled
from warbands.battles.sheet_forms import PLACES
from warbands.battles.sheets import Sheet
from warbands.battles.table import injury_slot
from warbands.doors import Request, open_to_readers, signed_in
from warbands.limits import limited
from warbands.models import Battle
from warbands.psychology.forms import client_key, new_key, typed_faces
from warbands.psychology.taking import RefusedError

STALE = "The battle has moved on since you last looked, so nothing was done. See how it stands now, and tap again."
LOG = "log"
"""The forms of the log name themselves so."""


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
    """A deed: whatever is tapped on the board, on a model's sheet or in the log."""
    row = get_acted_in_or_404(request.user, battle)
    try:
        _done(request, row)
    except StaleError:
        refusal = _refusal(request, STALE, seen=number_or_none(request.POST, "seen"))
        return _refused(request, battle, refusal, HTTPStatus.CONFLICT)
    except (DeedError, RefusedError) as refused:
        refusal = _refusal(request, refused.message, refused.field)
        return _refused(request, battle, refusal, HTTPStatus.UNPROCESSABLE_ENTITY)
    except PermissionDenied as denied:
        if not str(denied):
            raise
        return _refused(request, battle, _refusal(request, str(denied)), HTTPStatus.UNPROCESSABLE_ENTITY)
    return _answered(request, row)


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
            # Typed dice count whichever of the two buttons is pressed, as on a roster.
            how = data.get("how")
            faces = typed_faces(data, needed=how == "typed") if how in {"roll", "typed"} else None
            playing.act(**told, kind=kind, deed=deed_of(kind, data), faces=faces)


def _answered(request: Request, row: Battle) -> HttpResponse:
    """What follows a deed that was done: the board; or the page it came from, where more is to be done on it."""
    data = request.POST
    if data.get("place") == LOG and not request.htmx:
        return redirect("warbands:battle-log", row.public_id)
    wounded = data.get("kind") == "wound"
    if not (request.htmx or wounded):
        return redirect(row)
    row = get_battle_or_404(request.user, row.public_id)
    # Whoever has just lost his last wound is rolled for at once, on the same sheet.
    shown = sheets.sheet(playing.table_of(row), data.get("who", "")) if wounded else None
    rolled_for = shown if shown and shown.must_roll else None
    if not request.htmx:
        return redirect("warbands:battle-model", row.public_id, rolled_for.row.id) if rolled_for else redirect(row)
    return _board(request, row, sheet=rolled_for)


def _refusal(request: Request, message: str, field: str = "", seen: int | None = None) -> Refusal:
    """A refusal of what was sent. A form that does not name itself is named by its deed."""
    data = request.POST
    return Refusal(message, data.get("place") or data.get("kind", ""), field, data, seen)


def _refused(request: Request, battle: str, refusal: Refusal, status: int) -> HttpResponse:
    """The page that the form was on, as the battle stands now, with what was wrong beside what was sent."""
    row = get_battle_or_404(request.user, battle)
    if refusal.form == LOG:
        return _log(request, row, refusal, status)
    on_sheet = refusal.form in PLACES
    shown = sheets.sheet(playing.table_of(row), request.POST.get("who", ""), refusal) if on_sheet else None
    if shown is not None and not request.htmx:
        return _sheet(request, row, shown, status)
    return _board(request, row, refusal=refusal, sheet=shown, status=status)


def _board(
    request: Request, row: Battle, *, refusal: Refusal | None = None, sheet: Sheet | None = None, status: int = 200
) -> HttpResponse:
    """The board; for htmx a ``sheet`` beside it, which stays open."""
    last = number_or_none(request.GET, "seen")
    shown = read(row, None if sheet else refusal)
    last_done = shown.undoes
    facts = {
        "battle": row,
        "read": shown,
        "done": settled(shown),
        "error": refusal,
        "moved": _moved(row, refusal),
        "missed": last if last is not None and row.last - last > TEASER else None,
        "sheet": sheet,
        "new_key": new_key,
        "acts": bool(row.acts_for),
        "undoes": last_done if last_done and may_undo(request.user, row, last_done) else None,
    }
    page = "warbands/battles/battle.html#board" if request.htmx else "warbands/battles/battle.html"
    return render(request, page, facts, status=status)


def _moved(row: Battle, refusal: Refusal | None) -> Moved | None:
    return moved(row, refusal.seen) if refusal and refusal.seen is not None else None


@open_to_readers
@require_safe
def model(request: Request, battle: str, model: str) -> HttpResponse:
    """A model's own sheet: how it stands, the rules it holds, and everything that can be set by a tap."""
    row = get_battle_or_404(request.user, battle)
    shown = sheets.sheet(playing.table_of(row), model)
    if shown is None:
        raise Http404("No model of this battle has this address.")
    return _sheet(request, row, shown)


def _sheet(request: Request, row: Battle, shown: Sheet, status: int = 200) -> HttpResponse:
    facts = {
        "battle": row,
        "sheet": shown,
        "kept": kept_throw(row, injury_slot(shown.row.id)),
        "moved": _moved(row, shown.refusal),
        "new_key": new_key,
        "acts": bool(row.acts_for),
    }
    page = "warbands/battles/model.html#sheet" if request.htmx else "warbands/battles/model.html"
    return render(request, page, facts, status=status)


@open_to_readers
@require_safe
def log(request: Request, battle: str) -> HttpResponse:
    """Every event, the last first; ``after`` a number, what came since, in its order."""
    return _log(request, get_battle_or_404(request.user, battle))


def _log(request: Request, row: Battle, refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    after, before = number_or_none(request.GET, "after"), number_or_none(request.GET, "before")
    facts = {
        "battle": row,
        "page": page_of_log(row, request.user, after=after, before=before),
        "error": refusal,
        "moved": _moved(row, refusal),
        "new_key": new_key,
        "acts": bool(row.acts_for),
    }
    part = "#lines" if request.htmx else ""
    return render(request, f"warbands/battles/log.html{part}", facts, status=status)


@open_to_readers
@require_safe
def rulings(request: Request, battle: str) -> HttpResponse:
    """The rulings this battle is played by, those that are not the usual ones first, and its rulebook version."""
    row = get_battle_or_404(request.user, battle)
    points = sorted(every(Rulings.of(row.rulings)), key=lambda one: not one.differs)
    return render(request, "warbands/battles/rulings.html", {"battle": row, "points": points})
