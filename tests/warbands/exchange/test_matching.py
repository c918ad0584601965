"""Names as other tools write them, and the ones of ours that are meant."""

import pytest

from warbands.exchange.matching import Matcher, folded, likeness
from warbands.exchange.proposing import counted


@pytest.mark.parametrize(
    ("told", "ours"),
    [
        ("Große Krähe", "grosse krahe"),
        ("The Swordsmen", "swordsman"),
        ("Cutlasses", "cutlass"),
        ("Sniper’s Rifles", "sniper rifle"),
        ("Rope & Hook", "rope and hook"),
        ("Daggers", "dagger"),
        ("Chaos Spawn", "chaos spawn"),
        ("", ""),
    ],
)
def test_names_are_folded(told, ours):
    assert folded(told) == folded(ours)


def test_the_best_guesses_come_first_and_nothing_is_guessed_of_nothing():
    matcher = Matcher({"Mercenary Captain": "captain", "Champion": "champion", "Youngblood": "youngblood"})
    assert matcher.best("captain, mercenary").slug == "captain"
    assert matcher.best("Yungblood").slug == "youngblood"
    assert matcher.best("Dancing Bear") is None
    assert matcher.matches("") == ()
    assert likeness("champion", "champion") == 1


@pytest.mark.parametrize(
    ("told", "many", "bare"),
    [
        ("2 daggers", 2, "daggers"),
        ("Dagger x2", 2, "Dagger"),
        ("3 × Sword", 3, "Sword"),
        ("Sword (2)", 2, "Sword"),
        ("Sword", 1, "Sword"),
        ("0 swords", 1, "swords"),
    ],
)
def test_things_are_counted(told, many, bare):
    assert counted(told) == (many, bare)
