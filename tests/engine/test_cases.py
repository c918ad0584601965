"""Every worked case holds, and every one of its expectations would turn it red if it were false."""

import copy
from collections import Counter

import pytest

from rules.engine.cases import CaseError, check
from rules.engine.rulings import REGISTER
from tests.engine.falsify import falsified
from tests.engine.worked import BY_FILE, CASES, OWN, each_case

GIVEN_CASES = 117


@each_case
def test_the_case_holds(case, rulebook):
    assert check(case, rulebook) == []


def _red(case, rulebook) -> bool:
    try:
        return bool(check(case, rulebook))
    except CaseError:
        return True


@each_case
def test_any_false_expectation_turns_the_case_red(case, rulebook):
    mutants = list(falsified(case))
    assert mutants, "a case without expectations proves nothing"
    assert [what for what, mutant in mutants if not _red(mutant, rulebook)] == []


def test_no_case_is_lost_and_none_has_the_id_of_another():
    assert len(BY_FILE["psychology"]) == GIVEN_CASES
    assert [one for one, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


def _set(case, key) -> str:
    word = case.get("rulings", {}).get(key)
    return str(word).lower() if isinstance(word, bool) else str(word)


@pytest.mark.parametrize("ruling", REGISTER, ids=[ruling.id for ruling in REGISTER])
def test_every_choice_of_every_ruling_has_a_case_of_our_own(ruling):
    chosen = {_set(case, ruling.key) for case in OWN}
    assert set(ruling.choices) <= chosen


@pytest.mark.parametrize("ruling", REGISTER, ids=[ruling.id for ruling in REGISTER])
def test_every_choice_of_every_ruling_changes_what_the_engine_does(ruling, rulebook):
    for choice in ruling.choices:
        cases = [case for case in CASES if _set(case, ruling.key) == choice]
        others = [other for other in ruling.choices if other != choice]
        assert any(_red(_under(case, ruling.key, other), rulebook) for case in cases for other in others), choice


def _under(case, key, choice):
    changed = copy.deepcopy(case)
    changed["rulings"][key] = choice
    return changed


BASE = {
    "id": "X",
    "given": {"phase": "charge_declared", "player": "B", "A": [{"id": "m1"}], "B": [{"id": "e1"}]},
    "event": "e1 charges m1, in range",
    "expect": {"tests": [], "state": ["m1 fights normally"]},
}
MAGIC = {"id": "X", "given": {"magic_resistance": [1]}, "event": "value", "expect": {"mr": 1}}


def test_the_cases_that_are_spoilt_below_hold(rulebook):
    assert check(BASE, rulebook) == []
    assert check(MAGIC, rulebook) == []


@pytest.mark.parametrize(
    ("base", "path", "value"),
    [
        (BASE, ("mood",), "grim"),
        (BASE, ("event",), "e1 dances with m1"),
        (BASE, ("event",), "e1 charges m1, in range; the moon is full"),
        (BASE, ("event",), "start of B's turn"),
        (BASE, ("event",), "e1 charges nobody, in range"),
        (BASE, ("given", "weather"), "rain"),
        (BASE, ("given", "phase"), "tea_time"),
        (BASE, ("given", "history"), ["it rained"]),
        (BASE, ("given", "A"), [{"id": "m1", "hat": "tall"}]),
        (BASE, ("given", "A"), [{"id": "m1", "flags": ["sleepy"]}]),
        (BASE, ("given", "A"), [{"id": "m1", "state": "floating"}]),
        (BASE, ("given", "A"), [{"id": "m1", "rules": ["Levitation"]}]),
        (BASE, ("given", "A"), [{"id": "m1", "rules": ["Cause Fear (3)"]}]),
        (BASE, ("given", "A"), [{"id": "m1", "history": ["had breakfast"]}]),
        (BASE, ("given", "A"), [{"id": "m1", "weight": 3}]),
        (BASE, ("expect", "mood"), "grim"),
        (BASE, ("expect", "state"), ["m1 feels fine"]),
        (BASE, ("expect", "state"), ["m2 fleeing"]),
        (BASE, ("expect", "not"), ["m1 feels fine"]),
        (BASE, ("expect", "per_variant"), "mood"),
        (BASE, ("rulings",), {"ld_ceiling": 10}),
        (BASE, ("rulings",), {"ld_cap": 11}),
        (MAGIC, ("given", "weather"), "rain"),
        (MAGIC, ("given", "spell"), {"colour": "green"}),
        (MAGIC, ("expect", "mood"), "grim"),
        (MAGIC, ("expect", "state"), ["m1 fleeing"]),
        (MAGIC, ("event",), "a cup of tea"),
    ],
)
def test_words_that_nobody_knows_are_refused(base, path, value, rulebook):
    case = copy.deepcopy(base)
    inner = case
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises((CaseError, ValueError)):
        check(case, rulebook)


def test_an_unknown_key_in_an_expected_test_is_refused(rulebook):
    case = copy.deepcopy(next(case for case in CASES if case["id"] == "FE-01"))
    case["expect"]["tests"][0]["mood"] = "grim"
    with pytest.raises(CaseError, match="mood"):
        check(case, rulebook)
