"""Models of a battle as rows: a mark, a name, and in a few words how each stands."""

from dataclasses import dataclass

from rules.engine.plans import Until
from rules.engine.rulebook import Held
from rules.engine.situation import Fighter
from rules.engine.standing import holds_word
from rules.engine.vocabulary import Flag, Matter, Status, Verb
from warbands.battles.fighting import blow_words
from warbands.battles.hands import FLAG_WORDS
from warbands.battles.stages import UNTIL_WORDS, Stage
from warbands.battles.table import Table

MARKS = {
    Status.STANDING: ("●", "", "on his feet"),
    Status.KNOCKED_DOWN: ("↓", "kd", "knocked down"),
    Status.STUNNED: ("✦", "st", "stunned"),
    Status.OUT_OF_ACTION: ("✕", "out", "out of action"),
    Status.FLED_OFF: ("➚", "out", "fled off the table"),
}
FLEEING = ("➘", "fl", "fleeing")
QUIET = frozenset({Flag.CHARGED, Flag.WOUNDED, Flag.HIDDEN, Flag.FLEEING})
"""Flags that a row says in other words, or only in the model's own sheet."""


@dataclass(frozen=True)
class Row:
    """A model: its mark, its name, and in a few words how it stands."""

    id: str
    name: str
    mark: str
    css: str
    state: str
    words: str
    gone: bool


def row(fighter: Fighter, table: Table, unit: str = "") -> Row:
    """A model, for the page."""
    fleeing = fighter.on_table and fighter.has(Flag.FLEEING)
    mark, css, state = FLEEING if fleeing and not fighter.down else MARKS[fighter.status]
    words = [unit] if unit else []
    if holds_word(fighter, table.situation, Verb.HAS, Matter.COMMAND):
        words.append("leader")
    if fighter.on_table:
        words += _standing_words(fighter, table, state, fleeing=fleeing)
    elif css:
        words.append(state)
    return Row(fighter.id, fighter.called, mark, css, state, " · ".join(words), not fighter.on_table)


def _standing_words(fighter: Fighter, table: Table, state: str, *, fleeing: bool) -> list[str]:
    words = [state] if fighter.status is not Status.STANDING else []
    if fleeing:
        words.append("fleeing")
    words += [FLAG_WORDS[flag] for flag in sorted(fighter.flags - QUIET) if flag in FLAG_WORDS]
    words += _rules_changed(fighter, table)
    opponents = table.situation.opponents(fighter)
    if opponents:
        words.append(f"fights {' and '.join(foe.called for foe in opponents)}")
        if table.stage is Stage.COMBAT:
            words += blow_words(fighter, opponents, table)
    return words


def _rules_changed(fighter: Fighter, table: Table) -> list[str]:
    """The rules that he has lost, and those that a spell or the terrain has given him or taken, with how long."""
    kept = table.state["models"][fighter.id]
    without = kept["without"]
    through = {one.rule for slug in without for one in table.rulebook.expand((Held(slug),)) if one.rule != slug}
    words = [f"{_rule(slug, table)} lost" for slug in kept["lost"]]
    words += [f"has {_rule(held['rule'], table)} {held.get('origin_name', '')}".rstrip() for held in kept["gained"]]
    taken = ((slug, until) for slug, until in without.items() if slug not in through)
    return words + [f"no {_rule(slug, table)} {UNTIL_WORDS[Until(until)]}".rstrip() for slug, until in taken]


def _rule(slug: str, table: Table) -> str:
    rule = table.rulebook.get(slug)
    return rule.name.lower() if rule else slug
