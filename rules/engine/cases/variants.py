"""Cases with variants: each is found from its other fields."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.engine import turn
from rules.engine.cases import phrases
from rules.engine.cases.record import Played
from rules.engine.cases.words import CaseError, fighters
from rules.engine.combat import blows
from rules.engine.plans import TrialKind
from rules.engine.rulebook import Rulebook
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Moment, Side, Situation

EXTRA_KEYS = {"required", "a", "two_weapons", "attacks", "round", "hated", "reroll", "first_die", "table_die", "result"}
"""What a variant may tell besides what every case tells."""

type Situate = Callable[[Mapping[str, Any], Rulebook, Rulings], Situation]
type Play = Callable[[str, Situation, Mapping[str, Any], Sequence[Mapping[str, Any]]], Played]


def check(
    case: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings, situation_of: Situate, play: Play
) -> list[str]:
    """What does not hold of the variants; what must be true besides is asked of each that is played."""
    given, expect = case["given"], case["expect"]
    wanted = expect["per_variant"]
    failures: list[str] = []
    for variant in given["variants"]:
        one = {**{key: value for key, value in given.items() if key != "variants"}, **variant}
        played: Played | None = None
        if wanted == "result":
            dice = [{"dice": [one["first_die"]]}, {"dice": [one["table_die"]]}]
            played = play(case["event"], situation_of(one, rulebook, rulings), one, dice)
            got: Any = played.asked[-1].result if played.asked else None
        elif wanted in _FINDERS:
            got = _FINDERS[wanted](one, rulebook, rulings, situation_of)
        else:
            raise CaseError(f"nothing finds “{wanted}”")
        if got != variant[wanted]:
            failures.append(f"{variant}: {wanted} is {got}")
        if played is None and ("state" in expect or "not" in expect):
            raise CaseError("nothing is played here of which something could be true afterwards")
        if played is not None:
            failures += [
                f"{variant}: {phrase}"
                for key, truth in (("state", True), ("not", False))
                for phrase in expect.get(key, ())
                if phrases.holds(phrase, played) is not truth
            ]
    return failures


def _required(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings, situation_of: Situate) -> bool:
    return any(due.trial.kind is TrialKind.ROUT for due in turn.due(situation_of(given, rulebook, rulings)))


def _attacks(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings, _: Situate) -> int:
    model = {"id": "m1", "a": given["a"], "rules": ["Frenzy"], "engaged": ["e1"]}
    frenzied = fighters(model, rulebook, inactive_lasts=False)[0]
    situation = _duel(rulebook, rulings, frenzied)
    return blows(frenzied, None, situation, two_weapons=bool(given["two_weapons"])).attacks


def _reroll(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings, _: Situate) -> bool:
    hated = ["e1"] if given["hated"] else ["e9"]
    model = {"id": "m1", "rules": ["Hatred"], "hates": hated, "engaged": ["e1"], "first_round": given["round"] == 1}
    hater = fighters(model, rulebook, inactive_lasts=False)[0]
    situation = _duel(rulebook, rulings, hater)
    return blows(hater, situation.fighter("e1"), situation).rerolls


_FINDERS: dict[str, Callable[[Mapping[str, Any], Rulebook, Rulings, Situate], Any]] = {
    "required": _required,
    "attacks": _attacks,
    "reroll": _reroll,
}


def _duel(rulebook: Rulebook, rulings: Rulings, fighter: Fighter) -> Situation:
    foe = Fighter("e1", tags=frozenset({"e1"}), engaged=(fighter.id,))
    sides = (Side("A", (fighter,), alliance="A"), Side("B", (foe,), alliance="B"))
    return Situation(rulebook, sides, turn="A", moment=Moment.COMBAT, rulings=rulings)
