"""How the dice of a campaign fell, and whether that is unusual."""

from datetime import timedelta
from math import erfc, exp, pi, sqrt
from uuid import uuid4

import pytest
from django.utils import timezone

from rules.models import RulebookVersion
from tests.warbands.factories import EnrolmentFactory, WarbandFactory
from warbands.campaigns.dice import ENOUGH, LEVELS, Passes, Spread
from warbands.campaigns.dice_counts import throwers
from warbands.campaigns.members import end
from warbands.campaigns.services import set_status
from warbands.models import Battle, BattleEvent, TestRecord


def survival(value):
    """How often chi-square with five degrees of freedom is larger; exact, for an odd number of degrees."""
    return erfc(sqrt(value / 2)) + sqrt(2 * value / pi) * exp(-value / 2) * (1 + value / 3)


@pytest.mark.parametrize(("value", "once_in"), LEVELS)
def test_the_critical_values_are_exact(value, once_in):
    assert survival(value) == pytest.approx(1 / once_in, rel=2e-4)


@pytest.mark.parametrize(
    ("counts", "chi_square", "once_in", "said"),
    [
        ([10, 10, 10, 10, 10, 10], 0.0, 0, "Nothing unusual: 60 fair dice often stray this far"),
        ([5, 8, 9, 8, 10, 20], 13.4, 20, "A little uneven"),
        (
            [4, 8, 8, 9, 10, 21],
            16.6,
            100,
            "Unusual: 60 fair dice stray this far from the even in fewer than one",
        ),
        ([3, 6, 8, 9, 10, 24], 26.6, 1000, "fewer than one of 1000"),
        ([0, 0, 0, 0, 0, 59], 295.0, 0, ""),
    ],
)
def test_the_sentence_follows_from_how_far_the_faces_stray(counts, chi_square, once_in, said):
    spread = Spread(counts)
    assert spread.chi_square == pytest.approx(chi_square)
    assert spread.once_in == once_in
    assert said in spread.words
    assert bool(spread.words) is (spread.many >= ENOUGH)


def test_the_chart_shows_each_face_and_the_even():
    spread = Spread([0, 10, 20, 10, 10, 10])
    heights = [bar.height for bar in spread.bars]
    assert heights[0] == 0
    assert max(heights) == heights[2] == pytest.approx(100 / 1.1, abs=0.1)
    assert all(bar.y + bar.height == pytest.approx(100) for bar in spread.bars)
    assert spread.line == pytest.approx(100 - heights[1], abs=0.1)
    assert spread.table[2] == (3, 20, "33.3 %")


def test_no_dice_have_a_chart_too():
    assert [bar.height for bar in Spread().bars] == [0] * 6
    assert Spread().chi_square == 0


def test_passes_are_held_against_the_chances_shown():
    passes = Passes()
    for passed in (True, True, True, False):
        passes.add(0.5, passed=passed)
    assert passes.words == ("3 of 4 tests passed; 2.0 were to be expected, and up to 2.0 more or fewer is common luck.")
    assert Passes().words == ""


# --- Read from the records ---


@pytest.fixture
def version(rulebook):
    return RulebookVersion.objects.get()


@pytest.fixture
def tested(entered, version):
    """A test of the entered warband, or of another, as it fell."""

    def keep(*faces, by, warband=entered, passed=True, **fields):
        return TestRecord.objects.create(
            warband=warband, subject="Tehenca", kind="fear", faces=list(faces), version=version, by=by,
            client_key=uuid4(), plan={"chance": "1/2"}, verdict={"passed": passed, "text": "Holds."}, **fields,
        )  # fmt: skip

    return keep


@pytest.fixture
def battle(campaign, owner, version):
    return Battle.objects.create(starter=owner, version=version, campaign=campaign, client_key=uuid4())


@pytest.fixture
def thrown(battle, owner):
    """An event of the battle with dice."""

    def keep(*faces, by=owner, **fields):
        number = battle.events.count() + 1
        return BattleEvent.objects.create(
            battle=battle, number=number, kind="test", faces=list(faces), by=by, text="Holds.", client_key=uuid4(),
            verdict={"passed": True, "chance": "3/4"}, **fields,
        )  # fmt: skip

    return keep


def told(campaign):
    """Who threw what: app dice, typed dice, tests taken."""
    return {one.name: (one.app.counts, one.typed.counts, one.passes.taken) for one in throwers(campaign)}


