from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in
from tests.warbands.factories import WarbandFactory, WarriorFactory

URL = reverse("warbands:list")


def test_an_owner_finds_his_warbands(as_owner, warband, priest, reeds):
    page = as_owner.get(URL).content.decode()
    assert f'href="{warband.get_absolute_url()}"' in page
    assert "The Cold Coil" in page
    assert "Lizardmen · 5 warriors" in page


def test_who_left_is_not_counted(as_owner, priest, reeds):
    reeds.removed_at = reeds.created
    reeds.save()
    assert "Lizardmen · 1 warrior ·" in as_owner.get(URL).content.decode()


def test_without_a_warband_the_page_says_how_to_start(as_owner):
    page = as_owner.get(URL).content.decode()
    assert "You have no warband yet" in page
    assert reverse("warbands:new") in page


def test_others_do_not_find_it_among_theirs(as_outsider, warband):
    assert "The Cold Coil" not in as_outsider.get(URL).content.decode()


def test_anonymous_is_asked_to_sign_in(as_anonymous):
    asks_to_sign_in(as_anonymous, URL)


def test_queries_do_not_grow_with_the_warbands(as_owner, owner, django_assert_num_queries):
    for _ in range(12):
        WarriorFactory(warband=WarbandFactory(owner=owner))
    with django_assert_num_queries(9):  # session, user, digest, warbands, warriors, gear, fates, rules, those deleted
        as_owner.get(URL)
