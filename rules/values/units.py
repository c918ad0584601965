"""Who may stand on a roster: units of the lists, hired swords, and the lists themselves."""

from dataclasses import dataclass

from rules.engine.rulebook import Held
from rules.prose import rendered
from rules.values.glossary import Chip, Dispute
from rules.values.hiring import Hiring
from rules.values.learning import NO_SPELLS, StartingSpells
from rules.values.profile import Profile
from rules.values.trade import (
    HIRES_FREELY,
    EquipmentList,
    Gear,
    Limit,
    ListHiring,
    MarketLine,
    SkillLimit,
    UpgradeUse,
    Vehicle,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of a unit a warband may have: ``maximum`` None is no limit but the warband's own."""

    minimum: int = 0
    maximum: int | None = None
    note: str = ""
    requires: tuple[str, ...] = ()
    """Full slugs of the units that must belong to the warband first."""


@dataclass(frozen=True, slots=True)
class Unit:
    """An entry of a warband list.

    ``slug`` is unique among all lists (``norse-marauders--jarl``), ``short`` only in its own. ``held`` are its own
    rules and those its warband gives to every member; ``counted`` are already in the profile, ``unread`` are slugs of
    rules whose attachment no longer reads, which have no effect. ``rules`` are the slugs that ``held`` come to.

    ``equipment_list`` is the slug of one of his list's, empty for whoever buys nothing; ``bars`` are parts of it
    that are closed to him (``armour``, ``missile``, or a slug of an item); ``fixed`` comes with him and his price. A
    hired sword belongs to no list: his ``warband`` is ``hired-swords``, and ``hiring`` has
    his terms.
    """

    slug: str
    short: str
    name: str
    warband: str
    kind: str
    peoples: tuple[str, ...]
    tags: frozenset[str]
    cost: int
    limits: Limits
    profile: Profile
    save: int | None = None
    racial_maximum: Profile | None = None
    held: tuple[Held, ...] = ()
    counted: tuple[Held, ...] = ()
    unread: tuple[str, ...] = ()
    rules: frozenset[str] = frozenset()
    chips: tuple[Chip, ...] = ()
    start_xp: int = 0
    group_max: int | None = None
    gains_experience: bool = True
    promotable: bool = False
    equipment_list: str = ""
    bars: frozenset[str] = frozenset()
    fixed: tuple[Gear, ...] = ()
    skill_lists: tuple[str, ...] = ()
    spells: str = ""
    starting: StartingSpells = NO_SPELLS
    upgrades: tuple[UpgradeUse, ...] = ()
    promoted_skill_lists: tuple[str, ...] = ()
    promoted_never: tuple[str, ...] = ()
    text: str = ""
    disputes: tuple[Dispute, ...] = ()
    hiring: Hiring | None = None

    @property
    def large(self) -> bool:
        return "large-target" in self.rules or "large" in self.tags

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class WarbandList:
    """A warband list with its units in order, and the rules it gives to every member or to the roster."""

    slug: str
    name: str
    units: tuple[Unit, ...]
    aliases: tuple[str, ...] = ()
    grade: str = ""
    source: str = ""
    setting: str = ""
    alignment: str = ""
    peoples: tuple[str, ...] = ()
    starting_gold: int = 500
    min_warriors: int = 3
    max_warriors: int = 15
    choice_notes: tuple[str, ...] = ()
    members_rules: tuple[Held, ...] = ()
    roster_rules: tuple[Held, ...] = ()
    counted_rules: tuple[Held, ...] = ()
    unread: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    equipment_lists: tuple[EquipmentList, ...] = ()
    limits: tuple[Limit, ...] = ()
    market: tuple[MarketLine, ...] = ()
    skill_limits: tuple[SkillLimit, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    hiring: ListHiring = HIRES_FREELY
    may_hire: tuple[str, ...] = ()
    """Full slugs of the hired swords whom the list may take, by name. Some ask more of the warband itself."""

    def equipment_list(self, slug: str) -> EquipmentList | None:
        """One of its equipment lists."""
        return next((listed for listed in self.equipment_lists if listed.slug == slug), None)

    def unit(self, short: str) -> Unit | None:
        """A unit by its slug within this list."""
        return next((unit for unit in self.units if unit.short == short), None)
