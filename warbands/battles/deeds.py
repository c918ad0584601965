"""Everything that can be done in a battle, by its name: the function that does it, and whose sides may."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from warbands.battles import hands, joining, trying, turning
from warbands.battles.doing import DeedError, Done, Throw, trial_told
from warbands.battles.table import Table, injury_slot

type Deed = Mapping[str, Any]
type Does = Callable[[Table, Deed, Throw], Done]
type Whose = Callable[[Table, Deed], frozenset[str]]


def _everybody(table: Table, deed: Deed) -> frozenset[str]:
    del deed
    return frozenset(side["id"] for side in table.muster["sides"])


def _in_turn(table: Table, deed: Deed) -> frozenset[str]:
    return frozenset({table.state["turn"]}) if table.state["turn"] else _everybody(table, deed)


def _side(table: Table, who: str) -> frozenset[str]:
    """The side of a model or the side itself; of nobody known, everybody's, for the deed is refused anyway."""
    side = table.side_of(who)
    return frozenset({side}) if side else _everybody(table, {})


def _of_trial(table: Table, deed: Deed) -> frozenset[str]:
    return _side(table, trial_told(deed).who)


def _of_offer(table: Table, deed: Deed) -> frozenset[str]:
    del deed
    offer = table.state["offer"]
    return _side(table, offer["trial"]["who"] if offer else "")


def _of_model(table: Table, deed: Deed) -> frozenset[str]:
    return _side(table, str(deed.get("who", "")))


def _of_side(table: Table, deed: Deed) -> frozenset[str]:
    return _side(table, str(deed.get("side", "")))


def _test(table: Table, deed: Deed) -> str:
    return table.slot_of(trial_told(deed))


def _again(table: Table, deed: Deed) -> str:
    del deed
    offer = table.state["offer"]
    if not offer:
        raise DeedError("There is no failed test to be taken again.")
    return table.slot_of(trial_told(offer), again=True)


def _injury(table: Table, deed: Deed) -> str:
    del table
    return injury_slot(str(deed.get("who", "")))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of deed. ``throws`` names the slot of one with dice: the same again where the same is due again."""

    does: Does
    whose: Whose
    throws: Callable[[Table, Deed], str] | None = None


DEEDS: Mapping[str, Kind] = {
    "begin": Kind(turning.begin, _everybody),
    "next": Kind(turning.advance, _in_turn),
    "recover": Kind(turning.recover, _in_turn),
    "charge": Kind(turning.charge, _in_turn),
    "end": Kind(turning.end, _everybody),
    "test": Kind(trying.take, _of_trial, _test),
    "again": Kind(trying.again, _of_offer, _again),
    "stand": Kind(trying.let_stand, _of_offer),
    "skip": Kind(trying.skip, _of_trial),
    "ask": Kind(trying.ask, _of_model),
    "rout": Kind(trying.rout_by_choice, _of_side),
    "join": Kind(joining.join, _of_side),
    "tell": Kind(hands.tell, _of_model),
    "put": Kind(hands.put, _everybody),
    "contact": Kind(hands.contact, _everybody),
    "injure": Kind(hands.injure, _everybody, _injury),
    "wound": Kind(hands.wound, _everybody),
    "gain": Kind(hands.gain, _everybody),
    "drop": Kind(hands.drop, _everybody),
}
"""Who strikes a foe notes what befell him, so deeds by hand (``put`` to ``drop``) are for both sides."""

ENDED = "The battle has ended. To go on, undo that."

ANSWERS = frozenset({"again", "stand"})
"""The deeds by which a player says whether a failed test is taken again."""


def kind_of(name: str) -> Kind:
    """A kind of deed by its name. Raises ``DeedError``."""
    if name not in DEEDS:
        raise DeedError("There is no such deed.")
    return DEEDS[name]


def do(name: str, table: Table, deed: Deed, throw: Throw) -> Done:
    """Do a deed. Raises ``DeedError``.

    A battle that has ended is over for every deed; and while a failed throw may be taken again nothing else is done,
    for what it hangs on must be as it was.
    """
    kind = kind_of(name)
    if table.state["result"]:
        raise DeedError(ENDED)
    if table.state["offer"] and name not in ANSWERS:
        raise DeedError("First say whether the failed test is taken again.")
    return kind.does(table, deed, throw)
