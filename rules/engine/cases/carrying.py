"""What carries a case out: the bare engine, or whatever stands on it and must come to the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from rules.engine import changes, packs, turn
from rules.engine.plans import (
    Choose,
    Offer,
    Plan,
    Roll,
    Trial,
    TrialKind,
    Until,
    Verdict,
    choose,
    judge,
    settle,
)
from rules.engine.psychology import plan
from rules.engine.situation import Moment, Situation
from rules.engine.turn import Due
from rules.engine.vocabulary import Status


class Carrier(Protocol):
    """Plays a case from its situation on. Every method gives the verdicts that came of it, in their order."""

    @property
    def situation(self) -> Situation:
        """How everybody stands now."""

    def begin(self, situation: Situation) -> None:
        """Everybody stands as this says, in the midst of its moment."""

    def start(self, situation: Situation) -> list[Verdict]:
        """The moment of this situation starts; its charges are declared."""

    def due(self) -> Sequence[Due]:
        """What must be settled now."""

    def take(self, planned: Plan, faces: Sequence[int] = (), option: str = "") -> list[Verdict]:
        """What was planned is rolled with these faces, chosen, or settled. Raises ``dice.FacesError``.

        A verdict that offers a re-roll is carried out by ``again`` or ``stand``.
        """

    def again(self, offer: Offer, faces: Sequence[int]) -> list[Verdict]:
        """The failed test is taken again."""

    def stand(self) -> list[Verdict]:
        """The failed test stands."""

    def ask(self, trial: Trial) -> list[Verdict]:
        """Something happens that this must be tested for at once."""

    def rout(self, side: str) -> list[Verdict]:
        """A warband asks to leave by choice."""

    def out(self, who: str) -> list[Verdict]:
        """A fighter goes out of action."""

    def fall(self, who: str, status: Status) -> list[Verdict]:
        """A fighter is knocked down or stunned."""


class Bare:
    """The engine alone."""

    def __init__(self) -> None:
        self._situation: Situation | None = None
        self._failed: tuple[Roll, Verdict] | None = None

    @property
    def situation(self) -> Situation:
        """How everybody stands now."""
        assert self._situation is not None  # noqa: S101 - nothing is asked before a start
        return self._situation

    def begin(self, situation: Situation) -> None:
        """As ``Carrier`` says."""
        self._situation = situation

    def start(self, situation: Situation) -> list[Verdict]:
        """Stupidity's results of the last turn end as this one starts, before anything is tested."""
        if situation.moment is Moment.START_OF_TURN:
            situation = turn.expire(situation, Until.NEXT_OWN_TURN)
        self._situation = situation
        return []

    def due(self) -> Sequence[Due]:
        """What must be settled now."""
        return turn.due(self.situation)

    def take(self, planned: Plan, faces: Sequence[int] = (), option: str = "") -> list[Verdict]:
        """As ``Carrier`` says."""
        if isinstance(planned, Roll):
            verdict = judge(planned, faces)
            if verdict.offers:
                self._failed = (planned, verdict)
                return [verdict]
        else:
            verdict = choose(planned, option) if isinstance(planned, Choose) else settle(planned)
        return self._resolved(verdict)

    def again(self, offer: Offer, faces: Sequence[int]) -> list[Verdict]:
        """As ``Carrier`` says."""
        assert self._failed is not None  # noqa: S101 - nothing is taken again that did not fail
        return self._resolved(judge(self._failed[0], faces, reroll_of=offer))

    def stand(self) -> list[Verdict]:
        """As ``Carrier`` says."""
        assert self._failed is not None  # noqa: S101 - nothing is let stand that did not fail
        return self._resolved(self._failed[1])

    def _resolved(self, verdict: Verdict) -> list[Verdict]:
        self._situation = changes.resolve(self.situation, verdict)
        return [verdict]

    def ask(self, trial: Trial) -> list[Verdict]:
        """As ``Carrier`` says."""
        self._situation = replace(self.situation, pending=(trial, *self.situation.pending))
        return []

    def rout(self, side: str) -> list[Verdict]:
        """As ``Carrier`` says."""
        return self.take(plan(Trial(TrialKind.VOLUNTARY_ROUT, side), self.situation))

    def out(self, who: str) -> list[Verdict]:
        """As ``Carrier`` says."""
        found, reasons = packs.out_of_action(self.situation.fighter(who), self.situation)
        self._situation = changes.apply(self.situation, found)
        return [Verdict(Trial(TrialKind.PARTING_HITS, who), "out_of_action", "", None, reasons, found)]

    def fall(self, who: str, status: Status) -> list[Verdict]:
        """As ``Carrier`` says."""
        fallen = changes.fall(self.situation.fighter(who), status, self.situation)
        self._situation = self.situation.with_fighter(fallen)
        return []
