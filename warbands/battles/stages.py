"""The stages of a turn, in Mordheim's order, and what passing to the next does (psychology-spec, section 12)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf

from rules.engine import turn
from rules.engine.changes import TEMPORARY, mark
from rules.engine.plans import Change, Code, Until
from rules.engine.situation import Charge, Fighter, Moment, Situation
from rules.engine.vocabulary import Flag, Status


class Stage(StrEnum):
    """Where a battle is: before it, or in a stage of somebody's turn."""

    DEPLOYMENT = "deployment"
    START = "start"
    CHARGES = "charges"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    COMBAT = "combat"
    END = "end"


TURN = (Stage.START, Stage.CHARGES, Stage.MOVEMENT, Stage.SHOOTING, Stage.COMBAT, Stage.END)
"""The stages of one turn, in order."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a stage is called, and what is done in it."""

    name: str
    words: str
    reminders: tuple[str, ...]


NAMES = {
    Stage.DEPLOYMENT: Named(
        "Before the battle",
        "Both sides are placed. Settle what acts before the first turn, then roll for who begins.",
        ("before_battle",),
    ),
    Stage.START: Named("Start of turn", "Tests first, then whoever is down comes round.", ("start_of_turn",)),
    Stage.CHARGES: Named("Charges", "Declare every charge before anybody moves.", ()),
    Stage.MOVEMENT: Named("Movement", "Whoever must charge does; then everybody else moves.", ("movement",)),
    Stage.SHOOTING: Named("Shooting", "Missiles, and spells.", ("shooting", "casting")),
    Stage.COMBAT: Named("Combat", "Everybody engaged strikes, of both sides.", ("combat",)),
    Stage.END: Named("End of combat", "Who stands all alone against several may lose his nerve.", ("end_of_turn",)),
}

MOMENTS = {
    Stage.START: Moment.START_OF_TURN,
    Stage.CHARGES: Moment.CHARGES,
    Stage.MOVEMENT: Moment.FRENZY,
    Stage.END: Moment.END_OF_COMBAT,
}
"""What the engine is asked at each stage; at the others nothing falls due by itself."""

UNTIL_WORDS = {
    Until.END_OF_COMBAT: "until the end of the combat phase",
    Until.END_OF_TURN: "until the end of this turn",
    **TEMPORARY,
}
"""By these words a rule held for a time tells when it ends; "" lasts as long as the battle."""

RECOVERED = "recovered"
"""Remembered among what is done once the knocked down and the stunned were seen to."""


def moment_of(stage: Stage) -> Moment:
    """The engine's moment of a stage."""
    return MOMENTS.get(stage, Moment.COMBAT)


def after(stage: Stage) -> Stage:
    """The stage that follows; after the last the next side's turn starts."""
    return TURN[(TURN.index(stage) + 1) % len(TURN)]


# --- Recovery ---------------------------------------------------------------------------------------------------------


def recovering(situation: Situation) -> tuple[Change, ...]:
    """Who comes round and who may stand up, while that is still to be done."""
    return () if RECOVERED in situation.done else turn.recovery(situation)


def recover(situation: Situation, stays_down: Iterable[str] = ()) -> tuple[Situation, list[Change]]:
    """The stunned come round and the knocked down stand up, but for those who stay down; and what was done."""
    lying = set(stays_down)
    done: list[Change] = []
    for change in recovering(situation):
        fighter = situation.fighter(change.who)
        if change.code is Code.BECOMES_KNOCKED_DOWN:
            situation = situation.with_fighter(replace(fighter, status=Status.KNOCKED_DOWN))
            done.append(change)
        elif change.who not in lying:
            situation = situation.with_fighter(fighter.with_(add=(Flag.STOOD_UP,), status=Status.STANDING))
            done.append(replace(change, text=f"{fighter.called} stands up."))
    return replace(situation, done=situation.done | {RECOVERED}), done


# --- Charges ----------------------------------------------------------------------------------------------------------


