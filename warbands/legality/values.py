"""What the checker reads and what it finds. Values only; who stores or shows them is not asked here."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from rules.content import Content
from rules.engine.mustering import Member
from rules.engine.rulebook import Held
from rules.engine.rulings import Rulings
from rules.engine.situation import Kind
from rules.engine.vocabulary import Matter, Verb
from rules.values import Unit, WarbandList
from warbands.holdings import command_of, leading_unit
from warbands.legality.carrying import Bearer
from warbands.legality.learning import Pupil


class Severity(StrEnum):
    """An error makes a warband illegal; a warning is worth knowing."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the list does not allow, or that is worth knowing.

    ``who`` is the entry it is a fault of, empty where it is the warband's; ``warriors`` are the entries it speaks of.
    ``about`` is the slug of the unit, item or upgrade in question: with ``code`` and ``who`` it says which finding this
    is, however its words change.
    """

    severity: Severity
    code: str
    who: str
    text: str
    about: str = ""
    warriors: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays the same of it from one look to the next."""
        return self.code, self.about, self.who

    @property
    def error(self) -> bool:
        return self.severity is Severity.ERROR


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that every model of an entry carries. ``made`` is what improves it, ``free`` the first dagger.

    ``fixed`` came with its bearer.
    """

    item: str
    made: str = ""
    brace: bool = False
    free: bool = False
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A warrior of the roster as the checker sees him: one model, or a group of ``size``.

    ``kind`` is that of his unit unless he was promoted. ``held`` are all rules he has, ``skills`` what he learnt.
    ``uneven`` are items, with how many there are, that cannot be shared out evenly among his group. ``characteristics``
    are his as they stand now, by the names of a profile in small letters; without advances they need not be told.
    ``skill_lists`` are those of a promoted henchman, None where those of his unit are his.
    """

    id: str
    name: str
    unit: str
    size: int = 1
    kind: str = ""
    gear: tuple[Piece, ...] = ()
    upgrades: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    skill_lists: tuple[str, ...] | None = None
    spells: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    experience: int = 0
    characteristics: tuple[tuple[str, int], ...] = ()
    uneven: tuple[tuple[str, int], ...] = ()
    misses_next: bool = False


@dataclass(frozen=True)
class Standing:
    """An entry beside its unit, with what its rules come to."""

    entry: Entry
    unit: Unit
    content: Content

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def size(self) -> int:
        return self.entry.size

    @property
    def kind(self) -> str:
        return self.entry.kind or self.unit.kind

    @property
    def sword(self) -> bool:
        """Whether he is a hired sword, who stands outside the limits of the list."""
        return self.unit.hiring is not None

    @property
    def hero(self) -> bool:
        """Whether he takes one of the places of heroes."""
        return self.unit.hiring.hero_place if self.unit.hiring else self.kind == "hero"

    @cached_property
    def rules(self) -> frozenset[str]:
        """The slugs of all rules that he has."""
        return frozenset(opened.rule.slug for opened in self.content.rulebook.opened(self.entry.held))

    @property
    def known(self) -> frozenset[str]:
        """His rules and skills."""
        return self.rules | set(self.entry.skills)

    @cached_property
    def leads(self) -> bool:
        return command_of(self.entry.held, self.content) is not None

    @cached_property
    def unarmed_by(self) -> str | None:
        """The name of the rule by which he carries nothing; None where no rule says so."""
        return self._does(Verb.MAY_NOT, Matter.EQUIPMENT)

    def _does(self, verb: Verb, matter: Matter) -> str | None:
        for opened in self.content.rulebook.opened(self.entry.held):
            if any(effect.verb is verb and effect.matter is matter for effect in opened.effects):
                return opened.rule.name
        return None

    @property
    def member(self) -> Member:
        """As the engine musters him."""
        return Member(
            id=self.id,
            name=self.name,
            kind=Kind(self.kind.replace("-", "_")),
            leadership=self.unit.profile.ld,
            experience=self.entry.experience,
            size=self.size,
            tags=self.unit.tags,
            held=self.entry.held,
            misses_next=self.entry.misses_next,
        )


