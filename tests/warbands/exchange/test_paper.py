import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorRuleFactory


@pytest.fixture
def url(warband):
    return reverse("warbands:paper", args=[warband.public_id])


def test_the_sheet_has_warriors_rating_rules_and_what_they_do(as_owner, url, priest, reeds, rulebook):
    page = as_owner.get(url).content.decode()
    assert "<b>45</b> rating" in page
    assert "<b>2</b> out of action bring a Rout test" in page
    assert "<h3>The Reeds × 4</h3>" in page
    assert page.count("<dt>Cold Blooded</dt>") == 1
    assert page.count("<dt>Equipment</dt>") == 4
    assert rulebook.entries["cold-blooded"].summary.split()[0] in page


def test_a_rule_without_effect_says_why_and_is_not_explained(as_owner, url, priest):
    WarriorRuleFactory(warrior=priest, rule_id="cold-blooded", taken=True, reason="Warm")
    page = as_owner.get(url).content.decode()
    assert "<s>Cold Blooded</s> Taken away by hand: Warm." in page
    assert "<dt>Cold Blooded</dt>" not in page


@pytest.mark.parametrize(("asked", "cards"), [({}, 2), ({"blank": 0}, 0), ({"blank": 12}, 12)])
def test_as_many_blank_cards_as_asked_for(as_owner, url, priest, asked, cards):
    assert as_owner.get(url, asked).content.decode().count('aria-label="Blank card') == cards


@pytest.mark.parametrize("asked", ["13", "-1", "many", ""])
def test_a_wrong_number_is_refused_beside_its_field(as_owner, url, priest, asked):
    response = as_owner.get(url, {"blank": asked})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert f'value="{asked}"' in response.content.decode() or not asked
    assert "Tehenca" in response.content.decode()


def test_notes_are_printed_when_their_owner_asks(as_owner, url, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    assert "nine crowns" not in as_owner.get(url).content.decode()
    page = as_owner.get(url, {"blank": 0, "notes": "on"}).content.decode()
    assert "nine crowns" in page
    assert "Never trust Konrad" in page


def test_readers_print_it_without_notes_whatever_they_ask(as_reader, url, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    page = as_reader.get(url, {"blank": 0, "notes": "on"}).content.decode()
    assert "Tehenca" in page
    for private in ("nine crowns", "Never trust Konrad", 'name="notes"'):
        assert private not in page
    assert as_reader.get(url, headers=HX).status_code == 200


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
