"""How long everything lasts in a battle: each row of psychology-spec, section 12, set by a deed and cleared in time."""

import pytest

from rules.engine.plans import TrialKind
from rules.engine.rulings import Rulings
from rules.engine.standing import standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb
from tests.warbands.battles.hand import after, flags, model, on, one, shipped, table, take, to
from warbands.battles.doing import DeedError
from warbands.psychology.records import stored_trial


@pytest.fixture(scope="module")
def rulebook():
    """As it is shipped, read from its files: nothing here needs a database."""

    return shipped()


def lone(rulebook, *rules, stage="end", **fields):
    """One who fights two foes, with nobody near."""
    own = one("m", *rules, leadership=7, engaged=("x", "y"), **fields)
    foes = [one(who, engaged=("m",)) for who in "xy"]
    return table(rulebook, [own, one("far")], foes, stage=stage)


def broken(rulebook):
    """He has broken, nobody hit him, and he has run."""
    return take(take(take(lone(rulebook), [6, 6]), option="unharmed"), [3, 4])


def test_whoever_breaks_flees_and_runs_at_once_and_fights_nobody(rulebook):
    of = broken(rulebook)
    assert flags(of, "m") == {Flag.FLEEING}
    assert not of.situation.opponents(model(of, "m"))
    assert not of.due


def test_he_flees_until_he_recovers_and_may_only_cast_for_that_turn(rulebook):
    of = on(to(on(broken(rulebook)), "end"))
    assert [due.trial.kind for due in of.due] == [TrialKind.RALLY]
    of = take(of, [1, 1])
    assert flags(of, "m") == {Flag.RALLIED}
    of = to(of, "end")
    assert flags(of, "m") == {Flag.RALLIED}
    assert flags(on(of), "m") == frozenset()


def test_whoever_fails_to_recover_runs_and_reaches_the_edge_for_good(rulebook):
    of = on(to(on(broken(rulebook)), "end"))
    of = after(of, "tell", who="m", key="edge", value=5)
    of = take(take(of, [6, 6]), [3, 2])
    assert model(of, "m").status is Status.FLED_OFF
    assert flags(of, "m") == frozenset()
    assert model(to(of, "start", "a"), "m").status is Status.FLED_OFF


def test_being_down_does_not_end_a_flight(rulebook):
    of = after(broken(rulebook), "put", who="m", status="stunned")
    assert Flag.FLEEING in flags(of, "m")
    assert Flag.FLEEING not in flags(after(of, "put", who="m", status="out_of_action"), "m")


def fearsome(rulebook, **fields):
    """Side a charges with one who causes fear."""
    return table(rulebook, [one("m", "cause-fear", **fields)], [one("x", leadership=7), one("z")], stage="charges")


def test_who_is_charged_by_fear_needs_sixes_until_the_combat_is_over(rulebook):
    of = take(after(fearsome(rulebook), "charge", who="m", targets=["x"]), [6, 6])
    assert flags(of, "x") == {Flag.NEEDS_6S}
    of = to(of, "combat")
    assert of.situation.opponents(model(of, "x")) == (model(of, "m"),)
    of = to(of, "end")
    assert Flag.NEEDS_6S in flags(of, "x")
    assert flags(on(of), "x") == frozenset()


def test_a_charge_out_of_range_asks_for_no_fear_and_meets_nobody(rulebook):
    of = after(fearsome(rulebook), "charge", who="m", targets=["x"], in_range=False)
    assert not of.due
    assert not of.situation.opponents(model(to(of, "combat"), "x"))


def test_who_dares_not_charge_stays_where_he_is_until_his_turn_ends(rulebook):
    of = table(rulebook, [one("m", leadership=7)], [one("x", "cause-fear")], stage="charges")
    of = take(after(of, "charge", who="m", targets=["x"]), [6, 6])
    assert flags(of, "m") == {Flag.STATIONARY}
    of = to(of, "end")
    assert Flag.STATIONARY in flags(of, "m")
    assert not of.situation.opponents(model(of, "m"))
    assert flags(on(of), "m") == frozenset()


def test_an_interceptor_meets_the_charger_in_place_of_the_target(rulebook):
    of = after(fearsome(rulebook), "charge", who="m", targets=["x"], interceptor="z")
    of = to(take(of, [1, 1]), "combat")
    assert [foe.id for foe in of.situation.opponents(model(of, "m"))] == ["z"]


def test_an_interceptor_who_fails_his_fear_stays_and_the_charge_goes_on(rulebook):
    of = after(fearsome(rulebook), "charge", who="m", targets=["x"], interceptor="z")
    of = to(take(take(of, [6, 6]), [1, 1]), "combat")
    assert [foe.id for foe in of.situation.opponents(model(of, "m"))] == ["x"]


