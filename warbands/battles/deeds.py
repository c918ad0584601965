"""Everything that can be done in a battle, by its name: the function that does it, and whose sides may."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from warbands.battles import hands, trying, turning
from warbands.battles.doing import DeedError, Done, Throw
from warbands.battles.table import Table

type Deed = Mapping[str, Any]
type Does = Callable[[Table, Deed, Throw], Done]
type Whose = Callable[[Table, Deed], frozenset[str]]


def _everybody(table: Table, deed: Deed) -> frozenset[str]:
    del deed
    return frozenset(side["id"] for side in table.muster["sides"])


def _in_turn(table: Table, deed: Deed) -> frozenset[str]:
    return frozenset({table.state["turn"]}) if table.state["turn"] else _everybody(table, deed)


def _of_trial(table: Table, deed: Deed) -> frozenset[str]:
    return frozenset({table.side_of(str(deed["trial"]["who"]))})


def _of_offer(table: Table, deed: Deed) -> frozenset[str]:
    del deed
    offer = table.state["offer"]
    return frozenset({table.side_of(offer["trial"]["who"])}) if offer else frozenset()


def _of_model(table: Table, deed: Deed) -> frozenset[str]:
    return frozenset({table.side_of(str(deed.get("who", "")))})


def _of_side(table: Table, deed: Deed) -> frozenset[str]:
    del table
    return frozenset({str(deed.get("side", ""))})


def _test(what: str) -> Callable[[Table, Deed], str]:
    def named(table: Table, deed: Deed) -> str:
        del table
        trial = deed["trial"]
        return f"{trial['kind']}:{trial['who']}:{'+'.join(trial['by'])}:{trial['purpose']}{what}"

    return named


def _again(table: Table, deed: Deed) -> str:
    del deed
    offer = table.state["offer"]
    return _test(":again")(table, {"trial": offer["trial"]}) if offer else ""


def _injury(table: Table, deed: Deed) -> str:
    del table
    return f"injury:{deed.get('who', '')}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of deed. ``throws`` names the throw of one with dice: the same again where the same is due again."""

    does: Does
    whose: Whose
    throws: Callable[[Table, Deed], str] | None = None


DEEDS: Mapping[str, Kind] = {
    "begin": Kind(turning.begin, _everybody),
    "next": Kind(turning.advance, _in_turn),
    "recover": Kind(turning.recover, _in_turn),
    "charge": Kind(turning.charge, _in_turn),
    "end": Kind(turning.end, _everybody),
    "test": Kind(trying.take, _of_trial, _test("")),
    "again": Kind(trying.again, _of_offer, _again),
    "stand": Kind(trying.let_stand, _of_offer),
    "skip": Kind(trying.skip, _of_trial),
    "ask": Kind(trying.ask, _of_model),
    "rout": Kind(trying.rout_by_choice, _of_side),
    "tell": Kind(hands.tell, _of_model),
    "put": Kind(hands.put, _everybody),
    "contact": Kind(hands.contact, _everybody),
    "injure": Kind(hands.injure, _everybody, _injury),
    "gain": Kind(hands.gain, _everybody),
    "drop": Kind(hands.drop, _everybody),
}
"""``put``, ``contact``, ``injure``, ``gain``, ``drop`` are for both sides: who strikes a foe notes what befell him."""


def kind_of(name: str) -> Kind:
    """A kind of deed by its name. Raises ``DeedError``."""
    if name not in DEEDS:
        raise DeedError("There is no such deed.")
    return DEEDS[name]
