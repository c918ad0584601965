"""Gear that leaves a choice: the ways to be armed that a hired sword may be hired with, one of which counts.

What he was hired with lies among his belongings as ``fixed``: it is his own, costs nothing, and is never handed over.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from rules.content import Content
from rules.values import Gear, Unit
from warbands.models import Possession
from warbands.trade.shelf import key_of, name_of


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that comes with somebody, under the name it has there."""

    slug: str
    made: str = ""
    brace: bool = False
    name: str = ""

    @property
    def key(self) -> str:
        return key_of(self.slug, made=self.made, brace=self.brace)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to be armed: how forms call it, how pages do, and what it consists of."""

    key: str
    words: str
    pieces: tuple[Piece, ...]


type Choice = tuple[Way, ...]


def choices_of(unit: Unit, content: Content) -> tuple[Choice, ...]:
    """The choices that come with a unit, each with its ways; nothing for whoever leaves none."""
    return tuple(_ways(gear, content) for gear in unit.fixed if leaves_choice(gear))


def leaves_choice(gear: Gear) -> bool:
    """Whether he is armed in one of several ways by it."""
    return bool(gear.any or gear.choice)


def _ways(gear: Gear, content: Content) -> Choice:
    sets = [pieces for way in gear.choice for pieces in _all_of(way, content)] or _all_of((gear,), content)
    return tuple(Way("+".join(one.key for one in pieces), _words(pieces), pieces) for pieces in sets)


def _all_of(way: Iterable[Gear], content: Content) -> list[tuple[Piece, ...]]:
    """What a way may consist of, where parts of it leave a choice themselves."""
    return [tuple(one for part in parts for one in part) for parts in product(*(_of(gear, content) for gear in way))]


def _of(gear: Gear, content: Content) -> list[tuple[Piece, ...]]:
    if gear.any:
        pieces = [_piece(slug, gear, content) for slug in gear.any]
        return list(combinations_with_replacement(pieces, gear.count))
    return [(_piece(gear.item, gear, content, gear.name),) * gear.count]


def _piece(slug: str, gear: Gear, content: Content, name: str = "") -> Piece:
    plain = name or name_of(slug, content, made=gear.upgrade, brace=gear.brace)
    return Piece(slug, gear.upgrade, gear.brace, plain)


def _words(pieces: Iterable[Piece]) -> str:
    counted = Counter(one.name for one in pieces)
    words = " and ".join(f"{name.lower()} × {many}" if many > 1 else name.lower() for name, many in counted.items())
    return words[:1].upper() + words[1:]


def picked_ways(choices: Iterable[Choice], picks: Iterable[str]) -> tuple[Way | None, ...]:
    """The way of each choice that was picked by its key; None where none was."""
    picks = list(picks)
    found: list[Way | None] = []
    for choice in choices:
        way = next((one for one in choice if one.key in picks), None)
        if way:
            picks.remove(way.key)
        found.append(way)
    return tuple(found)


def ways_had(choices: Iterable[Choice], rows: Iterable[Possession]) -> tuple[Way | None, ...]:
    """The way of each choice that somebody has taken, going by what lies among his belongings."""
    return ways_taken(choices, (key_of(row.slug, made=row.made, brace=row.brace) for row in rows if row.fixed))


def ways_taken(choices: Iterable[Choice], keys: Iterable[str]) -> tuple[Way | None, ...]:
    """The same by the keys of what came with him."""
    left = Counter(keys)
    found: list[Way | None] = []
    for choice in choices:
        way = next((one for one in choice if not Counter(piece.key for piece in one.pieces) - left), None)
        left -= Counter(piece.key for piece in way.pieces) if way else Counter()
        found.append(way)
    return tuple(found)


def names_of(choices: Iterable[Choice]) -> Mapping[str, str]:
    """The names that things of these ways have, by key."""
    return {piece.key: piece.name for choice in choices for way in choice for piece in way.pieces}
