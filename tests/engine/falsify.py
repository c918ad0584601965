"""Every way to make one expectation of a worked case false."""

import copy
from collections.abc import Iterator
from typing import Any

type Case = dict[str, Any]

OTHER_METHOD = {"2d6": "3d6_drop_high", "auto": "2d6"}
OTHER_RESULT = {"pass": "fail", "fail": "pass"}


def falsified(case: Case) -> Iterator[tuple[str, Case]]:
    """Each mutant of a case, with what is false in it."""
    expect = case["expect"]
    if "tests" in expect:
        yield from _tests(case)
    for key, opposite in (("state", "not"), ("not", "state")):
        for phrase in expect.get(key, ()):
            mutant = copy.deepcopy(case)
            mutant["expect"][key].remove(phrase)
            mutant["expect"].setdefault(opposite, []).append(phrase)
            yield f"{key}: {phrase}", mutant
    if "per_variant" in expect:
        for number, variant in enumerate(case["given"]["variants"]):
            mutant = copy.deepcopy(case)
            wanted = expect["per_variant"]
            mutant["given"]["variants"][number][wanted] = _other(variant[wanted])
            yield f"variant {number}: {wanted}", mutant
    for key, value in expect.items():
        if key in {"tests", "also", "state", "not", "per_variant", "note"}:
            continue
        for what, false in _false_values(value):
            mutant = copy.deepcopy(case)
            mutant["expect"][key] = false
            yield f"{key}{what}", mutant


def _tests(case: Case) -> Iterator[tuple[str, Case]]:
    """Mutants of the expected tests; what both lists expect is falsified in both."""
    expect = case["expect"]
    lists = [key for key in ("tests", "also") if key in expect]
    for test in expect["tests"]:
        for what, false in _false_tests(test):
            mutant = copy.deepcopy(case)
            for key in lists:
                mutant["expect"][key] = [false if one == test else one for one in expect[key]]
            yield f"{test['test']} of {test['who']}: {what}", mutant
        if _is_missed(test, expect["tests"]):
            mutant = copy.deepcopy(case)
            for key in lists:
                mutant["expect"][key] = [one for one in expect[key] if one != test]
            yield f"without {test['test']} of {test['who']}", mutant
    mutant = copy.deepcopy(case)
    extra = {"test": "stupidity", "who": "nobody", "method": "2d6", "dice": [1, 1], "result": "pass"}
    for key in lists:
        mutant["expect"][key].append(extra)
    yield "one test more", mutant


def _is_missed(test: dict[str, Any], tests: list[dict[str, Any]]) -> bool:
    """Whether leaving a test out makes the list false.

    A list says which dice fall as well. Where another test of the same kind and model follows, that one's dice would
    fall now: another course of events, and a true one. A re-roll is the player's to take or leave.
    """
    later = tests[tests.index(test) + 1 :]
    alike = any((one["test"], one["who"]) == (test["test"], test["who"]) for one in later)
    return not alike and "reroll" not in test


def _false_tests(test: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "test", {**test, "test": "hunger"}
    yield "who", {**test, "who": "nobody"}
    yield "method", {**test, "method": OTHER_METHOD.get(test["method"], "2d6")}
    result = test["result"]
    yield "result", {**test, "result": result + 1 if isinstance(result, int) else OTHER_RESULT.get(result, "other")}
    if "ld" in test:
        yield "ld + 1", {**test, "ld": test["ld"] + 1}
        yield "ld - 1", {**test, "ld": test["ld"] - 1}
    yield "from somebody else", {**test, "from": "nobody"}
    if "from" in test:
        yield "from himself", {key: value for key, value in test.items() if key != "from"}
    if "reroll" in test:
        yield "another re-roll", {**test, "reroll": "luck"}


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"not {value}"


def _false_values(value: Any) -> Iterator[tuple[str, Any]]:
    """A value with one thing in it false, each with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for what, false in _false_values(inner):
                yield f".{key}{what}", {**value, key: false}
    elif isinstance(value, list):
        yield " one more", [*value, "another"]
        for number in range(len(value)):
            yield f" without {value[number]}", value[:number] + value[number + 1 :]
    else:
        yield "", _other(value)
