"""Leaving for good: what goes, what the group keeps, and without whose name."""

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import ProtectedError
from django.urls import reverse

from tests.warbands.accounts.conftest import PASSWORD
from tests.warbands.factories import CampaignFactory, EnrolmentFactory, MembershipFactory, WarbandFactory
from warbands.accounts.leaving import FORMER, delete_account, farewell
from warbands.models import Battle, BattleEvent, Campaign, Enrolment, Membership, Origin, Role, TestRecord, Warband
from warbands.rosters.services import RefusedError

URL = "/accounts/delete/"
SURE = {"name": "owner", "password": PASSWORD}


@pytest.fixture
def gone(owner):
    """The owner leaves."""
    return lambda: delete_account(user=owner, name="owner", password=PASSWORD)


def everything():
    """All that stands in the database, as text."""
    found = []
    for model in apps.get_models():
        found += [str(row) for row in model._base_manager.values_list()]  # noqa: SLF001 # past any manager of its own
    return "\n".join(found)


def test_he_is_gone_signed_out_and_told_so(as_owner, owner, past):
    answer = as_owner.post(URL, SURE, follow=True)
    assert b"Your account is deleted" in answer.content
    assert b"Sign in" in answer.content
    assert not User.objects.filter(pk=owner.pk).exists()


def test_his_name_address_and_notes_stand_nowhere_any_more(owner, mate, warband, priest, past, gone):
    User.objects.filter(pk=owner.pk).update(username="owner-of-much", email="much@example.org")
    owner.refresh_from_db()
    EmailAddress.objects.create(user=owner, email="much@example.org")
    priest.notes = "A weakness for owls"
    priest.save()
    Origin.objects.create(warband=warband, tool="Another", private=["Konrad still owes me a drink"])
    before = everything()
    assert "owes me a drink" in before
    assert all(word in before for word in ("owner-of-much", "much@example.org", "weakness for owls", "Never trust"))
    delete_account(user=owner, name="owner-of-much", password=PASSWORD)
    after = everything()
    assert not [
        word for word in ("owner-of-much", "much@example.org", "for owls", "Never trust", "a drink") if word in after
    ]


def test_the_group_keeps_tests_and_battles_with_their_dice(warband, past, gone):
    gone()
    assert [(one.faces, one.by) for one in TestRecord.objects.order_by("pk")] == [([1, 2], None), ([5, 6], None)]
    battle = Battle.objects.get()
    assert battle.starter is None
    assert ("The Cold Coil", None) in [(side.name, side.player) for side in battle.sides.all()]
    assert [(one.faces, one.by) for one in BattleEvent.objects.all()] == [([3, 4], None)]


def test_his_warbands_leave_their_campaigns_and_nobody_sees_or_changes_them(as_outsider, warband, campaign, past, gone):
    Warband.objects.filter(pk=warband.pk).update(sharing="public")
    gone()
    warband.refresh_from_db()
    assert (warband.owner.username, warband.sharing, warband.notes) == (FORMER, "private", "")
    enrolment = Enrolment.objects.get(warband=warband)
    assert enrolment.until
    assert not enrolment.holds
    assert as_outsider.get(warband.get_absolute_url()).status_code == 404


def test_he_stays_in_the_story_of_the_campaign_as_a_former_player(campaign, past, gone):
    gone()
    member = Membership.objects.get(user__username=FORMER)
    assert member.campaign == campaign
    assert member.until


def test_two_who_leave_become_the_same_former_player(campaign, past, mate, gone):
    gone()
    mate.set_password(PASSWORD)
    mate.save()
    delete_account(user=mate, name="mate", password=PASSWORD)
    assert Membership.objects.filter(user__username=FORMER).count() == 2
    assert User.objects.filter(username=FORMER).count() == 1


def test_what_was_his_alone_is_deleted(owner, warband, throw, fought, gone):
    throw(warband, 1, by=owner)
    fought(warband)
    gone()
    assert not any(model.objects.exists() for model in (Warband, TestRecord, Battle, BattleEvent))
    assert not User.objects.filter(username=FORMER).exists()


def test_a_battle_against_another_stays_the_others(warband, mate, fought, gone):
    battle = fought(warband, WarbandFactory(owner=mate))
    gone()
    assert list(Battle.objects.all()) == [battle]


