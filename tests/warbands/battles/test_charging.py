"""Who may declare a charge and who may not, and whose fear it would put to the test."""

import pytest

from rules.engine.vocabulary import Flag, Status
from tests.warbands.battles.hand import after, one, shipped, table, take
from warbands.battles.charging import Charger, chargers, declared, grouped


def asked(*own, foes=(), stage="charges", **more):
    """What is said of each of ours, by his name."""
    told = table(shipped(), own, foes or (one("rat"),), stage=stage, **more)
    return {charger.name: charger for charger in chargers(told)}


@pytest.mark.parametrize(
    ("fighter", "words"),
    [
        (one("x", flags=frozenset({Flag.FLEEING})), "he is fleeing"),
        (one("x", flags=frozenset({Flag.RALLIED})), "he has only just recovered his nerve"),
        (one("x", flags=frozenset({Flag.STOOD_UP})), "he has only just stood up"),
        (one("x", flags=frozenset({Flag.STUPID})), "he failed his Stupidity test"),
        (one("x", flags=frozenset({Flag.IDLE})), "he does nothing this turn"),
        (one("x", flags=frozenset({Flag.STATIONARY})), "he must remain stationary"),
        (one("x", status=Status.STUNNED), "He is stunned"),
        (one("x", status=Status.KNOCKED_DOWN), "He is knocked down"),
        (one("x", engaged=("rat",)), "He is in hand-to-hand combat"),
    ],
)
def test_who_cannot_charge_is_told_why(fighter, words):
    assert words in asked(fighter)["x"].why.text


def test_who_is_gone_is_not_spoken_of_and_the_rest_may():
    found = asked(one("x"), one("gone", status=Status.OUT_OF_ACTION))
    assert found == {"x": Charger("x", "x")}


def test_whoever_has_declared_a_charge_declares_no_other():
    charge = {"charger": "x", "targets": ["rat"], "in_range": True, "interceptor": ""}
    assert "declared a charge already" in asked(one("x"), charges=[charge])["x"].why.text


def test_fear_is_told_both_ways_before_anybody_declares():
    foes = (one("ogre", "cause-fear"), one("rat"), one("tail", "immune-to-psychology"))
    found = asked(one("x"), one("grim", "cause-fear"), foes=foes)
    assert (found["x"].fears, found["x"].feared) == (("ogre",), ())
    assert (found["grim"].fears, found["grim"].feared) == ((), ("rat",))


def test_who_may_not_charge_fears_nobody():
    found = asked(one("x", flags=frozenset({Flag.IDLE})), foes=(one("ogre", "cause-fear"),))
    assert found["x"].fears == ()


def test_who_has_the_same_said_of_him_is_named_together_and_those_who_may_come_first():
    down = frozenset({Flag.IDLE})
    own = (one("w", flags=down), one("x"), one("y", flags=down), one("z"), one("grim", "cause-fear"))
    told = table(shipped(), own, (one("rat"), one("ogre", "cause-fear")), stage="charges")
    assert [(group.names, group.words) for group in grouped(chargers(told))] == [
        (["x", "z"], "must first dare to charge ogre"),
        (["grim"], "tests the nerve of rat"),
        (["w", "y"], "He cannot charge: he does nothing this turn"),
    ]


def test_of_many_foes_who_are_all_feared_nobody_is_named():
    foes = [one(f"dead {number}", "cause-fear") for number in range(3)]
    assert asked(one("x"), foes=foes)["x"].fears == ("every foe",)


def test_outside_the_movement_phase_nobody_is_asked():
    assert asked(one("x"), stage="combat") == {}
    assert set(asked(one("x"), stage="movement")) == {"x"}


def test_a_declared_charge_says_what_became_of_it():
    told = table(shipped(), [one("x"), one("y"), one("z")], [one("ogre", "cause-fear"), one("rat")], stage="charges")
    told = after(told, "charge", who="y", targets=["rat"], in_range=False)
    told = after(told, "charge", who="z", targets=["rat"], interceptor="ogre")
    told = after(told, "charge", who="x", targets=["ogre"])
    assert declared(told) == [
        "y charges rat: out of range",
        "z charges rat: ogre steps in the way",
        "x charges ogre",
    ]
    told = take(take(told, (1, 1)), (6, 6))
    assert declared(told)[2] == "x charges ogre: no charge, he stays where he is"
    assert "must remain stationary" in chargers(told)[0].why.text
