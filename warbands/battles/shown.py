"""A battle as its page shows it: plain values, so that the template only lays out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from rules.engine.situation import Side
from rules.engine.vocabulary import Status
from warbands.battles import asks, charging, hands, joining, stages, tasks, turning
from warbands.battles.asks import Asked
from warbands.battles.board_forms import ChargeForm, EndForm, JoinForm
from warbands.battles.charging import Charger, Group
from warbands.battles.fighting import Fighting, fighting
from warbands.battles.meter import Meter, meter
from warbands.battles.refusing import Refusal
from warbands.battles.rows import Row, row
from warbands.battles.stages import NAMES, TURN, Stage
from warbands.battles.table import Table
from warbands.models import BattleEvent


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
    joining: JoinForm | None = None

    @property
    def rout(self) -> str:
        """The meter in words."""
        if self.routed:
            return "has routed"
        chances = zip(("one test", "two", "three"), self.meter.lasts, strict=False)
        lasting = f"still here after {', '.join(f'{tests} {percent(chance)}' for tests, chance in chances)}"
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
    steps: list[tasks.StepShown]
    compelled: list[Asked]
    offered: tasks.Offered | None
    sides: list[SideShown]
    reminders: list[tuple[str, list[str]]]
    spared: list[tasks.Spared]
    recovering: list[tuple[str, str, bool]] = field(default_factory=list)
    refusal: Refusal | None = None

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
            name = self.table.name(self.table.foe_of(self.table.state["turn"]))
            return f"{name}{'’' if name.endswith('s') else '’s'} turn"
        return NAMES[stages.after(self.stage)].name.lower()

    @property
    def emptied(self) -> list[str]:
        """The names of the sides of which nobody is on the table any more."""
        return [self.table.name(side) for side in turning.nobody_left(self.table)]

    @property
    def declared(self) -> list[str]:
        """The charges declared this turn, in words, with what became of each."""
        return charging.declared(self.table)

    @property
    def warning(self) -> str:
        """Why the last tap was refused, unless the form that was sent is still here to say it."""
        return self.refusal.message if self.refusal and self.refusal.place not in self._forms else ""

    @property
    def _forms(self) -> set[str]:
        """The names of the forms that say what was wrong with them."""
        found = {due.place for step in self.steps for due in step.tests} | {"ending"}
        found |= {"offered"} if self.offered else set()
        found |= {"charge"} if self.charging else set()
        return found | {f"join-{side}" for side in self.acts_for}

    @cached_property
    def charging(self) -> ChargeForm | None:
        """The form of a charge, where whoever looks may declare one."""
        may = self.stage in {Stage.CHARGES, Stage.MOVEMENT} and self.moves_on and not self.offered
        if not may or not self.chargers or not self.foes:
            return None
        named = ([(row.id, row.name) for row in rows] for rows in (self.chargers, self.foes))
        return ChargeForm(self.refusal, *named)

    @cached_property
    def ending(self) -> EndForm:
        """The form of the end."""
        return EndForm(self.refusal, self.table)

    @property
    def stay_down(self) -> set[str]:
        """Who shall not stand up, by a form that was refused."""
        typed = self.refusal.typed if self.refusal and self.refusal.form == "recover" else None
        return set(typed.getlist("could")).difference(typed.getlist("stands")) if typed else set()

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

    @cached_property
    def may_charge(self) -> list[Charger]:
        """The models of the side in turn while charges are declared, with who may not and why."""
        return charging.chargers(self.table)

    @cached_property
    def fighting(self) -> list[Fighting]:
        """In the combat stage everybody who fights, those first of whom something is to be said."""
        return sorted(fighting(self.table), key=lambda one: not one.notable)

    @property
    def charge_groups(self) -> list[Group]:
        """Who may charge and who may not, in words."""
        return charging.grouped(self.may_charge)

    @property
    def chargers(self) -> list[Charger]:
        """Those who may declare a charge, by what the battle knows."""
        return [one for one in self.may_charge if one.why is None]


def board(
    table: Table, acts_for: Iterable[str], kept: Mapping[str, BattleEvent], refusal: Refusal | None = None
) -> Board:
    """A battle for whoever acts for these sides.

    ``kept`` are undone throws whose faces count, by their slot; ``refusal`` is that of the last tap.
    """
    typed = (refusal or Refusal("")).words
    mine = frozenset(acts_for)
    order = sorted(table.situation.sides, key=lambda side: (side.id not in mine, side.id != table.situation.turn))
    return Board(
        table,
        mine,
        tasks.steps(table, kept, typed),
        asks.compelled(table),
        tasks.offered(table, kept, typed),
        [_side(side, table, mine, refusal) for side in order],
        tasks.reminders(table),
        tasks.spared(table),
        tasks.recovering(table),
        refusal,
    )


def _side(side: Side, table: Table, mine: frozenset[str], refusal: Refusal | None) -> SideShown:
    kept = next(one for one in table.muster["sides"] if one["id"] == side.id)
    units = kept.get("units", {})
    here = (fighter for fighter in side.fighters if table.plays(fighter.id))
    rows = [row(fighter, table, units.get(fighter.id.split(".")[0], "")) for fighter in here]
    counted = meter(side, table.situation)
    in_turn = table.situation.turn == side.id
    newcomer = _joining(side, table, refusal) if side.id in mine and not table.state["result"] else None
    away = kept.get("away", [])
    return SideShown(side.id, side.name, side.id in mine, in_turn, rows, counted, side.routed, away, newcomer)


def _joining(side: Side, table: Table, refusal: Refusal | None) -> JoinForm:
    name = f"Newcomer {joining.many(table) + 1}"
    alike = [(fighter.id, fighter.called) for fighter in side.fighters if table.plays(fighter.id)]
    return JoinForm(refusal, side.id, name, alike, hands.usual_rules(table))
