import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorRuleFactory


@pytest.fixture
def urls(warband, reeds):
    return {
        name: reverse(f"warbands:{name}", args=[warband.public_id, reeds.public_id]) for name in ("remove", "restore")
    }


def test_a_removed_warrior_leaves_the_roster_and_nothing_of_him_is_lost(as_owner, urls, warband, reeds):
    WarriorRuleFactory(warrior=reeds)
    as_owner.post(urls["remove"])
    reeds.refresh_from_db()
    assert reeds.removed_at
    assert reeds.rule_changes.count() == 1
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert f'id="w-{reeds.public_id}"' not in page
    assert "Left the warband (1)" in page
    assert urls["restore"] in page


def test_he_can_be_restored_to_where_he_stood(as_owner, urls, warband, reeds, priest):
    place = reeds.position
    as_owner.post(urls["remove"])
    as_owner.post(urls["restore"])
    reeds.refresh_from_db()
    assert reeds.removed_at is None
    assert reeds.position == place
    assert f'id="w-{reeds.public_id}"' in as_owner.get(warband.get_absolute_url()).content.decode()


def test_both_answer_htmx_with_the_roster(as_owner, urls):
    for url in urls.values():
        assert 'id="roster"' in as_owner.post(url, headers=HX).content.decode()


def test_doing_it_twice_is_doing_it_once(as_owner, urls, reeds):
    for _ in range(2):
        assert as_owner.post(urls["remove"]).status_code == 302
    reeds.refresh_from_db()
    assert reeds.version == 2


@pytest.mark.parametrize("name", ["remove", "restore"])
def test_looking_changes_nothing(as_owner, urls, reeds, name):
    assert as_owner.get(urls[name]).status_code == 405
    reeds.refresh_from_db()
    assert reeds.removed_at is None


@pytest.mark.parametrize("name", ["remove", "restore"])
def test_others_find_nothing(as_outsider, urls, reeds, name):
    is_hidden_from(as_outsider, urls[name])
    reeds.refresh_from_db()
    assert reeds.removed_at is None


@pytest.mark.parametrize("name", ["remove", "restore"])
def test_anonymous_is_asked_to_sign_in(as_anonymous, urls, name):
    asks_to_sign_in(as_anonymous, urls[name])
