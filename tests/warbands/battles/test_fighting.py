"""The combat stage says of everybody who fights what psychology leaves him: blows, sixes, re-rolls, and why."""

from dataclasses import replace

import pytest

from rules.engine.vocabulary import Flag, Status
from tests.warbands.battles.hand import one, shipped, table
from warbands.battles.fighting import fighting

RAT = one("rat", tags=frozenset({"skaven"}))


def told(fighter, foe=RAT, stage="combat"):
    """What is said of one who fights this foe."""
    found = fighting(table(shipped(), [replace(fighter, engaged=(foe.id,))], [foe], stage=stage))
    return next((line for line in found if line.name == fighter.name), None)


def test_everybody_who_fights_is_told_of_on_both_sides_and_nobody_else():
    found = fighting(table(shipped(), [one("x", engaged=("rat",)), one("idle")], [one("rat"), one("far")]))
    assert [(line.name, line.against, line.words) for line in found] == [
        ("x", ("rat",), ("1 attack",)),
        ("rat", ("x",), ("1 attack",)),
    ]
    assert not any(line.notable for line in found)


@pytest.mark.parametrize(
    ("fighter", "words", "reason"),
    [
        (one("x", flags=frozenset({Flag.NEEDS_6S})), "hits on 6s only", "failed a Fear test"),
        (one("x", flags=frozenset({Flag.STUPID})), "does not strike", "failed his Stupidity test"),
        (one("x", status=Status.STUNNED), "does not strike", "he is stunned"),
        (one("x", "frenzy"), "2 attacks", "Frenzy"),
    ],
)
def test_what_changes_his_blows_is_said_with_its_reason(fighter, words, reason):
    line = told(fighter)
    assert words in line.words
    assert any(reason in why.text for why in line.why)
    assert line.notable


@pytest.mark.parametrize(("round_", "words"), [(1, "re-rolls misses against rat in this first round"), (2, None)])
def test_hatred_is_for_the_first_round(round_, words):
    line = told(one("x", "gaolers-hatred", round=round_))
    assert [word for word in line.words if "re-rolls" in word] == ([words] if words else [])


def test_only_the_combat_stage_tells_of_blows():
    assert told(one("x"), stage="shooting") is None
