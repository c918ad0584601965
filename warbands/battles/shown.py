"""A battle as its page shows it: plain values, so that the template only lays out."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rules.engine import turn
from rules.engine.combat import blows
from rules.engine.plans import Choose, Code, Roll, TrialKind
from rules.engine.rout_leadership import equals
from rules.engine.situation import Fighter, Side
from rules.engine.standing import holds_word
from rules.engine.trials import KINDS
from rules.engine.turn import Due, Step
from rules.engine.vocabulary import Flag, Matter, Status, Verb
from warbands.battles import asks, stages, turning
from warbands.battles.asks import Asked
from warbands.battles.hands import FLAG_WORDS
from warbands.battles.meter import Meter, meter
from warbands.battles.stages import NAMES, TURN, Stage
from warbands.battles.table import Table
from warbands.models import BattleEvent
from warbands.psychology.records import stored_trial
from warbands.psychology.shown import PlanShown, Why, plan_shown

STEP_NAMES = {
    Step.AT_ONCE: "At once",
    Step.ROUT: "Rout",
    Step.RECOVERY_OF_NERVE: "Recover their nerve",
    Step.DRUNKENNESS: "Drunkenness",
    Step.STUPIDITY: "Stupidity",
    Step.ANIMOSITY: "Animosity",
    Step.CHARGES: "Charges",
    Step.FRENZY: "Frenzy",
    Step.ALL_ALONE: "All Alone",
}
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
class DueShown:
    """A due test: whose, what, the plan, the facts it hangs on, and the undone throw whose faces would count."""

    title: str
    who: str
    side: str
    trial: str
    plan: PlanShown
    asked: tuple[Asked, ...]
    place: str
    lenders: tuple[tuple[str, str], ...] = ()
    kept: BattleEvent | None = None
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def needs(self) -> bool:
        """Whether nothing can be settled before something is told."""
        return any(one.needed and one.open for one in self.asked)

    @property
    def boxes(self) -> list[tuple[int, str]]:
        """The boxes for dice of the table, with what was typed into them."""
        return boxes(self.plan.boxes, self.typed)


@dataclass(frozen=True)
class StepShown:
    """The tests of one step. ``together`` offers to roll them all."""

    step: str
    name: str
    tests: list[DueShown]
    together: bool


@dataclass(frozen=True)
class Offered:
    """A failed throw that a rule lets somebody take again."""

    side: str
    title: str
    text: str
    faces: tuple[int, ...]
    boxes: list[tuple[int, str]]
    rules: tuple[tuple[str, str], ...]
    kept: BattleEvent | None


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


@dataclass(frozen=True)
class SideShown:
    """A side with its models and its Rout meter."""

    id: str
    name: str
    mine: bool
    in_turn: bool
    rows: list[Row]
    meter: Meter
    routed: bool
    away: list[Mapping[str, str]]

    @property
    def rout(self) -> str:
        """The meter in words."""
        if self.routed:
            return "has routed"
        chance = percent(self.meter.lasts[0]) if self.meter.lasts else ""
        three = percent(self.meter.lasts[-1]) if self.meter.lasts else ""
        lasting = f"{chance} to pass the first, {three} to pass three"
        if self.meter.due:
            return f"tests each turn · {lasting}"
        more = self.meter.losses_left
        return f"{more} more {'loss' if more == 1 else 'losses'} until a test · then {lasting}"


def percent(chance: Fraction) -> str:
    """A chance rounded to percent, never to a certainty that it is not."""
    rounded = round(100 * chance)
    if rounded in {0, 100} and chance not in {0, 1}:
        return "under 1 %" if rounded == 0 else "over 99 %"
    return f"{rounded} %"


@dataclass(frozen=True)
class Board:
    """Everything the page of a battle shows."""

    table: Table
    acts_for: frozenset[str]
    steps: list[StepShown]
    compelled: list[Asked]
    offered: Offered | None
    sides: list[SideShown]
    reminders: list[tuple[str, list[str]]]
    spared: list[Why]
    recovering: list[tuple[str, str, bool]] = field(default_factory=list)

    @property
    def stage(self) -> Stage:
        """Where the battle is."""
        return self.table.stage

    @property
    def named(self) -> stages.Named:
        """What the stage is called, and what is done in it."""
        return NAMES[self.stage]

    @property
    def phases(self) -> list[tuple[str, bool]]:
        """The stages of a turn, and which is now."""
        return [(NAMES[one].name, one is self.stage) for one in TURN]

    @property
    def moves_on(self) -> bool:
        """Whether whoever looks may move the battle on."""
        side = self.table.state["turn"]
        return bool(self.acts_for) and (side in self.acts_for or not side)

    @property
    def following(self) -> str:
        """What comes next, in words."""
        if self.stage is Stage.END:
            return f"{self.table.name(self.table.foe_of(self.table.state['turn']))}’s turn"
        return NAMES[stages.after(self.stage)].name.lower()

    @property
    def declared(self) -> list[str]:
        """The charges declared this turn, in words."""
        name = self.table.name
        return [
            f"{name(charge.charger)} charges {' and '.join(map(name, charge.targets))}"
            f"{'' if charge.in_range else ', out of range'}"
            for charge in self.table.situation.charges
        ]

    @property
    def outcomes(self) -> list[tuple[str, str, str]]:
        """The sides, and how the battle seems to have ended for each."""
        return [(side, self.table.name(side), outcome) for side, outcome in turning.suggested(self.table).items()]

    @property
    def every_outcome(self) -> list[str]:
        """How a battle may end for a side."""
        return list(turning.OUTCOMES)

    @property
    def losses(self) -> list[str]:
        """Who went out of action, and who did it."""
        found = []
        for who, model in self.table.state["models"].items():
            if model["status"] == Status.OUT_OF_ACTION:
                by = f", by {self.table.name(model['out_by'])}" if model["out_by"] else ""
                found.append(f"{self.table.name(who)} ({self.table.name(self.table.side_of(who))}){by}")
        return found

    @property
    def many_due(self) -> int:
        """How many tests must be taken before the battle moves on."""
        return sum(len(step.tests) for step in self.steps)

    @property
    def side_in_turn(self) -> SideShown | None:
        """The side whose turn it is."""
        return next((side for side in self.sides if side.in_turn), None)

    @property
    def foes(self) -> list[Row]:
        """The models of the side that is not in turn, on the table."""
        return [row for side in self.sides if not side.in_turn for row in side.rows if not row.gone]

    @property
    def chargers(self) -> list[Row]:
        """The models of the side in turn that may declare a charge, by what the battle knows."""
        situation = self.table.situation
        declared = {charge.charger for charge in situation.charges}
        return [
            row
            for side in self.sides
            if side.in_turn
            for row in side.rows
            if not row.gone and row.id not in declared and situation.fighter(row.id).able
            and not situation.opponents(situation.fighter(row.id))
        ]  # fmt: skip


def board(
    table: Table, acts_for: Iterable[str], kept: Mapping[str, BattleEvent], typed: Mapping[str, str] | None = None
) -> Board:
    """A battle for whoever acts for these sides.

    ``kept`` are undone throws whose faces count, by their slot; ``typed`` what a refused form had typed (``place``
    names the form).
    """
    typed = typed or {}
    mine = frozenset(acts_for)
    order = sorted(table.situation.sides, key=lambda side: (side.id not in mine, side.id != table.situation.turn))
    return Board(
        table,
        mine,
        _steps(table, kept, typed),
        asks.compelled(table),
        _offered(table, kept, typed),
        [_side(side, table, mine) for side in order],
        _reminders(table),
        _spared(table),
        _recovering(table),
    )


# --- What is due ------------------------------------------------------------------------------------------------------


def boxes(many: int, typed: Mapping[str, str]) -> list[tuple[int, str]]:
    """So many boxes for dice of the table, with what was typed into them."""
    return [(number, typed.get(f"face-{number}", "")) for number in range(1, many + 1)]


def slots(table: Table) -> list[str]:
    """The slots of the throws that are due, to look up what was undone in them."""
    found = [table.slot(due.trial.key) for due in table.due]
    if table.offered:
        found.append(table.slot(f"{table.offered[0].trial.key}:again"))
    return found


def _steps(table: Table, kept: Mapping[str, BattleEvent], typed: Mapping[str, str]) -> list[StepShown]:
    grouped: dict[Step, list[DueShown]] = {}
    rolls: dict[Step, int] = {}
    for due in table.due:
        grouped.setdefault(due.step, []).append(due_shown(due, table, kept, typed))
        rolls[due.step] = rolls.get(due.step, 0) + isinstance(due.plan, Roll)
    return [
        StepShown(step.value, STEP_NAMES[step], tests, rolls[step] > 1 and step is not Step.ROUT)
        for step, tests in grouped.items()
    ]


def due_shown(due: Due, table: Table, kept: Mapping[str, BattleEvent], typed: Mapping[str, str]) -> DueShown:
    """A due test, for the page."""
    trial = stored_trial(due.trial)
    shown = plan_shown(due.plan, table.situation)
    place = f"due-{due.trial.kind}-{due.trial.who}".replace(".", "-")
    return DueShown(
        KINDS[due.trial.kind].name,
        table.name(due.trial.who),
        table.side_of(due.trial.who),
        json.dumps(trial),
        shown,
        asks.asked(due, table),
        place,
        _lenders(due, table),
        kept.get(table.slot(due.trial.key)),
        typed if typed.get("place") == place else {},
    )


def _lenders(due: Due, table: Table) -> tuple[tuple[str, str], ...]:
    """Those among whom the player may choose whose Leadership a Rout test uses."""
    if due.trial.kind is not TrialKind.ROUT or isinstance(due.plan, Choose):
        return ()
    found = equals(table.situation.side(due.trial.who), table.situation)
    named = [(json.dumps(stored_trial(replace(due.trial, by=(one.id,)))), one.called) for one in found]
    return tuple(named) if len(named) > 1 else ()


def _offered(table: Table, kept: Mapping[str, BattleEvent], typed: Mapping[str, str]) -> Offered | None:
    if table.offered is None:
        return None
    planned, faces = table.offered
    rules = tuple(dict.fromkeys((offer.rule, offer.name) for offer in planned.offers))
    against = f" against {planned.target}" if planned.target is not None else ""
    return Offered(
        table.side_of(planned.trial.who),
        f"{KINDS[planned.trial.kind].name} · {table.name(planned.trial.who)}",
        f"Failed: {planned.dice.total(faces)}{against}.",
        faces,
        boxes(planned.dice.count, typed),
        rules,
        kept.get(table.slot(f"{planned.trial.key}:again")),
    )


def _spared(table: Table) -> list[Why]:
    """Tests that somebody might expect and that are not asked for, with the first reason of each."""
    if table.stage in {Stage.SHOOTING, Stage.COMBAT, Stage.DEPLOYMENT} or table.state["result"]:
        return []
    found = []
    for planned in turn.spared(table.situation):
        if planned.trial.kind is TrialKind.ROUT or not planned.reasons:
            continue
        first = planned.reasons[0]
        text = f"{table.name(planned.trial.who)}, {KINDS[planned.trial.kind].name}: {first.text}"
        found.append(Why(text.replace('"', "″").replace("'", "’"), "", first.ruling))
    return found


def _recovering(table: Table) -> list[tuple[str, str, bool]]:
    if table.stage is not Stage.START or table.due:
        return []
    return [
        (change.who, table.name(change.who), change.code is not Code.BECOMES_KNOCKED_DOWN)
        for change in stages.recovering(table.situation)
    ]


def _reminders(table: Table) -> list[tuple[str, list[str]]]:
    """What the rules of the side in turn (before the battle, of both) bid to remember at this stage, once each."""
    sides = [table.situation.turn] if table.situation.turn else [side.id for side in table.situation.sides]
    found: dict[str, list[str]] = {}
    for side in sides:
        situation = replace(table.situation, turn=side)
        for moment in NAMES[table.stage].reminders:
            for fighter, text in turn.reminders(situation, moment):
                names = found.setdefault(text, [])
                if (name := _group(fighter.called)) not in names:
                    names.append(name)
    return list(found.items())


def _group(name: str) -> str:
    """The name of a henchman's group, for what concerns every model of it."""
    words, _, number = name.rpartition(" ")
    return words if number.isdigit() and words else name


