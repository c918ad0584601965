"""What there is to bind to: slugs and tags, and the parameters of rules with the values they take."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from rules.engine.rulebook import Parameter, ParameterKind
from rules.engine.sentences import Value
from rules.engine.situation import MISSILE_ARMED

type Block = Mapping[str, Any]

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:--[a-z0-9]+(?:-[a-z0-9]+)*)?\Z")
"""A slug, or ``list--slug`` for what belongs to one list alone."""

PARAMETER_NAME = re.compile(r"(?:X|[a-z][a-z0-9_]*)\Z")
BORN_TAGS = frozenset({"hero", "henchman", "hired-sword", "spellcaster", MISSILE_ARMED})
"""Tags that no block declares: the kinds of unit, whoever knows spells, and whoever carries a missile weapon."""

CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")

HIRED_SWORDS = "hired-swords"
"""What stands before the slug of a hired sword where a unit has that of its list."""

RESERVED = frozenset(
    {"lists", "items", "upgrades", "skills", "skill-lists", "spells", "spell-lists", HIRED_SWORDS}
    | {"questions", "rulings", "search", "suggestions"}
)
"""Slugs that no rule may have, because other pages of the rules stand there."""

MOMENTS = (
    "recruiting",
    "before_battle",
    "start_of_turn",
    "movement",
    "shooting",
    "casting",
    "combat",
    "end_of_turn",
    "after_battle",
)
"""When a reminder is due."""


@dataclass(frozen=True, slots=True)
class Names:
    """What there is to bind to: rules with their parameters, aliases, and every tag a fighter can have."""

    parameters: Mapping[str, tuple[Parameter, ...]] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    tags: frozenset[str] = BORN_TAGS
    spell_lists: frozenset[str] = frozenset()
    """Empty where the document has none, and then nobody asks for them."""

    def resolve(self, slug: str) -> str:
        return self.aliases.get(slug, slug)

    def with_tags(self, *tags: str) -> "Names":
        """The same names and these tags besides."""
        return replace(self, tags=self.tags | set(tags))


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
    for sword in document.get("hired_swords", ()):
        tags |= {sword["slug"], full_slug(HIRED_SWORDS, sword["slug"])}
        tags |= {*sword.get("peoples", ()), *sword.get("tags", ())}
    spell_lists = frozenset(block["slug"] for block in document.get("spell_lists", ()))
    return Names(parameters, aliases, frozenset(tags), spell_lists)


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
        if parameter.kind is ParameterKind.SPELL_LIST and names.spell_lists and value not in names.spell_lists:
            raise ArgumentError(parameter.name, f"“{parameter.name}” is “{value}”, and there is no such spell list")
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
