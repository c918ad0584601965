"""What is particular about hired swords: their fee, paid in whatever they take, and gear that leaves a choice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.values import Unit
from warbands.models import EntryKind, LedgerEntry, Possession, PossessionKind, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.trade.changes import Deeds
from warbands.trade.fees import NOTHING, Given, asked_of, given_for, units_on
from warbands.trade.leave import LEAVE, reason_of
from warbands.trade.ledger import begun, write
from warbands.trade.shelf import name_of
from warbands.trade.throws import dice_of, thrown
from warbands.trade.visits import Visit, visit_of
from warbands.trade.ways import Choice, Way, choices_of, picked_ways, ways_had


@dataclass(frozen=True, slots=True)
class Terms:
    """What the player says he gives a hired sword besides gold, or (``instead``) in place of all of it.

    ``faces`` are dice of the fee that fell on the table.
    """

    given: Given = NOTHING
    instead: bool = False
    faces: tuple[int, ...] = ()


PLAIN = Terms()


@dataclass(frozen=True, slots=True)
class Price:
    """What a fee came to: gold, how else it is paid in words, the dice that fell, and what the entry keeps of it."""

    gold: int
    words: str = ""
    dice: dict[str, Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)


def pay_fee(unit: Unit, warband: Warband, terms: Terms, deeds: Deeds, content: Content) -> Price:
    """Take the fee of whoever is hired. What he takes besides gold must be said to be given: it is never forgotten.

    Refuses less than he asks, and another payment that does not lie in the stash.
    """
    if unit.hiring is None:
        return Price(unit.cost)
    fee = asked_of(unit.hiring.fee, (one for one in units_on(warband, content) if one is not unit))
    if terms.instead:
        return Price(0, f", for {_paid_with(fee.alternative, warband, deeds, content)}")
    asked = given_for(fee)
    if terms.given.wyrdstone < asked.wyrdstone or terms.given.treasure < asked.treasure:
        where = "wyrdstone" if terms.given.wyrdstone < asked.wyrdstone else "treasure"
        raise RefusedError(where, f"{unit.name} takes {asked.words}: say that you give it up.")
    dice = thrown(warband, f"fee:{unit.slug}", dice_of(fee.dice), terms.faces, field="fee")
    gold = fee.gold + sum(dice.get("faces", ()))
    words = f", for {terms.given.words}" if terms.given else ""
    if not gold and not terms.given:
        words = f" ({fee.note[:1].lower()}{fee.note[1:].rstrip('.')})" if fee.note else " for no fee"
    return Price(gold, words, dice, terms.given.facts)


def _paid_with(slug: str, warband: Warband, deeds: Deeds, content: Content) -> str:
    name = name_of(slug, content)
    row = warband.possessions.present().filter(warrior=None, kind=PossessionKind.ITEM, slug=slug).first()
    if not slug or row is None:
        raise RefusedError("instead", f"No {name.lower()} lies in the stash." if slug else "He takes nothing instead.")
    deeds.lose(row, 1)
    return f"one {name.lower()} from the stash"


def arm(warrior: Warrior, unit: Unit, picks: Iterable[str], deeds: Deeds, content: Content) -> tuple[Way, ...]:
    """Give a hired sword the gear that was chosen for him. Refuses a choice that was not made."""
    choices = choices_of(unit, content)
    ways = picked_ways(choices, picks)
    for choice, way in zip(choices, ways, strict=True):
        if way is None:
            raise RefusedError("ways", f"Choose what {unit.name} brings: {' or '.join(_short(choice))}.")
    chosen = tuple(way for way in ways if way is not None)
    for piece in (piece for way in chosen for piece in way.pieces):
        deeds.gain(
            warrior=warrior,
            slug=piece.slug,
            made=piece.made,
            brace=piece.brace,
            quantity=warrior.size,
            free=True,
            fixed=True,
        )
    return chosen


def _short(choice: Choice) -> list[str]:
    return [way.words[:1].lower() + way.words[1:] for way in choice]


def may_rearm(warrior: Warrior, choices: Sequence[Choice], rows: Iterable[Possession], visit: Visit) -> bool:
    """Whether his choice is still open: it was never made, or he joined since the last battle and fought in none."""
    if not all(ways_had(choices, rows)):
        return True
    return warrior.pk in {entry.warrior_id for entry in visit.of(EntryKind.HIRE)}


@transaction.atomic
def rearm(
    *, warrior: Warrior, by: User, ways: Iterable[str], reason: str = "", client_key: UUID | None = None
) -> LedgerEntry:
    """Let a hired sword bring other gear of those that he might. It costs nothing.

    Once he has fought, his gear never changes: then it takes a ``reason``. Refuses what he might not bring.
    """
    warband = warrior.warband
    content, made = begun(warband, by, client_key)
    if made:
        return made
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    unit = content.units.get(row.unit_type_id)
    choices = choices_of(unit, content) if unit else ()
    if row.removed_at or unit is None or not choices:
        raise RefusedError("ways", f"{row.name} leaves no choice.")
    had = list(row.possessions.present().filter(fixed=True))
    by_leave = not may_rearm(row, choices, had, visit_of(warband))
    if by_leave and not reason.strip():
        raise RefusedError("reason", f"{row.name} has fought with it, and such gear never changes: say by whose leave.")
    deeds = Deeds(warband)
    keys = {piece.key for choice in choices for way in choice for piece in way.pieces}
    for thing in had:
        if thing.slug in {key.split(".")[0] for key in keys}:
            deeds.lose(thing)
    chosen = arm(row, unit, ways, deeds, content)
    words = f"{row.name} brings {', '.join(_short(chosen))}"
    return write(
        warband=warband,
        kind=EntryKind.MOVE,
        words=f"{words}: {reason_of(reason)}" if by_leave else words,
        by=by,
        deeds=deeds,
        warrior=row,
        facts={LEAVE: reason_of(reason)} if by_leave else {},
        client_key=client_key,
    )
