"""What a list sells to whom: equipment lists, fixed gear, upgrades, limits, and whom it hires."""

from dataclasses import dataclass

from rules.engine.rulebook import Held
from rules.prose import rendered
from rules.values.buying import EVERYBODY, Cost, Who
from rules.values.glossary import Chip
from rules.values.profile import Profile


@dataclass(frozen=True, slots=True)
class Line:
    """An item as a list sells it: under which name, for how much while founding, and ``later`` where that differs.

    ``later`` is a price, ``chart`` for that of the item itself, or empty. ``kinds`` and ``units`` say to whom alone.
    """

    item: str
    name: str
    cost: Cost
    as_name: str = ""
    brace: bool = False
    free_first: bool = False
    founding_only: bool = False
    kinds: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    base_items: tuple[str, ...] = ()
    later: Cost | None = None
    later_by_chart: bool = False


@dataclass(frozen=True, slots=True)
class EquipmentList:
    """What some units of a warband may buy. ``slug`` is unique within its warband."""

    slug: str
    name: str
    lines: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class MarketLine:
    """On which terms a list finds an item later on, where they are not everybody's."""

    item: str
    name: str
    cost: Cost | None
    rarity: int | str | None = None
    founding: int | str | None = None
    kinds: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    availability: str = ""
    grants: tuple[str, ...] = ()
    text: str = ""

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class Gear:
    """Gear that somebody comes with: an item, something of his ``own``, any of several items, or a choice of ways.

    ``choice`` holds the ways to be armed, one of which counts; ``any`` the items of which ``count`` are taken.
    """

    item: str = ""
    own: str = ""
    name: str = ""
    any: tuple[str, ...] = ()
    choice: tuple[tuple["Gear", ...], ...] = ()
    count: int = 1
    most: int | None = None
    brace: bool = False
    upgrade: str = ""
    each: str = ""
    note: str = ""
    hands: str = ""
    strength: int | str | None = None
    range: int | str | None = None
    save: int | None = None
    profile: Profile | None = None
    held: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A mutation, blessing or marking. ``slug`` is ``family--short``."""

    slug: str
    short: str
    name: str
    family: str
    cost: int
    modifiers: tuple[tuple[str, int], ...] = ()
    who: Who = EVERYBODY
    held: tuple[Held, ...] = ()
    attacks: tuple[Held, ...] = ()
    chips: tuple[Chip, ...] = ()
    text: str = ""

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class UpgradeFamily:
    """Upgrades of one kind. The first of a warrior costs ``first`` times its price, each further one ``further``."""

    slug: str
    name: str
    options: tuple[Upgrade, ...]
    first: int = 1
    further: int | None = None
    note: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class UpgradeUse:
    """On which terms a unit takes upgrades of a family."""

    family: str
    when: str = "recruiting"
    least: int = 0
    most: int | None = None
    per_warband: int | None = None
    needs_skill: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a list that depends on others. Units are full slugs, ``per`` tags; what is empty says nothing.

    ``unit`` at most ``at_most`` for each warrior tagged ``per``; not more than the ``not_more_than`` together; only
    with one of ``needs``; ``not_hired`` but gained otherwise. An ``item`` only where each of ``if_units`` has
    ``if_has``, or carried by at most ``carries_at_most`` of the warriors besides ``besides``.
    """

    unit: str = ""
    item: str = ""
    at_most: int | None = None
    per: tuple[str, ...] = ()
    not_more_than: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    not_hired: bool = False
    carries_at_most: int | None = None
    besides: tuple[str, ...] = ()
    if_has: str = ""
    if_units: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SkillLimit:
    """Who of a list may learn a skill, and after which others. ``only`` may say ``leader``; units are full slugs."""

    skill: str
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    per_warband: int | None = None


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle that a list may have."""

    item: str
    name: str
    cost: Cost
    minimum: int = 0
    maximum: int | None = None
    later: Cost | None = None
    adds_max_warriors: int = 0


@dataclass(frozen=True, slots=True)
class ListHiring:
    """What a list itself says of hired swords, beside what they say of it. ``rule`` is the rule that says so."""

    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    like: tuple[str, ...] = ()
    also_open_to: tuple[str, ...] = ()
    none: bool = False
    only_named: bool = False
    rule: str = ""
    upkeep_together: tuple[str, ...] = ()
    upkeep_gold: int = 0
    note: str = ""


HIRES_FREELY = ListHiring()
