"""Exact chances, against the tables of the specification's section 15."""

from fractions import Fraction

import pytest

from rules.engine import magic, odds
from rules.engine.dice import D6, DROP_HIGHEST, DROP_LOWEST, TWO_D6
from rules.engine.plans import Roll, Trial, TrialKind, rulings_of
from rules.engine.psychology import plan
from rules.engine.rulings import Rulings
from tests.engine.field import battle, model

# Ld: 2D6 /36, cold blooded /216, drop lowest /216, 2D6 with a re-roll /1296, cold blooded with a re-roll /46656
ONE_TEST = {
    1: (0, 0, 0, 0, 0), 2: (1, 16, 1, 71, 6656), 3: (3, 43, 4, 207, 16727), 4: (6, 77, 11, 396, 27335),
    5: (10, 113, 23, 620, 36047), 6: (15, 147, 42, 855, 41895), 7: (21, 174, 69, 1071, 44892),
    8: (26, 193, 103, 1196, 46127), 9: (30, 205, 139, 1260, 46535), 10: (33, 212, 173, 1287, 46640),
    11: (35, 215, 200, 1295, 46655), 12: (36, 216, 216, 1296, 46656),
}  # fmt: skip


@pytest.mark.parametrize("ld", ONE_TEST)
def test_one_test(ld):
    plain, cold, low, again, cold_again = ONE_TEST[ld]
    assert odds.at_most(TWO_D6, ld) == Fraction(plain, 36)
    assert odds.at_most(DROP_HIGHEST, ld) == Fraction(cold, 216)
    assert odds.at_most(DROP_LOWEST, ld) == Fraction(low, 216)
    assert odds.with_reroll(odds.at_most(TWO_D6, ld)) == Fraction(again, 1296)
    assert odds.with_reroll(odds.at_most(DROP_HIGHEST, ld)) == Fraction(cold_again, 46656)
    assert odds.ways(DROP_HIGHEST, odds.at_most(DROP_HIGHEST, ld)) == (cold, 216)


def test_point_distributions():
    assert [odds.distribution(TWO_D6)[n] * 36 for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    cold = [16, 27, 34, 36, 34, 27, 19, 12, 7, 3, 1]
    assert [odds.distribution(DROP_HIGHEST)[n] * 216 for n in range(2, 13)] == cold


REPEATED = {
    6: (("41.67", "17.36", "7.23", "3.01", "1.26"), Fraction(12, 7), "31.52", "14.60"),
    7: (("58.33", "34.03", "19.85", "11.58", "6.75"), Fraction(12, 5), "52.27", "33.92"),
    8: (("72.22", "52.16", "37.67", "27.21", "19.65"), Fraction(18, 5), "71.34", "56.95"),
    9: (("83.33", "69.44", "57.87", "48.23", "40.19"), Fraction(6), "85.49", "77.00"),
    10: (("91.67", "84.03", "77.03", "70.61", "64.72"), Fraction(12), "94.55", "91.08"),
}


def percent(chance):
    return f"{float(chance * 100):.2f}"


@pytest.mark.parametrize("ld", REPEATED)
def test_repeated_rout_tests(ld):
    lasting, mean, third, fifth = REPEATED[ld]
    plain, cold = odds.at_most(TWO_D6, ld), odds.at_most(DROP_HIGHEST, ld)
    assert tuple(percent(odds.lasting(plain, k)) for k in range(1, 6)) == lasting
    assert odds.mean_tests(plain) == mean
    assert (percent(odds.lasting(cold, 3)), percent(odds.lasting(cold, 5))) == (third, fifth)


def test_who_cannot_fail_is_never_done_testing():
    assert odds.mean_tests(Fraction(1)) is None


FEAR = {
    6: (Fraction(5, 12), Fraction(25, 144), Fraction(125, 1728)),
    7: (Fraction(7, 12), Fraction(49, 144), Fraction(343, 1728)),
    8: (Fraction(13, 18), Fraction(169, 324), Fraction(2197, 5832)),
    9: (Fraction(5, 6), Fraction(25, 36), Fraction(125, 216)),
    10: (Fraction(11, 12), Fraction(121, 144), Fraction(1331, 1728)),
}


@pytest.mark.parametrize("ld", FEAR)
def test_fear_of_several_chargers(ld):
    assert tuple(odds.lasting(odds.at_most(TWO_D6, ld), k) for k in (1, 2, 3)) == FEAR[ld]


def test_a_six_to_hit_and_its_reroll():
    assert odds.between(D6, 6, 6) == Fraction(1, 6)
    assert odds.with_reroll(Fraction(1, 6)) == Fraction(11, 36)


STUPIDITY = {
    2: (Fraction(1, 36), Fraction(35, 72), Fraction(16, 216), Fraction(25, 54)),
    3: (Fraction(3, 36), Fraction(33, 72), Fraction(43, 216), Fraction(173, 432)),
    4: (Fraction(6, 36), Fraction(30, 72), Fraction(77, 216), Fraction(139, 432)),
    5: (Fraction(10, 36), Fraction(26, 72), Fraction(113, 216), Fraction(103, 432)),
    6: (Fraction(15, 36), Fraction(21, 72), Fraction(147, 216), Fraction(23, 144)),
    7: (Fraction(21, 36), Fraction(15, 72), Fraction(174, 216), Fraction(7, 72)),
    8: (Fraction(26, 36), Fraction(10, 72), Fraction(193, 216), Fraction(23, 432)),
    9: (Fraction(30, 36), Fraction(6, 72), Fraction(205, 216), Fraction(11, 432)),
    10: (Fraction(33, 36), Fraction(3, 72), Fraction(212, 216), Fraction(1, 108)),
}


@pytest.mark.parametrize("ld", STUPIDITY)
def test_stupidity_of_a_turn(ld, rulebook):
    passes, bad, cold_passes, cold_bad = STUPIDITY[ld]
    for rules, good, each in ((("stupidity",), passes, bad), (("stupidity", "cold-blooded"), cold_passes, cold_bad)):
        fighter = model("m", *rules, leadership=ld)
        situation = battle(rulebook, fighter)
        test = plan(Trial(TrialKind.STUPIDITY, "m"), situation)
        table = plan(Trial(TrialKind.STUPIDITY_TABLE, "m"), situation)
        assert isinstance(test, Roll)
        assert isinstance(table, Roll)
        assert test.chance == good
        assert (1 - test.chance) * table.chance_of("shamble") == each
        assert (1 - test.chance) * table.chance_of("inactive") == each


def test_animosity(rulebook):
    situation = battle(rulebook, model("m", "animosity", tags=frozenset({"orc"})))
    first = plan(Trial(TrialKind.ANIMOSITY, "m"), situation)
    second = plan(Trial(TrialKind.ANIMOSITY_TABLE, "m"), situation)
    offended = first.chance_of("offended")
    assert first.chance == Fraction(5, 6)
    each = {slug: offended * second.chance_of(slug) for slug in ("erd_dat", "wud_yoo_say", "show_yer")}
    assert each == {"erd_dat": Fraction(1, 36), "wud_yoo_say": Fraction(1, 9), "show_yer": Fraction(1, 36)}
    some = {1: "16.67", 2: "30.56", 3: "42.13", 4: "51.77", 5: "59.81", 6: "66.51", 8: "76.74", 10: "83.85",
            12: "88.78"}  # fmt: skip
    assert {n: percent(odds.any_of(offended, n)) for n in some} == some


def test_flight():
    at_least = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1}
    assert {d: odds.between(TWO_D6, d, 12) * 36 for d in at_least} == at_least
    assert sum(total * chance for total, chance in odds.distribution(TWO_D6).items()) == 7