def test_nobody_signs_up_or_in_as_a_former_player(client, campaign, past, gone):
    gone()
    form = {"username": FORMER, "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("account_signup"), form).status_code == 200
    former = User.objects.get(username=FORMER)
    assert not former.is_active
    assert not former.has_usable_password()


# --- Campaigns ---


def test_who_alone_runs_a_campaign_of_others_hands_it_over_first(as_owner, owner, campaign, past):
    campaign.memberships.filter(role=Role.ARBITER).delete()
    campaign.memberships.filter(user=owner).update(role=Role.ARBITER)
    page = as_owner.get(URL).content.decode()
    assert campaign.name in page
    assert reverse("campaigns:members", args=[campaign.public_id]) in page
    assert "Delete my account" not in page
    assert as_owner.post(URL, SURE).status_code == 422
    assert User.objects.filter(pk=owner.pk).exists()


def test_of_two_arbiters_one_may_go(owner, campaign, past, gone):
    campaign.memberships.filter(user=owner).update(role=Role.ARBITER)
    gone()
    assert campaign.memberships.arbiters().count() == 1


def test_a_campaign_nobody_else_ever_belonged_to_goes_with_him(owner, gone):
    campaign = CampaignFactory(by=owner)
    MembershipFactory(campaign=campaign, user=owner, role=Role.ARBITER)
    EnrolmentFactory(campaign=campaign, warband=WarbandFactory(owner=owner))
    gone()
    assert not Campaign.objects.exists()
    assert not Warband.objects.exists()


def test_a_campaign_others_once_belonged_to_is_kept_and_finished(owner, mate, gone):
    campaign = CampaignFactory(by=owner)
    left = MembershipFactory(campaign=campaign, user=mate)
    left.until = left.since
    left.save()
    MembershipFactory(campaign=campaign, user=owner, role=Role.ARBITER)
    gone()
    campaign.refresh_from_db()
    assert campaign.finished
    assert campaign.by is None


# --- By another hand ---


@pytest.fixture
def as_staff(db, client):
    client.force_login(User.objects.create_superuser("staff"))
    return client


def test_by_no_other_way_does_a_group_lose_its_story(owner, past):
    with pytest.raises(ProtectedError):
        owner.delete()


@pytest.mark.parametrize("way", ["one", "many"])
def test_who_is_deleted_in_the_admin_leaves_as_by_his_own_hand(as_staff, owner, campaign, past, way):
    chosen = {"action": "delete_selected", "_selected_action": owner.pk}
    name, at = ("delete", [owner.pk]) if way == "one" else ("changelist", [])
    answer = as_staff.post(reverse(f"admin:auth_user_{name}", args=at), {"post": "yes", **chosen})
    assert answer.status_code == 302
    assert not User.objects.filter(pk=owner.pk).exists()
    assert Membership.objects.get(user__username=FORMER).campaign == campaign
    assert TestRecord.objects.count() == 2


def test_the_admin_says_what_goes_and_deletes_nobody_who_alone_runs_a_campaign_of_others(
    as_staff, owner, campaign, past
):
    WarbandFactory(owner=owner, name="Of No Group")
    url = reverse("admin:auth_user_delete", args=[owner.pk])
    page = as_staff.get(url).content.decode()
    assert "Warband: Of No Group" in page
    assert "Warband: The Cold Coil" not in page
    campaign.memberships.filter(role=Role.ARBITER).delete()
    campaign.memberships.filter(user=owner).update(role=Role.ARBITER)
    assert "which owner alone runs for others" in as_staff.get(url).content.decode()
    as_staff.post(url, {"post": "yes"})
    assert User.objects.filter(pk=owner.pk).exists()


# --- Being sure ---


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "somebody", "password": PASSWORD}, "That is not your name here."),
        ({"name": "owner", "password": "wrong"}, "That is not your password."),
        ({"name": "", "password": ""}, "This field is required."),
    ],
)
def test_name_and_password_are_asked_for_and_what_is_wrong_stands_beside_them(as_owner, owner, sent, said):
    answer = as_owner.post(URL, sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "wrong" not in answer.content.decode()
    assert User.objects.filter(pk=owner.pk).exists()


def test_it_is_explained_before(as_owner, owner, warband, past):
    WarbandFactory(owner=owner, name="Of No Group")
    page = as_owner.get(URL).content.decode()
    goes, keeps = page.split("What your groups keep")
    assert "Of No Group" in goes
    assert "The Cold Coil" in keeps
    assert "The Cold Coil" not in goes


def test_the_page_costs_the_same_however_much_there_is(
    as_owner, owner, mate, past, campaign, django_assert_num_queries
):
    for _ in range(4):
        EnrolmentFactory(campaign=campaign, warband=WarbandFactory(owner=owner))
    with django_assert_num_queries(6):
        as_owner.get(URL)


def test_guessing_the_password_is_stopped(as_owner, owner):
    for _ in range(10):
        assert as_owner.post(URL, {"name": "owner", "password": "wrong"}).status_code == 422
    assert as_owner.post(URL, SURE).status_code == 429
    assert User.objects.filter(pk=owner.pk).exists()


def test_a_refusal_changes_nothing(owner, warband, past):
    before = everything()
    with pytest.raises(RefusedError):
        delete_account(user=owner, name="owner", password="wrong")
    assert everything() == before


def test_what_would_become_of_everything_is_told_in_four_queries(owner, past, django_assert_num_queries):
    with django_assert_num_queries(4):
        assert farewell(owner).kept == ("The Cold Coil",)
