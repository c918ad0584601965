"""What each consequence does to the situation: flags and states set, engagements ended, sides routed."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf

from rules.engine.plans import Change, Code, Spend, TrialKind, Until, Verdict
from rules.engine.rulebook import From, Held
from rules.engine.situation import Fighter, Situation
from rules.engine.vocabulary import Flag, Status

TEMPORARY = {Until.END_OF_BATTLE: "", Until.NEXT_OWN_TURN: "until his next turn"}
"""The origin name of a rule gained for a time, by which ``turn.expire`` finds it."""


def fall(fighter: Fighter, status: Status, situation: Situation) -> Fighter:
    """The fighter knocked down or stunned, with the rules that this costs him for the battle (Frenzy)."""
    lost = {
        held.rule
        for held in situation.rulebook.expand(fighter.held)
        if status in situation.rulebook.rules[held.rule].lost_on
    }
    return replace(fighter, status=status, lost=fighter.lost | lost)


def _moved(fighter: Fighter, change: Change) -> Fighter:
    """A runner has left his combat, and where he stands now nobody has told."""
    far = float(change.amount or 0)
    edge = fighter.edge - far if fighter.edge < inf else inf
    return replace(fighter, engaged=(), distances={}, edge=max(edge, 0.0), flight_edge=inf)


def _off(fighter: Fighter, status: Status) -> Fighter:
    return replace(fighter, status=status, flags=frozenset(), engaged=(), distances={})


def _gains(fighter: Fighter, change: Change) -> Fighter:
    gained = Held(change.other, origin=From.SPELL, origin_name=TEMPORARY.get(change.until, ""))
    return replace(fighter, held=(*fighter.held, gained))


SETS: dict[Code, tuple[Flag, ...]] = {
    Code.BREAKS: (Flag.FLEEING,),
    Code.NEEDS_6S: (Flag.NEEDS_6S,),
    Code.STATIONARY: (Flag.STATIONARY,),
    Code.STUPID: (Flag.STUPID,),
    Code.SHAMBLES: (Flag.SHAMBLING,),
    Code.DROOLS: (Flag.INACTIVE,),
    Code.IDLE: (Flag.IDLE,),
}
"""The codes that do nothing but set flags."""

_FIGHTER: dict[Code, Callable[[Fighter, Change, Situation], Fighter]] = {
    Code.RALLIES: lambda f, _c, _s: f.with_(add=(Flag.RALLIED,), drop=(Flag.FLEEING,)),
    Code.UNBROKEN: lambda f, _c, _s: f.with_(drop=(Flag.FLEEING,)),
    Code.HITS_NORMALLY: lambda f, _c, _s: f.with_(drop=(Flag.NEEDS_6S,)),
    Code.RUNS_AWAY: lambda f, c, _s: _moved(f, c),
    Code.RUNS_TO_EDGE: lambda f, c, _s: _moved(f, c),
    Code.FALLS: lambda f, _c, s: fall(f, Status.KNOCKED_DOWN, s),
    Code.IS_STUNNED: lambda f, _c, s: fall(f, Status.STUNNED, s),
    Code.BECOMES_KNOCKED_DOWN: lambda f, _c, _s: replace(f, status=Status.KNOCKED_DOWN),
    Code.GOES_OUT: lambda f, _c, _s: _off(f, Status.OUT_OF_ACTION),
    Code.FLEES_OFF: lambda f, _c, _s: _off(f, Status.FLED_OFF),
    Code.GAINS_RULE: lambda f, c, _s: _gains(f, c),
}


def apply(situation: Situation, changes: Iterable[Change]) -> Situation:
    """The situation after these consequences, in their order."""
    for change in changes:
        if change.code is Code.ROUTED:
            situation = situation.with_side(replace(situation.side(change.who), routed=True))
        elif change.code is Code.BATTLE_OVER:
            situation = replace(situation, over=True)
        elif situation.knows(change.who):
            situation = _apply_to_fighter(situation, change)
    return situation


def _apply_to_fighter(situation: Situation, change: Change) -> Situation:
    fighter = situation.fighter(change.who)
    if change.code in SETS:
        changed = fighter.with_(add=SETS[change.code])
    elif change.code in _FIGHTER:
        changed = _FIGHTER[change.code](fighter, change, situation)
    else:
        return situation
    if fighter.engaged and not changed.engaged:
        situation = _disengage(situation, fighter)
    return situation.with_fighter(changed)


def _disengage(situation: Situation, gone: Fighter) -> Situation:
    for side in situation.sides:
        for fighter in side.fighters:
            if gone.id in fighter.engaged:
                rest = tuple(one for one in fighter.engaged if one != gone.id)
                situation = situation.with_fighter(replace(fighter, engaged=rest))
    return situation


def resolve(situation: Situation, verdict: Verdict) -> Situation:
    """The situation once a verdict stands: consequences carried out, the trial done, what must follow pending."""
    situation = apply(situation, verdict.changes)
    if verdict.spend:
        situation = _spend(situation, verdict.spend, every=verdict.trial.kind is TrialKind.ROUT)
    if verdict.trial.kind is TrialKind.ROUT and verdict.outcome != "exempt":
        side = situation.side(verdict.trial.who)
        situation = situation.with_side(replace(side, rout_required_ever=True))
    stepped_in = {f"intercepted:{c.other}:{c.who}" for c in verdict.changes if c.code is Code.MAY_INTERCEPT}
    pending = tuple(trial for trial in situation.pending if trial != verdict.trial)
    if situation.over:
        pending = ()
    return replace(situation, done=situation.done | {verdict.trial.key}, pending=(*verdict.follow, *pending))


def _spend(situation: Situation, spend: Spend, *, every: bool) -> Situation:
    """Mark a limited rule as used; one that repeats the warband's Rout test is used for all who share it."""
    side = situation.side_of(situation.fighter(spend.holder))
    for fighter in side.fighters:
        shares = every and any(held.rule == spend.rule for held in situation.rulebook.expand(fighter.held))
        if fighter.id == spend.holder or shares:
            situation = situation.with_fighter(replace(fighter, used=fighter.used | {spend.key}))
    return situation
