"""What a model may not do, ignores and has: traits that no test asks about, for the roster and the table to show.

Running, water, woods, equipment, experience and the like are settled by the players; the engine says which hold, and
which rule says so (psychology-spec, section 10).
"""

from dataclasses import dataclass

from rules.engine.acting import Active, Reason, Standing
from rules.engine.sentences import describe
from rules.engine.vocabulary import Matter, Verb

SHOWN = (Verb.MAY_NOT, Verb.IGNORES, Verb.HAS, Verb.TAKES, Verb.NEEDS)
"""The verbs that state a trait; the others change numbers, dice or what others must do."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait that holds now: what it is about, in plain English, and the rule that gives it."""

    verb: Verb
    matter: Matter
    text: str
    rule: str


def traits(stand: Standing) -> tuple[Trait, ...]:
    """Every trait that holds for a fighter now, each once, in the order of the vocabulary."""
    found: dict[tuple[str, str], Trait] = {}
    for verb in SHOWN:
        for matter in Matter:
            for active in stand.all(verb, matter):
                text = describe(active.effect, active.arguments)
                found.setdefault((active.rule.slug, text), Trait(verb, matter, text, active.rule.slug))
    return tuple(found.values())


def forbidden(matter: Matter, stand: Standing) -> Reason | None:
    """Why he may not do, use or become this (run, wear armour, be a Hero ...), or None where nothing forbids it."""
    return _says(stand.first(Verb.MAY_NOT, matter))


def ignored(matter: Matter, stand: Standing) -> Reason | None:
    """By which rule this (water, woods, poison, the weight of armour ...) is nothing to him, or None."""
    return _says(stand.first(Verb.IGNORES, matter))


def _says(active: Active | None) -> Reason | None:
    if active is None:
        return None
    return Reason(f"{active.rule.name}: {describe(active.effect, active.arguments)}", active.rule.slug)
