"""``plan``: the one door to every kind of test. ``plans.judge`` turns a planned roll and its faces into a verdict."""

from collections.abc import Callable

from rules.engine import animosity, fear, flight, frenzy, rally, rout, stupidity
from rules.engine.common import against_leadership, stand_of
from rules.engine.plans import Exempt, Outcome, Plan, Trial, TrialKind
from rules.engine.situation import Situation
from rules.engine.standing import Reason, Standing
from rules.engine.vocabulary import Matter

type Planner = Callable[[Trial, Situation, Standing | None], Plan]


def leadership_test(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """A plain Leadership test for any reason; ``trial.purpose`` says which, in words."""
    return against_leadership(
        trial,
        Matter.LEADERSHIP_TESTS,
        stand_of(situation.fighter(trial.who), situation, stand),
        situation,
        passed=Outcome("pass", "He passes.", passed=True),
        failed=Outcome("fail", "He fails.", passed=False),
        reasons=(Reason(trial.purpose),) if trial.purpose else (),
    )


OF_WARBAND = {TrialKind.ROUT: rout.plan, TrialKind.VOLUNTARY_ROUT: rout.voluntary}
"""The trials of a whole warband."""

OF_FIGHTER: dict[TrialKind, Planner] = {
    TrialKind.RALLY: rally.rally,
    TrialKind.FEAR_CHARGED: fear.charged,
    TrialKind.FEAR_TO_CHARGE: fear.to_charge,
    TrialKind.ALL_ALONE: flight.all_alone,
    TrialKind.PARTING_HITS: flight.parting_hits,
    TrialKind.FLIGHT: flight.flight,
    TrialKind.STUPIDITY: stupidity.stupidity,
    TrialKind.STUPIDITY_TABLE: stupidity.table,
    TrialKind.ANIMOSITY: animosity.animosity,
    TrialKind.ANIMOSITY_TABLE: animosity.table,
    TrialKind.DRUNKENNESS: stupidity.drunkenness,
    TrialKind.BLOODGREED: frenzy.bloodgreed,
    TrialKind.FRENZY_CHARGE: frenzy.must_charge,
    TrialKind.LEADERSHIP: leadership_test,
}
"""The trials of one model."""


def plan(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """What this trial asks for now: nothing, a result without dice, dice, or a decision.

    ``stand`` is the fighter's standing where the caller has it already. Raises ``KeyError`` for a fighter or side that
    the situation does not list.
    """
    if of_warband := OF_WARBAND.get(trial.kind):
        return of_warband(trial, situation)
    fighter = situation.fighter(trial.who)
    if not fighter.on_table:
        return Exempt(trial, (Reason(f"{fighter.called} is not on the table"),))
    return OF_FIGHTER[trial.kind](trial, situation, stand)
