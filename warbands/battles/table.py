"""A battle at one moment: who takes part, how everybody stands, and what is due. Pure values, no database."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules.content import Content
from rules.engine import turn
from rules.engine.fear import CONTACT, INTERCEPT
from rules.engine.plans import Exempt, Roll, Settled, Trial, TrialKind
from rules.engine.psychology import plan
from rules.engine.rulebook import Rulebook
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Moment, Situation
from rules.engine.turn import Due
from rules.values import NO_OVERLAY, Overlay
from warbands.battles import stored
from warbands.battles.stages import Stage, moment_of
from warbands.battles.stored import Doc
from warbands.psychology.records import trial_of

BESIDES = "besides"
"""What a test is for that somebody asks for, so that it is another than the one that falls due by itself."""
ANY_TURN = "any:"
"""So begins the slot of a throw that somebody calls for when he pleases."""


def injury_slot(who: str) -> str:
    """The slot of a roll on the injury chart. Put off to a later turn it is the same throw."""
    return f"{ANY_TURN}injury:{who}"


_BY_HAND = frozenset({TrialKind.LEADERSHIP, TrialKind.BLOODGREED})


@dataclass(frozen=True)
class Table:
    """A battle as it stands: the muster, the state, and the rules it is played by."""

    muster: Mapping[str, Any]
    state: Mapping[str, Any]
    rulebook: Rulebook
    rulings: Rulings
    book: Content | None = None
    """The content of these rules, for what was asked and answered about them."""

    @property
    def overlay(self) -> Overlay:
        """The house rules it is played by."""
        return self.book.overlay if self.book else NO_OVERLAY

    @property
    def stage(self) -> Stage:
        """Where the battle is."""
        return Stage(self.state["stage"])

    @property
    def turn_number(self) -> int:
        """The number of the turn, which both sides share; 0 before the first."""
        return (int(self.state["round"]) + 1) // 2

    @cached_property
    def came(self) -> Mapping[str, Fighter]:
        """The fighters as they came, by id."""
        return stored.came(self.muster, self.state)

    @cached_property
    def situation(self) -> Situation:
        """The situation the engine is asked about at this stage."""
        told = stored.situation_of(self.muster, self.state, self.came, self.rulebook, self.rulings)
        told = replace(told, moment=moment_of(self.stage))
        if self.stage is Stage.MOVEMENT and told.charges:
            # A charge declared late, because somebody must, is tested like every other, before anything else.
            late = replace(told, moment=Moment.CHARGES)
            return late if turn.due(late) else told
        return told

    def having(self, situation: Situation, **fields: Any) -> "Table":
        """The table once the engine has changed the situation, with further fields of the state replaced."""
        return replace(self, state={**stored.stored(situation, self.came, self.state), **fields})

    def with_model(self, who: str, **fields: Any) -> "Table":
        """The table with fields of one model's state replaced."""
        models = {**self.state["models"], who: {**self.state["models"][who], **fields}}
        return replace(self, state={**self.state, "models": models})

    @cached_property
    def due(self) -> tuple[Due, ...]:
        """What must be settled now; nothing while a failed throw may still be taken again."""
        if (
            self.state["offer"]
            or self.state["result"]
            or (self.stage is Stage.DEPLOYMENT and not self.state["pending"])
        ):
            return ()
        return turn.due(self.situation)

    def find_due(self, wanted: Trial) -> Due | None:
        """The due test that is wanted, as it is planned now; with whose Leadership, where one may be picked."""
        for due in self.due:
            if due.trial.key == wanted.key:
                if wanted.kind is TrialKind.ROUT and wanted.by:
                    return replace(due, trial=wanted, plan=plan(wanted, self.situation))
                return due
        return None

    @property
    def offered(self) -> tuple[Roll, tuple[int, ...]] | None:
        """The failed throw that a rule lets somebody take again: its plan and its faces."""
        offer: Doc | None = self.state["offer"]
        if offer is None:
            return None
        planned = plan(trial_of(offer["trial"]), self.situation)
        return (planned, tuple(offer["faces"])) if isinstance(planned, Roll) else None

    @property
    def quiet(self) -> Exempt | None:
        """What is due first and needs no dice, no answer and nobody's word: a charge that nothing hinders."""
        first = self.due[0] if self.due else None
        planned = first.plan if first and first.step is turn.Step.CHARGES else None
        return planned if isinstance(planned, Exempt) and not planned.follow else None

    def side_of(self, who: str) -> str:
        """The side of a fighter, or of a side itself."""
        if any(side.id == who for side in self.situation.sides):
            return who
        return self.situation.side_of(self.situation.fighter(who)).id if self.situation.knows(who) else ""

    def foe_of(self, side: str) -> str:
        """The other side."""
        return next((one.id for one in self.situation.sides if one.id != side), side)

    def name(self, who: str) -> str:
        """What a fighter or a side is called."""
        for side in self.muster["sides"]:
            if side["id"] == who:
                return str(side["name"])
        return self.situation.fighter(who).called if self.situation.knows(who) else who

    def plays(self, who: str) -> bool:
        """Whether this is a model of the battle: not somebody who stayed at home, and not a side."""
        return who in self.state["models"]

    def wounds(self, who: str) -> int:
        """How many wounds a model came with."""
        came = (side.get("wounds", {}).get(who) for side in self.muster["sides"])
        joined = (one["wounds"] for side in self.state["joined"].values() for one in side if one["id"] == who)
        return next((int(many) for many in (*came, *joined) if many), 1)

    def slot_of(self, trial: Trial, *, again: bool = False) -> str:
        """The slot of a test, or of taking it ``again``: the same when the same is due anew, in this turn of this side.

        The stage is no part of it: what was undone is not thrown afresh because the battle moved on within the turn.
        Nor are words that somebody chose freely, nor whom he chose to charge; and what is tested because somebody asks
        for it might be put off, so that its slot knows no turn.
        """
        match trial.kind:
            case TrialKind.LEADERSHIP:
                named = replace(trial, purpose="")
            case TrialKind.FEAR_TO_CHARGE if trial.purpose != INTERCEPT:
                named = replace(trial, by=())
            case _:
                named = trial
        by_hand = trial.kind in _BY_HAND or trial.purpose in {BESIDES, CONTACT}
        turn_of = ANY_TURN if by_hand else f"{self.turn_number}{self.state['turn']}:"
        return f"{turn_of}{named.key}{':again' if again else ''}"


def is_settled(due: Due) -> bool:
    """Whether a due test needs neither dice nor an answer."""
    return isinstance(due.plan, (Exempt, Settled))