def test_dice_of_tests_and_of_battles_are_counted_for_who_threw_them(campaign, owner, mate, tested, thrown):
    tested(1, 2, by=owner)
    tested(6, by=mate, typed=True)
    thrown(3, 3)
    assert told(campaign) == {
        "Everybody": ([1, 1, 2, 0, 0, 0], [0, 0, 0, 0, 0, 1], 3),
        "mate": ([0] * 6, [0, 0, 0, 0, 0, 1], 1),
        "owner": ([1, 1, 2, 0, 0, 0], [0] * 6, 2),
    }


def test_passes_are_counted_against_their_chances(campaign, owner, tested, thrown):
    tested(1, by=owner)
    tested(6, by=owner, passed=False)
    thrown(2)
    everybody = throwers(campaign)[0].passes
    assert (everybody.taken, everybody.passed, everybody.expected) == (3, 2, 1.75)


def test_what_was_neither_passed_nor_failed_counts_its_dice_alone(campaign, owner, tested):
    tested(4, by=owner, passed=None)
    assert told(campaign)["owner"] == ([0, 0, 0, 1, 0, 0], [0] * 6, 0)


def test_a_correction_counts_in_place_of_what_it_corrects(campaign, owner, tested):
    wrong = tested(1, by=owner, typed=True)
    tested(2, by=owner, typed=True, corrects=wrong, reason="Misread.")
    assert told(campaign)["owner"][1] == [0, 1, 0, 0, 0, 0]


def test_an_undone_throw_counts_once_though_its_dice_are_used_again(campaign, thrown):
    first = thrown(5, 6, slot="1:start:fear")
    thrown(5, 6, 1, slot="1:start:fear", keeps=first.number)
    assert told(campaign)["owner"] == ([1, 0, 0, 0, 1, 1], [0] * 6, 1)


def test_what_was_thrown_before_or_after_a_warband_was_here_does_not_count(campaign, owner, member, tested, entered):
    before = tested(1, by=owner)
    TestRecord.objects.filter(pk=before.pk).update(at=timezone.now() - timedelta(days=1))
    tested(2, by=owner)
    end(member=member(owner), by=owner)
    tested(3, by=owner)
    assert told(campaign)["owner"][0] == [0, 1, 0, 0, 0, 0]


def test_what_was_thrown_after_the_campaign_was_finished_does_not_count(campaign, arbiter, owner, tested):
    tested(1, by=owner)
    set_status(campaign=campaign, status="finished", by=arbiter)
    campaign.refresh_from_db()
    later = tested(2, by=owner)
    TestRecord.objects.filter(pk=later.pk).update(at=timezone.now() + timedelta(hours=1))
    assert told(campaign)["owner"][0] == [1, 0, 0, 0, 0, 0]


def test_dice_of_no_campaign_do_not_count(campaign, owner, tested):
    tested(1, by=owner, warband=WarbandFactory(owner=owner))
    assert list(told(campaign)) == ["Everybody"]


def test_whoever_deleted_his_account_keeps_his_dice_and_no_name(campaign, tested):
    tested(1, by=None)
    assert told(campaign)["somebody who left"][0] == [1, 0, 0, 0, 0, 0]


# --- The page ---


def test_members_see_charts_with_their_tables_and_a_sentence(as_mate, url, owner, tested):
    for face in (1, 2, 3, 4, 5, 6) * 10:
        tested(face, by=owner)
    page = as_mate.get(url("dice")).content.decode()
    assert page.count("<svg") == page.count("<table") == 2
    assert "Nothing unusual: 60 fair dice" in page
    assert "Chi-square 0.0, five degrees of freedom, 60 dice" in page
    assert "60 of 60 tests passed; 30.0 were to be expected" in page
    assert "style=" not in page


def test_too_few_dice_are_shown_and_nothing_is_said_of_them(as_mate, url, owner, tested):
    tested(6, 6, 6, by=owner)
    page = as_mate.get(url("dice")).content.decode()
    assert "Thrown by the app: 3 dice" in page
    assert "Chi-square" not in page


def test_without_dice_it_says_what_is_counted(as_mate, url):
    assert "No dice yet." in as_mate.get(url("dice")).content.decode()


def test_the_page_costs_the_same_however_many_dice_fell(
    as_mate, url, campaign, owner, mate, tested, thrown, django_assert_num_queries
):
    for _ in range(2):
        with django_assert_num_queries(5):
            as_mate.get(url("dice"))
        for number in range(5):
            other = WarbandFactory(owner=mate, name=f"Number {number}")
            EnrolmentFactory(campaign=campaign, warband=other, by=mate)
            tested(1, 2, by=mate, warband=other)
            thrown(4, 4)
