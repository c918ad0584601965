"""Playing a battle: every deed an event of its log, once for each form, in one transaction with the state it leaves.

A form names the last event its sender has seen (``seen``); if there is a later one, the deed is refused as stale. The
same form sent twice gives the same event. Undoing appends an event that reverses another; it is no second try, for an
undone throw keeps its faces for the next time the same is due, unless the opponent agrees to new ones.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from rules.content import Content
from rules.engine.plans import Choose
from rules.engine.rulings import Rulings
from rules.engine.turn import Step
from warbands.access import acts_for, may_undo
from warbands.battles import aftermath
from warbands.battles.deeds import ENDED, do, kind_of
from warbands.battles.differences import applied, differences, reversed_
from warbands.battles.doing import DeedError, Done, Throw
from warbands.battles.kept import ABOUT_EVENTS, AGREE, UNDO, kept_throw, waiting
from warbands.battles.stored import Doc
from warbands.battles.table import Table
from warbands.models import Battle, BattleEvent
from warbands.psychology.records import stored_trial
from warbands.rulebooks import content_at

LONGEST_TEXT = 400
LONGEST_SLOT = 160

type Face = Callable[[], int]


class StaleError(Exception):
    """Somebody has acted since the sender last looked."""


def face() -> int:
    """One die, thrown."""
    return secrets.randbelow(6) + 1


def table_of(battle: Battle, content: Content | None = None) -> Table:
    """The table of a battle, by the rules it was begun under."""
    content = content or content_at(battle)
    return Table(battle.muster, battle.state, content.rulebook, Rulings.of(battle.rulings), content)


@transaction.atomic
def act(
    *,
    battle: Battle,
    by: User,
    kind: str,
    deed: Mapping[str, Any],
    seen: int,
    client_key: UUID,
    faces: Sequence[int] | None = None,
    throw: Face = face,
) -> BattleEvent:
    """Do a deed and keep it. Without ``faces`` the server throws where dice are due.

    Raises ``StaleError``, ``DeedError`` for what cannot be done, ``PermissionDenied`` for somebody else's side.
    """
    locked = _locked(battle)
    if made := of_key(battle, client_key):
        return made
    if locked.last != seen:
        raise StaleError
    return _do(locked, kind, deed, Throw(throw, faces), by=by, client_key=client_key)


def of_key(battle: Battle, client_key: UUID) -> BattleEvent | None:
    """The event that a form with this key has made already."""
    return battle.events.filter(client_key=client_key).first()


def _made(battle: Battle, client_key: UUID) -> list[BattleEvent]:
    """The events, one after another, that a form with this key has made already."""
    first = of_key(battle, client_key)
    if first is None:
        return []
    following = enumerate(battle.events.filter(number__gte=first.number).order_by("number"))
    return [event for _, event in takewhile(lambda one: one[1].client_key == _key(client_key, one[0]), following)]


def _key(client_key: UUID, place: int) -> UUID:
    """The key of one of several events that come of one form; the first has the form's own."""
    return uuid5(client_key, str(place)) if place else client_key


def _locked(battle: Battle) -> Battle:
    """The battle as it is now, and nobody else's to change before this transaction ends."""
    return Battle.objects.select_for_update().get(pk=battle.pk)


def _do(battle: Battle, kind: str, deed: Mapping[str, Any], throw: Throw, *, by: User, client_key: UUID) -> BattleEvent:
    known, table = kind_of(kind), table_of(battle)
    if table.state["result"]:
        raise DeedError(ENDED)  # whoever asks
    if not known.whose(table, deed) & set(acts_for(by, battle)):
        raise PermissionDenied
    slot = known.throws(table, deed)[:LONGEST_SLOT] if known.throws else ""
    kept = kept_throw(battle, slot) if slot else None
    if kept is not None:
        throw.kept, throw.kept_typed = kept.faces, kept.typed
    done = do(kind, table, deed, throw)
    return _append(
        battle,
        done,
        kind=kind,
        deed=dict(deed),
        typed=throw.was_typed,
        slot=slot if done.faces else "",
        keeps=kept.number if kept and done.faces else None,
        by=by,
        client_key=client_key,
    )


def _append(battle: Battle, done: Done, **fields: Any) -> BattleEvent:
    event = BattleEvent.objects.create(
        battle=battle,
        number=battle.last + 1,
        side=done.side,
        text=done.text[:LONGEST_TEXT],
        faces=list(done.faces),
        verdict=done.verdict,
        changes=differences(battle.state, done.table.state),
        **fields,
    )
    _keep(battle, event, dict(done.table.state), fields["by"])
    return event


def _keep(battle: Battle, event: BattleEvent, state: Doc, by: User) -> None:
    ended_before, ended_now = battle.state["result"], state["result"]
    battle.state, battle.last = state, event.number
    if ended_before != ended_now:
        battle.ended = timezone.now() if ended_now else None
        for side in battle.sides.all():
            side.outcome = (ended_now or {}).get(side.slug, "")
            side.save(update_fields=["outcome"])
        (aftermath.ended if ended_now else aftermath.goes_on)(battle, by)
    battle.save(update_fields=["state", "last", "ended", "changed"])


# --- Undoing ----------------------------------------------------------------------------------------------------------


