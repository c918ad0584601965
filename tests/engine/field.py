"""Small battlefields for the tests: a warband A against B, told in few words."""

from dataclasses import replace
from typing import Any

from rules.engine.rulebook import Held, Rule, Rulebook, arguments
from rules.engine.rulings import Rulings
from rules.engine.sentences import parse
from rules.engine.situation import Fighter, Moment, Side, Situation


def rule(slug: str, *lines: str, **fields: Any) -> Rule:
    """A rule of these sentences."""
    return Rule(slug, slug.replace("-", " ").title(), tuple(parse(line) for line in lines), **fields)


def book(*rules: Rule) -> Rulebook:
    return Rulebook({one.slug: one for one in rules})


def holds(slug: str, **values: Any) -> Held:
    return Held(slug, arguments(values))


def model(ident: str, *held: str | Held, **fields: Any) -> Fighter:
    """A model that holds these rules."""
    rules = tuple(Held(one) if isinstance(one, str) else one for one in held)
    return Fighter(ident, held=rules, **fields)


def battle(
    rulebook: Rulebook, *own: Fighter, foes: tuple[Fighter, ...] = (), allies: tuple[Fighter, ...] = (), **fields: Any
) -> Situation:
    """Side A, whose turn it is, against B; ``rulings`` as keywords of their own."""
    rulings = Rulings.of(fields.pop("rulings", {}))
    sides = (Side("A", own, alliance="A"), Side("B", foes, alliance="B"), Side("ally", allies, alliance="A"))
    told = {"turn": "A", "moment": Moment.START_OF_TURN, **fields}
    return Situation(rulebook, sides, rulings=rulings, **told)


def with_side(situation: Situation, **fields: Any) -> Situation:
    """The same with facts of side A changed."""
    return situation.with_side(replace(situation.side("A"), **fields))
