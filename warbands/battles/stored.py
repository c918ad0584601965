"""Fighters and situations as plain data, and back into the engine's values.

``muster`` holds what does not change in a battle: each fighter as he came. ``state`` holds what does: for each model by
his id the fields of ``MODEL``, for each side whether it has routed, whose turn it is, what is settled, and the fighters
that joined in play. Every state has the same keys, so that two of them can be compared value by value
(``warbands.battles.differences``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from rules.engine.changes import fall
from rules.engine.rulebook import From, Held, Rulebook, arguments
from rules.engine.rulings import Rulings
from rules.engine.sentences import Value, parse
from rules.engine.situation import Charge, Fighter, Kind, Side, Situation
from rules.engine.vocabulary import Flag, Status
from warbands.psychology.records import stored_trial, trial_of

type Doc = dict[str, Any]
"""A value of JSON."""

MODEL: Mapping[str, Any] = {
    "status": Status.STANDING.value,
    "flags": [],
    "lost": [],
    "used": [],
    "engaged": [],
    "near": {},
    "told": {},
    "edge": None,
    "flight_edge": None,
    "missile": False,
    "round": 1,
    "gained": [],
    "without": {},
    "wounds_lost": 0,
    "out_by": "",
}
"""How a model stands when a battle begins.

``near`` are inches by the other's id, ``gained`` rules held for a time and ``without`` rules taken from him until a
moment, ``wounds_lost`` how many of several wounds are gone, ``out_by`` who took him out of action.
"""

_CARRIER = "takes stupidity"


# --- Fighters ---------------------------------------------------------------------------------------------------------


def stored_held(held: Held) -> Doc:
    """A rule as it is held."""
    kept: Doc = {"rule": held.rule, "origin": held.origin.value}
    if held.arguments:
        kept["arguments"] = {name: _plain(value) for name, value in held.arguments}
    if held.clause is not None:
        kept["clause"] = str(held.clause)
    return kept | {key: value for key in ("origin_name", "via", "weapon") if (value := getattr(held, key))}


def held_of(kept: Mapping[str, Any]) -> Held:
    """The holding that was stored."""
    clause = kept.get("clause")
    return Held(
        kept["rule"],
        arguments({name: _value(value) for name, value in kept.get("arguments", {}).items()}),
        # A clause has no reader of its own, so it is read as the end of the shortest sentence that may carry one.
        clause=parse(f"{_CARRIER} {clause}").clause if clause else None,
        origin=From(kept["origin"]),
        origin_name=kept.get("origin_name", ""),
        via=kept.get("via", ""),
        weapon=kept.get("weapon", ""),
    )


def _plain(value: Value) -> Any:
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def _value(kept: Any) -> Value:
    return Fraction(kept["fraction"]) if isinstance(kept, dict) else kept


def stored_fighter(fighter: Fighter) -> Doc:
    """What of a fighter stays the same in a battle."""
    return {
        "id": fighter.id,
        "name": fighter.name,
        "leadership": fighter.leadership,
        "kind": fighter.kind.value,
        "tags": sorted(fighter.tags),
        "held": [stored_held(held) for held in fighter.held],
        "movement": fighter.movement,
        "attacks": fighter.attacks,
    }


def fighter_of(kept: Mapping[str, Any]) -> Fighter:
    """The fighter that was stored, on his feet and with nothing told of him."""
    return Fighter(
        id=kept["id"],
        name=kept["name"],
        leadership=kept["leadership"],
        kind=Kind(kept["kind"]),
        tags=frozenset(kept["tags"]),
        held=tuple(held_of(held) for held in kept["held"]),
        movement=kept["movement"],
        attacks=kept["attacks"],
    )


def stored_model(fighter: Fighter, came: Fighter, before: Mapping[str, Any], situation: Situation) -> Doc:
    """What of a fighter changes in a battle; ``came`` is the same as he came, ``before`` his state so far."""
    return {
        **before,
        "status": fighter.status.value,
        "flags": sorted(flag.value for flag in fighter.flags),
        "lost": sorted(_lost(fighter, before, situation)),
        "used": sorted(fighter.used),
        "engaged": list(fighter.engaged),
        "near": dict(sorted(fighter.distances.items())),
        "told": dict(sorted(fighter.told.items())),
        "edge": _inches(fighter.edge),
        "flight_edge": _inches(fighter.flight_edge),
        "missile": fighter.missile,
        "round": fighter.round,
        "gained": [stored_held(held) for held in fighter.held[len(came.held) :]],
    }


def _lost(fighter: Fighter, before: Mapping[str, Any], situation: Situation) -> set[str]:
    """The rules he has lost for the battle, without those that a spell has only taken for a time."""
    without = before["without"]
    lost = {slug for slug in fighter.lost if slug not in without or slug in before["lost"]}
    if without and fighter.status.value != before["status"]:
        # What a fall costs him is lost for good, though it was taken from him when he fell.
        lost |= fall(replace(fighter, lost=frozenset()), fighter.status, situation).lost
    return lost


def _inches(told: float) -> float | None:
    return None if told == inf else told


def placed(came: Fighter, model: Mapping[str, Any]) -> Fighter:
    """A fighter as his state says he stands."""
    return replace(
        came,
        status=Status(model["status"]),
        flags=frozenset(map(Flag, model["flags"])),
        lost=frozenset((*model["lost"], *model["without"])),
        used=frozenset(model["used"]),
        engaged=tuple(model["engaged"]),
        distances=dict(model["near"]),
        told=dict(model["told"]),
        edge=inf if model["edge"] is None else model["edge"],
        flight_edge=inf if model["flight_edge"] is None else model["flight_edge"],
        missile=model["missile"],
        round=model["round"],
        held=came.held + tuple(map(held_of, model["gained"])),
    )


# --- Sides and situations ---------------------------------------------------------------------------------------------


def stored_side(side: Side, absent: Iterable[Fighter] = (), wounds: Mapping[str, int] | None = None) -> Doc:
    """What of a side stays the same: its fighters as they came, and N for Rout.

    ``absent`` are leaders who miss this game, whose Leadership a ruling may use all the same, and ``wounds`` the wounds
    of those who have several.
    """
    return {
        "id": side.id,
        "name": side.name,
        "alliance": side.alliance,
        "started": side.started,
        "others_out": [str(weight) for weight in side.others_out],
        "fighters": [stored_fighter(fighter) for fighter in side.fighters],
        "absent": [stored_fighter(fighter) for fighter in absent],
        "wounds": dict(wounds or {}),
    }


def opening(situation: Situation, came: Mapping[str, Fighter]) -> Doc:
    """The state of a battle that stands as ``situation`` says, before anything is done in it."""
    return stored(situation, came, EMPTY)


EMPTY: Mapping[str, Any] = {
    "stage": "deployment",
    "round": 0,
    "first": "",
    "turn": "",
    "models": {},
    "sides": {},
    "joined": {},
    "charges": [],
    "done": [],
    "pending": [],
    "over": False,
    "offer": None,
    "result": None,
}
"""A state without anybody. ``round`` counts the turns of both sides together, ``first`` is who began, ``joined`` are
the fighters of each side that joined in play, ``offer`` is a failed throw that a rule lets him take again, ``result``
the outcome for each side once the battle is ended."""


def stored(situation: Situation, came: Mapping[str, Fighter], before: Mapping[str, Any]) -> Doc:
    """The state after ``before``, as the engine left the situation. ``came`` are the fighters as they came, by id."""
    models = {
        fighter.id: stored_model(fighter, came[fighter.id], before["models"].get(fighter.id, MODEL), situation)
        for side in situation.sides
        for fighter in side.fighters
        if fighter.id in came
    }
    return {
        **before,
        "turn": situation.turn,
        "models": models,
        "sides": {side.id: {"routed": side.routed, "tested": side.rout_required_ever} for side in situation.sides},
        "charges": [_stored_charge(charge) for charge in situation.charges],
        "done": sorted(situation.done),
        "pending": [stored_trial(trial) for trial in situation.pending],
        "over": situation.over,
    }


def _stored_charge(charge: Charge) -> Doc:
    return {
        "charger": charge.charger,
        "targets": list(charge.targets),
        "in_range": charge.in_range,
        "interceptor": charge.interceptor,
    }


def _charge_of(kept: Mapping[str, Any]) -> Charge:
    return Charge(kept["charger"], tuple(kept["targets"]), kept["in_range"], kept["interceptor"])


def came(muster: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Fighter]:
    """The fighters of a battle as they came, at its start or later, by id."""
    return {kept["id"]: fighter_of(kept) for side in muster["sides"] for kept in _listed(side, state)}


def _listed(side: Mapping[str, Any], state: Mapping[str, Any]) -> list[Doc]:
    return [*side["fighters"], *state["joined"].get(side["id"], ())]


def _standing(side: Mapping[str, Any], state: Mapping[str, Any], fighters: Mapping[str, Fighter]) -> Iterator[Fighter]:
    """The fighters of a side as they stand; and its leader, if he misses this game."""
    yield from (placed(fighters[kept["id"]], state["models"][kept["id"]]) for kept in _listed(side, state))
    yield from (replace(fighter_of(kept), status=Status.MISSING_GAME) for kept in side.get("absent", ()))


def situation_of(
    muster: Mapping[str, Any],
    state: Mapping[str, Any],
    fighters: Mapping[str, Fighter],
    rulebook: Rulebook,
    rulings: Rulings,
) -> Situation:
    """The situation of a battle, whatever the moment."""
    sides = tuple(
        Side(
            kept["id"],
            tuple(_standing(kept, state, fighters)),
            kept["name"],
            kept["started"],
            tuple(map(Fraction, kept["others_out"])),
            kept["alliance"],
            rout_required_ever=state["sides"][kept["id"]]["tested"],
            routed=state["sides"][kept["id"]]["routed"],
        )
        for kept in muster["sides"]
    )
    return Situation(
        rulebook,
        sides,
        turn=state["turn"],
        rulings=rulings,
        players=muster.get("players", 2),
        charges=tuple(map(_charge_of, state["charges"])),
        done=frozenset(state["done"]),
        pending=tuple(trial_of(kept) for kept in state["pending"]),
        over=state["over"],
    )
