from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, EnrolmentFactory, MembershipFactory, WarriorRuleFactory
from warbands.models import Warband, Warrior

MINE = reverse("warbands:list")


@pytest.fixture
def url(warband):
    return reverse("warbands:delete", args=[warband.public_id])


@pytest.fixture
def back(warband):
    return reverse("warbands:bring-back", args=[warband.public_id])


def deleted(warband, *, days=0):
    warband.deleted_at = timezone.now() - timedelta(days=days)
    warband.save()


def test_with_its_name_typed_it_is_deleted_and_nowhere_to_be_seen(as_owner, url, warband, priest):
    response = as_owner.post(url, {"name": "the  cold coil "}, follow=True)
    assert response.redirect_chain == [(MINE, 302)]
    page = response.content.decode()
    assert "Recently deleted (1)" in page
    assert f'href="{warband.get_absolute_url()}"' not in page
    assert as_owner.get(warband.get_absolute_url()).status_code == 404
    assert Warrior.objects.filter(pk=priest.pk).exists()


@pytest.mark.parametrize("typed", ["", "The Warm Coil", "The Cold"])
def test_another_name_is_refused_and_kept(as_owner, url, warband, typed):
    response = as_owner.post(url, {"name": typed})
    warband.refresh_from_db()
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not typed or f'value="{typed}"' in response.content.decode()
    assert warband.deleted_at is None


def test_looking_deletes_nothing(as_owner, url, warband):
    assert as_owner.get(url).status_code == 200
    assert as_owner.get(url, headers=HX).status_code == 200
    warband.refresh_from_db()
    assert warband.deleted_at is None


def test_others_delete_nothing(as_outsider, url, warband):
    is_hidden_from(as_outsider, url, posts={"name": "The Cold Coil"})
    warband.refresh_from_db()
    assert warband.deleted_at is None


def test_a_reader_deletes_nothing(as_reader, url, warband):
    assert as_reader.post(url, {"name": "The Cold Coil"}).status_code in {302, 403}
    warband.refresh_from_db()
    assert warband.deleted_at is None


@pytest.mark.parametrize("name", ["url", "back"])
def test_anonymous_is_asked_to_sign_in(as_anonymous, name, request):
    asks_to_sign_in(as_anonymous, request.getfixturevalue(name))


def test_it_is_brought_back_as_it_was(as_owner, back, warband, priest):
    WarriorRuleFactory(warrior=priest)
    deleted(warband, days=29)
    for _ in range(2):
        assert as_owner.post(back)["Location"] == warband.get_absolute_url()
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert "Tehenca" in page
    assert "Stupidity" in page
    assert "Recently deleted" not in as_owner.get(MINE).content.decode()


def test_after_thirty_days_it_is_not(as_owner, back, warband):
    deleted(warband, days=31)
    assert as_owner.post(back).status_code == 404
    assert "Recently deleted" not in as_owner.get(MINE).content.decode()


def test_looking_brings_nothing_back(as_owner, back, warband):
    deleted(warband)
    assert as_owner.get(back).status_code == 405


def test_others_bring_nothing_back(as_outsider, back, warband):
    deleted(warband)
    is_hidden_from(as_outsider, back)
    warband.refresh_from_db()
    assert warband.deleted_at
    assert "Recently deleted" not in as_outsider.get(MINE).content.decode()


def test_purging_removes_what_is_too_old_with_all_that_belongs_to_it(warband, priest, owner, capsys):
    from tests.warbands.factories import WarbandFactory

    WarriorRuleFactory(warrior=priest)
    deleted(warband, days=30)
    recent, kept = WarbandFactory(owner=owner), WarbandFactory(owner=owner)
    deleted(recent, days=29)
    call_command("purge_deleted")
    assert set(Warband.objects.all()) == {recent, kept}
    assert not Warrior.objects.filter(pk=priest.pk).exists()
    assert capsys.readouterr().out == "1 warband removed for good.\n"
    call_command("purge_deleted")
    assert capsys.readouterr().out == "0 warbands removed for good.\n"


def test_what_is_a_groups_story_too_outlives_the_time_but_for_notes_and_comes_back_to_nobody(
    as_owner, warband, priest, back
):
    EnrolmentFactory(campaign=MembershipFactory().campaign, warband=warband)
    Warrior.objects.filter(pk=priest.pk).update(notes="He drinks")
    deleted(warband, days=30)
    call_command("purge_deleted")
    warband.refresh_from_db()
    priest.refresh_from_db()
    assert (warband.notes, priest.notes) == ("", "")
    assert as_owner.post(back).status_code == 404
