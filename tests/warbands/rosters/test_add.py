import re

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX


@pytest.fixture
def url(warband):
    return reverse("warbands:add", args=[warband.public_id])


BRAVES = {"unit_type": "lizardmen--skink-brave", "name": "The Reeds", "size": 4}


def test_the_owner_adds_a_group(as_owner, url, warband):
    response = as_owner.post(url, BRAVES)
    reeds = warband.warriors.get()
    assert response["Location"] == f"{warband.get_absolute_url()}#w-{reeds.public_id}"
    assert (reeds.name, reeds.size, reeds.unit_type_id) == ("The Reeds", 4, "lizardmen--skink-brave")


def test_by_htmx_the_new_roster_comes_back_and_the_new_card_takes_the_focus(as_owner, url):
    page = as_owner.post(url, BRAVES, headers=HX).content.decode()
    assert page.lstrip().startswith('<div id="roster">')
    assert re.search(r"<h3 data-focus>The Reeds", page)
    assert "The Reeds joins the warband for 80 gc." in page


def test_units_are_grouped_by_kind(as_owner, url):
    page = as_owner.get(url).content.decode()
    assert re.findall(r'<optgroup label="([^"]+)">', page) == ["Heroes", "Henchmen", "Hired swords"]


def test_htmx_opens_the_form_inside_the_roster(as_owner, url):
    panel = as_owner.get(url, headers=HX).content.decode()
    assert "<html" not in panel
    assert 'hx-target="#roster"' in panel


def test_who_is_chosen_shows_what_he_is(as_owner, url):
    hero = as_owner.get(url, {"unit_type": "lizardmen--skink-priest", "name": "Tehenca"}).content.decode()
    assert "Always one model. Left without a name, he is called “Skink Priest”." in hero
    assert 'value="Tehenca"' in hero
    assert "Cold Blooded" in hero
    group = as_owner.get(url, {"unit_type": "lizardmen--skink-brave"}).content.decode()
    assert "A group of 1 to 5." in group


def test_without_a_name_he_is_called_after_his_unit_with_a_number_where_it_is_taken(as_owner, url, warband):
    for _ in range(2):
        as_owner.post(url, {"unit_type": "lizardmen--skink-great-crest"})
    assert [w.name for w in warband.warriors.all()] == ["Skink Great Crest", "Skink Great Crest 2"]


def test_he_begins_with_the_experience_of_his_list(as_owner, url, warband):
    as_owner.post(url, {"unit_type": "lizardmen--skink-priest"})
    assert warband.warriors.get().experience == 20


def test_the_same_form_sent_twice_adds_him_once(as_owner, url, warband):
    key = re.search(r'name="client_key" value="([^"]+)"', as_owner.get(url).content.decode())[1]
    for _ in range(2):
        assert as_owner.post(url, BRAVES | {"client_key": key}).status_code == 302
    assert warband.warriors.count() == 1


@pytest.mark.parametrize(
    ("unit", "size"),
    [
        ("lizardmen--skink-brave", 6),
        ("lizardmen--skink-brave", 0),
        ("lizardmen--skink-brave", "many"),
        ("lizardmen--kroxigor", 2),
        ("lizardmen--skink-priest", 2),
        ("undead--vampire", 1),
        ("", 1),
    ],
)
def test_what_the_list_does_not_have_is_refused_and_the_name_is_kept(as_owner, url, warband, unit, size):
    response = as_owner.post(url, {"unit_type": unit, "size": size, "name": "Tehenca"})
    assert response.status_code == 422
    assert 'value="Tehenca"' in response.content.decode()
    assert not warband.warriors.exists()


def test_by_htmx_a_refusal_goes_back_to_its_own_place(as_owner, url):
    response = as_owner.post(url, {"unit_type": "", "name": "Tehenca"}, headers=HX)
    assert response.status_code == 422
    assert response["HX-Retarget"] == "#add"
    assert response["HX-Reswap"] == "outerHTML"


def test_others_find_nothing(as_outsider, url, warband):
    is_hidden_from(as_outsider, url, posts=BRAVES)
    assert not warband.warriors.exists()


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
