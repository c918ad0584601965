"""Cases that need no battle: what rules come to, who is fielded, ratings, chances, Magic Resistance."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.engine import mustering, odds, rout
from rules.engine.cases.words import CaseError, held, only_keys, slugify, with_anonymous
from rules.engine.dice import DROP_HIGHEST, DROP_LOWEST, TWO_D6
from rules.engine.rulebook import From, Held, Rule, Rulebook
from rules.engine.rulings import Rulings
from rules.engine.sentences import parse
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.standing import standing
from rules.engine.vocabulary import Matter, Verb

type Finder = Callable[[Mapping[str, Any], Rulebook, Rulings], dict[str, Any]]
"""Finds everything that an event of this kind can be asked for, by the keys of ``expect``."""

EVENTS: dict[str, Finder] = {}


def event(*names: str) -> Callable[[Finder], Finder]:
    """Register the finder of an event."""

    def register(finder: Finder) -> Finder:
        EVENTS.update(dict.fromkeys(names, finder))
        return finder

    return register


PATTERNS: list[tuple[re.Pattern[str], Callable[[re.Match[str]], Finder]]] = []
"""Events that carry a number, each with what makes its finder."""


def _by_pattern(text: str) -> Finder | None:
    return next((make(found) for pattern, make in PATTERNS if (found := pattern.fullmatch(text))), None)


def check(case: Mapping[str, Any], rulebook: Rulebook) -> list[str]:
    """What does not hold of a case without a battle."""
    given, expect = case["given"], case["expect"]
    rulings = Rulings.of(case.get("rulings", {}))
    finder = EVENTS.get(case["event"]) or _by_pattern(case["event"])
    if finder is None:
        raise CaseError(f"unknown event: {case['event']}")
    if "per_variant" in expect:
        only_keys(expect, {"per_variant", "note"}, "expect")
        wanted = expect["per_variant"]
        shared = {key: value for key, value in given.items() if key != "variants"}
        return _differences(
            [
                (variant[wanted], finder({**shared, **_without(variant, wanted)}, rulebook, rulings), wanted)
                for variant in given["variants"]
            ]
        )
    found = finder(given, rulebook, rulings)
    wanted_keys = [key for key in expect if key not in {"note", "state", "not"}]
    only_keys(dict.fromkeys(wanted_keys), found, "expect")
    return _differences([(expect[key], found, key) for key in wanted_keys]) + _named(expect, found)


RULINGS = "rulings named"


def _named(expect: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """Without a battle all that can be true afterwards is that the result names a ruling."""
    failures = []
    for key, wanted in (("state", True), ("not", False)):
        for phrase in expect.get(key, ()):
            told = re.fullmatch(r"the result names (R-\d\d)", phrase)
            if told is None or RULINGS not in found:
                raise CaseError(f"unknown phrase: {phrase}")
            if (told[1] in found[RULINGS]) is not wanted:
                failures.append(f"{'not ' if wanted else ''}named: {told[1]}")
    return failures


def _without(variant: Mapping[str, Any], wanted: str) -> dict[str, Any]:
    return {key: value for key, value in variant.items() if key != wanted}


def _differences(rows: list[tuple[Any, Mapping[str, Any], str]]) -> list[str]:
    failures = []
    for wanted, found, key in rows:
        if key not in found:
            raise CaseError(f"nothing finds “{key}”")
        if found[key] != wanted:
            failures.append(f"{key} is {found[key]}, expected {wanted}")
    return failures


@event("smallest number out of action that requires a Rout test")
def _thresholds(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    only_keys(given, {"phase", "player", "table"}, "given")

    def smallest(started: int) -> int:
        for out in range(started + 1):
            side = Side("A", started=started, others_out=(Fraction(1),) * out)
            if rout.count(side, Situation(rulebook, (side,), turn="A", rulings=rulings)).required:
                return out
        raise CaseError(f"no number out of {started} requires a test")

    return {"table": {started: smallest(started) for started in range(1, 21)}}


@event("P(pass)")
def _chances(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    del rulebook, rulings
    only_keys(given, {"table"}, "given")
    dice = {"2d6": TWO_D6, "3d6_drop_high": DROP_HIGHEST, "3d6_drop_low": DROP_LOWEST}
    fractions = {}
    for word, thrown in dice.items():
        ways = {ld: odds.ways(thrown, odds.at_most(thrown, ld)) for ld in range(2, 11)}
        fractions[word] = {ld: f"{good}/{every}" for ld, (good, every) in ways.items()}
    return {"fractions": _Listed(fractions)}


class _Listed(dict[str, dict[int, str]]):
    """Compares only the tables that a case lists."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mapping)
            and bool(other)
            and all(key in self and self[key] == table for key, table in other.items())
        )

    def __ne__(self, other: object) -> bool:
        return not self == other


