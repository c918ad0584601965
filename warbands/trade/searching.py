"""The search for what is rare: two dice of a hero against its number, once for each hero and trading visit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.engine.dice import Dice
from rules.engine.rulebook import Held
from warbands.holdings import of_warrior, unit_of
from warbands.models import HERO, EntryKind, LedgerEntry, Warband, Warrior
from warbands.readiness import is_absent
from warbands.rosters.services import RefusedError
from warbands.snapshots import Changes, changes_of
from warbands.trade.ledger import begun, write
from warbands.trade.shelf import Offer, market_of
from warbands.trade.throws import thrown
from warbands.trade.visits import Visit, visit_of

DICE = Dice(2)
TABLE = "trading"
MOST_BONUS = 12


@dataclass(frozen=True, slots=True)
class Sought:
    """What may be searched for: the word it goes by, its name, and the number to be reached."""

    key: str
    name: str
    rarity: int
    shelf: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """What is added to the dice of a search, and what for."""

    words: str
    number: int


def sought_in(offers: Iterable[Offer], content: Content) -> tuple[Sought, ...]:
    """What of a market must be searched for; weapons that something improves are one search for that."""
    found: dict[str, Sought] = {}
    for offer in offers:
        if isinstance(offer.rarity, int):
            better = content.items.get(offer.made)
            name = better.name if better else offer.name
            found.setdefault(offer.sought, Sought(offer.sought, name, offer.rarity, offer.shelf))
    return tuple(found.values())


def bonuses(held: Iterable[Held], content: Content) -> tuple[Bonus, ...]:
    """What rules that somebody has always add to a search."""
    has = {one.rule for one in held}
    rows = _modifiers(content)
    return tuple(Bonus(row["source"], row["bonus"]) for row in rows if row.get("always") and row["slug"] in has)


def bonuses_at_times(content: Content) -> tuple[str, ...]:
    """What may be added besides, in words: only the players know when."""
    rows = _modifiers(content)
    return tuple(f"+{row['bonus']}: {row['source']}" for row in rows if not row.get("always"))


def _modifiers(content: Content) -> tuple[Mapping[str, Any], ...]:
    """What the book adds to a search: its rows of modifiers."""
    table = content.tables.get(TABLE)
    data = cast("Mapping[str, Any]", table.data) if table else {}
    return tuple(data.get("search_modifiers", ()))


def held_for_search(warrior: Warrior, changes: Changes, content: Content) -> tuple[Held, ...]:
    """The rules of a hero and of his warband as a whole."""
    listed = content.warbands.get(warrior.warband.warband_type_id)
    return (*of_warrior(warrior, changes.get(warrior.pk, ()), content), *(listed.roster_rules if listed else ()))


def searchers(warband: Warband, visit: Visit, content: Content) -> tuple[tuple[Warrior, str], ...]:
    """The heroes of a warband, each with the reason why he does not search; none for who may."""
    changes = changes_of(warband, content)
    found = []
    for row in warband.warriors.present():
        row.warband = warband
        unit = unit_of(row, content)
        if unit is not None and unit.kind == HERO:
            found.append((row, _kept_from(row, visit, changes)))
    return tuple(found)


def _kept_from(row: Warrior, visit: Visit, changes: Changes) -> str:
    if row.pk in visit.searchers:
        return "has searched since the last battle"
    return "misses the next battle" if is_absent(changes.get(row.pk, ())) else ""


@transaction.atomic
def search(
    *,
    warband: Warband,
    by: User,
    warrior: Warrior,
    item: str,
    bonus: int = 0,
    faces: Sequence[int] = (),
    client_key: UUID | None = None,
) -> LedgerEntry:
    """Let a hero search for something rare. ``faces`` are two dice that fell on the table; else the server throws.

    Whether he has found it is written down with the dice, and one piece may be bought then, until the next battle.
    Refuses who has searched already, who is no hero or misses the battle, and what need not be searched for.
    """
    content, made = begun(warband, by, client_key)
    if made:
        return made
    visit = visit_of(warband)
    if visit.founding:
        raise RefusedError(
            "item", "While the warband is founded nothing is searched for: its lists sell what they have."
        )
    wanted = next(
        (one for one in sought_in(market_of(warband.warband_type_id, content), content) if one.key == item), None
    )
    if wanted is None:
        raise RefusedError("item", "Choose something rare.")
    row = warband.warriors.present().filter(pk=warrior.pk).first()
    unit = unit_of(row, content) if row else None
    if row is None or unit is None or unit.kind != HERO:
        raise RefusedError("warrior", "Only heroes search.")
    row.warband = warband
    changes = changes_of(warband)
    if why := _kept_from(row, visit, changes):
        raise RefusedError("warrior", f"{row.name} {why}.")
    if not 0 <= bonus <= MOST_BONUS:
        raise RefusedError("bonus", f"From 0 to {MOST_BONUS}.")
    dice = thrown(warband, f"search:{visit.number}:{row.public_id}", DICE, faces, field="faces")
    added = bonus + sum(one.number for one in bonuses(held_for_search(row, changes, content), content))
    total = sum(dice["faces"]) + added
    found = total >= wanted.rarity
    words = f"{row.name} searches for {wanted.name} (rarity {wanted.rarity}): {sum(dice['faces'])}"
    words += f" + {added} = {total}" if added else ""
    return write(
        warband=warband,
        kind=EntryKind.SEARCH,
        words=f"{words}, {'found' if found else 'not found'}",
        by=by,
        warrior=row,
        dice=dice,
        facts={"item": wanted.key, "needed": wanted.rarity, "bonus": added, "found": found},
        client_key=client_key,
    )
