"""From blocks to what the engine reads, and everything that keeps a block from binding, in words.

A document is ``{"rules": [block, ...], "warbands": [block, ...]}``, as ``rules.loading`` reads it from files and dumps
it from rows. Nothing here raises for a bad block: a rule that does not read keeps its text and loses its effects, an
attachment that does not read is left out, and each leaves a ``Problem``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.engine.rulebook import Held, Inclusion, Parameter, Row, Rule, arguments
from rules.engine.sentences import Clause, Effect, Near, SentenceError, Tag, WarbandHas, parse
from rules.engine.vocabulary import Nature
from rules.names import BORN_TAGS, MOMENTS, RESERVED, ArgumentError, Block, Names, parameter_of, typed_arguments

__all__ = [
    "BORN_TAGS",
    "ArgumentError",
    "Names",
    "Problem",
    "RuleBinder",
    "bind_attachment",
    "cycles",
    "read_clause",
    "read_sentence",
    "typed_arguments",
]

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
        if (moment := reminder.get("moment")) and moment not in MOMENTS:
            self.note("reminder.moment", f"“{moment}” is not a moment; known are {', '.join(MOMENTS)}")
        if block["slug"] in RESERVED:
            self.note("slug", f"“{block['slug']}” is the address of another page")
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


def cycles[K](rules: Mapping[K, Iterable[K]]) -> Iterator[tuple[K, ...]]:
    """Every rule that includes itself, by the way it does: ``(a, b, a)``. ``rules`` maps a rule to what it includes."""
    for start in rules:
        waiting: list[tuple[K, ...]] = [(start,)]
        seen: set[K] = set()
        while waiting:
            way: tuple[K, ...] = waiting.pop()
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
