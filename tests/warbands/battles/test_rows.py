"""A model's row and its side's Rout meter say at a glance how things stand."""

import pytest

from rules.engine.vocabulary import Status
from tests.warbands.battles.hand import after, model, one, shipped, table
from warbands.battles.rows import row
from warbands.battles.shown import board


def words(of, who="x"):
    return row(model(of, who), of).words


def test_a_rule_given_or_taken_for_a_time_is_named_until_it_is_over():
    of = table(shipped(), [one("x", "frenzy")], [one("rat")])
    given = after(of, "gain", who="x", rule="cause-fear", until="end_of_turn", why="a spell")
    assert words(given) == "has cause fear until the end of this turn"
    taken = after(of, "gain", who="x", rule="frenzy", until="end_of_combat", taken=True)
    assert words(taken) == "no frenzy until the end of the combat phase"
    assert words(after(taken, "drop", who="x", rule="frenzy")) == ""
    assert words(after(of, "gain", who="x", rule="cause-fear", until="end_of_battle")) == "has cause fear"


def test_a_rule_that_a_fall_has_cost_him_is_lost():
    of = after(table(shipped(), [one("x", "frenzy")], [one("rat")]), "put", who="x", status="knocked_down")
    assert words(of) == "knocked down · frenzy lost"


@pytest.mark.parametrize(
    ("out", "said"),
    [
        (0, "1 more loss until a test · then still here after one test 72 %, two 52 %, three 38 %"),
        (1, "tests each turn · still here after one test 72 %, two 52 %, three 38 %"),
    ],
)
def test_the_meter_tells_the_losses_left_and_the_chance_of_standing_after_one_two_and_three_tests(out, said):
    own = [one(str(number), leadership=8) for number in range(4)]
    of = table(shipped(), own, [one("rat")])
    for number in range(out):
        of = after(of, "put", who=str(number), status=Status.OUT_OF_ACTION.value)
    assert next(side for side in board(of, ("a",), {}).sides if side.id == "a").rout == said
