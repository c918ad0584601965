"""The spells a wizard starts with: those he always knows, and others as the dice say."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.content import Content
from rules.values import Spell, SpellList, Unit
from warbands.models import Warband
from warbands.rosters.services import RefusedError
from warbands.trade.throws import face, kept

MOST_THROWS = 200


def list_of(unit: Unit, content: Content) -> SpellList | None:
    """The list a unit knows spells of."""
    return content.spell_lists.get(unit.spells) if unit.spells else None


def rolls_for(unit: Unit, content: Content) -> int:
    """How many spells the dice decide when he is hired."""
    listed = list_of(unit, content)
    return min(unit.starting.random, len(listed.rolled)) if listed else 0


def starting_spells(
    unit: Unit, warband: Warband, content: Content, typed: Sequence[int] = ()
) -> tuple[tuple[Spell, ...], dict[str, Any]]:
    """The spells he starts with, and the dice as the entry keeps them.

    ``typed`` are faces that fell on the table; the server throws what is missing. A spell he knows is thrown again.
    Refuses typed faces of which one brings nothing new.
    """
    listed = list_of(unit, content)
    if listed is None:
        return (), {}
    known = [spell for spell in listed.spells if unit.starting.all or spell.slug in unit.starting.fixed]
    known += [spell for spell in listed.spells if spell.roll == "always" and spell not in known]
    wanted = rolls_for(unit, content)
    if not wanted:
        return tuple(known), {}
    purpose = f"hire:{unit.slug}"
    before = kept(warband, purpose)
    faces: list[int] = list(before[1]["faces"]) if before else list(typed[:wanted])
    by_roll = {spell.roll: spell for spell in listed.rolled if spell not in known}
    found: list[Spell] = []
    for number in faces:
        spell = by_roll.get(number)
        if spell is None or spell in found:
            raise RefusedError("spells", f"{number} brings no spell he does not know: throw that die again.")
        found.append(spell)
    faces += _throw(by_roll, found, wanted, face)
    dice: dict[str, Any] = {"for": purpose, "faces": faces, "typed": bool(typed) and not before}
    if before:
        dice |= {"from": before[0], "typed": before[1]["typed"]}
    return (*known, *found), dice


def _throw(by_roll: dict[int | str, Spell], found: list[Spell], wanted: int, die: Callable[[], int]) -> list[int]:
    """Faces that each bring a spell not yet found, until there are enough."""
    faces = []
    for _ in range(MOST_THROWS):
        if len(found) >= wanted:
            break
        number = die()
        spell = by_roll.get(number)
        if spell is not None and spell not in found:
            found.append(spell)
            faces.append(number)
    return faces
