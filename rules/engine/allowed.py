"""What a fighter may do now, and why not: the consequences of failed tests as permissions."""

from collections.abc import Mapping
from enum import StrEnum

from rules.engine.common import frenzy_rule
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, fact, standing
from rules.engine.vocabulary import Fact, Flag, Status


class Action(StrEnum):
    """What a model may do of its own will. Defending himself is fighting back when attacked."""

    MOVE = "move"
    CHARGE = "charge"
    SHOOT = "shoot"
    CAST = "cast"
    FIGHT = "fight"
    INTERCEPT = "intercept"


EVERYTHING = frozenset(Action)
MOVING = frozenset({Action.MOVE, Action.CHARGE, Action.INTERCEPT})

_BARS: tuple[tuple[Flag, frozenset[Action], str], ...] = (
    (Flag.FLEEING, EVERYTHING, "he is fleeing"),
    (Flag.RALLIED, EVERYTHING - {Action.CAST, Action.FIGHT}, "he recovered his nerve this turn"),
    (Flag.STUPID, frozenset({Action.CAST, Action.FIGHT}), "he failed his Stupidity test"),
    (Flag.SHAMBLING, MOVING | {Action.SHOOT}, "he shambles forward"),
    (Flag.INACTIVE, MOVING | {Action.SHOOT, Action.CAST}, "he stands and drools"),
    (Flag.STATIONARY, MOVING | {Action.SHOOT}, "a failed charge: he must remain stationary"),
    (Flag.IDLE, MOVING | {Action.SHOOT, Action.CAST}, "he sulks and does nothing but defend himself"),
)


def allowed(fighter: Fighter, situation: Situation) -> Mapping[Action, Reason | None]:
    """Each action with None where it is allowed, or the first reason why it is not."""
    barred: dict[Action, Reason | None] = dict.fromkeys(Action)

    def bar(actions: frozenset[Action], why: str, ruling: str = "") -> None:
        for action in actions:
            barred[action] = barred[action] or Reason(f"He may not {action}: {why}", "", ruling)

    if not fighter.on_table:
        bar(EVERYTHING, "he is not on the table")
    if fighter.status is Status.STUNNED:
        bar(EVERYTHING, "he is stunned")
    elif fighter.status is Status.KNOCKED_DOWN:
        bar(EVERYTHING - {Action.MOVE}, "he is knocked down")
    for flag, actions, why in _BARS:
        if not fighter.has(flag):
            continue
        if flag is Flag.STUPID and _cleared_by_frenzy(fighter, situation):
            continue
        ruling = "R-43" if flag in {Flag.SHAMBLING, Flag.INACTIVE} else ""
        bar(actions, why, ruling)
    return barred


def _cleared_by_frenzy(fighter: Fighter, situation: Situation) -> bool:
    """Whether ruling R-42 lets frenzy undo a failed Stupidity test now."""
    if not situation.rulings.frenzy_clears_result:
        return False
    return bool(frenzy_rule(standing(fighter, situation))) and fact(Fact.FOE_IN_REACH, fighter, situation)
