"""How a rule is called where somebody holds it: ``Leader 12″``, ``Scaly Skin 5+``, ``Hatred (Skaven)``."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.rulebook import Held, ParameterKind, Rulebook
from rules.engine.sentences import say_clause
from rules.values import Chip

INCHES = frozenset({"radius", "range", "reach", "within"})
"""Parameters that are distances, and are shown with a double prime."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of held rules. ``words`` gives the name behind the slug of a rule, unit or warband list."""

    rulebook: Rulebook
    words: Mapping[str, str]

    def label(self, held: Held) -> str:
        """The name with its parameters; the slug itself for a rule that this book does not know."""
        rule = self.rulebook.get(held.rule)
        if rule is None:
            return held.rule.replace("-", " ")
        return " ".join(filter(None, (rule.name, self.detail(held))))

    def detail(self, held: Held) -> str:
        """The parameters alone; empty for a rule that has none."""
        rule = self.rulebook.resolve(held.rule)
        values = rule.settled(held.arguments)
        return " ".join(self._shown(p.name, p.kind, values[p.name]) for p in rule.parameters if p.name in values)

    def chip(self, held: Held) -> Chip:
        """The label with its clause, for a rule that the book knows."""
        values = self.rulebook.resolve(held.rule).settled(held.arguments)
        return Chip(held.rule, self.label(held), say_clause(held.clause, values) if held.clause else "")

    def tag(self, slug: str) -> str:
        """A tag in words."""
        return self.words.get(slug, slug.rsplit("--", maxsplit=1)[-1].replace("-", " "))

    def _shown(self, name: str, kind: ParameterKind, value: object) -> str:
        if kind is ParameterKind.SAVE:
            return f"{value}+"
        if kind is ParameterKind.NUMBER:
            return f"{value}″" if name in INCHES else str(value)
        return f"({value if kind is ParameterKind.TEXT else self.tag(str(value))})"
