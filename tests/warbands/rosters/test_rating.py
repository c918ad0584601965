import re

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory, WarriorRuleFactory
from warbands.rosters.rating import rating_of, receipt


@pytest.fixture
def fixture(warband):
    """The warband whose rating tools disagree on: a leader, a hero, a group of five and a large creature."""
    WarriorFactory(warband=warband, unit="skink-priest", name="Leader", experience=20)
    WarriorFactory(warband=warband, unit="skink-great-crest", name="Hero", experience=8)
    WarriorFactory(warband=warband, unit="skink-brave", name="Five", size=5, experience=4)
    WarriorFactory(warband=warband, unit="kroxigor", name="Large one", experience=0)
    return warband


@pytest.fixture
def url(warband):
    return reverse("warbands:rating", args=[warband.public_id])


def test_it_is_103_everywhere(as_owner, fixture, url, rulebook):
    assert rating_of(fixture.warriors.all(), {}, rulebook) == 103
    assert "<b>103</b> rating" in as_owner.get(fixture.get_absolute_url()).content.decode()
    assert "rating 103" in as_owner.get(reverse("warbands:list")).content.decode()
    assert "<h1>Rating 103</h1>" in as_owner.get(url).content.decode()


def test_the_receipt_has_a_line_for_each_warrior_and_adds_up(as_owner, fixture, url, rulebook):
    page = as_owner.get(url).content.decode()
    assert re.findall(r"\d+ × \(\d+ \+ \d+\)", page) == ["1 × (5 + 20)", "1 × (5 + 8)", "5 × (5 + 4)", "1 × (20 + 0)"]
    assert "Large Target: 20 points instead of the usual 5" in page
    found = receipt(fixture.warriors.all(), {}, rulebook)
    assert [line.points for line in found.lines] == [25, 13, 45, 20]
    assert sum(line.points for line in found.lines) == found.value


def test_who_left_counts_no_more(as_owner, fixture, url):
    large = fixture.warriors.get(name="Large one")
    large.removed_at = large.created
    large.save()
    assert "<h1>Rating 83</h1>" in as_owner.get(url).content.decode()
    assert "<b>83</b> rating" in as_owner.get(fixture.get_absolute_url()).content.decode()
    assert "rating 83" in as_owner.get(reverse("warbands:list")).content.decode()


def test_it_follows_experience_size_and_rules_by_hand(as_owner, fixture, url):
    WarriorRuleFactory(warrior=fixture.warriors.get(name="Hero"), rule_id="large-target")
    fixture.warriors.filter(name="Five").update(size=4, experience=5)
    for page in (url, fixture.get_absolute_url(), reverse("warbands:list")):
        assert str(25 + 28 + 4 * 10 + 20) in as_owner.get(page).content.decode()


def test_an_empty_warband_is_worth_nothing(as_owner, url):
    assert "<h1>Rating 0</h1>" in as_owner.get(url).content.decode()


def test_htmx_gets_the_page_too(as_owner, url):
    assert as_owner.get(url, headers=HX).status_code == 200


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
