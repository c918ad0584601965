"""From blocks to what the engine reads, and everything that keeps a block from binding, in words.

A document is ``{"rules": [block, ...], "warbands": [block, ...]}``, as ``rules.loading`` reads it from files and dumps
it from rows. Nothing here raises for a bad block: a rule that does not read keeps its text and loses its effects, an
attachment that does not read is left out, and each leaves a ``Problem``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.engine.rulebook import Held, Inclusion, Parameter, ParameterKind, Row, Rule, arguments
from rules.engine.sentences import Clause, Effect, Near, SentenceError, Tag, Value, WarbandHas, parse
from rules.engine.vocabulary import Nature

type Block = Mapping[str, Any]

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:--[a-z0-9]+(?:-[a-z0-9]+)*)?\Z")
"""A slug, or ``list--slug`` for what belongs to one list alone."""

PARAMETER_NAME = re.compile(r"(?:X|[a-z][a-z0-9_]*)\Z")
BORN_TAGS = frozenset({"hero", "henchman", "hired-sword", "spellcaster"})
"""Tags that no block declares: the kinds of unit, and whoever knows spells."""

# A clause has no reader of its own, so it is read as the end of the shortest sentence that may carry one.
_CARRIER = "may_not run"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something bound to nothing: ``kind`` rule or warband, its ``slug``, the ``path`` of keys below it, and why."""

    kind: str
    slug: str
    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}{f' ({self.path})' if self.path else ''}: {self.message}"