def arrive(situation: Situation) -> tuple[Situation, list[tuple[Fighter, Fighter]]]:
    """Every charge that took place brings its charger into contact; and who met whom."""
    met: list[tuple[Fighter, Fighter]] = []
    for charge in situation.charges:
        for one, other in _contacts(charge, situation):
            situation = engage(situation, one, other)
            charger = situation.fighter(charge.charger)
            situation = situation.with_fighter(charger.with_(add=(Flag.CHARGED,)))
            met.append((situation.fighter(one), situation.fighter(other)))
    return replace(situation, charges=()), met


def _contacts(charge: Charge, situation: Situation) -> Iterator[tuple[str, str]]:
    charger = situation.fighter(charge.charger)
    stopped = mark(Change(Code.NO_CHARGE, charger.id, "")) in situation.done
    if stopped or not charge.in_range or not charger.able or charger.has(Flag.STATIONARY):
        return
    if charge.interceptor and turn.intercepted(charge, situation):
        yield charger.id, charge.interceptor
        return
    for one in charge.targets:
        target = situation.fighter(one)
        if target.on_table and not target.has(Flag.FLEEING):
            yield charger.id, target.id


def engage(situation: Situation, one: str, other: str) -> Situation:
    """Two models in contact. Whoever was not fighting yet begins his first round."""
    for who, foe in ((one, other), (other, one)):
        fighter = situation.fighter(who)
        if foe not in fighter.engaged:
            fresh = not situation.opponents(fighter)
            engaged = (*fighter.engaged, foe)
            changed = replace(fighter, engaged=engaged, round=1 if fresh else fighter.round)
            situation = situation.with_fighter(changed)
    return situation


def part(situation: Situation, one: str, other: str) -> Situation:
    """Two models no longer in contact."""
    for who, foe in ((one, other), (other, one)):
        fighter = situation.fighter(who)
        situation = situation.with_fighter(replace(fighter, engaged=tuple(e for e in fighter.engaged if e != foe)))
    return situation


# --- Ends -------------------------------------------------------------------------------------------------------------


def moved(situation: Situation) -> Situation:
    """The end of a movement phase: what was told of places is no longer known, where the side in turn has moved.

    What lies between two models that did not move still holds: of the other side, and of those who flee or are stunned.
    """
    movers = {fighter.id for fighter in situation.side(situation.turn).fighters if _may_have_moved(fighter)}
    for fighter in everybody(situation):
        if fighter.id in movers:
            changed = replace(fighter, told={}, distances={}, edge=inf, flight_edge=inf)
        else:
            near = {other: inches for other, inches in fighter.distances.items() if other not in movers}
            changed = replace(fighter, told={}, distances=near)
        if changed != fighter:
            situation = situation.with_fighter(changed)
    return situation


def _may_have_moved(fighter: Fighter) -> bool:
    return not fighter.has(Flag.FLEEING) and fighter.status is not Status.STUNNED


def end_turn(situation: Situation) -> Situation:
    """The end of a combat phase and of its turn: what lasted until then is gone, and who still fights is a round on."""
    situation = turn.expire(situation, Until.END_OF_COMBAT)
    situation = turn.expire(situation, Until.END_OF_TURN)
    for fighter in everybody(situation):
        fighting = bool(situation.opponents(fighter))
        held = tuple(one for one in fighter.held if one.origin_name not in _OVER_BY_NOW)
        changed = replace(fighter, round=fighter.round + 1 if fighting else 1, held=held)
        if changed != fighter:
            situation = situation.with_fighter(changed)
    return situation


_OVER_BY_NOW = frozenset({UNTIL_WORDS[Until.END_OF_COMBAT], UNTIL_WORDS[Until.END_OF_TURN]})


def start_turn(situation: Situation, side: str) -> Situation:
    """The start of a side's turn: its own results of the last one end, and nothing of it is settled yet."""
    situation = replace(situation, turn=side, moment=Moment.START_OF_TURN, done=frozenset(), charges=(), pending=())
    situation = turn.expire(situation, Until.NEXT_OWN_TURN)
    for fighter in everybody(situation):
        if fighter.told:
            situation = situation.with_fighter(replace(fighter, told={}))
    return situation


def everybody(situation: Situation) -> list[Fighter]:
    """Every fighter of every side."""
    return [fighter for side in situation.sides for fighter in side.fighters]
