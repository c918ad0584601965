"""Injuries by the chart, and models that join in play. No database."""

from dataclasses import replace

import pytest

from rules.engine.plans import Trial, TrialKind
from rules.engine.rulebook import From, Held, arguments
from rules.engine.rulings import Rulings
from rules.engine.vocabulary import Flag, Status
from tests.warbands.battles.hand import after, flags, model, never, one, shipped, table
from warbands.battles.deeds import do
from warbands.battles.doing import DeedError, Throw


@pytest.fixture(scope="module")
def rulebook():
    """As it is shipped, read from its files: nothing here needs a database."""

    return shipped()


# --- Injuries ---------------------------------------------------------------------------------------------------------


def hurt(of, faces, **deed):
    done = do("injure", of, {"who": "m", **deed}, Throw(never, faces))
    return model(done.table, "m").status.value


@pytest.mark.parametrize(
    ("rules", "faces", "deed", "status"),
    [
        ((), [2], {}, "knocked_down"),
        ((), [3], {}, "stunned"),
        ((), [5], {}, "out_of_action"),
        ((), [2], {"concussion": True}, "stunned"),
        (("hard-head",), [2], {"concussion": True}, "knocked_down"),
        (("hard-to-kill",), [5], {}, "stunned"),
        (("hard-to-kill",), [6], {}, "out_of_action"),
        (("no-pain",), [4], {}, "standing"),
        (("no-pain",), [5], {}, "out_of_action"),
    ],
)
def test_an_injury_is_read_from_the_chart(rulebook, rules, faces, deed, status):
    assert hurt(table(rulebook, [one("m", *rules)], [one("x")]), faces, **deed) == status


def test_a_helmet_has_a_die_of_its_own(rulebook):
    helmet = Held("stun-save", arguments({"on": 4}), origin=From.EQUIPMENT)
    of = table(rulebook, [replace(one("m"), held=(helmet,))], [one("x")])
    assert hurt(of, [3, 4]) == "knocked_down"
    assert hurt(of, [3, 3]) == "stunned"
    with pytest.raises(DeedError, match="2 dice"):
        hurt(of, [3])


def test_who_is_stunned_is_not_knocked_down_instead(rulebook):
    assert hurt(table(rulebook, [one("m", status=Status.STUNNED)], [one("x")]), [1]) == "stunned"


def test_who_did_it_is_remembered(rulebook):
    done = do("injure", table(rulebook, [one("m")], [one("x")]), {"who": "m", "by": "x"}, Throw(never, [6]))
    assert done.text.endswith("Taken out by x.")
    of = done.table
    assert of.state["models"]["m"]["out_by"] == "x"
    with pytest.raises(DeedError, match="which foe"):
        after(of, "put", who="x", status="out_of_action", by="x")
    with pytest.raises(DeedError, match="not on the table"):
        hurt(of, [6])


# --- Joining ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "due"), [("start", True), ("grows", False)])
def test_whoever_joins_enlarges_the_warband_by_ruling_and_counts_when_he_is_gone(rulebook, base, due):

    own = [one(who) for who in "mnop"]
    of = table(rulebook, own, [one("x")], Rulings.of({"rout_base": base}), stage="deployment", turn="", round=0)
    of = after(of, "join", side="a", name="Zombie", like="m")
    of = after(of, "join", side="a", name="Ghoul", leadership=5, rules=["cause-fear"])
    assert flags(of, "a-joined-1") == {Flag.ADDED}
    of = after(of, "put", who="a-joined-1", status="out_of_action")
    of = after(of, "begin", side="a")
    assert (Trial(TrialKind.ROUT, "a") in [one_due.trial for one_due in of.due]) is due
    assert model(of, "a-joined-2").held[0].rule == "cause-fear"
