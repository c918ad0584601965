"""Where everybody stands, and how each rating came there."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.models import RulebookVersion
from tests.warbands.factories import EnrolmentFactory, WarbandFactory, WarriorFactory, full_warband
from warbands.campaigns.members import end
from warbands.campaigns.standings import Curve, standings_of
from warbands.models import Battle, BattleSide, Enrolment, FiledResult, Fortune, LedgerEntry, Warrior


def ago(days):
    return timezone.now() - timedelta(days=days)


@pytest.fixture
def theirs(campaign, mate):
    theirs = WarbandFactory(owner=mate, name="Da Red Teef")
    EnrolmentFactory(campaign=campaign, warband=theirs, by=mate)
    return theirs


@pytest.fixture
def fought(campaign, entered, theirs):
    """A battle that was played here and ended so for each."""

    def keep(first, second, **fields):
        fields = {"ended": timezone.now()} | fields
        battle = Battle.objects.create(
            version=RulebookVersion.objects.get(), campaign=campaign, client_key=uuid4(), **fields
        )
        for slug, warband, outcome in (("a", entered, first), ("b", theirs, second)):
            BattleSide.objects.create(battle=battle, slug=slug, warband=warband, name=warband.name, outcome=outcome)

    return keep


def places(campaign, user):
    return {one.name: (one.battles, one.won, one.lost, one.drawn) for one in standings_of(campaign, user)}


def test_battles_played_here_are_counted_once_they_have_ended(campaign, fought, mate):
    fought("won", "routed")
    fought("won", "lost")
    fought("drawn", "drawn")
    fought("", "", ended=None)
    assert places(campaign, mate) == {"The Cold Coil": (3, 2, 0, 1), "Da Red Teef": (3, 0, 2, 1)}


@pytest.mark.parametrize(
    ("outcome", "first", "second"),
    [
        ("first", (1, 1, 0, 0), (1, 0, 1, 0)),
        ("second", (1, 0, 1, 0), (1, 1, 0, 0)),
        ("drawn", (1, 0, 0, 1), (1, 0, 0, 1)),
    ],
)
def test_of_filed_results_those_that_stand_are_counted(campaign, entered, theirs, mate, outcome, first, second):
    for stands in (True, None, False):
        FiledResult.objects.create(
            campaign=campaign, first=entered, second=theirs, outcome=outcome, fought_on="2026-01-01", stands=stands
        )
    assert places(campaign, mate) == {"The Cold Coil": first, "Da Red Teef": second}


def test_most_won_comes_first_then_the_higher_rating(campaign, fought, entered, theirs, mate):
    WarriorFactory(warband=theirs)
    assert list(places(campaign, mate)) == ["Da Red Teef", "The Cold Coil"]
    fought("won", "lost")
    assert list(places(campaign, mate)) == ["The Cold Coil", "Da Red Teef"]


def test_who_left_keeps_his_place_and_shows_no_rating(campaign, fought, owner, mate, member):
    fought("won", "lost")
    end(member=member(owner), by=owner)
    first = standings_of(campaign, mate)[0]
    assert (first.name, first.won, first.rating, first.curve, first.href) == ("The Cold Coil", 1, None, None, "")


# --- Ratings over time ---


@pytest.fixture
def curve(campaign, entered, mate):
    """The rating of the entered warband by days before today, since it came ten days ago."""
    Enrolment.objects.filter(warband=entered).update(since=ago(10))

    def read():
        today = timezone.localdate()
        (one,) = [one for one in standings_of(campaign, mate) if one.name == entered.name]
        assert one.curve.days[-1] == (today, one.rating)
        return {(today - day).days: value for day, value in one.curve.days}

    return read


def came(warrior, days):
    Warrior.objects.filter(pk=warrior.pk).update(created=ago(days))
    return warrior


def test_a_warband_to_which_nothing_happened_has_an_even_curve(curve, entered):
    came(WarriorFactory(warband=entered, experience=8), 20)
    assert curve() == {10: 13, 0: 13}


def test_who_is_hired_adds_what_he_is_worth_on_his_day(curve, entered):
    came(WarriorFactory(warband=entered), 20)
    came(WarriorFactory(warband=entered, unit="skink-brave", size=3), 4)
    assert curve() == {10: 5, 4: 20, 0: 20}


def test_who_is_gone_takes_with_him_what_he_was_worth(curve, entered):
    came(WarriorFactory(warband=entered), 20)
    lost = came(WarriorFactory(warband=entered, experience=7), 20)
    Warrior.objects.filter(pk=lost.pk).update(removed_at=ago(3))
    assert curve() == {10: 17, 3: 5, 0: 5}


def test_experience_counts_from_the_day_it_was_earned_for_each_model(curve, entered, owner):
    group = came(WarriorFactory(warband=entered, unit="skink-brave", size=3, experience=2), 20)
    won = {"warband": entered, "warrior": group, "kind": "experience", "words": "+2", "reason": "Survived"}
    earned = Fortune.objects.create(**won, experience=2, at=ago(5))
    back = Fortune.objects.create(**won, experience=4, at=ago(2))
    Fortune.objects.create(**{**won, "kind": "undo"}, experience=-4, undoes=back, at=ago(2))
    assert earned.at < back.at
    assert curve() == {10: 15, 5: 21, 0: 21}


def test_a_group_that_grew_was_smaller_before(curve, entered):
    group = came(WarriorFactory(warband=entered, unit="skink-brave", size=4), 20)
    step = {"row": "warrior", "pk": group.pk, "was": {"size": 1}, "now": {"size": 4}}
    LedgerEntry.objects.create(warband=entered, amount=-60, kind="hire", words="Three more", changes=[step], at=ago(6))
    assert curve() == {10: 5, 6: 20, 0: 20}


def test_a_model_lost_from_a_group_was_there_before(curve, entered):
    group = came(WarriorFactory(warband=entered, unit="skink-brave", size=3), 20)
    Fortune.objects.create(
        warband=entered, warrior=group, kind="dead", figures=-1, words="One dead", reason="A fall", at=ago(6)
    )
    assert curve() == {10: 20, 6: 15, 0: 15}


def test_what_happened_before_a_warband_came_is_not_on_its_curve(curve, entered):
    came(WarriorFactory(warband=entered), 30)
    came(WarriorFactory(warband=entered), 20)
    assert curve() == {10: 10, 0: 10}


def test_the_line_runs_from_left_to_right_and_upwards():
    today = timezone.localdate()
    curve = Curve(((today - timedelta(days=10), 50), (today - timedelta(days=5), 100), (today, 75)))
    assert curve.dots == [(8.0, 82.0), (120.0, 8.0), (232.0, 45.0)]
    assert curve.line == "8.0,82.0 120.0,8.0 232.0,45.0"
    assert Curve(((today, 50),)).dots == [(8.0, 82.0)]


# --- The page ---


def test_members_see_the_table_and_each_curve_with_its_numbers(as_mate, url, fought, entered, theirs):
    Enrolment.objects.filter(warband=entered).update(since=ago(3))
    fought("won", "routed")
    page = as_mate.get(url("standings")).content.decode()
    assert page.count("<svg") == 1
    assert page.count("<table") == 2
    assert "0 since today, when it came." in page
    assert entered.get_absolute_url() in page
    assert "style=" not in page


def test_without_warbands_it_says_so(as_mate, url):
    assert "No warband has come yet." in as_mate.get(url("standings")).content.decode()


def test_the_page_costs_the_same_however_many_warbands_there_are(as_mate, url, campaign, fought, owner):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert as_mate.get(url("standings")).status_code == 200
        return len(captured)

    fought("won", "lost")
    few = queries()
    for number in range(4):
        more = full_warband(owner, warriors=6, name=f"Number {number}")
        EnrolmentFactory(campaign=campaign, warband=more)
        fought("lost", "won")
    assert queries() == few <= 17