def standing(battle: Battle) -> QuerySet[BattleEvent]:
    """The events that can be undone: neither undone already, nor themselves about another event."""
    undone = BattleEvent.objects.filter(battle=OuterRef("battle"), reverses=OuterRef("number"))
    return battle.events.exclude(kind__in=ABOUT_EVENTS).exclude(Exists(undone))


def last_standing(battle: Battle) -> BattleEvent | None:
    """The last event that can be undone."""
    return standing(battle).order_by("-number").first()


@transaction.atomic
def undo(*, battle: Battle, by: User, seen: int, client_key: UUID, back_to: int | None = None) -> list[BattleEvent]:
    """Take back the last event, or all down to number ``back_to``: each by an event of its own that restores the state.

    Raises as ``act`` does; what concerns the other side and was done by its player is his to undo.
    """
    locked = _locked(battle)
    if made := _made(battle, client_key):
        return made
    if locked.last != seen:
        raise StaleError
    if not acts_for(by, locked):
        raise PermissionDenied
    undone: list[BattleEvent] = []
    while (event := last_standing(locked)) is not None and (
        not undone or event.number >= (back_to or event.number + 1)
    ):
        undone.append(_undo_one(locked, event, by, _key(client_key, len(undone))))
    if not undone:
        raise DeedError("There is nothing to undo.")
    return undone


def _undo_one(battle: Battle, event: BattleEvent, by: User, client_key: UUID) -> BattleEvent:
    if not may_undo(by, battle, event):
        who = event.by.username if event.by else "the other side"
        raise PermissionDenied(f"{event.number} is for {who} to undo, and everything before it. Nothing was undone.")
    changes = reversed_(event.changes)
    undoing = BattleEvent.objects.create(
        battle=battle,
        number=battle.last + 1,
        kind=UNDO,
        side=event.side,
        text=f"{event.number} is undone: {event.text}"[:LONGEST_TEXT],
        changes=changes,
        slot=event.slot,
        reverses=event.number,
        by=by,
        client_key=client_key,
    )
    _keep(battle, undoing, applied(battle.state, changes), by)
    return undoing


@transaction.atomic
def agree(*, battle: Battle, by: User, event: int, seen: int, client_key: UUID) -> BattleEvent:
    """Whoever plays against the one who undid a throw lets it be thrown anew: the faces of ``event`` no longer count.

    Once, and in its own place: other undone throws of the slot keep their faces and their turn.
    Raises as ``act`` does, and ``DeedError`` for an event that was not undone.
    """
    locked = _locked(battle)
    if made := of_key(battle, client_key):
        return made
    if locked.last != seen:
        raise StaleError
    thrown = locked.events.filter(number=event).exclude(slot="").exclude(kind__in=ABOUT_EVENTS).first()
    left = [] if thrown is None else waiting(locked, thrown.slot)
    if thrown is None or all(one.event != thrown or one.freed for one in left):
        raise DeedError("There is no undone throw of this number.")
    agreeing = agree_for(locked, thrown) & set(acts_for(by, locked))
    if not agreeing:
        raise PermissionDenied
    table = table_of(locked)
    side = min(agreeing)
    others = [one.event.number for one in left if one.event != thrown and not one.freed]
    keep = f" The dice of {' and '.join(map(str, others))} are kept all the same." if others else ""
    done = Done(table, f"{table.name(side)} agrees: {event} may be thrown anew, once.{keep}", side)
    return _append(locked, done, kind=AGREE, deed={"event": event}, slot=thrown.slot, by=by, client_key=client_key)


def agree_for(battle: Battle, thrown: BattleEvent) -> frozenset[str]:
    """The sides that may agree to a new throw: not those of the player who undid it, unless he acts for all.

    Whose model it was is another matter: an injury is thrown by the foe, who would then agree with himself.
    """
    undoing = battle.events.select_related("by").filter(reverses=thrown.number).first()
    everybody = frozenset(side.slug for side in battle.sides.all())
    undid = acts_for(undoing.by, battle) if undoing and undoing.by else (thrown.side,)
    return everybody.difference(undid) or everybody


# --- Several at once --------------------------------------------------------------------------------------------------


@transaction.atomic
def take_all(
    *, battle: Battle, by: User, step: str, seen: int, client_key: UUID, throw: Face = face
) -> list[BattleEvent]:
    """Roll everything that is due in a step, one after the other, each planned anew and an event of its own.

    What a result demands at once is rolled too; it stops where somebody must choose or may take a throw again, and at a
    test of the other side, which is not his to roll. Raises as ``act`` does.
    """
    locked = _locked(battle)
    if made := _made(battle, client_key):
        return made
    if locked.last != seen:
        raise StaleError
    mine = acts_for(by, locked)
    if not mine:
        raise PermissionDenied
    events: list[BattleEvent] = []
    table = table_of(locked)
    while due := table.due:
        first = due[0]
        others = table.side_of(first.trial.who) not in mine
        if others or first.step not in {step, Step.AT_ONCE} or isinstance(first.plan, Choose):
            break
        deed = {"trial": stored_trial(first.trial)}
        events.append(_do(locked, "test", deed, Throw(throw), by=by, client_key=_key(client_key, len(events))))
        table = table_of(locked)
    if not events:
        raise DeedError("There is nothing to roll.")
    return events


def replayed(battle: Battle) -> Doc:
    """The state that the log alone comes to; it equals the stored one."""
    state = dict(battle.opening)
    for changes in battle.events.order_by("number").values_list("changes", flat=True):
        state = applied(state, changes)
    return state
