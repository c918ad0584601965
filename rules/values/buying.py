"""What is bought: items with their prices, and what they give."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.rulebook import Held
from rules.prose import rendered
from rules.values.glossary import Chip, Dispute


@dataclass(frozen=True, slots=True)
class Cost:
    """A price in gold crowns: ``base`` and ``times`` the roll of ``dice``, or by that of the weapon it is made of.

    ``multiplier`` and ``added`` apply to the price of the weapon, and then ``base`` is nothing.
    """

    base: int = 0
    dice: str = ""
    times: int = 1
    multiplier: int = 0
    added: int = 0

    @property
    def certain(self) -> bool:
        """Whether no dice decide it."""
        return not self.dice

    @property
    def by_weapon(self) -> bool:
        """Whether it depends on the weapon it is made of."""
        return bool(self.multiplier or self.added)

    def gold(self, *, rolled: int = 0, weapon: int = 0) -> int:
        """What it comes to: ``rolled`` is the total of its dice, ``weapon`` the price of the weapon it is made of."""
        if self.multiplier:
            return weapon * self.multiplier
        if self.added:
            return weapon + self.added
        return self.base + (rolled * self.times if self.dice else 0)

    def __str__(self) -> str:
        if self.multiplier:
            return f"{self.multiplier} times the weapon’s price"
        if self.added:
            return f"{self.added} gc on top of the weapon’s price"
        dice = f"{self.dice} × {self.times}" if self.times > 1 else self.dice
        return f"{' + '.join(filter(None, [str(self.base) if self.base or not dice else '', dice]))} gc"


@dataclass(frozen=True, slots=True)
class Use:
    """What an item, a skill or a spell gives while it is used: to whom, for how long, and how near he must be."""

    to: str = "bearer"
    lasts: str = ""
    within: int | None = None
    modifiers: tuple[tuple[str, int], ...] = ()
    held: tuple[Held, ...] = ()
    attacks: tuple[Held, ...] = ()
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Who:
    """For whom something is: words that ``Content.groups`` explains, or slugs of lists, units and peoples."""

    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


EVERYBODY = Who()
MOUNTED = "mounted"
"""The rule of whoever has something to ride."""


@dataclass(frozen=True, slots=True)
class OtherTerms:
    """Other terms for some buyers. Either is None where theirs are those of everybody."""

    who: tuple[str, ...]
    rarity: int | str | None = None
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """An item of equipment.

    ``rarity`` is ``common``, the number to search for, ``none`` for what is never on sale, or ``special``. ``held`` are
    the rules it gives its bearer, ``attacks`` those of the attacks made with it, ``mount`` and ``crew`` theirs.
    ``save`` is the armour's own, None for what is none. ``facts`` is the rest of its block, for pages.
    """

    slug: str
    name: str
    category: str
    slot: str
    cost: Cost
    rarity: int | str
    hands: str = ""
    strength: int | str | None = None
    range: int | str | None = None
    save: int | None = None
    who: Who = EVERYBODY
    exceptions: tuple[OtherTerms, ...] = ()
    brace: Cost | None = None
    brace_rarity: int | str | None = None
    pair: bool = False
    free_first: bool = False
    founding_only: bool = False
    withdrawn: bool = False
    henchmen: bool = False
    base_items: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, int], ...] = ()
    profile: tuple[tuple[str, int | str], ...] = ()
    at_most: tuple[tuple[str, int | str], ...] = ()
    lasts: str = ""
    sells_for: int | None = None
    rating: int = 0
    adds_max_warriors: int = 0
    held: tuple[Held, ...] = ()
    attacks: tuple[Held, ...] = ()
    mount: tuple[Held, ...] = ()
    crew: tuple[Held, ...] = ()
    used: Use | None = None
    chips: tuple[Chip, ...] = ()
    unread: tuple[str, ...] = ()
    text: str = ""
    disputes: tuple[Dispute, ...] = ()
    source: str = ""
    grade: str = ""
    facts: Mapping[str, Any] | None = None
    searched: str = ""

    @property
    def close_combat(self) -> bool:
        return self.slot == "close_combat"

    @property
    def missile(self) -> bool:
        return self.slot == "missile"

    @property
    def armour(self) -> bool:
        return self.slot in {"body", "shield", "buckler", "helmet"}

    @property
    def ridden(self) -> bool:
        """Whether it carries its owner into battle; a mule does not."""
        return any(held.rule == MOUNTED for held in self.held)

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)
