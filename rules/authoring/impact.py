"""What a change of the book comes to: who holds what it touches, which plans and numbers it changes, which cases."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from rules.authoring.planning import Told, told_of
from rules.authoring.worked import Turned, turned
from rules.blocks import Key
from rules.content import Content
from rules.engine.rulebook import Held, Rule, Rulebook
from rules.engine.situation import Fighter, Kind
from rules.holders import Group, registered
from rules.values import Unit

type Compared = tuple[str, str, str]

SHOWN = 40
"""How many differences a page lists; it says how many more there are."""
NAMED = 4


@dataclass(frozen=True, slots=True)
class Counted:
    """How many of something hold it, in words: ``3 units`` with their names."""

    words: str
    names: tuple[str, ...] = ()

    @property
    def some(self) -> str:
        """The first few names."""
        more = len(self.names) - NAMED
        return ", ".join(self.names[:NAMED]) + (f" and {more} more" if more > 0 else "")


@dataclass
class Difference:
    """A test or number that comes out otherwise, and for whom: units by name, and how many warriors of rosters."""

    what: str
    before: str
    after: str
    units: list[str] = field(default_factory=list)
    warriors: int = 0

    @property
    def who(self) -> str:
        """Whom it concerns, in words."""
        names = list(dict.fromkeys(self.units))
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        return ", ".join(names[:NAMED]) + more


@dataclass(frozen=True)
class Impact:
    """What publishing ``after`` in place of ``before`` does.

    ``rules`` are the slugs whose effect it touches, ``keys`` the blocks it changes. Who holds a rule that is touched is
    concerned, and so is everybody who is given another rule or number than before, by his list or by what he carries.
    """

    before: Content
    after: Content
    rules: frozenset[str]
    groups: tuple[Group, ...]
    keys: Collection[Key] = ()

    @cached_property
    def held_by(self) -> list[Counted]:
        """Units, items, skills, spells and upgrades that hold it, by the book after the change or before it."""
        names: dict[str, dict[str, str]] = {}
        for book in (self.before, self.after):
            for slug in self.rules:
                entry = book.entries.get(slug)
                for where in entry.appears if entry else ():
                    kind = _KINDS.get(where.slug, "unit")
                    for holder in where.holders:
                        names.setdefault(kind, {})[holder.slug or holder.name] = holder.name
        for slug, _, _ in self._printed:
            names.setdefault("unit", {}).setdefault(slug, self._name(slug))
        for kind, slug in self.keys:
            if shelf := _SHELVES.get(kind):
                found = getattr(self.after, shelf).get(slug) or getattr(self.before, shelf).get(slug)
                names.setdefault(kind, {})[slug] = found.name if found else slug
        return [_counted(kind, tuple(found.values())) for kind, found in sorted(names.items())]

    @cached_property
    def _printed(self) -> list[tuple[str, Fighter | None, Fighter | None]]:
        """Units as their lists print them, before and after, of those whom it concerns."""
        found = []
        for slug in {**self.before.units, **self.after.units}:
            before, after = (book.units.get(slug) for book in (self.before, self.after))
            fighters = (fighter_of(before) if before else None, fighter_of(after) if after else None)
            if self._concerns(fighters):
                found.append((slug, *fighters))
        return found

    def _name(self, slug: str) -> str:
        unit = self.after.units.get(slug) or self.before.units.get(slug)
        return unit.name if unit else slug

    @cached_property
    def _holding(self) -> list[Group]:
        return [group for group in self.groups if self._concerns(group.fighters)]

    def _touched(self, fighter: Fighter | None, content: Content) -> bool:
        return fighter is not None and _holds(fighter.held, self.rules, content.rulebook)

    @property
    def warriors(self) -> int:
        """How many warriors of rosters it concerns."""
        return sum(group.warriors for group in self._holding)

    @property
    def warbands(self) -> int:
        """In how many warbands."""
        return len({warband for group in self._holding for warband in group.warbands})

    @property
    def campaigns(self) -> int:
        """And in how many campaigns."""
        return len({campaign for group in self._holding for campaign in group.campaigns})

    @cached_property
    def differences(self) -> list[Difference]:
        """Plans and numbers before and after; each distinct set of held rules and Leadership is planned once."""
        found: dict[Compared, Difference] = {}
        planned: dict[object, list[Compared]] = {}
        for unit, one, other, warriors in self._pairs():
            key = (_alike(one), _alike(other))
            if key not in planned:
                planned[key] = list(compared(_told(one, self.before), _told(other, self.after)))
            for difference in planned[key]:
                row = found.setdefault(difference, Difference(*difference))
                row.units.append(unit)
                row.warriors += warriors
        return sorted(found.values(), key=lambda row: (-row.warriors, -len(row.units), row.what))

    def _pairs(self) -> Iterator[tuple[str, Fighter | None, Fighter | None, int]]:
        """Whoever the change can touch, before and after it: units as printed, then warriors."""
        for slug, before, after in self._printed:
            yield self._name(slug), before, after, 0
        for group in self._holding:
            yield self._name(group.unit), group.fighters[0], group.fighters[1], group.warriors

    def _concerns(self, fighters: tuple[Fighter | None, ...]) -> bool:
        one, other = fighters
        if any(map(self._touched, fighters, (self.before, self.after))):
            return True
        return one is not None and other is not None and _alike(one) != _alike(other)

    @property
    def shown(self) -> list[Difference]:
        """The differences a page lists."""
        return self.differences[:SHOWN]

    @property
    def more(self) -> int:
        """How many it does not."""
        return max(len(self.differences) - SHOWN, 0)

    @cached_property
    def cases(self) -> list[Turned]:
        """Worked cases that turn out otherwise."""
        return turned(self.before.rulebook, self.after.rulebook)

    @property
    def broken(self) -> list[Turned]:
        """Those that held and hold no longer."""
        return [case for case in self.cases if case.broken]


def impact_of(before: Content, after: Content, keys: Collection[Key] = ()) -> Impact:
    """The impact of a change. ``keys`` are the blocks it changes, for rules that the engine sees no difference in."""
    old, new = before.rulebook.rules, after.rulebook.rules
    touched = {slug for slug in {*old, *new} if old.get(slug) != new.get(slug)}
    touched |= {slug for kind, slug in keys if kind == "rule"}
    wholes = frozenset(_with_wholes(touched, old.values(), new.values()))
    return Impact(before, after, wholes, tuple(registered().groups((before, after))), tuple(keys))


def fighter_of(unit: Unit) -> Fighter:
    """A unit as its list prints it, as a fighter."""
    profile = unit.profile
    return Fighter(
        "he",
        leadership=profile.ld,
        name=unit.name,
        kind=Kind(unit.kind.replace("-", "_")),
        tags=unit.tags,
        held=unit.held,
        movement=profile.m if isinstance(profile.m, int) else None,
        attacks=profile.a,
    )


def _with_wholes(touched: Collection[str], *books: Iterable[Rule]) -> Iterator[str]:
    """These rules, and all that include them by whatever way."""
    wholes: dict[str, set[str]] = {}
    for rules in books:
        for rule in rules:
            for part in rule.includes:
                wholes.setdefault(part.rule, set()).add(rule.slug)
    waiting, seen = list(touched), set(touched)
    while waiting:
        slug = waiting.pop()
        yield slug
        further = wholes.get(slug, set()) - seen
        seen |= further
        waiting += further


def _holds(held: tuple[Held, ...], rules: Collection[str], book: Rulebook) -> bool:
    return any(one.rule in rules for one in book.expand(held))


def _alike(fighter: Fighter | None) -> object:
    """What makes two fighters one to plan for."""
    if fighter is None:
        return None
    held = frozenset((one.rule, one.arguments, one.clause, one.weapon, one.origin) for one in fighter.held)
    return (held, fighter.leadership, fighter.kind, fighter.tags, fighter.attacks, fighter.movement)


def _told(fighter: Fighter | None, content: Content) -> Told:
    return told_of(replace(fighter, id="he"), content.rulebook) if fighter else {}


def compared(before: Told, after: Told) -> Iterator[Compared]:
    """What comes out otherwise: what is looked at, before and after."""
    for what in {**before, **after}:
        then, now = before.get(what, "not asked"), after.get(what, "not asked")
        if then != now:
            yield what, then, now


_SHELVES = {"item": "items", "skill": "skills", "upgrades": "upgrades"}
"""Where a content keeps what a block is of, for those that give rules and are held themselves."""
_KINDS = {"items": "item", "skills": "skill", "spells": "spell", "upgrades": "upgrade", "hired-swords": "hired sword"}


def _counted(kind: str, names: tuple[str, ...]) -> Counted:
    return Counted(f"{len(names)} {kind}{'' if len(names) == 1 else 's'}", names)
