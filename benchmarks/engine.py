"""``plan`` and ``judge`` in microseconds, with ``standing`` given, for every test of every warrior that is rolled."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median

from rules.engine.plans import Roll, Trial, TrialKind, judge
from rules.engine.psychology import plan
from rules.engine.questions import questions, tell
from rules.engine.situation import Situation
from rules.engine.standing import NO_CONTEXT, Context, Standing, standing
from rules.engine.trials import LISTED
from warbands.models import Warband
from warbands.psychology.taking import base

ROUNDS = 300


@dataclass(frozen=True)
class Timed:
    """One kind of test: the median over all warriors, the slowest of them, and one without ``standing`` given."""

    kind: TrialKind
    tests: int
    typical: float
    slowest: float
    from_nothing: float


def timed(warband: Warband) -> list[Timed]:
    """Every kind of test that is rolled by somebody in this warband, in microseconds."""
    _, situation = base(warband)
    found = []
    for kind in LISTED:
        trials = list(_rolled(kind, situation))
        if trials:
            each = [_given(trial, told, stand) for trial, told, stand in trials]
            nothing = median(_from_nothing(trial, told) for trial, told, _ in trials)
            found.append(Timed(kind, len(trials), median(each), max(each), nothing))
    return found


def _rolled(kind: TrialKind, situation: Situation) -> Iterator[tuple[Trial, Situation, Standing]]:
    """Each warrior's tests of this kind that come to dice: far from his leader, and near."""
    for fighter in situation.sides[0].fighters:
        asked = questions(kind, fighter, situation)
        usual = {question.key: question.default for question in asked}
        near = {question.key: True for question in asked if question.key.startswith("near:")}
        for answers in (usual, {**usual, **near}) if near else (usual,):
            told, trial = tell(kind, fighter.id, situation, answers)
            stand = standing(told.fighter(fighter.id), told, _context(kind, trial))
            if isinstance(plan(trial, told, stand), Roll):
                yield trial, told, stand


def _context(kind: TrialKind, trial: Trial) -> Context:
    match kind:
        case TrialKind.FEAR_CHARGED:
            return Context(charger=trial.by[0])
        case TrialKind.FEAR_TO_CHARGE:
            return Context(charging=True)
        case _:
            return NO_CONTEXT


def _given(trial: Trial, situation: Situation, stand: Standing) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter_ns()
        planned = plan(trial, situation, stand)
        assert isinstance(planned, Roll)
        judge(planned, (3,) * planned.dice.count)
        times.append(time.perf_counter_ns() - begun)
    return median(times) / 1000


def _from_nothing(trial: Trial, situation: Situation) -> float:
    times = []
    for _ in range(ROUNDS // 10):
        fresh = replace(situation)  # remembers nothing of what was worked out
        begun = time.perf_counter_ns()
        plan(trial, fresh)
        times.append(time.perf_counter_ns() - begun)
    return median(times) / 1000
