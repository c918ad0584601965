"""What a fighter may do now, and why not: the consequences of failed tests as permissions."""

from collections.abc import Mapping
from enum import StrEnum

from rules.engine.common import PSYCHOLOGY_FLAGS, frenzied_in_reach, undone
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason
from rules.engine.vocabulary import Flag, Status


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
    (Flag.STOOD_UP, frozenset({Action.CHARGE, Action.INTERCEPT}), "he has only just stood up"),
)
_LASTING = frozenset({Flag.SHAMBLING, Flag.INACTIVE})


def allowed(fighter: Fighter, situation: Situation) -> Mapping[Action, Reason | None]:
    """Each action with None where it is allowed, or the first reason why it is not."""
    barred: dict[Action, Reason | None] = dict.fromkeys(Action)

    def bar(actions: frozenset[Action], why: str, ruling: str = "") -> None:
        for action in actions:
            barred[action] = barred[action] or Reason(f"He may not {action}: {why}", "", ruling)

    if not fighter.on_table:
        bar(EVERYTHING, "he is not on the table")
    elif fighter.status is Status.STUNNED:
        bar(EVERYTHING, "he is stunned")
    elif fighter.status is Status.KNOCKED_DOWN:
        bar(EVERYTHING - {Action.MOVE}, "he is knocked down")
    for flag, actions, why in _BARS:
        if fighter.has(flag) and not undone(flag, fighter, situation):
            bar(actions, why, _ruling(flag, fighter, situation))
    return barred


def _ruling(flag: Flag, fighter: Fighter, situation: Situation) -> str:
    """The ruling by which a result still holds: R-43 in another's turn, R-42 though frenzy has hold of him."""
    if flag in _LASTING and situation.turn not in {"", situation.side_of(fighter).id}:
        return "R-43"
    if flag in PSYCHOLOGY_FLAGS and (told := frenzied_in_reach(fighter, situation)):
        return told.ruling
    return ""
