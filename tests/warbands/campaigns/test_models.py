"""What the database itself refuses."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tests.warbands.factories import CampaignFactory, EnrolmentFactory, MembershipFactory
from warbands.models import AppendOnlyError, CampaignChange, Invitation, RulingChange


def test_a_warband_is_in_one_unfinished_campaign_at_most(warband):
    EnrolmentFactory(warband=warband)
    with pytest.raises(IntegrityError, match=r"one_unfinished|warband_id"):
        EnrolmentFactory(warband=warband)


def test_a_warband_of_a_finished_campaign_may_be_in_another(warband):
    EnrolmentFactory(warband=warband, holds=False)
    assert EnrolmentFactory(warband=warband).holds


def test_what_left_is_held_no_longer(warband):
    with pytest.raises(IntegrityError):
        EnrolmentFactory(warband=warband, until=timezone.now(), holds=True)


def test_somebody_is_one_thing_at_a_time(stranger):
    one = MembershipFactory(user=stranger)
    with pytest.raises(IntegrityError):
        MembershipFactory(user=stranger, campaign=one.campaign)


def test_whoever_left_may_come_back(stranger):
    one = MembershipFactory(user=stranger, until=timezone.now())
    assert MembershipFactory(user=stranger, campaign=one.campaign).pk


@pytest.mark.django_db
def test_an_invitation_is_not_used_more_often_than_it_may_be():
    with pytest.raises(IntegrityError):
        Invitation.objects.create(campaign=CampaignFactory(), token_hash="0" * 64, most_uses=1, uses=2)


@pytest.mark.django_db
def test_what_was_changed_stays_written():
    change = CampaignChange.objects.create(campaign=CampaignFactory(), words="The campaign began.")
    with pytest.raises(AppendOnlyError):
        change.save()
    with pytest.raises(AppendOnlyError):
        change.delete()


@pytest.mark.django_db
@pytest.mark.parametrize(("choice", "reason"), [("10", ""), ("none", "Because")])
def test_a_ruling_is_changed_to_another_choice_for_a_reason(choice, reason):
    with pytest.raises(IntegrityError):
        RulingChange.objects.create(campaign=CampaignFactory(), key="ld_cap", was="none", choice=choice, reason=reason)
