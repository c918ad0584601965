"""The Rout meter of a side: how many losses until a test, and the chance of still being there after some of them."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine import odds, rout
from rules.engine.plans import Exempt, Roll, Settled, Trial, TrialKind
from rules.engine.psychology import plan
from rules.engine.situation import Side, Situation

TESTS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Meter:
    """``lasts`` is the chance of passing one, two and three tests, by the Leadership that would be used now."""

    started: int
    out: Fraction
    losses_left: int
    due: bool
    routed: bool
    lasts: tuple[Fraction, ...] = ()

    @property
    def boxes(self) -> list[str]:
        """A box for each who started: "lost", "edge" for the one whose loss brings a test, both or neither."""
        edge = rout.threshold(self.started)
        return [
            " ".join(word for word, true in (("lost", number <= self.out), ("edge", number == edge)) if true)
            for number in range(1, self.started + 1)
        ]

    @property
    def shown_out(self) -> str:
        """The weight that is out, as a player reads it."""
        return rout.shown(self.out)


def meter(side: Side, situation: Situation) -> Meter:
    """The meter of a side as things stand."""
    counted = rout.count(side, situation)
    lasts = () if side.routed else _lasts(side, situation, counted)
    return Meter(counted.started, counted.out, counted.losses_left, counted.required, side.routed, lasts)


def _lasts(side: Side, situation: Situation, counted: rout.Count) -> tuple[Fraction, ...]:
    if not counted.required:
        # As if as many more as it takes were out already, unnamed: who is left to lend his Leadership stays the same.
        side = replace(side, others_out=(*side.others_out, Fraction(counted.losses_left)))
        situation = situation.with_side(side)
    planned = plan(Trial(TrialKind.ROUT, side.id), situation)
    match planned:
        case Roll():
            once = [offer for offer in planned.offers if offer.key]
            always = len(once) < len(planned.offers)
            chance = planned.chance_with_reroll if always else planned.chance
            return tuple(odds.lasting(chance, tests, 0 if always else len(once)) for tests in TESTS)
        case Settled() if planned.passed:
            return (Fraction(1),) * len(TESTS)
        case Exempt() if not rout.nobody_left(side):
            return (Fraction(1),) * len(TESTS)
        case _:
            return (Fraction(0),) * len(TESTS)
