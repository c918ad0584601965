"""Undone throws: in which order they come back, and which of them were freed.

A throw has a slot (``table.slot_of``). The undone throws of a slot wait in the order in which they fell, and every
throw for the slot takes the place of the first: with its dice, or with new ones where the opponent has agreed to that.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from warbands.models import Battle, BattleEvent

UNDO, AGREE = "undo", "agree"
ABOUT_EVENTS = (UNDO, AGREE)
"""Events about other events: they cannot be undone themselves."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An undone throw that was not taken up since. ``freed`` lets new dice be thrown in its place."""

    event: BattleEvent
    freed: bool = False


def kept_throw(battle: Battle, slot: str) -> BattleEvent | None:
    """The undone throw whose faces count when this slot is thrown for again."""
    return kept_of(battle.events.filter(slot=slot)).get(slot)


def kept_of(events: Iterable[BattleEvent]) -> dict[str, BattleEvent]:
    """As ``kept_throw``, for every slot whose events these are."""
    found: dict[str, list[BattleEvent]] = {}
    for event in sorted(events, key=lambda one: one.number):
        if event.slot:
            found.setdefault(event.slot, []).append(event)
    first = {slot: left[0] for slot, thrown in found.items() if (left := _waiting(thrown))}
    return {slot: one.event for slot, one in first.items() if not one.freed}


def waiting(battle: Battle, slot: str) -> list[Waiting]:
    """The undone throws of a slot that were not taken up since, in the order in which they come back."""
    return _waiting(battle.events.filter(slot=slot).order_by("number"))


def _waiting(events: Iterable[BattleEvent]) -> list[Waiting]:
    thrown: dict[int, BattleEvent] = {}
    left: list[Waiting] = []
    for event in events:
        if event.kind == AGREE:
            left = [Waiting(one.event, one.freed or one.event.number == event.deed["event"]) for one in left]
        elif event.kind == UNDO:
            # The last throw that stands is undone first, so that it fell before all that wait already.
            left = [Waiting(thrown[event.reverses]), *left] if event.reverses in thrown else left
        elif event.faces:
            thrown[event.number] = event
            left = left[1:]
    return left
