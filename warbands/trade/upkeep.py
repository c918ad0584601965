"""Upkeep of hired swords: due after each battle they fought; whoever is not paid leaves for good. As in ``ledger``."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content, current
from rules.values import Unit
from warbands.models import EntryKind, LedgerEntry, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.trade.changes import Deeds
from warbands.trade.fees import Given, asked_of, given_for, paid_words, together, together_words
from warbands.trade.ledger import begun, write
from warbands.trade.quotes import Line, Quote
from warbands.trade.visits import Visit, visit_of

SNAKES = "snakes"
MOST_SNAKES = 5


@dataclass(frozen=True, slots=True)
class Due:
    """What a hired sword takes after the last battle. ``lines`` are its gold; ``note`` is what else is said of it.

    ``asked`` is False where nothing is due: he is paid, joined since, or takes none; ``why`` says which.
    """

    warrior: Warrior
    lines: tuple[Line, ...]
    given: Given
    note: str = ""
    why: str = ""
    counts_snakes: bool = False

    @property
    def asked(self) -> bool:
        return not self.why

    @property
    def gold(self) -> int:
        return sum(line.total for line in self.lines)

    @property
    def words(self) -> str:
        return paid_words(self.gold, self.given)


def dues(warband: Warband, visit: Visit, content: Content, *, snakes: int = 0) -> tuple[Due, ...]:
    """What each hired sword of a roster takes since the last battle, in its order: one query."""
    everybody = [(row, content.units.get(row.unit_type_id)) for row in warband.warriors.present()]
    there = [(row, unit) for row, unit in everybody if unit is not None]
    units = [unit for _, unit in there]
    listed = content.warbands.get(warband.warband_type_id)
    besides = 0 if any("together" in one.facts for one in visit.of(EntryKind.UPKEEP)) else together(listed, units)
    found = []
    for row, unit in there:
        if unit.hiring is None:
            continue
        due = _due(row, unit, units, visit, snakes)
        if due.asked and besides and listed and set(listed.hiring.upkeep_together) & unit.tags:
            lines = (*due.lines, Line(together_words(listed, content), besides))
            due, besides = Due(row, lines, due.given, due.note, counts_snakes=due.counts_snakes), 0
        found.append(due)
    return tuple(found)


def _due(row: Warrior, unit: Unit, units: Iterable[Unit], visit: Visit, snakes: int) -> Due:
    hiring = unit.hiring
    if hiring is None:
        return Due(row, (), Given(), why="no hired sword")
    fee = asked_of(hiring.upkeep, (other for other in units if other is not unit))
    lines = [Line(f"Upkeep of {row.name}", fee.gold)] if fee.gold else []
    if fee.each_snake and snakes:
        lines.append(Line("His snakes", fee.each_snake, snakes))
    given = given_for(fee)
    why = ""
    if visit.founding:
        why = "no battle yet"
    elif row.pk in {one.warrior_id for one in visit.of(EntryKind.HIRE)}:
        why = "joined since the battle"
    elif row.pk in {one.warrior_id for one in visit.of(EntryKind.UPKEEP)}:
        why = "paid"
    elif not (lines or given):
        why = "takes none"
    return Due(row, tuple(lines), given, fee.note, why, counts_snakes=bool(fee.each_snake))


@transaction.atomic
def pay(
    *,
    warband: Warband,
    by: User,
    warriors: Iterable[str] | None = None,
    snakes: int = 0,
    client_key: UUID | None = None,
) -> tuple[LedgerEntry, ...]:
    """Pay hired swords for the last battle, an entry for each: those of these public ids, or all to whom it is due.

    What they take besides gold counts as given up, and is noted. Refuses where nothing is due, and as a whole what
    there is not gold enough for.
    """
    content, made = begun(warband, by, client_key)
    if made:
        return (made,)
    if not 0 <= snakes <= MOST_SNAKES:
        raise RefusedError(SNAKES, f"From 0 to {MOST_SNAKES}.")
    wanted = None if warriors is None else set(warriors)
    due = [
        one
        for one in dues(warband, visit_of(warband), content, snakes=snakes)
        if one.asked and (wanted is None or one.warrior.public_id in wanted)
    ]
    if not due:
        raise RefusedError("warriors", "Nobody is to be paid.")
    if any(one.counts_snakes for one in due) and not snakes:
        raise RefusedError(SNAKES, "Say how many snakes there are.")
    gold, cost = warband.ledger.gold(), sum(one.gold for one in due)
    if cost > gold:
        words = f"Together that is {cost} gc, and the warband has {gold}: {cost - gold} too few. Let somebody go."
        raise RefusedError("warriors", words)
    return tuple(_pay(one, warband, by, client_key if number == 0 else None, content) for number, one in enumerate(due))


def _pay(due: Due, warband: Warband, by: User, client_key: UUID | None, content: Content) -> LedgerEntry:
    listed = content.warbands.get(warband.warband_type_id)
    words = together_words(listed, content) if listed and listed.hiring.upkeep_together else ""
    facts = due.given.facts | ({"together": True} if any(line.words == words for line in due.lines) else {})
    return write(
        warband=warband,
        kind=EntryKind.UPKEEP,
        words=f"{due.warrior.name}: upkeep{f', {due.given.words}' if due.given else ''}",
        by=by,
        quote=Quote(due.lines),
        warrior=due.warrior,
        facts=facts,
        client_key=client_key,
        field="warriors",
    )


@transaction.atomic
def let_go(*, warrior: Warrior, by: User, client_key: UUID | None = None) -> LedgerEntry:
    """A hired sword is not paid, and leaves. Taking it back brings him back; so does restoring him to the roster."""
    warband = warrior.warband
    _, made = begun(warband, by, client_key)
    if made:
        return made
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    unit = current().units.get(row.unit_type_id)
    if row.removed_at or unit is None or unit.hiring is None:
        raise RefusedError("warriors", f"{row.name} is no hired sword of this roster.")
    deeds = Deeds(warband)
    deeds.left(row)
    return write(
        warband=warband,
        kind=EntryKind.UPKEEP,
        words=f"{row.name} is not paid, and leaves",
        by=by,
        deeds=deeds,
        warrior=row,
        client_key=client_key,
    )
