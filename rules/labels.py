"""How a rule is called where somebody holds it: ``Leader 12″``, ``Scaly Skin 5+``, ``Hatred (Skaven)``."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.rulebook import Held, Parameter, ParameterKind, Rulebook
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
        """The short parameters alone; empty for a rule that has none."""
        rule = self.rulebook.resolve(held.rule)
        values = rule.settled(held.arguments)
        shown = (p for p in rule.parameters if p.name in values and not _is_text(p))
        return " ".join(self._shown(p.name, p.kind, values[p.name]) for p in shown)

    def telling(self, held: Held) -> str:
        """The short parameters where they are not the rule's defaults, as a list of holders shows them."""
        rule = self.rulebook.resolve(held.rule)
        return "" if rule.settled(held.arguments) == rule.settled(()) else self.detail(held)

    def chip(self, held: Held) -> Chip:
        """The label, and in a note the clause and whatever parameters are sentences of their own."""
        rule = self.rulebook.resolve(held.rule)
        values = rule.settled(held.arguments)
        notes = [f"{p.label or p.name}: {values[p.name]}" for p in rule.parameters if _is_text(p) and p.name in values]
        notes += [say_clause(held.clause, values)] if held.clause else []
        return Chip(held.rule, self.label(held), "; ".join(notes))

    def tag(self, slug: str) -> str:
        """A tag in words."""
        return self.words.get(slug, slug.rsplit("--", maxsplit=1)[-1].replace("-", " "))

    def _shown(self, name: str, kind: ParameterKind, value: object) -> str:
        if kind is ParameterKind.SAVE:
            return f"{value}+"
        if kind is ParameterKind.NUMBER:
            return f"{value}″" if name in INCHES else str(value)
        return f"({self.tag(str(value))})"


def _is_text(parameter: Parameter) -> bool:
    return parameter.kind is ParameterKind.TEXT