def test_a_fleer_who_is_charged_runs_on_and_is_not_fought(rulebook):
    of = table(rulebook, [one("m")], [one("x", flags=frozenset({Flag.FLEEING}))], stage="charges")
    of = after(of, "charge", who="m", targets=["x"])
    assert [due.trial.kind for due in of.due] == [TrialKind.FLIGHT]
    of = to(take(of, [2, 2]), "combat")
    assert Flag.FLEEING in flags(of, "x")
    assert not of.situation.opponents(model(of, "m"))


def test_a_fleer_whom_animosity_charges_runs_on_too(rulebook):
    fleer = one("x", flags=frozenset({Flag.FLEEING}))
    orc = one("m", "animosity", tags=frozenset({"orc"}), distances={"x": 5.0})
    of = take(take(table(rulebook, [orc], [fleer], stage="start"), [1]), [6])
    assert [due.trial.kind for due in of.due] == [TrialKind.FLIGHT]
    assert not of.situation.opponents(model(of, "m"))


def test_stupidity_lasts_until_his_next_turn_and_its_die_for_his_own(rulebook):
    of = table(rulebook, [one("m", "stupidity", leadership=2)], [one("x")], stage="start")
    of = take(take(of, [6, 6]), [5])
    assert flags(of, "m") == {Flag.STUPID, Flag.INACTIVE}
    of = to(of, "start", "b")
    assert flags(of, "m") == {Flag.STUPID}
    of = to(of, "start", "a")
    assert flags(of, "m") == frozenset()
    assert len(of.due) == 1


def test_by_ruling_the_die_of_stupidity_lasts_as_long(rulebook):

    rulings = Rulings.of({"stupid_d6_lasts": "until_next_turn"})
    of = table(rulebook, [one("m", "stupidity", leadership=2)], [one("x")], rulings, stage="start")
    of = to(take(take(of, [6, 6]), [2]), "start", "b")
    assert flags(of, "m") == {Flag.STUPID, Flag.SHAMBLING}
    assert flags(to(of, "start", "a"), "m") == frozenset()


def test_who_sulks_does_so_until_his_turn_ends(rulebook):
    of = table(rulebook, [one("m", "animosity", tags=frozenset({"orc"}))], [one("x")], stage="start")
    of = take(take(of, [1]), [3])
    assert flags(of, "m") == {Flag.IDLE}
    assert flags(to(of, "start", "b"), "m") == frozenset()


@pytest.mark.parametrize("status", ["knocked_down", "stunned"])
def test_frenzy_is_lost_for_the_battle_by_a_fall(rulebook, status):
    of = after(table(rulebook, [one("m", "berserkers")], [one("x")]), "put", who="m", status=status)
    of = after(of, "put", who="m", status="standing")
    assert of.state["models"]["m"]["lost"] == ["frenzy"]
    assert to(of, "start", "a").state["models"]["m"]["lost"] == ["frenzy"]


def test_frenzy_is_lost_by_a_fall_though_a_spell_had_taken_it_for_a_time(rulebook):
    of = after(table(rulebook, [one("m", "frenzy")], [one("x")]), "gain", who="m", rule="frenzy",
               until="end_of_turn", taken=True)  # fmt: skip
    assert of.state["models"]["m"]["lost"] == []
    of = to(after(of, "put", who="m", status="knocked_down"), "start", "b")
    assert of.state["models"]["m"]["without"] == {}
    assert "frenzy" in model(of, "m").lost


def test_the_first_round_is_over_with_its_combat_and_a_new_one_begins_afresh(rulebook):
    of = to(after(table(rulebook, [one("m")], [one("x"), one("z")], stage="charges"), "charge", who="m",
                  targets=["x"]), "combat")  # fmt: skip
    assert model(of, "m").round == 1
    assert Flag.CHARGED in flags(of, "m")
    of = to(of, "combat", "b")
    assert (model(of, "m").round, model(of, "x").round) == (2, 2)
    assert Flag.CHARGED not in flags(of, "m")
    of = after(of, "put", who="x", status="out_of_action", by="m")
    assert not of.situation.opponents(model(of, "m"))
    of = after(of, "contact", who="m", foe="z")
    assert (model(of, "m").round, model(of, "z").round) == (1, 1)


