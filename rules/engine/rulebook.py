"""Rules, the rulebook that knows them all, and a rule as somebody holds it.

``Rulebook.expand`` turns what a model holds into everything it comes to: aliases resolved, composites opened, repeats
dropped. It is idempotent and the order of what is held does not matter (psychology-spec, section 10, from S3).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from rules.engine.sentences import Clause, Effect, Value
from rules.engine.vocabulary import Nature

EXPANSIONS_KEPT = 4096
"""How many expansions a rulebook remembers: every unit of every list, and warriors with rules of their own."""

type Arguments = tuple[tuple[str, Value], ...]
"""Parameters with their values, sorted by name, so that equal arguments compare equal."""


def arguments(values: Mapping[str, Value] | None = None) -> Arguments:
    """Parameters and values as a sorted tuple."""
    return tuple(sorted((values or {}).items()))


class ParameterKind(StrEnum):
    """What a parameter may hold."""

    NUMBER = "number"
    SAVE = "save"
    TAG = "tag"
    UNIT = "unit"
    SPELL_LIST = "spell_list"
    TEXT = "text"


class From(StrEnum):
    """Where somebody has a rule from."""

    UNIT = "unit"
    WARBAND = "warband"
    EQUIPMENT = "equipment"
    SKILL = "skill"
    INJURY = "injury"
    HAND = "hand"
    SPELL = "spell"
    TERRAIN = "terrain"
    HOUSE = "house"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a rule. ``default`` is None where a holder must give a value."""

    name: str
    kind: ParameterKind = ParameterKind.NUMBER
    default: Value | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a rule's D6 table: the faces from ``low`` to ``high``, a slug, a name and what it means."""

    low: int
    high: int
    slug: str
    name: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A rule as somebody holds it.

    ``clause`` is a condition this holder alone has (the Rat Ogre's Stupidity). ``origin`` and ``origin_name`` say where
    from; ``via`` names the composite that brought it, for a rule reached by expansion. ``weapon`` is set where the rule
    belongs to the attacks made with that weapon and not to the model itself.
    """

    rule: str
    arguments: Arguments = ()
    clause: Clause | None = None
    origin: From = From.UNIT
    origin_name: str = ""
    via: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """A rule that another one contains, with the arguments it is contained with."""

    rule: str
    arguments: Arguments = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A glossary entry as the engine sees it.

    ``cap`` is the most that several separate holdings add up to; None means that holding it twice adds nothing.
    ``lost_on`` names the states ("knocked_down", "stunned") that take it away for the rest of the battle.
    """

    slug: str
    name: str
    effects: tuple[Effect, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    includes: tuple[Inclusion, ...] = ()
    opposites: frozenset[str] = frozenset()
    nature: Nature | None = None
    cap: int | None = None
    lost_on: frozenset[str] = frozenset()
    table: tuple[Row, ...] = ()
    reminder_moment: str = ""
    reminder: str = ""
    summary: str = ""

    def settled(self, given: Arguments) -> dict[str, Value]:
        """The arguments with defaults filled in."""
        values: dict[str, Value] = {p.name: p.default for p in self.parameters if p.default is not None}
        values.update(given)
        return values


@dataclass(frozen=True, slots=True)
class Opened:
    """One of the rules that holdings come to: how it is held, its arguments, and the sentences they can be read with.

    ``unread`` are sentences that name a parameter nobody gave; a stored holding outlives a change of its rule.
    """

    held: Held
    rule: Rule
    arguments: Mapping[str, Value]
    effects: tuple[Effect, ...]
    unread: tuple[Effect, ...] = ()


class UnknownRuleError(KeyError):
    """A slug that is neither a rule nor an alias of this rulebook."""


@dataclass(frozen=True)
class Rulebook:
    """All rules by slug, and the aliases that lead to them. ``digest`` identifies the published version."""

    rules: Mapping[str, Rule]
    aliases: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    digest: str = ""
    _expanded: dict[tuple[Held, ...], tuple[Held, ...]] = field(default_factory=dict, repr=False, compare=False)
    _opened: dict[int, tuple[tuple[Held, ...], tuple[Opened, ...]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """By the identity of the holdings, which are kept beside the answer: hashing them all would cost more than this."""
    _read_before: dict[tuple[Held, ...], tuple[Opened, ...]] = field(default_factory=dict, repr=False, compare=False)
    """By what the holdings are: those of a stored fighter are read anew with every page, and come to the same."""

    def resolve(self, slug: str) -> Rule:
        """The rule behind a slug or alias. Raises ``UnknownRuleError``."""
        rule = self.rules.get(self.aliases.get(slug, slug))
        if rule is None:
            raise UnknownRuleError(slug)
        return rule

    def get(self, slug: str) -> Rule | None:
        """The rule behind a slug or alias, or None."""
        return self.rules.get(self.aliases.get(slug, slug))

    def with_rules(self, *rules: Rule) -> "Rulebook":
        """The same rulebook with further rules, or other ones under the same slugs."""
        return Rulebook({**self.rules, **{rule.slug: rule for rule in rules}}, self.aliases, self.digest)

    def opened(self, held: tuple[Held, ...]) -> tuple[Opened, ...]:
        """The rules these holdings come to, ready to be read; not those that belong to the attacks with a weapon."""
        known = self._opened.get(id(held))
        if known is not None and known[0] is held:
            return known[1]
        found = self._read_before.get(held)
        if found is None:
            found = tuple(self._read(item) for item in self.expand(held) if not item.weapon)
            _kept(self._read_before, held, found)
        _kept(self._opened, id(held), (held, found))
        return found

    def _read(self, held: Held) -> Opened:
        rule = self.rules[held.rule]
        settled = rule.settled(held.arguments)
        effects = tuple(effect for effect in rule.effects if effect.reads(settled))
        unread = tuple(effect for effect in rule.effects if effect not in effects)
        return Opened(held, rule, settled, effects, unread)

    def expand(self, held: Iterable[Held]) -> tuple[Held, ...]:
        """Everything these holdings come to, each once, in a stable order.

        A repeated rule adds nothing; a rule with a cap counts once for each separate holding, but once only for each
        composite that brings it. Holdings of rules that the book does not know are left out: a stored roster outlives
        a rule.
        """
        key_of_all = tuple(held)
        known_all = self._expanded.get(key_of_all)
        if known_all is None:
            known_all = self._expand(key_of_all)
            _kept(self._expanded, key_of_all, known_all)
        return known_all

    def _expand(self, held: tuple[Held, ...]) -> tuple[Held, ...]:
        seen: dict[tuple[object, ...], Held] = {}
        for item in self._open(held):
            rule = self.rules[item.rule]
            key: tuple[object, ...] = (item.rule, arguments(rule.settled(item.arguments)), item.clause, item.weapon)
            if rule.cap is not None:
                key = (*key, item.via) if item.via else self._next_set(key, seen)
            known = seen.get(key)
            if known is None or _rank(item) < _rank(known):
                seen[key] = item
        return tuple(sorted(seen.values(), key=_rank))

    @cached_property
    def opposed(self) -> Mapping[str, frozenset[str]]:
        """The rules that have opposites, each with all of them, whichever of the two names the other."""
        pairs = [(slug, other) for slug, rule in self.rules.items() for other in rule.opposites]
        both = [*pairs, *((other, slug) for slug, other in pairs)]
        return {slug: frozenset(other for one, other in both if one == slug) for slug, _ in both}

    @staticmethod
    def _next_set(key: tuple[object, ...], seen: Mapping[tuple[object, ...], Held]) -> tuple[object, ...]:
        """The key of one more direct holding of a rule that adds up: each is a set of its own."""
        place = 0
        while (*key, place) in seen:
            place += 1
        return (*key, place)

    def _open(self, held: Iterable[Held]) -> Iterator[Held]:
        for item in held:
            yield from self._parts(item, frozenset())

    def _parts(self, item: Held, within: frozenset[str]) -> Iterator[Held]:
        rule = self.get(item.rule)
        if rule is None or rule.slug in within:
            return
        yield item if item.rule == rule.slug else replace(item, rule=rule.slug)
        for part in rule.includes:
            # The innermost composite is the one that counts once, by whatever way it is reached.
            inner = replace(item, rule=part.rule, arguments=part.arguments, via=rule.slug)
            yield from self._parts(inner, within | {rule.slug})


def _rank(item: Held) -> tuple[str, ...]:
    clause = str(item.clause) if item.clause else ""
    return (item.rule, repr(item.arguments), clause, item.weapon, item.via, item.origin, item.origin_name)


def _kept[K, V](known: dict[K, V], key: K, value: V) -> None:
    """Keep what was worked out; before it becomes too much everything is forgotten."""
    if len(known) >= EXPANSIONS_KEPT:
        known.clear()
    known[key] = value
