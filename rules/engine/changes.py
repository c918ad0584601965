"""What each consequence does to the situation: flags and states set, engagements ended, sides routed."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf

from rules.engine.packs import fallen
from rules.engine.plans import Change, Code, Spend, TrialKind, Until, Verdict
from rules.engine.rulebook import From, Held
from rules.engine.situation import Fighter, Situation
from rules.engine.vocabulary import Flag, Status

TEMPORARY = {Until.END_OF_BATTLE: "", Until.NEXT_OWN_TURN: "until his next turn"}
"""The origin name of a rule gained for a time, by which ``turn.expire`` finds it."""


def fall(fighter: Fighter, status: Status, situation: Situation) -> Fighter:
    """The fighter knocked down or stunned, with the rules that this costs him for the battle (Frenzy)."""
    opened = situation.rulebook.opened(fighter.held)
    lost = {one.rule.slug for one in opened if status in one.rule.lost_on}
    return replace(fighter, status=status, lost=fighter.lost | lost)


def _moved(fighter: Fighter, edge: float, change: Change) -> Fighter:
    """A runner has left his combat, and where he stands now nobody has told; but the edge he ran for is nearer."""
    nearer = max(edge - float(change.amount or 0), 0.0)
    return replace(fighter, engaged=(), distances={}, edge=nearer, flight_edge=inf)


def _off(fighter: Fighter, status: Status) -> Fighter:
    """Gone; that he had joined in play is no state of his and is not forgotten (ruling R-07 counts by it)."""
    return replace(fighter, status=status, flags=fighter.flags & {Flag.ADDED}, engaged=(), distances={})


def _gains(fighter: Fighter, change: Change) -> Fighter:
    gained = Held(change.other, origin=From.SPELL, origin_name=TEMPORARY.get(change.until, ""))
    return replace(fighter, held=(*fighter.held, gained))


_RUNS = frozenset({Code.RUNS_AWAY, Code.RUNS_TO_EDGE, Code.CRAWLS})

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
    Code.RUNS_AWAY: lambda f, c, _s: _moved(f, f.flight_edge, c),
    Code.RUNS_TO_EDGE: lambda f, c, _s: _moved(f, f.edge, c),
    Code.CRAWLS: lambda f, c, _s: _moved(f, f.edge, c),
    Code.FALLS: lambda f, _c, s: fall(f, Status.KNOCKED_DOWN, s),
    Code.IS_STUNNED: lambda f, _c, s: fall(f, Status.STUNNED, s),
    Code.BECOMES_KNOCKED_DOWN: lambda f, _c, _s: replace(f, status=Status.KNOCKED_DOWN),
    Code.GOES_OUT: lambda f, _c, _s: _off(f, Status.OUT_OF_ACTION),
    Code.FLEES_OFF: lambda f, _c, _s: _off(f, Status.FLED_OFF),
    Code.PACK_LEAVES: lambda f, _c, _s: _off(f, Status.FLED_OFF),
    Code.GAINS_RULE: lambda f, c, _s: _gains(f, c),
}


def apply(situation: Situation, changes: Iterable[Change]) -> Situation:
    """The situation after these consequences, in their order."""
    for change in changes:
        if change.code is Code.ROUTED:
            situation = _routed(situation, change.who)
        elif change.code is Code.BATTLE_OVER:
            situation = replace(situation, over=True)
        elif situation.knows(change.who):
            situation = _apply_to_fighter(situation, change)
    return situation


def _routed(situation: Situation, side_id: str) -> Situation:
    """The warband has lost, and its survivors leave the field: no casualties, but nobody's friend or foe any more."""
    for fighter in situation.side(side_id).fighters:
        if fighter.on_table:
            situation = _disengage(situation, fighter).with_fighter(_off(fighter, Status.FLED_OFF))
    return situation.with_side(replace(situation.side(side_id), routed=True))


def _apply_to_fighter(situation: Situation, change: Change) -> Situation:
    fighter = situation.fighter(change.who)
    if change.code in SETS:
        changed = fighter.with_(add=SETS[change.code])
    elif change.code in _FIGHTER:
        changed = _FIGHTER[change.code](fighter, change, situation)
    else:
        return situation
    if not changed.engaged:
        situation = _disengage(situation, fighter)
    if change.code in _RUNS:
        situation = _out_of_sight(situation, fighter)
    situation = situation.with_fighter(changed)
    if change.code is Code.GOES_OUT:
        situation = apply(situation, fallen(changed, situation)[0])
    return situation


def _disengage(situation: Situation, gone: Fighter) -> Situation:
    for side in situation.sides:
        for fighter in side.fighters:
            if gone.id in fighter.engaged:
                rest = tuple(one for one in fighter.engaged if one != gone.id)
                situation = situation.with_fighter(replace(fighter, engaged=rest))
    return situation


def _out_of_sight(situation: Situation, runner: Fighter) -> Situation:
    """What was told of others' distances to one who has run is no longer true either."""
    for side in situation.sides:
        for fighter in side.fighters:
            if runner.id in fighter.distances:
                rest = {other: inches for other, inches in fighter.distances.items() if other != runner.id}
                situation = situation.with_fighter(replace(fighter, distances=rest))
    return situation


def resolve(situation: Situation, verdict: Verdict) -> Situation:
    """The situation once a verdict stands: consequences carried out, the trial done, what must follow pending."""
    situation = apply(situation, verdict.changes)
    if verdict.spend:
        situation = _spend(situation, verdict.spend, every=verdict.trial.kind is TrialKind.ROUT)
    was_due = verdict.outcome != "exempt" or any(change.code is Code.MAY_ROUT for change in verdict.changes)
    if verdict.trial.kind is TrialKind.ROUT and was_due:
        side = situation.side(verdict.trial.who)
        situation = situation.with_side(replace(side, rout_required_ever=True))
    done = {verdict.trial.key, *(mark(change) for change in verdict.changes if change.code in MARKED)}
    pending = tuple(trial for trial in situation.pending if trial != verdict.trial)
    if situation.over:
        pending = ()
    return replace(situation, done=situation.done | done, pending=(*verdict.follow, *pending))


MARKED = frozenset({Code.NO_CHARGE, Code.MAY_INTERCEPT})
"""What is remembered within a moment besides the trials: a charge that does not take place, an interception."""


def mark(change: Change) -> str:
    """The key by which such a consequence is remembered."""
    return f"{change.code}:{change.who}:{change.other}"


def _spend(situation: Situation, spend: Spend, *, every: bool) -> Situation:
    """Mark a limited rule as used; one that repeats the warband's Rout test is used for all who share it."""
    if not situation.knows(spend.holder):
        return situation
    side = situation.side_of(situation.fighter(spend.holder))
    for fighter in side.fighters:
        shares = every and any(opened.rule.slug == spend.rule for opened in situation.rulebook.opened(fighter.held))
        if fighter.id == spend.holder or shares:
            situation = situation.with_fighter(replace(fighter, used=fighter.used | {spend.key}))
    return situation
