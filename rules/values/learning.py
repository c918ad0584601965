"""What is learnt: skills and the lists they stand on, spells and theirs, and the tables of a campaign."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.rulebook import Held
from rules.prose import rendered
from rules.values.buying import EVERYBODY, Use, Who
from rules.values.glossary import Chip, Dispute


@dataclass(frozen=True, slots=True)
class Needs:
    """What a skill asks of whoever learns it. What is empty asks nothing."""

    who: Who = EVERYBODY
    leader: bool = False
    caster: bool = False
    magic: bool = False
    mounted: bool = False
    once: bool = False
    per_warband: int | None = None
    experience: int = 0
    skills: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    in_words: str = ""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: ``held`` is what whoever knows it has for good, ``used`` what he gains by using it."""

    slug: str
    name: str
    lists: tuple[str, ...]
    needs: Needs = Needs()
    held: tuple[Held, ...] = ()
    attacks: tuple[Held, ...] = ()
    used: Use | None = None
    setting: str = ""
    asks: str = ""
    chips: tuple[Chip, ...] = ()
    unread: tuple[str, ...] = ()
    text: str = ""
    disputes: tuple[Dispute, ...] = ()
    source: str = ""
    searched: str = ""

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class SkillList:
    """A list of skills, which are slugs in the order of their names."""

    slug: str
    name: str
    kind: str
    skills: tuple[str, ...]
    who: str = ""
    note: str = ""
    beside_standard: bool = False
    text: str = ""
    disputes: tuple[Dispute, ...] = ()
    source: str = ""

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: ``roll`` on the D6 of its list (or ``always``), ``difficulty`` a number, ``auto``, or None."""

    slug: str
    name: str
    list: str
    roll: int | str
    difficulty: int | str | None = None
    who: str = ""
    same_as: str = ""
    used: Use | None = None
    table: tuple[Mapping[str, int | str], ...] = ()
    text: str = ""
    disputes: tuple[Dispute, ...] = ()
    searched: str = ""

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class SpellList:
    """A list of spells, prayers or runes; ``kind`` says which. ``users`` are words that ``Content.word`` explains."""

    slug: str
    name: str
    kind: str
    spells: tuple[Spell, ...]
    users: tuple[str, ...] = ()
    note: str = ""
    text: str = ""
    disputes: tuple[Dispute, ...] = ()
    source: str = ""

    @property
    def rolled(self) -> tuple[Spell, ...]:
        """Those that a D6 chooses among."""
        return tuple(spell for spell in self.spells if isinstance(spell.roll, int))

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class StartingSpells:
    """What a caster knows when he is recruited: these, ``random`` others, or ``all``."""

    fixed: tuple[str, ...] = ()
    random: int = 0
    all: bool = False


NO_SPELLS = StartingSpells()


@dataclass(frozen=True, slots=True)
class CampaignTable:
    """A table of the campaign, in the shape of its file, which cannot be changed."""

    slug: str
    name: str
    data: object
