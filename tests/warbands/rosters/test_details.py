import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX


@pytest.fixture
def url(warband):
    return reverse("warbands:details", args=[warband.public_id])


def test_the_owner_renames_it_and_writes_notes(as_owner, url, warband):
    response = as_owner.post(url, {"name": "The Colder Coil", "notes": "Buy a blowpipe", "version": 1})
    warband.refresh_from_db()
    assert response["Location"] == warband.get_absolute_url()
    assert (warband.name, warband.notes, warband.version) == ("The Colder Coil", "Buy a blowpipe", 2)


def test_a_name_left_empty_is_refused_and_the_notes_are_kept(as_owner, url, warband):
    response = as_owner.post(url, {"name": " ", "notes": "Half a page of plans", "version": 1})
    assert response.status_code == 422
    assert "Half a page of plans" in response.content.decode()


def test_a_stale_form_shows_how_things_stand_and_can_be_saved_again(as_owner, url, warband):
    as_owner.post(url, {"name": "Saved on the phone", "notes": "", "version": 1})
    response = as_owner.post(url, {"name": "Typed on the laptop", "notes": "at length", "version": 1})
    page = response.content.decode()
    assert response.status_code == 409
    assert "Saved on the phone" in page
    assert 'value="Typed on the laptop"' in page
    assert "at length" in page
    assert 'name="version" value="2"' in page
    assert as_owner.post(url, {"name": "Typed on the laptop", "notes": "", "version": 2}).status_code == 302


def test_a_reader_sees_what_is_known_of_it_and_no_notes(as_reader, url):
    page = as_reader.get(url).content.decode()
    assert "Lizardmen, kept by owner since" in page
    assert "Never trust Konrad" not in page
    assert "<textarea" not in page
    assert as_reader.get(url, headers=HX).status_code == 200


def test_a_reader_changes_nothing(as_reader, url, warband):
    assert as_reader.post(url, {"name": "Mine now", "version": 1}).status_code == 403
    warband.refresh_from_db()
    assert warband.name == "The Cold Coil"


def test_readers_find_it_from_the_roster(as_reader, url, warband):
    assert f'href="{url}"' in as_reader.get(warband.get_absolute_url()).content.decode()


def test_it_takes_few_queries(as_owner, url, django_assert_num_queries):
    with django_assert_num_queries(5):  # session, user, warband, digest, where it comes from
        as_owner.get(url)


def test_others_find_nothing(as_outsider, url, warband):
    is_hidden_from(as_outsider, url, posts={"name": "Mine now", "version": 1})
    warband.refresh_from_db()
    assert warband.name == "The Cold Coil"


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