def test_a_rout_test_that_was_due_lets_the_warband_leave_later(rulebook):
    own = [one("m", leadership=7), one("n", status=Status.OUT_OF_ACTION)]
    of = table(rulebook, own, [one("x")], stage="start")
    with_test = take(of, [1, 1])
    skipped = after(of, "skip", trial=stored_trial(of.due[0].trial))
    for one_way in (with_test, skipped):
        assert one_way.state["sides"]["a"] == {"routed": False, "tested": True}
        later = to(after(one_way, "put", who="n", status="standing"), "start", "a")
        assert after(later, "rout", side="a").state["over"]


def test_a_rout_is_final_and_ends_the_battle(rulebook):
    of = table(rulebook, [one("m", leadership=2), one("n", status=Status.OUT_OF_ACTION)], [one("x")], stage="start")
    of = take(of, [6, 6])
    assert (of.state["sides"]["a"]["routed"], of.state["over"]) == (True, True)
    assert model(of, "m").status is Status.FLED_OFF
    with pytest.raises(DeedError, match="how it ended"):
        on(of)
    assert after(of, "end", outcomes={"a": "routed", "b": "won"}).state["result"] == {"a": "routed", "b": "won"}


@pytest.mark.parametrize(
    ("until", "there", "gone"),
    [
        ("end_of_combat", "end", ("start", "b")),
        ("end_of_turn", "end", ("start", "b")),
        ("next_own_turn", "end", ("start", "a")),
    ],
)
@pytest.mark.parametrize("taken", [False, True])
def test_what_a_spell_gives_or_takes_lasts_until_its_moment(rulebook, until, there, gone, taken):
    held = ("cause-fear",) if taken else ()
    of = table(rulebook, [one("m", *held)], [one("x")], stage="start")

    def feared(now):

        return standing(model(now, "m"), now.situation).first(Verb.CAUSES, Matter.FEAR) is not None

    of = after(of, "gain", who="m", rule="cause-fear", until=until, taken=taken)
    assert feared(of) is not taken
    of = to(of, there)
    assert feared(of) is not taken
    assert feared(to(of, *gone)) is taken


def test_who_comes_round_and_who_stays_down(rulebook):
    own = [one(who, status=status) for who, status in (("k", Status.KNOCKED_DOWN), ("l", Status.KNOCKED_DOWN),
                                                      ("s", Status.STUNNED))]  # fmt: skip
    of = after(table(rulebook, own, [one("x")], stage="start"), "recover", stays_down=["l"])
    assert [model(of, who).status for who in "kls"] == [Status.STANDING, Status.KNOCKED_DOWN, Status.KNOCKED_DOWN]
    of = on(of)
    assert model(of, "l").status is Status.KNOCKED_DOWN
    assert Flag.STOOD_UP in flags(of, "k")
    assert flags(to(of, "start", "b"), "k") == frozenset()


def test_what_was_told_of_places_is_forgotten_once_they_have_moved(rulebook):
    of = table(rulebook, [one("m"), one("n"), one("f", flags=frozenset({Flag.HIDDEN}))], [one("x"), one("z")],
               stage="charges")  # fmt: skip
    for who, other in (("m", "n"), ("x", "m"), ("x", "z")):
        of = after(of, "tell", who=who, key=f"near:{other}", value=4)
    of = after(after(of, "tell", who="m", key="edge", value=4), "tell", who="m", key="fact:foe_in_reach", value=False)
    of = to(of, "shooting")
    assert (of.state["models"]["m"]["near"], of.state["models"]["m"]["edge"]) == ({}, None)
    assert of.state["models"]["m"]["told"] == {}
    assert of.state["models"]["x"]["near"] == {"z": 4.0}


def test_nobody_knows_where_a_runner_stands(rulebook):
    of = after(lone(rulebook), "tell", who="far", key="near:m", value=8)
    of = take(take(take(of, [6, 6]), option="unharmed"), [3, 4])
    assert of.state["models"]["far"]["near"] == {}


def test_a_test_asked_for_besides_does_not_stand_for_the_one_that_is_due(rulebook):
    of = table(rulebook, [one("m", "stupidity", leadership=7)], [one("x")], stage="start")
    of = take(after(of, "ask", who="m", kind="stupidity"), [1, 1])
    assert [due.trial.kind for due in of.due] == [TrialKind.STUPIDITY]


def test_a_failed_throw_that_may_be_taken_again_waits_for_a_word(rulebook):
    of = table(rulebook, [one("m", "sisters-of-sigmar--blessed-sight", leadership=7,
                              flags=frozenset({Flag.FLEEING}))], [one("x")], stage="start")  # fmt: skip
    of = take(of, [6, 6])
    assert of.due == ()
    assert Flag.FLEEING in flags(after(of, "stand"), "m")
    of = after(of, "again", [1, 1], rule="sisters-of-sigmar--blessed-sight")
    assert Flag.RALLIED in flags(of, "m")
