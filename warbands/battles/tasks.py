"""What is to be done now in a battle, as its page shows it: tests due, a throw that may be taken again, reminders."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rules.engine import turn
from rules.engine.plans import Choose, Code, Roll, TrialKind
from rules.engine.rout_leadership import equals
from rules.engine.trials import KINDS
from rules.engine.turn import Due, Step
from warbands.battles import asks, stages
from warbands.battles.asks import Asked
from warbands.battles.ruled import Ruled, ruled
from warbands.battles.stages import NAMES, Stage
from warbands.battles.table import Table
from warbands.models import BattleEvent
from warbands.psychology.records import stored_trial
from warbands.psychology.shown import PlanShown, plan_shown

type Typed = Callable[[str], Mapping[str, str]]
"""What was typed into the form of this name, if that is the one that was refused."""

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
    chosen: str = ""


def boxes(many: int, typed: Mapping[str, str]) -> list[tuple[int, str]]:
    """So many boxes for dice of the table, with what was typed into them."""
    return [(number, typed.get(f"face-{number}", "")) for number in range(1, many + 1)]


def slots(table: Table) -> list[str]:
    """The slots of the throws that are due, to look up what was undone in them."""
    found = [table.slot_of(due.trial) for due in table.due]
    if table.offered:
        found.append(table.slot_of(table.offered[0].trial, again=True))
    return found


def steps(table: Table, kept: Mapping[str, BattleEvent], typed: Typed) -> list[StepShown]:
    """What is due, step by step. ``kept`` are those of the board, ``typed`` what a form had typed."""
    grouped: dict[Step, list[DueShown]] = {}
    rolls: dict[Step, int] = {}
    for due in table.due:
        grouped.setdefault(due.step, []).append(due_shown(due, table, kept, typed))
        rolls[due.step] = rolls.get(due.step, 0) + isinstance(due.plan, Roll)
    return [
        StepShown(step.value, STEP_NAMES[step], tests, rolls[step] > 1 and step is not Step.ROUT)
        for step, tests in grouped.items()
    ]


def due_shown(due: Due, table: Table, kept: Mapping[str, BattleEvent], typed: Typed) -> DueShown:
    """A due test, for the page."""
    trial = stored_trial(due.trial)
    shown = plan_shown(due.plan, table.situation, table.book)
    place = "-".join(("due", due.trial.kind, due.trial.who, *due.trial.by)).replace(".", "-")
    return DueShown(
        KINDS[due.trial.kind].name,
        table.name(due.trial.who),
        table.side_of(due.trial.who),
        json.dumps(trial),
        shown,
        asks.asked(due, table),
        place,
        _lenders(due, table),
        kept.get(table.slot_of(due.trial)),
        typed(place),
    )


def _lenders(due: Due, table: Table) -> tuple[tuple[str, str], ...]:
    """Those among whom the player may choose whose Leadership a Rout test uses."""
    if due.trial.kind is not TrialKind.ROUT or isinstance(due.plan, Choose):
        return ()
    found = equals(table.situation.side(due.trial.who), table.situation)
    named = [(json.dumps(stored_trial(replace(due.trial, by=(one.id,)))), one.called) for one in found]
    return tuple(named) if len(named) > 1 else ()


def offered(table: Table, kept: Mapping[str, BattleEvent], typed: Typed) -> Offered | None:
    """The failed throw that may be taken again, if there is one."""
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
        boxes(planned.dice.count, typed("offered")),
        rules,
        kept.get(table.slot_of(planned.trial, again=True)),
        typed("offered").get("rule", ""),
    )


@dataclass(frozen=True)
class Spared:
    """A test that is not asked for: why, and the ruling that this hangs on."""

    text: str
    ruling: Ruled | None


def spared(table: Table) -> list[Spared]:
    """Tests that somebody might expect and that are not asked for, with the first reason of each."""
    if table.stage in {Stage.SHOOTING, Stage.COMBAT, Stage.DEPLOYMENT} or table.state["result"]:
        return []
    found = []
    for planned in turn.spared(table.situation):
        if planned.trial.kind is TrialKind.ROUT or not planned.reasons:
            continue
        first = planned.reasons[0]
        text = f"{table.name(planned.trial.who)}, {KINDS[planned.trial.kind].name}: {first.text}"
        found.append(Spared(text.replace('"', "″").replace("'", "’"), ruled(first.ruling, table.rulings)))
    return found


def recovering(table: Table) -> list[tuple[str, str, bool]]:
    """Who comes round or may stand up (``True``), once nothing else is due: their ids and names."""
    if table.stage is not Stage.START or table.due:
        return []
    return [
        (change.who, table.name(change.who), change.code is not Code.BECOMES_KNOCKED_DOWN)
        for change in stages.recovering(table.situation)
    ]


def reminders(table: Table) -> list[tuple[str, list[str]]]:
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
