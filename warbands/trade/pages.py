"""What the pages of trade show: a warrior's gear with all that may be done with it, the stash, the ledger."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.urls import reverse

from rules.content import Content
from warbands.holdings import unit_of
from warbands.legality.carrying import Bearer
from warbands.legality.rows import bearers_of
from warbands.models import EntryKind, LedgerEntry, Possession, PossessionKind, Warband, Warrior
from warbands.rulebooks import content_for
from warbands.snapshots import STASH, Changes, changes_of
from warbands.trade.gear import price_for
from warbands.trade.hiring import room_in
from warbands.trade.opening import opening_of
from warbands.trade.shown import Outfit, Thing, outfit, thing
from warbands.trade.stash import refusal
from warbands.trade.veterans import left_of, points_of
from warbands.trade.visits import Visit, visit_in, visit_of
from warbands.trade.ways import Choice, choices_of


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
    """What a warrior has, on the page where it is bought and handed over.

    ``bearer`` is he as he is asked what he may carry, ``kept`` what lies in the stash that he may not use, each with
    the reason why not. ``choices`` are the ways to be armed that he leaves, ``fixed`` what he has taken of them.
    ``room`` is for how many more his group has room, ``experience`` what each of them needs to join.
    """

    goods: tuple[Goods, ...]
    outfit: Outfit
    back_href: str
    href: str
    stash: tuple[Goods, ...]
    bearer: Bearer | None
    kept: tuple[tuple[Possession, str, str], ...]
    visit: Visit
    choices: tuple[Choice, ...]
    fixed: tuple[Possession, ...]
    room: int
    experience: int

    @property
    def left(self) -> int | None:
        """What the veterans at hand have left; None while nobody threw for them."""
        return None if points_of(self.visit) is None else left_of(self.visit)


def kit(warrior: Warrior) -> Kit:
    """The gear of a warrior whose ``warband`` is at hand, and what lies in the stash for him: eight queries."""
    warband = warrior.warband
    content = content_for(warband)
    everything = _everything(warband)
    warriors = list(warband.warriors.present())
    hands = Hands.of(warband, warriors, changes_of(warband, content), content)
    own = [row for row in everything if row.warrior_id == warrior.pk]
    unit = unit_of(warrior, content)
    stashed = [row for row in everything if row.warrior_id is None]
    why = {row.pk: hands.refusal(row, warrior.pk) for row in stashed}
    enough = [row for row in stashed if row.quantity >= warrior.size]
    items = [row for row in own if row.kind == PossessionKind.ITEM and not row.fixed]
    return Kit(
        tuple(hands.goods(row, warriors, everything) for row in items),
        outfit(unit, [row for row in own if row not in items], content),
        f"{warband.get_absolute_url()}#w-{warrior.public_id}",
        reverse("warbands:gear", args=[warband.public_id, warrior.public_id]),
        tuple(hands.goods(row, [warrior]) for row in enough if not why[row.pk]),
        hands.bearers.get(warrior.pk),
        tuple((row, thing(row, content).name, why[row.pk]) for row in enough if why[row.pk]),
        visit_of(warband),
        choices_of(unit, content) if unit else (),
        tuple(row for row in own if row.fixed),
        room_in(warrior, content),
        max(0, warrior.experience - unit.start_xp) if unit else 0,
    )


def _everything(warband: Warband) -> list[Possession]:
    return list(warband.possessions.present().select_related("warrior"))


@dataclass(frozen=True, slots=True)
class Hands:
    """Between whom things go in a warband, and what each may carry."""

    warband: Warband
    bearers: Mapping[int, Bearer]
    content: Content

    @classmethod
    def of(cls, warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content) -> Self:
        """Those of a warband."""
        return cls(warband, bearers_of(warband, warriors, changes, content), content)

    def refusal(self, row: Possession, warrior: int | None) -> str:
        """Why a warrior may not use an item, by his key; empty where he may."""
        return refusal(row, self.bearers.get(warrior or 0), self.content)

    def goods(self, row: Possession, warriors: Iterable[Warrior], others: Iterable[Possession] = ()) -> Goods:
        """An item, which may go to these warriors or be exchanged for one of these ``others``."""
        address = [self.warband.public_id, row.pk]
        return Goods(
            thing(row, self.content),
            row.quantity,
            price_for(row, self.content),
            tuple(self._places(row, warriors, others)),
            reverse("warbands:hand-over", args=address),
            reverse("warbands:sell", args=address),
        )

    def _places(
        self, row: Possession, warriors: Iterable[Warrior], others: Iterable[Possession]
    ) -> Iterator[tuple[str, str]]:
        """Where an item may go: to the stash, to whoever may use it, or in exchange for what another carries."""
        if row.warrior_id:
            yield "stash", "the stash"
        takers = {}
        for one in warriors:
            fits = one.pk != row.warrior_id and one.size <= row.quantity
            if fits and not self.refusal(row, one.pk):
                takers[one.pk] = one
                yield one.public_id, one.name
        for other in others:
            taker = takers.get(other.warrior_id or 0)
            if taker and self._exchanges(row, other, taker):
                yield f"swap.{other.pk}", f"{taker.name}, for {thing(other, self.content).name.lower()}"

    def _exchanges(self, row: Possession, other: Possession, taker: Warrior) -> bool:
        """Whether a warrior's item may be exchanged for another's."""
        if row.warrior_id is None or not taker.size == row.quantity == other.quantity:
            return False
        its = other.kind == PossessionKind.ITEM and not other.fixed
        return its and not self.refusal(other, row.warrior_id)


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
    """The gold of a warband, how it came about, and its stash. ``last`` is the entry that may be taken back.

    ``visit`` is the time since the last battle.
    """

    gold: int
    rows: tuple[Row, ...]
    stash: tuple[Goods, ...]
    worth: int
    last: LedgerEntry | None
    visit: Visit


def treasury(warband: Warband) -> Treasury:
    """The treasury of a warband: five queries and the digest's."""
    content = content_for(warband)
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
    changes = changes_of(warband, content)
    hands = Hands.of(warband, warriors, changes, content)
    stash = [row for row in changes.get(STASH, ()) if isinstance(row, Possession)]
    goods = [hands.goods(row, warriors) for row in stash]
    fixed = {EntryKind.OPENING, EntryKind.UNDO}
    standing = [entry for entry in entries if entry.kind not in fixed and entry.pk not in undone]
    return Treasury(
        gold,
        tuple(reversed(rows)),
        tuple(goods),
        sum(one.brings for one in goods),
        standing[-1] if standing else None,
        visit_in(standing),
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
