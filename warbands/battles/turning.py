"""Deeds that move the battle on: it begins, charges are declared, a stage ends, the battle ends."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.plans import Until
from rules.engine.situation import Charge
from rules.engine.vocabulary import Status
from warbands.battles import stages
from warbands.battles.doing import DeedError, Done, Throw
from warbands.battles.stages import NAMES, Stage
from warbands.battles.table import Table
from warbands.battles.trying import quietly

type Deed = Mapping[str, Any]

OUTCOMES = {"won": "won", "lost": "lost", "routed": "routed", "drawn": "drew"}
"""How a battle may end for a side, and what is said of it."""


def begin(table: Table, deed: Deed, throw: Throw) -> Done:
    """The first turn: ``side`` begins."""
    del throw
    if table.stage is not Stage.DEPLOYMENT:
        raise DeedError("The first turn has begun already.")
    _nothing_due(table)
    side = str(deed.get("side", ""))
    if side not in {one.id for one in table.situation.sides}:
        raise DeedError("Choose who begins.", "side")
    situation = stages.start_turn(table.situation, side)
    after = table.having(situation, stage=Stage.START.value, first=side, round=1)
    return Done(after, f"Turn 1, {table.name(side)}.", side)


def advance(table: Table, deed: Deed, throw: Throw) -> Done:
    """The next stage, once nothing is due; after the last the other side's turn starts."""
    del deed, throw
    if table.stage is Stage.DEPLOYMENT:
        raise DeedError("First say who begins.")
    _nothing_due(table)
    if table.situation.over:
        raise DeedError("The battle is over. Say how it ended.")
    situation = table.situation
    said: list[str] = []
    side = situation.turn
    match table.stage:
        case Stage.START:
            situation, done = stages.recover(situation)
            said = [f"{table.name(change.who)}: {change.text}" for change in done]
        case Stage.MOVEMENT:
            situation, met = stages.arrive(stages.moved(situation))
            said = [f"{one.called} fights {other.called}." for one, other in met]
        case Stage.END:
            return _next_turn(table, side)
        case _:
            pass
    following = stages.after(table.stage)
    after = table.having(situation, stage=following.value)
    return Done(after, " ".join((f"{NAMES[following].name}.", *said)), side)


def _next_turn(table: Table, side: str) -> Done:
    other = table.foe_of(side)
    if table.situation.side(other).routed:
        other = side
    situation = stages.start_turn(stages.end_turn(table.situation), other)
    after = table.having(situation, stage=Stage.START.value, round=table.state["round"] + 1)
    after = _lapsed(after, (Until.END_OF_COMBAT, Until.END_OF_TURN))
    after = _lapsed(after, (Until.NEXT_OWN_TURN,), other)
    return Done(after, f"Turn {after.turn_number}, {table.name(other)}.", side)


def _lapsed(table: Table, ended: tuple[Until, ...], side: str = "") -> Table:
    """The table without the rules taken until one of these moments, of one side or of everybody."""
    for who, model in table.state["models"].items():
        if side and table.side_of(who) != side:
            continue
        left = {slug: until for slug, until in model["without"].items() if until not in ended}
        if left != model["without"]:
            table = table.with_model(who, without=left)
    return table


def _nothing_due(table: Table) -> None:
    if many := len(table.due):
        tests = "A test is" if many == 1 else f"{many} tests are"
        raise DeedError(f"{tests} still due: take or skip what is listed first.")


def recover(table: Table, deed: Deed, throw: Throw) -> Done:
    """The side in turn comes round and stands up, but for those of ``stays_down``."""
    del throw
    if table.stage is not Stage.START:
        raise DeedError("Whoever is down comes round at the start of his own turn.")
    _nothing_due(table)
    situation, done = stages.recover(table.situation, map(str, deed.get("stays_down", ())))
    said = " ".join(f"{table.name(change.who)}: {change.text}" for change in done) or "Nobody stands up."
    return Done(table.having(situation), said, situation.turn)


