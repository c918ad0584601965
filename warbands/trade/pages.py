"""What the pages of trade show: a warrior's gear with all that may be done with it, the stash, the ledger."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from rules.content import Content, current
from warbands.holdings import unit_of
from warbands.models import EntryKind, LedgerEntry, Possession, PossessionKind, Warband, Warrior
from warbands.trade.gear import price_for, refusal
from warbands.trade.opening import opening_of
from warbands.trade.shown import Outfit, Thing, outfit, thing


@dataclass(frozen=True, slots=True)
class Goods:
    """An item with what may be done with it. ``places`` are where it may go, by the value of the select."""

    thing: Thing
    pieces: int
    price: int
    places: tuple[tuple[str, str], ...]
    move_href: str
    sell_href: str

    @property
    def brings(self) -> int:
        """What all pieces together are sold for."""
        return self.price * self.pieces


@dataclass(frozen=True, slots=True)
class Kit:
    """What a warrior has, on the page where it is bought and handed over."""

    goods: tuple[Goods, ...]
    outfit: Outfit
    back_href: str
    href: str
    stash: tuple[Goods, ...]


def kit(warrior: Warrior) -> Kit:
    """The gear of a warrior whose ``warband`` is at hand, and what lies in the stash for him."""
    content = current()
    warband = warrior.warband
    everything = _everything(warband)
    warriors = list(warband.warriors.present())
    own = [row for row in everything if row.warrior_id == warrior.pk]
    unit = unit_of(warrior, content)
    fits = [
        row
        for row in everything
        if row.warrior_id is None and row.quantity >= warrior.size and unit and not refusal(row, unit, content)
    ]
    items = [row for row in own if row.kind == PossessionKind.ITEM]
    return Kit(
        tuple(_goods(row, warband, warriors, everything, content) for row in items),
        outfit(unit, [row for row in own if row not in items], content),
        f"{warband.get_absolute_url()}#w-{warrior.public_id}",
        reverse("warbands:gear", args=[warband.public_id, warrior.public_id]),
        tuple(_goods(row, warband, [warrior], (), content) for row in fits),
    )


def _everything(warband: Warband) -> list[Possession]:
    return list(warband.possessions.present().select_related("warrior"))


def _goods(
    row: Possession, warband: Warband, warriors: Iterable[Warrior], others: Iterable[Possession], content: Content
) -> Goods:
    address = [warband.public_id, row.pk]
    return Goods(
        thing(row, content),
        row.quantity,
        price_for(row, content),
        tuple(_places(row, warriors, others, content)),
        reverse("warbands:hand-over", args=address),
        reverse("warbands:sell", args=address),
    )


def _places(
    row: Possession, warriors: Iterable[Warrior], others: Iterable[Possession], content: Content
) -> list[tuple[str, str]]:
    """Where an item may go: to the stash, to whoever may use it, or in exchange for what another carries."""
    found = [("stash", "the stash")] if row.warrior_id else []
    takers = {}
    for one in warriors:
        unit = unit_of(one, content)
        if unit and one.pk != row.warrior_id and one.size <= row.quantity and not refusal(row, unit, content):
            takers[one.pk] = one
            found.append((one.public_id, one.name))
    holder = unit_of(row.warrior, content) if row.warrior else None
    for other in others:
        taker = takers.get(other.warrior_id or 0)
        fits = holder and taker and taker.size == row.quantity == other.quantity
        if fits and holder and taker and other.kind == PossessionKind.ITEM and not refusal(other, holder, content):
            found.append((f"swap.{other.pk}", f"{taker.name}, for {thing(other, content).name.lower()}"))
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the ledger: what happened, what it came to, and the gold there was then. ``lines`` explain the sum."""

    words: str
    kind: str
    amount: int
    gold: int
    who: str
    at: datetime | None
    lines: tuple[tuple[str, int, int, int], ...]
    dice: str
    undone: bool

    @property
    def signed(self) -> str:
        """The amount with its sign, as it is printed."""
        return f"{self.amount:+d}".replace("-", "−") if self.amount else "0"


@dataclass(frozen=True, slots=True)
class Treasury:
    """The gold of a warband, how it came about, and its stash. ``last`` is the entry that may be taken back."""

    gold: int
    rows: tuple[Row, ...]
    stash: tuple[Goods, ...]
    worth: int
    last: LedgerEntry | None


def treasury(warband: Warband) -> Treasury:
    """The treasury of a warband: four queries and the digest's."""
    content = current()
    warriors = list(warband.warriors.present())
    entries = list(warband.ledger.select_related("by"))
    undone = {entry.undoes_id for entry in entries}
    gold = 0
    rows = []
    if not any(entry.kind == EntryKind.OPENING for entry in entries):
        opening = opening_of(warband, warriors, content)
        gold = opening.total
        rows.append(Row("Starting gold", EntryKind.OPENING, gold, gold, "", None, _lines(opening.stored()), "", False))
    for entry in entries:
        gold += entry.amount
        rows.append(
            Row(
                entry.words,
                entry.kind,
                entry.amount,
                gold,
                entry.by.get_username() if entry.by else "",
                entry.at,
                _lines(entry.lines),
                _dice(entry),
                entry.pk in undone,
            )
        )
    goods = [_goods(row, warband, warriors, (), content) for row in _everything(warband) if row.warrior_id is None]
    fixed = {EntryKind.OPENING, EntryKind.UNDO}
    standing = [entry for entry in entries if entry.kind not in fixed and entry.pk not in undone]
    return Treasury(
        gold, tuple(reversed(rows)), tuple(goods), sum(one.brings for one in goods), standing[-1] if standing else None
    )


def _lines(stored: list[dict[str, Any]]) -> tuple[tuple[str, int, int, int], ...]:
    return tuple((line["words"], line["each"], line["times"], line["each"] * line["times"]) for line in stored)


def _dice(entry: LedgerEntry) -> str:
    faces = entry.dice.get("faces", ())
    if not faces:
        return ""
    how = "typed in" if entry.dice.get("typed") else "thrown by the server"
    again = ", as they fell the first time" if "from" in entry.dice else ""
    return f"Dice: {', '.join(str(face) for face in faces)}, {how}{again}"
