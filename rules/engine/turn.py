"""What falls due, and in which order, at each moment of a turn (psychology-spec, section 12).

``due`` gives the trials of the first step that is not finished; inside a step the player chooses the order, and after
each ``changes.resolve`` the rest is planned anew. What a result demands at once (``situation.pending``) comes first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.engine import rout
from rules.engine.changes import TEMPORARY, mark
from rules.engine.fear import INTERCEPT, INTERCEPTED
from rules.engine.plans import Change, Code, Exempt, Plan, Trial, TrialKind, Until
from rules.engine.psychology import plan
from rules.engine.rulings import Rulings
from rules.engine.situation import Charge, Fighter, Moment, Side, Situation
from rules.engine.standing import Fate, Reason, holds_word, standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb


class Step(StrEnum):
    """The steps in which trials fall due."""

    AT_ONCE = "at_once"
    ROUT = "rout"
    RECOVERY_OF_NERVE = "recovery_of_nerve"
    DRUNKENNESS = "drunkenness"
    STUPIDITY = "stupidity"
    ANIMOSITY = "animosity"
    CHARGES = "charges"
    FRENZY = "frenzy"
    ALL_ALONE = "all_alone"


_ORDER = {
    "default": (Step.ROUT, Step.RECOVERY_OF_NERVE, Step.DRUNKENNESS, Step.STUPIDITY, Step.ANIMOSITY),
    "official_recovery": (Step.ROUT, Step.DRUNKENNESS, Step.STUPIDITY, Step.ANIMOSITY, Step.RECOVERY_OF_NERVE),
}
_STEP_KIND = {
    Step.RECOVERY_OF_NERVE: TrialKind.RALLY,
    Step.DRUNKENNESS: TrialKind.DRUNKENNESS,
    Step.STUPIDITY: TrialKind.STUPIDITY,
    Step.ANIMOSITY: TrialKind.ANIMOSITY,
    Step.FRENZY: TrialKind.FRENZY_CHARGE,
    Step.ALL_ALONE: TrialKind.ALL_ALONE,
}
_TAKEN_BY = {
    Step.DRUNKENNESS: (Verb.TAKES, Matter.DRUNKENNESS),
    Step.STUPIDITY: (Verb.TAKES, Matter.STUPIDITY),
    Step.ANIMOSITY: (Verb.TAKES, Matter.ANIMOSITY),
    Step.FRENZY: (Verb.MUST, Matter.CHARGE),
}


@dataclass(frozen=True, slots=True)
class Due:
    """A trial that is due now, with its plan and the step it belongs to. ``ruling`` is R-35 where the order matters."""

    step: Step
    trial: Trial
    plan: Plan
    ruling: str = ""


def start_order(rulings: Rulings) -> tuple[Step, ...]:
    """The steps of the start of a turn, by ruling R-35."""
    return _ORDER[rulings.start_order]


def due(situation: Situation) -> tuple[Due, ...]:
    """What must be settled now; empty when the moment is done with."""
    if situation.over:
        return ()
    if situation.pending:
        first = situation.pending[0]
        return (Due(Step.AT_ONCE, first, plan(first, situation)),)
    if situation.moment is Moment.CHARGES:
        return _charges_due(situation)
    for step in _steps(situation):
        found = tuple(_due_in(step, situation))
        if found:
            return found
    return ()


def _steps(situation: Situation) -> tuple[Step, ...]:
    match situation.moment:
        case Moment.START_OF_TURN:
            return start_order(situation.rulings)
        case Moment.FRENZY:
            return (Step.FRENZY,)
        case Moment.END_OF_COMBAT:
            return (Step.ALL_ALONE,)
        case _:
            return ()


def _due_in(step: Step, situation: Situation) -> Iterator[Due]:
    side = _side_in_turn(situation)
    if side is None or side.routed:
        return
    if step is Step.ROUT:
        trial = Trial(TrialKind.ROUT, side.id)
        if trial.key not in situation.done and rout.due(side, situation):
            yield Due(step, trial, plan(trial, situation))
        return
    for fighter in side.fighters:
        if not fighter.on_table or not _concerned(step, fighter, situation):
            continue
        trial = Trial(_STEP_KIND[step], fighter.id)
        if trial.key in situation.done:
            continue
        planned = plan(trial, situation)
        if not is_idle(planned):
            ruling = _order_ruling(step, fighter, situation)
            yield Due(step, trial, _with_order(planned, ruling, situation), ruling)


def spared(situation: Situation) -> Iterator[Plan]:
    """What is not asked for at this moment though somebody might expect it, with the reasons."""
    if situation.moment is Moment.CHARGES:
        found = (trial for charge in situation.charges for trial in _trials_of(charge, situation))
        for trial in found:
            if trial.key not in situation.done and is_idle(planned := plan(trial, situation)):
                yield planned
        return
    side = _side_in_turn(situation)
    for step in _steps(situation) if side else ():
        if side and step is Step.ROUT:
            if not rout.due(side, situation):
                yield plan(Trial(TrialKind.ROUT, side.id), situation)
            continue
        for fighter in side.fighters if side else ():
            trial = Trial(_STEP_KIND[step], fighter.id)
            if fighter.on_table and trial.key not in situation.done and _concerned(step, fighter, situation):
                planned = plan(trial, situation)
                if is_idle(planned):
                    yield planned


def _side_in_turn(situation: Situation) -> Side | None:
    return next((side for side in situation.sides if side.id == situation.turn), None)


def _concerned(step: Step, fighter: Fighter, situation: Situation) -> bool:
    """A quick look that spares planning for those whom a step cannot concern."""
    match step:
        case Step.RECOVERY_OF_NERVE:
            return fighter.has(Flag.FLEEING)
        case Step.ALL_ALONE:
            return len(situation.opponents(fighter)) > 1
        case _:
            return holds_word(fighter, situation, *_TAKEN_BY[step])


def is_idle(planned: Plan) -> bool:
    """Whether a plan asks for nothing and changes nothing."""
    return isinstance(planned, Exempt) and not planned.follow and not _tells(planned)


def _tells(planned: Exempt) -> bool:
    return any(change.code is not Code.NOT_COMPELLED for change in planned.changes)


def _order_ruling(step: Step, fighter: Fighter, situation: Situation) -> str:
    """R-35 decides a Stupidity test where he, or one who could lend him Leadership, flees or rallied this turn."""
    if step is not Step.STUPIDITY:
        return ""

    def unsettled(one: Fighter) -> bool:
        return one.has(Flag.FLEEING) or one.has(Flag.RALLIED)

    lenders = (
        mate
        for mate in situation.mates(fighter)
        if unsettled(mate)
        and mate.leadership > fighter.leadership
        and holds_word(mate, situation, Verb.LENDS, Matter.LEADERSHIP)
    )
    return "R-35" if unsettled(fighter) or any(lenders) else ""


def _with_order(planned: Plan, ruling: str, situation: Situation) -> Plan:
    """The plan with ruling R-35 among its reasons, where it hangs on the order of the steps."""
    if not ruling:
        return planned
    first = situation.rulings.start_order == "default"
    words = "before" if first else "after"
    told = Reason(f"Whoever flees tries to recover {words} Stupidity is tested", "", ruling)
    return replace(planned, reasons=(*planned.reasons, told))


def _charges_due(situation: Situation) -> tuple[Due, ...]:
    for charge in situation.charges:
        for trial in _trials_of(charge, situation):
            if trial.key in situation.done:
                continue
            planned = plan(trial, situation)
            if not is_idle(planned):
                return (Due(Step.CHARGES, trial, planned),)
    return ()


def _trials_of(charge: Charge, situation: Situation) -> Iterator[Trial]:
    """The trials of one declared charge, in order; a charge that fails asks for no more."""
    charger = situation.fighter(charge.charger)
    yield Trial(TrialKind.FEAR_TO_CHARGE, charger.id, charge.targets)
    no_charge = mark(Change(Code.NO_CHARGE, charger.id, "")) in situation.done
    if no_charge or charger.has(Flag.STATIONARY) or not charge.in_range:
        return
    if charge.interceptor:
        wish = Trial(TrialKind.FEAR_TO_CHARGE, charge.interceptor, (charger.id,), purpose=INTERCEPT)
        yield wish
        if intercepted(charge, situation):
            yield Trial(TrialKind.FEAR_CHARGED, charger.id, (charge.interceptor,), purpose=INTERCEPTED)
            return
    for one in charge.targets:
        target = situation.fighter(one)
        yield Trial(TrialKind.FEAR_CHARGED, target.id, (charger.id,))
        if target.has(Flag.FLEEING):
            yield Trial(TrialKind.FLIGHT, target.id, (charger.id,), purpose="charged")


def intercepted(charge: Charge, situation: Situation) -> bool:
    """Whether the interceptor has overcome his fear, or had none, and stands in the way."""
    return mark(Change(Code.MAY_INTERCEPT, charge.interceptor, "", other=charge.charger)) in situation.done


def recovery(situation: Situation) -> tuple[Change, ...]:
    """The Recovery phase of the side whose turn it is: the stunned come round, the knocked down may stand up."""
    changes = []
    side = _side_in_turn(situation)
    for fighter in side.fighters if side else ():
        if fighter.status is Status.STUNNED:
            changes.append(Change(Code.BECOMES_KNOCKED_DOWN, fighter.id, "He comes round: knocked down."))
        elif fighter.status is Status.KNOCKED_DOWN:
            changes.append(Change(Code.MAY_STAND_UP, fighter.id, "He may stand up."))
    return tuple(changes)


def expire(situation: Situation, until: Until) -> Situation:
    """The situation once a moment is over: what lasted until then is gone.

    ``END_OF_COMBAT`` concerns everybody, ``END_OF_TURN`` and ``NEXT_OWN_TURN`` the side whose turn ends or begins.
    """
    if until is Until.END_OF_COMBAT:
        return _drop(situation, [f for side in situation.sides for f in side.fighters], {Flag.NEEDS_6S})
    side = _side_in_turn(situation)
    fighters = list(side.fighters) if side else []
    table = {Flag.SHAMBLING, Flag.INACTIVE}
    if until is Until.END_OF_TURN:
        flags = {Flag.RALLIED, Flag.STATIONARY, Flag.IDLE, Flag.STOOD_UP, Flag.CHARGED}
        own = situation.rulings.stupid_d6_lasts == "own_turn"
        return _drop(situation, fighters, flags | table if own else flags)
    situation = _drop(situation, fighters, {Flag.STUPID} | table)
    word = TEMPORARY[Until.NEXT_OWN_TURN]
    for one in fighters:
        if any(held.origin_name == word for held in one.held):
            kept = tuple(held for held in one.held if held.origin_name != word)
            situation = situation.with_fighter(replace(situation.fighter(one.id), held=kept))
    return situation


def _drop(situation: Situation, fighters: list[Fighter], flags: set[Flag]) -> Situation:
    for fighter in fighters:
        if fighter.flags & flags:
            situation = situation.with_fighter(fighter.with_(drop=flags))
    return situation


def reminders(situation: Situation, moment: str) -> list[tuple[Fighter, str]]:
    """The reminders of rules that stand, for a moment, fighter by fighter of the side whose turn it is."""
    found = []
    side = _side_in_turn(situation)
    for fighter in side.fighters if side else ():
        if fighter.on_table:
            found += [
                (fighter, now.rule.reminder)
                for now in standing(fighter, situation).rules
                if now.rule.reminder and now.rule.reminder_moment == moment and now.fate is Fate.STANDS
            ]
    return found
