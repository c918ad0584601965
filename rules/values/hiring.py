"""Hired swords, and for whom things are: fees, upkeep, and groups of buyers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.values.buying import EVERYBODY, Who


@dataclass(frozen=True, slots=True)
class Fee:
    """What a hired sword takes: gold, dice of it, wyrdstone or treasures. ``alternative`` is the item he takes instead.

    ``beside`` is what he takes instead while warriors of a people stand beside him.
    """

    gold: int = 0
    dice: str = ""
    wyrdstone: int = 0
    treasure: int = 0
    each_snake: int = 0
    alternative: str = ""
    note: str = ""
    beside: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        gold = " + ".join(filter(None, [str(self.gold) if self.gold else "", self.dice]))
        parts = [f"{gold} gc" if gold else ""]
        parts += [f"{self.wyrdstone} wyrdstone" if self.wyrdstone else ""]
        parts += [f"{self.treasure} treasure{'s' if self.treasure > 1 else ''}" if self.treasure else ""]
        parts += [f"{self.each_snake} gc for each snake" if self.each_snake else ""]
        return " and ".join(filter(None, parts)) or "nothing"


@dataclass(frozen=True, slots=True)
class Hiring:
    """On which terms a hired sword serves. ``rating`` is None where nothing is printed.

    ``in_words`` is set where the sources name no warbands: then anybody may, and the arbiter decides.
    """

    fee: Fee
    upkeep: Fee
    rating: int | None
    who: Who = EVERYBODY
    in_words: str = ""
    lists: frozenset[str] = frozenset()
    """Slugs of the lists that may hire him, as far as the lists alone decide it."""
    never_beside: tuple[str, ...] = ()
    persona: bool = False
    pair_with: str = ""
    hero_place: bool = False
    in_place_of: str = ""
    own_skills: tuple[str, ...] = ()
    never_skills: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    spells_note: str = ""
    joins_note: str = ""
    joins_on: tuple[tuple[int, int | None, int | None], ...] = ()
    """From and to which difference in rating he joins on which roll of a D6; None is no limit, or never."""
    source: str = ""
    grade: str = ""

    def may_be_hired_by(self, warband: str) -> bool:
        """Whether a list may hire him at all, by its slug; ``Content.admits`` asks about one warband as it stands."""
        return warband in self.lists


class Fighting(Protocol):
    """What a group asks about a fighter; a ``Unit`` answers it."""

    @property
    def slug(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def tags(self) -> frozenset[str]: ...


@dataclass(frozen=True, slots=True)
class Buyer:
    """Who asks for something: for which list, perhaps which unit with which items, and who else is on his roster.

    ``roster`` None is not known yet: then what depends on it is taken to be possible.
    """

    warband: str
    unit: Fighting | None = None
    items: frozenset[str] | None = None
    roster: tuple[Fighting, ...] | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A word for several buyers: of these lists, units, peoples and tags; of these kinds alone, with these items.

    ``absent`` are lists that are not shipped: nobody here is one of them.
    """

    slug: str
    name: str
    lists: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    items: frozenset[str] = frozenset()
    with_tags: frozenset[str] = frozenset()
    with_hired_swords_of: tuple[str, ...] = ()
    absent: bool = False
    note: str = ""

    @property
    def of_the_roster(self) -> bool:
        """Whether it depends on who stands on the roster."""
        return bool(self.with_tags or self.with_hired_swords_of)

    def has(self, buyer: Buyer) -> bool | None:
        """Whether he is one of them; None where that is not known yet."""
        if self.absent:
            return False
        asked = (self._is_named(buyer), self._is_of_a_kind(buyer), self._has_an_item(buyer), self._has_company(buyer))
        return False if False in asked else None if None in asked else True

    def _is_named(self, buyer: Buyer) -> bool | None:
        if not (self.lists or self.units or self.tags) or buyer.warband in self.lists:
            return True
        if buyer.unit is not None:
            return bool(buyer.unit.slug in self.units or self.tags & buyer.unit.tags)
        # A list whose unit is not chosen yet may still come to one.
        return None if self.tags or any(u.startswith(f"{buyer.warband}--") for u in self.units) else False

    def _is_of_a_kind(self, buyer: Buyer) -> bool | None:
        if not self.kinds:
            return True
        return None if buyer.unit is None else buyer.unit.kind in self.kinds

    def _has_an_item(self, buyer: Buyer) -> bool | None:
        if not self.items:
            return True
        return None if buyer.items is None else bool(self.items & buyer.items)

    def _has_company(self, buyer: Buyer) -> bool | None:
        if not self.of_the_roster:
            return True
        return None if buyer.roster is None else any(self.with_tags & one.tags for one in buyer.roster)


def admits(who: Who, buyer: Buyer, groups: Mapping[str, Group]) -> bool | None:
    """Whether something is for a buyer; None where that depends on what is not known yet."""
    never = [_is(word, buyer, groups) for word in who.never]
    if True in never:
        return False
    only = [_is(word, buyer, groups) for word in who.only]
    if not only or True in only:
        return None if None in never else True
    return None if None in only else False


def _is(word: str, buyer: Buyer, groups: Mapping[str, Group]) -> bool | None:
    """Whether a word means the buyer: a group, a list, a unit or a tag of units."""
    if word in groups:
        return groups[word].has(buyer)
    if word == buyer.warband:
        return True
    if buyer.unit is None:
        return None if word.startswith(f"{buyer.warband}--") else False
    return word == buyer.unit.slug or word in buyer.unit.tags


def words_of(words: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Words as people read them."""
    return tuple(names.get(word, word.rsplit("--", maxsplit=1)[-1].replace("-", " ")) for word in words)