def charge(table: Table, deed: Deed, throw: Throw) -> Done:
    """Declare a charge: ``who`` charges ``targets``, ``in_range`` or not; ``interceptor`` wants to step in the way."""
    del throw
    if table.stage not in {Stage.CHARGES, Stage.MOVEMENT}:
        raise DeedError("Charges are declared in one's own movement phase.")
    situation = table.situation
    who, targets = str(deed.get("who", "")), tuple(dict.fromkeys(map(str, deed.get("targets", ()))))
    if not table.plays(who) or table.side_of(who) != situation.turn or not situation.fighter(who).on_table:
        raise DeedError("Choose one of the side whose turn it is.", "who")
    if any(one.charger == who for one in situation.charges):
        raise DeedError(f"{table.name(who)} has declared a charge already.", "who")
    foes = {foe.id: foe for foe in situation.foes(situation.fighter(who)) if table.plays(foe.id)}
    if not targets or any(one not in foes for one in targets):
        raise DeedError("Choose whom he charges.", "targets")
    if not all(foes[one].on_table for one in targets):
        raise DeedError("He is no longer on the table.", "targets")
    between = str(deed.get("interceptor", "") or "")
    if between and (between not in foes or between in targets or not foes[between].on_table):
        raise DeedError("Choose another of the side that is charged.", "interceptor")
    if between and any(one.interceptor == between for one in situation.charges):
        raise DeedError(f"{table.name(between)} steps in the way of another charge.", "interceptor")
    declared = Charge(who, targets, bool(deed.get("in_range", True)), between)
    return _declared(table, declared)


def _declared(table: Table, declared: Charge) -> Done:
    situation = replace(table.situation, charges=(*table.situation.charges, declared))
    after, verdicts = quietly(table.having(situation))
    foes = " and ".join(table.name(one) for one in declared.targets)
    said = [f"{table.name(declared.charger)} charges {foes}{'' if declared.in_range else ', out of range'}."]
    if declared.interceptor:
        said.append(f"{table.name(declared.interceptor)} wants to step in the way.")
    said += [f"{table.name(one.trial.who)}: {reason.text}." for one in verdicts for reason in one.reasons[:1]]
    return Done(after, " ".join(said), table.situation.turn, tuple(verdicts))


def end(table: Table, deed: Deed, throw: Throw) -> Done:
    """The battle ends: ``outcomes`` says how for each side, ``out_by`` who took whom out of action."""
    del throw
    told = {side.id: str(deed.get("outcomes", {}).get(side.id, "")) for side in table.situation.sides}
    for side, outcome in told.items():
        if outcome not in OUTCOMES:
            raise DeedError(f"Say how it ended for {table.name(side)}.", f"outcome-{side}")
    if not _agree(list(told.values())):
        raise DeedError("One side won and the other lost or routed, or both drew.", f"outcome-{next(iter(told))}")
    after = _credited(table, deed.get("out_by") or {})
    after = replace(after, state={**after.state, "result": told})
    said = "; ".join(f"{table.name(side)} {OUTCOMES[outcome]}" for side, outcome in told.items())
    return Done(after, f"The battle has ended: {said}.")


def _credited(table: Table, out_by: Mapping[str, str]) -> Table:
    """The table with who took whom out of action. Raises ``DeedError``."""
    for who, by in out_by.items():
        if not table.plays(who) or table.situation.fighter(who).status is not Status.OUT_OF_ACTION:
            raise DeedError("He is not out of action.", f"out-by-{who}")
        if by and (not table.plays(by) or table.side_of(by) == table.side_of(who)):
            raise DeedError("Choose which foe did it.", f"out-by-{who}")
        table = table.with_model(who, out_by=by)
    return table


@dataclass(frozen=True, slots=True)
class Loss:
    """A model that did not last the battle: which, of which side, how, and by whom it was taken out of action."""

    who: str
    side: str
    status: Status
    by: str

    @property
    def out_of_action(self) -> bool:
        """Whether he was taken out of action, and did not merely flee."""
        return self.status is Status.OUT_OF_ACTION


def losses(table: Table) -> list[Loss]:
    """Everybody out of action or off the table, of both sides."""
    return [
        Loss(fighter.id, side.id, fighter.status, table.state["models"][fighter.id]["out_by"])
        for side in table.situation.sides
        for fighter in side.fighters
        if fighter.status in {Status.OUT_OF_ACTION, Status.FLED_OFF}
    ]


def _agree(outcomes: list[str]) -> bool:
    """Whether outcomes can stand side by side: at most one has won, and nobody draws alone."""
    drawn, won = outcomes.count("drawn"), outcomes.count("won")
    return drawn == len(outcomes) or (drawn == 0 and won <= 1)


def suggested(table: Table) -> dict[str, str]:
    """How the battle seems to have ended, for each side."""
    ends = dict.fromkeys(nobody_left(table), "lost") | {s.id: "routed" for s in table.situation.sides if s.routed}
    drawn = len(ends) in {0, len(table.situation.sides)} and "routed" not in ends.values()
    return {side.id: "drawn" if drawn else ends.get(side.id, "won") for side in table.situation.sides}


def nobody_left(table: Table) -> list[str]:
    """The sides of which nobody is on the table any more."""
    return [side.id for side in table.situation.sides if not any(one.on_table for one in side.fighters)]