# --- Models -----------------------------------------------------------------------------------------------------------


def _side(side: Side, table: Table, mine: frozenset[str]) -> SideShown:
    kept = next(one for one in table.muster["sides"] if one["id"] == side.id)
    units = kept.get("units", {})
    rows = [row(fighter, table, units.get(fighter.id.split(".")[0], "")) for fighter in side.fighters]
    counted = meter(side, table.situation)
    in_turn = table.situation.turn == side.id
    return SideShown(side.id, side.name, side.id in mine, in_turn, rows, counted, side.routed, kept.get("away", []))


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
            words += _blows(fighter, opponents, table)
    return words


def _blows(fighter: Fighter, opponents: Sequence[Fighter], table: Table) -> list[str]:
    told = [blows(fighter, foe, table.situation) for foe in opponents]
    first = told[0]
    if not first.strikes:
        return ["does not strike"]
    words = [f"{first.attacks} attack{'' if first.attacks == 1 else 's'}"]
    if first.only_sixes:
        words.append("hits on 6s")
    rerolled = [foe.called for foe, one in zip(opponents, told, strict=True) if one.rerolls]
    if rerolled:
        words.append(f"re-rolls misses against {' and '.join(rerolled)}")
    return words


def _rule(slug: str, table: Table) -> str:
    rule = table.rulebook.get(slug)
    return rule.name.lower() if rule else slug
