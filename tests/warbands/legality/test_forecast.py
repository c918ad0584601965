"""The list speaks while somebody is picked, and forbids nothing."""

import re

import pytest
from django.urls import reverse

from tests.warbands.factories import HX, WarriorFactory
from warbands.legality.forecast import Forecast
from warbands.legality.values import Piece
from warbands.models import Possession

CREST = "lizardmen--skink-great-crest"


@pytest.fixture
def full(warband, priest, reeds):
    """A warband that has as many great crests as it may."""
    for number in (1, 2):
        WarriorFactory(warband=warband, unit="skink-great-crest", name=f"Crest {number}")
    return warband


@pytest.fixture
def url(warband):
    return reverse("warbands:add", args=[warband.public_id])


def said(warband, rulebook, unit, **more):
    return [one.text for one in Forecast(warband).hiring(rulebook.units[unit], "He", **more)]


def test_what_is_allowed_is_not_spoken_of(full, rulebook):
    assert said(full, rulebook, "lizardmen--skink-brave", size=5, gear=[Piece("javelins")]) == []


def test_one_too_many_is_named(full, rulebook):
    (words,) = said(full, rulebook, CREST)
    assert words == "The Lizardmen have at most 2 Skink Great Crest; these are 3: Crest 1, Crest 2 and He."


def test_what_is_wrong_already_is_told_only_where_he_has_a_part_in_it(full, rulebook):
    WarriorFactory(warband=full, unit="skink-great-crest", name="Crest 3")
    assert said(full, rulebook, "lizardmen--skink-brave") == []
    assert "these are 4" in said(full, rulebook, CREST)[0]


def test_too_many_weapons(full, rulebook):
    gear = [Piece("dagger", free=True), Piece("club-mace-hammer"), Piece("axe"), Piece("spear")]
    (words,) = said(full, rulebook, "lizardmen--saurus-totem-warrior", gear=gear)
    assert words.startswith("He: at most 2 weapons for close combat besides the free dagger, not 3")


def test_an_empty_warband_is_not_told_what_it_lacks(warband, rulebook):
    assert said(warband, rulebook, "lizardmen--skink-priest") == []


@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_it_stands_beside_the_price(headers, as_owner, full, url):
    page = as_owner.get(url, {"unit_type": CREST}, headers=headers).content.decode()
    bill = re.search(r'id="bill".*?</div>', page, re.DOTALL).group()
    assert "would not be legal; you may go on all the same" in bill
    assert "at most 2 Skink Great Crest" in bill


def test_nothing_stands_there_where_all_is_well(as_owner, full, url):
    page = as_owner.get(url, {"unit_type": "lizardmen--skink-brave", "size": "5"}).content.decode()
    assert "would not be legal" not in page


def test_he_may_be_hired_all_the_same(as_owner, full, url):
    assert as_owner.post(url, {"unit_type": CREST, "name": "Third"}).status_code == 302
    assert full.warriors.filter(name="Third").exists()
    assert "1 thing to mend" in as_owner.get(full.get_absolute_url()).content.decode()


@pytest.mark.parametrize("size", ["0", "-3", "many", "99999999999", "²"])
def test_an_odd_size_breaks_nothing(size, as_owner, full, url):
    assert as_owner.get(url, {"unit_type": "lizardmen--skink-brave", "size": size}).status_code == 200


def test_what_is_bought_for_somebody_is_spoken_of_too(full, priest, rulebook):
    Possession.objects.create(warband=full, warrior=priest, slug="spear")
    asked = Forecast(full)
    assert asked.buying(priest, gear=[Piece("axe")]) == ()
    (finding,) = asked.buying(priest, gear=[Piece("axe"), Piece("club-mace-hammer")])
    assert (finding.code, finding.who) == ("close-combat-weapons", priest.public_id)


def test_it_stands_beside_the_price_of_gear(as_owner, full, priest):
    gear = reverse("warbands:gear", args=[full.public_id, priest.public_id])
    weapons = ["axe", "club-mace-hammer", "spear"]
    assert "would not be legal" in as_owner.get(gear, {"items": weapons}).content.decode()
    assert "would not be legal" not in as_owner.get(gear, {"items": weapons[:2]}).content.decode()
    assert "would not be legal" not in as_owner.get(gear).content.decode()