def test_the_edge_is_reached_with_the_chance_of_the_run(rulebook):
    situation = battle(rulebook, model("m", edge=7.0))
    run = plan(Trial(TrialKind.FLIGHT, "m", purpose="edge"), situation)
    assert run.chance_of("edge") == Fraction(21, 36)
    assert rulings_of(run) == ()


def test_magic_resistance():
    wards = {
        1: Fraction(1, 6),
        2: Fraction(2, 6),
        3: Fraction(3, 6),
        4: Fraction(4, 6),
        5: Fraction(5, 6),
        6: Fraction(5, 6),
    }
    assert {x: odds.between(D6, magic.ward(x, Rulings()) or 7, 6) for x in wards} == wards
    casting = {5: (30, 26, 21, 15, 10), 6: (26, 21, 15, 10, 6), 7: (21, 15, 10, 6, 3), 8: (15, 10, 6, 3, 1),
               9: (10, 6, 3, 1, 0), 10: (6, 3, 1, 0, 0)}  # fmt: skip
    for difficulty, row in casting.items():
        for penalty, ways in enumerate(row):
            spell = magic.Spell(difficulty)
            rolled = {n: magic.cast(n, spell, [penalty], Rulings()).success[0] for n in range(2, 13)}
            assert sum(odds.distribution(TWO_D6)[n] for n, works in rolled.items() if works) == Fraction(ways, 36)


BESIDE_THE_LEADER = {5: {7: "30.56", 8: "44.44", 9: "55.56"}, 6: {7: "16.67", 8: "30.56", 9: "41.67"},
                     7: {7: "0.00", 8: "13.89", 9: "25.00"}}  # fmt: skip


@pytest.mark.parametrize("own", BESIDE_THE_LEADER)
def test_what_standing_near_the_leader_is_worth(own, rulebook):
    for lent, gained in BESIDE_THE_LEADER[own].items():
        leader = model("cap", "leader", leadership=lent)
        trial = Trial(TrialKind.LEADERSHIP, "m")
        near, far = (
            plan(trial, battle(rulebook, leader, model("m", leadership=own, distances={"cap": inches})))
            for inches in (6.0, 6.1)
        )
        assert percent(near.chance - far.chance) == gained
