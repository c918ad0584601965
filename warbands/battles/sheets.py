"""A model's own sheet in a battle: how it stands, the rules it holds now, and what a tap may set."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.acting import Fate
from rules.engine.dice import Dice
from rules.engine.plans import UNTIL_ENGLISH, Until
from rules.engine.situation import Fighter
from rules.engine.standing import standing
from rules.engine.trials import KINDS
from rules.engine.vocabulary import Flag, Status
from warbands.battles.hands import FLAG_WORDS, STATUS_WORDS, injury_dice
from warbands.battles.rows import Row, row
from warbands.battles.stages import UNTIL_WORDS
from warbands.battles.table import Table
from warbands.battles.trying import ASKED

SET_BY_HAND = (Flag.FLEEING, Flag.WOUNDED, Flag.HIDDEN, Flag.NEEDS_6S, Flag.STATIONARY, Flag.IDLE)
"""The flags offered to everybody; any other is offered once it is set, so that it can be cleared."""


USUALLY_GIVEN = frozenset({"cause-fear", "frenzy", "stupidity", "immune-to-psychology", "leader"})


@dataclass(frozen=True)
class RuleShown:
    """A rule he holds, with whether it stands now and since when it is there for a time."""

    slug: str
    name: str
    note: str
    stands: bool
    for_a_time: bool


@dataclass(frozen=True)
class Sheet:
    """Everything the sheet of a model shows."""

    row: Row
    fighter: Fighter
    side: str
    statuses: list[tuple[str, str, bool]]
    flags: list[tuple[str, str, bool]]
    engaged: list[tuple[str, str]]
    free_foes: list[tuple[str, str]]
    foes: list[tuple[str, str]]
    rules: list[RuleShown]
    taken: list[tuple[str, str]]
    dice: Dice
    kinds: list[tuple[str, str]]
    offered: list[str]
    out_by: str
    untils: list[tuple[str, str]]

    @property
    def boxes(self) -> list[int]:
        """The boxes for the dice of an injury."""
        return list(range(1, self.dice.count + 1))


def sheet(table: Table, who: str) -> Sheet | None:
    """The sheet of a model, or None where nobody has this id."""
    situation = table.situation
    if not situation.knows(who):
        return None
    fighter = situation.fighter(who)
    kept: Mapping[str, Any] = table.state["models"][who]
    opponents = situation.opponents(fighter)
    foes = [foe for foe in situation.foes(fighter) if foe.on_table]
    words = {
        Status.STANDING: "On his feet",
        Status.KNOCKED_DOWN: "Knocked down",
        Status.STUNNED: "Stunned",
        Status.OUT_OF_ACTION: "Out of action",
        Status.FLED_OFF: "Off the table",
    }
    flags = [flag for flag in FLAG_WORDS if flag in SET_BY_HAND or fighter.has(flag)]
    return Sheet(
        row(fighter, table),
        fighter,
        table.side_of(who),
        [(status.value, words[status], fighter.status is status) for status in STATUS_WORDS],
        [(flag.value, FLAG_WORDS[flag], fighter.has(flag)) for flag in flags],
        [(foe.id, foe.called) for foe in opponents],
        [(foe.id, foe.called) for foe in foes if foe not in opponents],
        [(foe.id, foe.called) for foe in sorted(foes, key=lambda foe: foe not in opponents)],
        _rules(fighter, table, kept),
        [(slug, _named(slug, table)) for slug in kept["without"]],
        injury_dice(table, fighter),
        [(kind.value, KINDS[kind].name) for kind in ASKED],
        _offered(table),
        table.name(kept["out_by"]) if kept["out_by"] else "",
        [(until.value, UNTIL_ENGLISH[until].replace("his side's", "the side’s")) for until in _UNTILS],
    )


_UNTILS: tuple[Until, ...] = tuple(UNTIL_WORDS)


def _rules(fighter: Fighter, table: Table, kept: Mapping[str, Any]) -> list[RuleShown]:
    gained = {held["rule"]: held.get("origin_name", "") for held in kept["gained"]}
    found: dict[str, RuleShown] = {}
    for now in standing(fighter, table.situation).rules:
        slug = now.rule.slug
        note = now.why if now.fate is not Fate.STANDS else gained.get(slug, "") or ""
        found.setdefault(slug, RuleShown(slug, now.rule.name, note, now.fate is Fate.STANDS, slug in gained))
    return list(found.values())


def _offered(table: Table) -> list[str]:
    """Names of rules that a spell or terrain may well give: those of this battle, and a few that many lists know."""
    held = {held.rule for fighter in table.came.values() for held in fighter.held}
    rules = (table.rulebook.get(slug) for slug in held | USUALLY_GIVEN)
    return sorted({rule.name for rule in rules if rule is not None})


def _named(slug: str, table: Table) -> str:
    rule = table.rulebook.get(slug)
    return rule.name if rule else slug