@event("expand")
def _expand(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    del rulings
    only_keys(given, {"rules"}, "given")
    expanded = rulebook.expand(held(name, rulebook) for name in given["rules"])
    return {"expansion": Unordered(rulebook.rules[one.rule].name for one in expanded)}


class Unordered(list[str]):
    """Names in any order."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(self) == sorted(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


@event("starting spells")
def _spells(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    del rulings
    only_keys(given, {"rules"}, "given")
    rules = [held(name, rulebook) for name in given["rules"]]
    return {"starting_spells": mustering.starting_spells(rules, rulebook)}


@event("whom the rule reaches")
def _reached(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    only_keys(given, {"rule", "models"}, "given")
    told = given["rule"]
    only_keys(told, {"bearer", "warband", "affects", "effect"}, "rule")
    found = re.fullmatch(r"each (\w+) within (\d+)\"", told["affects"])
    if found is None or told["effect"] != "re-roll a failed Leadership test":
        raise CaseError(f"unknown effect: {told['affects']}, {told['effect']}")
    sentence = parse(f"rerolls leadership_tests for friends of {slugify(found[1])} within {found[2]}")
    rule = Rule("told-by-the-case", "The case's rule", (sentence,))
    book = rulebook.with_rules(rule)
    bearer = Fighter(told["bearer"], held=(Held(rule.slug),))
    by_side: dict[str, list[Fighter]] = {told["warband"]: [bearer]}
    for model in given["models"]:
        only_keys(model, {"id", "type_name", "warband", "distance"}, "model")
        tags = frozenset({slugify(model["type_name"])})
        one = Fighter(model["id"], tags=tags, distances={k: float(v) for k, v in model["distance"].items()})
        by_side.setdefault(model["warband"], []).append(one)
    sides = tuple(Side(name, tuple(them), alliance="B" if name == "B" else "A") for name, them in by_side.items())
    situation = Situation(book, sides, turn=told["warband"], rulings=rulings)
    word = (Verb.REROLLS, Matter.LEADERSHIP_TESTS)
    reached = [m["id"] for m in given["models"] if standing(situation.fighter(m["id"]), situation).all(*word)]
    return {"reached": reached}


@event("list the rules of the model and of its attacks")
def _origins(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    only_keys(given, {"unit_entry", "equipment", "spell", "terrain"}, "given")
    gives = [item["gives"] for item in given["equipment"] if "gives" in item]
    book = with_anonymous(rulebook, [re.sub(r"\s*\(.*\)$", "", name) for name in gives])
    rules = [held(name, book) for name in given["unit_entry"]]
    spoken: dict[tuple[str, str], str] = {}
    for item in given["equipment"]:
        only_keys(item, {"name", "gives", "to"}, "equipment")
        if "gives" in item:
            one = held(item["gives"], book, origin=From.EQUIPMENT, origin_name=item["name"])
            weapon = item["name"] if item["to"] == "its attacks" else ""
            rules.append(replace(one, weapon=weapon))
            spoken[one.rule, weapon] = item["gives"]
    rules += [held(name, book, origin=From.SPELL) for name in given["spell"]]
    rules += [held(name, book, origin=From.TERRAIN) for name in given["terrain"]]
    fighter = Fighter("m1", held=tuple(rules))
    situation = Situation(book, (Side("A", (fighter,)),), turn="A", rulings=rulings)
    words = {From.UNIT: "unit entry"}
    model = {
        spoken.get((now.held.rule, ""), now.rule.name): words.get(now.held.origin, str(now.held.origin))
        for now in standing(fighter, situation).rules
    }
    expanded = book.expand(rules)
    attacks = {
        item["name"]: [spoken[one.rule, one.weapon] for one in expanded if one.weapon == item["name"]]
        for item in given["equipment"]
        if item.get("to") != "the bearer"
    }
    return {"model": model, "attacks": attacks}


@event("set up the battle")
def _opening(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    del rulebook, rulings
    only_keys(given, {"rules"}, "given")
    words = {
        "deployment": "deployment",
        "before the game": "before_first_turn",
        "beginning of the battle": "before_first_turn",
    }
    steps = mustering.opening((rule["name"], words[rule["acts"]]) for rule in given["rules"])
    return {"order": [" and ".join(step) for step in steps]}
