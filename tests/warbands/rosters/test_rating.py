import re

import pytest
from django.urls import reverse

from rules.content import current
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory, WarriorRuleFactory
from warbands.exchange.checking import read_document
from warbands.exchange.reading_in import read_in
from warbands.models import Possession
from warbands.rosters.rating import rating_of, receipt
from warbands.snapshots import changes_of


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


SHOWN = {
    "warband": "<b>103</b> rating",
    "list": "rating 103",
    "rating": "<h1>Rating 103</h1>",
    "paper": "<b>103</b> rating",
    "cards": "<b>103</b> rating",
    "text": "Rating 103",
    "file": "Rating 103",
}
"""How each page that shows a rating says it."""


def page_of(client, name, warband):
    return client.get(reverse(f"warbands:{name}", args=[] if name == "list" else [warband.public_id]))


@pytest.mark.parametrize("name", SHOWN)
def test_it_is_103_everywhere(as_owner, fixture, name, rulebook):
    assert rating_of(fixture.warriors.all(), {}, rulebook) == 103
    assert SHOWN[name] in page_of(as_owner, name, fixture).content.decode()


@pytest.mark.parametrize("name", [name for name in SHOWN if name != "list"])
def test_it_is_103_for_whoever_it_is_shared_with(as_reader, fixture, name):
    assert SHOWN[name] in page_of(as_reader, name, fixture).content.decode()


def test_it_is_103_for_whoever_reads_it_in_again(as_owner, fixture, owner, rulebook):
    document = page_of(as_owner, "document", fixture).content.decode()
    copy = read_in(document=read_document(document), owner=owner)
    assert rating_of(copy.warriors.all(), changes_of(copy), rulebook) == 103


def test_a_hired_sword_counts_what_his_entry_prints_and_what_he_gained(as_owner, fixture, url):
    fighter = WarriorFactory(warband=fixture, unit_type_id="hired-swords--pit-fighter", name="Gorm")
    ogre = WarriorFactory(warband=fixture, unit_type_id="hired-swords--ogre-bodyguard", name="Golgfag", experience=2)
    found = receipt(fixture.warriors.all(), {}, current())
    assert [line.points for line in found.lines if line.name in {fighter.name, ogre.name}] == [22, 25 + 2]
    assert found.value == 103 + 22 + 27
    page = as_owner.get(url).content.decode()
    assert "22 points by his entry instead of the usual 5" in page
    assert "1 × (25 + 2)" in page
    assert f"<b>{found.value}</b> rating" in as_owner.get(fixture.get_absolute_url()).content.decode()


def test_what_one_begins_with_who_takes_a_heros_place_is_in_what_his_entry_prints(fixture, rulebook):
    priest = WarriorFactory(warband=fixture, unit_type_id="hired-swords--priest-of-morr", name="Nox", experience=8)
    assert receipt([priest], {}, rulebook).value == 13
    priest.experience = 10
    assert receipt([priest], {}, rulebook).value == 15


@pytest.mark.parametrize(("slug", "points"), [("warhorse", 5), ("horse", 3), ("heavy-armour", 0)])
def test_of_gear_only_horses_count(as_owner, fixture, url, slug, points):
    hero = fixture.warriors.get(name="Hero")
    Possession.objects.create(warband=fixture, warrior=hero, slug=slug)
    page = as_owner.get(url).content.decode()
    assert f"<h1>Rating {103 + points}</h1>" in page
    assert f"1 × ({5 + points} + 8)" in page
    assert f"<b>{103 + points}</b> rating" in as_owner.get(fixture.get_absolute_url()).content.decode()


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