@dataclass(frozen=True, slots=True)
class Names:
    """What there is to bind to: rules with their parameters, aliases, and every tag a fighter can have."""

    parameters: Mapping[str, tuple[Parameter, ...]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    tags: frozenset[str] = BORN_TAGS

    def resolve(self, slug: str) -> str:
        return self.aliases.get(slug, slug)


class ArgumentError(ValueError):
    """A parameter that is missing, unknown or of the wrong kind; ``name`` says which."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


def names_of(document: Mapping[str, Any]) -> Names:
    """Everything a document offers to bind to."""
    parameters = {block["slug"]: tuple(_sound_parameters(block)) for block in document["rules"]}
    aliases = {alias["slug"]: block["slug"] for block in document["rules"] for alias in block.get("aliases", ())}
    tags = set(BORN_TAGS) | set(parameters) | set(aliases)
    for warband in document["warbands"]:
        tags |= {warband["slug"], *warband.get("peoples", ())}
        for unit in warband["units"]:
            tags |= {unit["slug"], full_slug(warband["slug"], unit["slug"])}
            tags |= {*unit.get("peoples", ()), *unit.get("tags", ())}
    return Names(parameters, aliases, frozenset(tags))


def full_slug(warband: str, unit: str) -> str:
    """The slug of a unit that is unique among all lists."""
    return f"{warband}--{unit}"


# --- Parameters ----------------------------------------------------------------------------------------------------


def typed(parameter: Parameter, value: Any) -> Value:
    """A value as its parameter's kind has it: ``5+`` becomes 5. Raises ``ArgumentError``."""
    name, kind = parameter.name, parameter.kind
    written = str(value).strip()
    if kind is ParameterKind.NUMBER:
        found = re.match(r"(-?\d{1,3})(?:/([1-9]\d?))?\Z", written)
        if not found:
            raise ArgumentError(name, f"“{name}” must be a number, not “{written}”")
        number = Fraction(int(found[1]), int(found[2] or 1))
        return int(number) if number.denominator == 1 else number
    if kind is ParameterKind.SAVE:
        if not re.match(r"[2-6]\+?\Z", written):
            raise ArgumentError(name, f"“{name}” must be a save from 2+ to 6+, not “{written}”")
        return int(written[0])
    if kind is ParameterKind.TEXT:
        if not written:
            raise ArgumentError(name, f"“{name}” must be some text")
        return written
    if not SLUG.match(written):
        raise ArgumentError(name, f"“{name}” must be a slug (small letters, digits and hyphens), not “{written}”")
    return written


def typed_arguments(parameters: Iterable[Parameter], given: Mapping[str, Any], names: Names) -> dict[str, Value]:
    """Arguments checked against the parameters they are for. Raises ``ArgumentError``."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            offered = f"it takes {', '.join(known)}" if known else "it takes none"
            raise ArgumentError(name, f"the rule has no parameter “{name}”; {offered}")
    settled = {name: typed(known[name], value) for name, value in given.items()}
    for parameter in known.values():
        value = settled.get(parameter.name, parameter.default)
        if value is None:
            raise ArgumentError(parameter.name, f"the parameter “{parameter.name}” is missing")
        if parameter.kind in {ParameterKind.TAG, ParameterKind.UNIT} and value not in names.tags:
            raise ArgumentError(parameter.name, f"“{parameter.name}” is “{value}”, and nobody is that")
    return settled


def parameter_of(written: Block) -> Parameter:
    """One declared parameter. Raises ``ArgumentError``."""
    name = str(written.get("name", ""))
    if not PARAMETER_NAME.match(name):
        raise ArgumentError(name, f"“{name}” cannot name a parameter: small letters, digits and _, or X")
    kind = written.get("kind", "number")
    if kind not in set(ParameterKind):
        raise ArgumentError(name, f"“{kind}” is not a kind of parameter; known are {', '.join(ParameterKind)}")
    bare = Parameter(name, ParameterKind(kind), None, str(written.get("label", "")))
    default = written.get("default")
    return bare if default is None else Parameter(name, bare.kind, typed(bare, default), bare.label)


def _sound_parameters(block: Block) -> Iterator[Parameter]:
    for written in block.get("parameters", ()):
        try:
            yield parameter_of(written)
        except ArgumentError:
            continue


# --- Sentences and clauses -------------------------------------------------------------------------------------------


def read_sentence(line: str, parameters: Iterable[str], names: Names) -> Effect:
    """A sentence whose parameters and tags exist too. Raises ``SentenceError``."""
    effect = parse(line)
    declared = set(parameters)
    for name in sorted(effect.parameters - declared):
        raise _refused(line, name, f"“{name}” is not a parameter of this rule")
    for tag in tags_of(effect):
        if tag not in names.tags:
            raise _refused(line, tag, f"nobody is “{tag}”: it is no people, unit, kind, warband or rule")
    return effect


def read_clause(line: str, parameters: Iterable[str], names: Names) -> Clause:
    """A clause alone: ``unless friend of hero within 6``. Raises ``SentenceError``."""
    words = line.split()
    if not words or words[0] not in {"when", "unless"}:
        raise SentenceError("a clause begins with “when” or “unless”", word=words[0] if words else "")
    try:
        effect = read_sentence(f"{_CARRIER} {line}", parameters, names)
    except SentenceError as error:
        raise SentenceError(error.message, word=error.word, index=max(error.index - 2, 0)) from None
    if effect.clause is None:  # pragma: no cover - a line that begins with when or unless reads as one, or is refused
        raise SentenceError("a clause begins with “when” or “unless”")
    return effect.clause


def tags_of(effect: Effect) -> Iterator[str]:
    """The tags a sentence names outright."""
    condition = effect.clause.condition if effect.clause else None
    held = [effect.amount, effect.against, effect.reach.of if effect.reach else None]
    if isinstance(condition, Near):
        held.append(condition.of)
    elif isinstance(condition, WarbandHas):
        held.append(condition.tag)
    return (tag.slug for tag in held if isinstance(tag, Tag) and tag.slug)


def _refused(line: str, part: str, message: str) -> SentenceError:
    words = line.split()
    place = next((index for index, word in enumerate(words) if part in word), 0)
    return SentenceError(message, word=words[place], index=place)


# --- Rules -----------------------------------------------------------------------------------------------------------


class RuleBinder:
    """Binds one block of the glossary; ``problems`` says what did not read."""

    def __init__(self, block: Block, names: Names) -> None:
        self.block = block
        self.names = names
        self.problems: list[Problem] = []

    def note(self, path: str, message: str) -> None:
        self.problems.append(Problem("rule", self.block["slug"], path, message))

    def rule(self) -> Rule:
        """The engine's rule; without effects when any sentence or parameter does not read."""
        block = self.block
        parameters = self._parameters()
        effects = self._effects(parameters)
        readable = not self.problems  # what is noted from here on takes no effect away
        includes = tuple(self._includes())
        table = tuple(self._table())
        for key in ("opposites", "related"):
            for index, slug in enumerate(block.get(key, ())):
                if self.names.resolve(slug) not in self.names.parameters:
                    self.note(f"{key}.{index}", f"there is no rule “{slug}”")
        nature = self._nature()
        if (cap := block.get("cap")) is not None and cap < 1:
            self.note("cap", "must be 1 or more")
        reminder = block.get("reminder", {})
        return Rule(
            slug=block["slug"],
            name=block["name"],
            effects=effects if readable else (),
            parameters=parameters,
            includes=includes,
            opposites=frozenset(map(self.names.resolve, block.get("opposites", ()))),
            nature=nature,
            cap=cap,
            lost_on=frozenset(block.get("lost_on", ())),
            table=table,
            reminder_moment=reminder.get("moment", ""),
            reminder=reminder.get("text", ""),
            summary=block.get("summary", ""),
        )

    def _nature(self) -> Nature | None:
        written = self.block.get("nature")
        if written and written not in set(Nature):
            self.note("nature", f"“{written}” is not a nature; known are {', '.join(Nature)}")
        return Nature(written) if written in set(Nature) else None

    def _parameters(self) -> tuple[Parameter, ...]:
        found: dict[str, Parameter] = {}
        for index, written in enumerate(self.block.get("parameters", ())):
            try:
                parameter = parameter_of(written)
            except ArgumentError as error:
                self.note(f"parameters.{index}", str(error))
                continue
            if parameter.name in found:
                self.note(f"parameters.{index}", f"“{parameter.name}” is declared twice")
            found[parameter.name] = parameter
        return tuple(found.values())

    def _effects(self, parameters: tuple[Parameter, ...]) -> tuple[Effect, ...]:
        effects = []
        for index, line in enumerate(self.block.get("sentences", ())):
            try:
                effects.append(read_sentence(line, (p.name for p in parameters), self.names))
            except SentenceError as error:
                self.note(f"sentences.{index}", f"“{line}”: {error.message}")
        return tuple(effects)

    def _includes(self) -> Iterator[Inclusion]:
        for index, part in enumerate(self.block.get("includes", ())):
            slug = self.names.resolve(part["rule"])
            if slug not in self.names.parameters:
                self.note(f"includes.{index}", f"there is no rule “{part['rule']}”")
                continue
            try:
                given = typed_arguments(self.names.parameters[slug], part.get("with", {}), self.names)
            except ArgumentError as error:
                self.note(f"includes.{index}", f"{part['rule']}: {error}")
                continue
            yield Inclusion(slug, arguments(given))

    def _table(self) -> Iterator[Row]:
        faces: set[int] = set()
        for index, row in enumerate(self.block.get("table", ())):
            low, high = row["from"], row["to"]
            if not 1 <= low <= high <= 6 or faces & set(range(low, high + 1)):
                self.note(f"table.{index}", "its faces must lie from 1 to 6 and be nobody else's")
                continue
            faces |= set(range(low, high + 1))
            yield Row(low, high, row["slug"], row.get("name", ""), row.get("text", ""))
        if faces and faces != set(range(1, 7)):
            missing = ", ".join(str(face) for face in range(1, 7) if face not in faces)
            self.note("table", f"no row for {missing}")


def cycles(rules: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, ...]]:
    """Every rule that includes itself, by the way it does: ``(a, b, a)``. ``rules`` maps a slug to what it includes."""
    for start in rules:
        waiting: list[tuple[str, ...]] = [(start,)]
        seen: set[str] = set()
        while waiting:
            way = waiting.pop()
            for part in rules.get(way[-1], ()):
                if part == start:
                    yield (*way, part)
                    waiting.clear()
                    break
                if part not in seen:
                    seen.add(part)
                    waiting.append((*way, part))


# --- Attachments -----------------------------------------------------------------------------------------------------


def bind_attachment(written: Block, names: Names) -> Held:
    """What an attachment gives its holder. Raises ``ArgumentError`` or ``SentenceError`` for what does not bind."""
    slug = names.resolve(written["rule"])
    if slug not in names.parameters:
        raise ArgumentError("rule", f"there is no rule “{written['rule']}”")
    parameters = names.parameters[slug]
    given = typed_arguments(parameters, written.get("with", {}), names)
    line = written.get("clause", "")
    clause = read_clause(line, (p.name for p in parameters), names) if line else None
    return Held(slug, arguments(given), clause)