@dataclass(frozen=True)
class Case:
    """A whole warband before the checker: its list, who stands on its roster, what lies in its stash.

    ``former`` are the units of those who left it.
    """

    listed: WarbandList
    all: tuple[Standing, ...]
    stash: tuple[tuple[Piece, int], ...]
    former: frozenset[str]
    content: Content
    rulings: Rulings = field(default_factory=Rulings)

    @classmethod
    def of_entries(
        cls,
        listed: WarbandList,
        entries: Iterable[Entry],
        content: Content,
        *,
        stash: Iterable[tuple[Piece, int]] = (),
        former: Iterable[str] = (),
        rulings: Rulings | None = None,
    ) -> "Case":
        """Entries with their units; those whose unit no list holds are left out."""
        units = content.units
        standing = tuple(Standing(entry, units[entry.unit], content) for entry in entries if entry.unit in units)
        return cls(listed, standing, tuple(stash), frozenset(former), content, rulings or Rulings())

    def bearer(self, one: Standing) -> Bearer:
        """One of them as he is asked what he may carry."""
        return Bearer(
            self.listed,
            one.unit,
            one.kind,
            one.known,
            self.leading_unit if one.leads else None,
            one.unarmed_by or "",
            frozenset(piece.item for piece in one.entry.gear),
            tuple(other.unit for other in self.all),
        )

    def pupil(self, one: Standing) -> Pupil:
        """One of them as he is asked what he may learn."""
        entry = one.entry
        items = frozenset(piece.item for piece in entry.gear) | {gear.item for gear in one.unit.fixed if gear.item}
        return Pupil(
            self.listed,
            one.unit,
            one.kind,
            one.known | set(one.unit.hiring.skills if one.unit.hiring else ()),
            entry.skills,
            one.unit.skill_lists if entry.skill_lists is None else entry.skill_lists,
            entry.experience,
            self.leading_unit if one.leads else None,
            one.leads,
            bool(one.unit.spells or entry.spells),
            any(self.content.items[slug].ridden for slug in items if slug in self.content.items),
            items,
            {slug: tuple(name for who, name in there if who != one.id) for slug, there in self.learnt.items()},
            tuple(other.unit for other in self.all),
        )

    @cached_property
    def learnt(self) -> dict[str, list[tuple[str, str]]]:
        """Ids and names of those who learnt a skill, by skill."""
        found: dict[str, list[tuple[str, str]]] = {}
        for one in self.all:
            for slug in dict.fromkeys(one.entry.skills):
                found.setdefault(slug, []).append((one.id, one.name))
        return found

    @cached_property
    def own(self) -> tuple[Standing, ...]:
        """Those who count for the limits of the list: all but hired swords."""
        return tuple(one for one in self.all if not one.sword)

    @cached_property
    def swords(self) -> tuple[Standing, ...]:
        return tuple(one for one in self.all if one.sword)

    @cached_property
    def leading_unit(self) -> Unit | None:
        """The unit that leads by its list."""
        return leading_unit(self.listed, self.content)

    def of(self, *units: str) -> tuple[Standing, ...]:
        """Those of some units, by full slug."""
        return tuple(one for one in self.own if one.unit.slug in units)

    def item_name(self, slug: str) -> str:
        item = self.content.items.get(slug)
        return item.name if item else slug.replace("-", " ").capitalize()

    def unit_name(self, slug: str) -> str:
        unit = self.content.units.get(slug)
        return unit.name if unit else slug.rsplit("--", maxsplit=1)[-1].replace("-", " ").capitalize()

    def rule_name(self, slug: str) -> str:
        rule = self.content.rulebook.get(slug)
        return rule.name if rule else slug.replace("-", " ")


def models(standing: tuple[Standing, ...]) -> int:
    """How many models they are."""
    return sum(one.size for one in standing)


def ids(standing: tuple[Standing, ...]) -> tuple[str, ...]:
    """Their ids."""
    return tuple(one.id for one in standing)


def named(standing: tuple[Standing, ...]) -> str:
    """Their names in a row, a group with its number."""
    words = [f"{one.name} × {one.size}" if one.size > 1 else one.name for one in standing]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def error(code: str, text: str, *, who: str = "", about: str = "", warriors: tuple[str, ...] = ()) -> Finding:
    """A finding that makes the warband illegal."""
    return Finding(Severity.ERROR, code, who, text, about, warriors or ((who,) if who else ()))


def warning(code: str, text: str, *, who: str = "", about: str = "", warriors: tuple[str, ...] = ()) -> Finding:
    """A finding worth knowing."""
    return Finding(Severity.WARNING, code, who, text, about, warriors or ((who,) if who else ()))
