import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory, WarriorRuleFactory


@pytest.fixture
def url(reeds):
    return reeds.get_absolute_url()


TYPED = {"name": "The Tall Reeds", "size": 5, "experience": 4, "notes": "Carry the bolas", "version": 1}


def test_the_owner_renames_resizes_and_writes_notes(as_owner, url, reeds, warband):
    response = as_owner.post(url, TYPED)
    reeds.refresh_from_db()
    assert response["Location"] == f"{warband.get_absolute_url()}#w-{reeds.public_id}"
    assert (reeds.name, reeds.size, reeds.notes, reeds.version) == ("The Tall Reeds", 5, "Carry the bolas", 2)
    assert reeds.experience == 4
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert "· 4&nbsp;xp" in page
    assert "<b>45</b> rating" in page


def test_by_htmx_the_roster_comes_back_and_his_card_takes_the_focus(as_owner, url):
    page = as_owner.post(url, TYPED, headers=HX).content.decode()
    assert "<h3 data-focus>The Tall Reeds" in page
    assert 'id="messages"' in page


def test_htmx_opens_the_panel_in_the_place_of_his_card(as_owner, url, reeds):
    panel = as_owner.get(url, headers=HX).content.decode()
    assert panel.lstrip().startswith(f'<article class="card warrior open" id="w-{reeds.public_id}">')


def test_a_hero_has_no_size_to_change(as_owner, priest):
    assert 'name="size"' not in as_owner.get(priest.get_absolute_url()).content.decode()
    as_owner.post(priest.get_absolute_url(), {"name": "Tehenca", "size": 3, "experience": 21, "version": 1})
    priest.refresh_from_db()
    assert priest.size == 1


def test_a_hero_gains_experience(as_owner, priest):
    as_owner.post(priest.get_absolute_url(), {"name": "Tehenca", "experience": 21, "version": 1})
    priest.refresh_from_db()
    assert priest.experience == 21


def test_a_beast_gains_no_experience(as_owner, warband):
    kroxigor = WarriorFactory(warband=warband, unit="kroxigor", name="Mountain")
    assert 'name="experience"' not in as_owner.get(kroxigor.get_absolute_url()).content.decode()
    as_owner.post(kroxigor.get_absolute_url(), {"name": "Mountain", "experience": 9, "version": 1})
    kroxigor.refresh_from_db()
    assert (kroxigor.experience, kroxigor.version) == (0, 2)


@pytest.mark.parametrize(
    "typed",
    [
        *({"size": 6}, {"size": 0}, {"size": "lots"}, {"name": ""}, {"name": "x" * 81}),
        *({"experience": -1}, {"experience": 1000}, {"experience": "much"}, {"experience": ""}),
    ],
)
def test_what_cannot_be_saved_is_refused_and_all_that_was_typed_is_kept(as_owner, url, reeds, typed):
    response = as_owner.post(url, TYPED | typed, headers=HX)
    page = response.content.decode()
    assert response.status_code == 422
    assert response["HX-Retarget"] == f"#w-{reeds.public_id}"
    assert "Carry the bolas" in page
    assert 'aria-invalid="true"' in page
    reeds.refresh_from_db()
    assert (reeds.name, reeds.size) == ("The Reeds", 4)


def test_a_stale_form_shows_how_things_stand_and_keeps_what_was_typed(as_owner, url, reeds):
    as_owner.post(url, TYPED | {"name": "Saved on the phone", "size": 3})
    response = as_owner.post(url, TYPED)
    page = response.content.decode()
    assert response.status_code == 409
    assert "name “Saved on the phone”" in page
    assert "3 models" in page
    assert 'value="The Tall Reeds"' in page
    assert as_owner.post(url, TYPED | {"version": 2, "size": 3}).status_code == 302
    reeds.refresh_from_db()
    assert reeds.name == "The Tall Reeds"


def test_the_panel_lists_what_was_changed_by_hand(as_owner, priest, owner):
    WarriorRuleFactory(warrior=priest, by=owner, reason="A blow on the head")
    page = as_owner.get(priest.get_absolute_url()).content.decode()
    assert "<b>Stupidity</b> given: A blow on the head" in page
    assert "owner, " in page


def test_a_warrior_is_found_only_below_his_own_warband(as_owner, warband):
    elsewhere = WarriorFactory(warband__owner=warband.owner)
    assert as_owner.get(reverse("warbands:warrior", args=[warband.public_id, elsewhere.public_id])).status_code == 404


def test_others_find_nothing(as_outsider, url, reeds):
    is_hidden_from(as_outsider, url, posts=TYPED)
    reeds.refresh_from_db()
    assert reeds.name == "The Reeds"


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
