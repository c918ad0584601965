"""Models of a battle as rows: a mark, a name, and in a few words how each stands."""

from dataclasses import dataclass

from rules.engine.situation import Fighter
from rules.engine.standing import holds_word
from rules.engine.vocabulary import Flag, Matter, Status, Verb
from warbands.battles.fighting import blow_words
from warbands.battles.hands import FLAG_WORDS
from warbands.battles.stages import Stage
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
    words += [f"{_rule(slug, table)} lost" for slug in sorted(fighter.lost)]
    opponents = table.situation.opponents(fighter)
    if opponents:
        words.append(f"fights {' and '.join(foe.called for foe in opponents)}")
        if table.stage is Stage.COMBAT:
            words += blow_words(fighter, opponents, table)
    return words


def _rule(slug: str, table: Table) -> str:
    rule = table.rulebook.get(slug)
    return rule.name.lower() if rule else slug
