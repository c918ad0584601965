"""Roles, handing over, leaving and removing: and always somebody who runs it."""

import pytest

from tests.warbands.factories import MembershipFactory
from warbands.campaigns import members
from warbands.models import Role
from warbands.rosters.services import RefusedError


def test_an_arbiter_makes_another_one_and_what_he_was_stays_written(as_arbiter, campaign, url, member, mate, arbiter):
    response = as_arbiter.post(url("role", member(mate).pk), {"role": "arbiter"}, follow=True)
    assert "mate is an arbiter now." in response.content.decode()
    was, now = campaign.memberships.filter(user=mate)
    assert (was.role, was.ended_by, was.until) == (Role.PLAYER, arbiter, now.since)
    assert (now.role, now.began_by, now.until) == (Role.ARBITER, arbiter, None)


def test_making_somebody_what_he_is_changes_nothing(as_arbiter, campaign, url, member, mate):
    as_arbiter.post(url("role", member(mate).pk), {"role": "player"})
    assert campaign.memberships.filter(user=mate).count() == 1


def test_a_campaign_is_never_without_an_arbiter(as_arbiter, campaign, url, member, arbiter):
    mine = member(arbiter)
    for name, sent in (("role", {"role": "player"}), ("role", {"role": "spectator"}), ("remove", {})):
        response = as_arbiter.post(url(name, mine.pk), sent)
        assert response.status_code == 422
        assert members.LAST_ARBITER in response.content.decode()
    response = as_arbiter.post(url("leave"))
    assert response.status_code == 422
    assert members.LAST_ARBITER in response.content.decode()
    assert list(campaign.memberships.arbiters()) == [mine]


def test_one_of_two_arbiters_may_leave(as_arbiter, campaign, url, member, mate, arbiter):
    members.change_role(member=member(mate), role=Role.ARBITER, by=arbiter)
    assert as_arbiter.post(url("leave"))["Location"] == "/campaigns/"
    assert [one.user for one in campaign.memberships.arbiters()] == [mate]


def test_a_campaign_is_handed_over(as_arbiter, campaign, url, member, mate, arbiter):
    response = as_arbiter.post(url("hand-over", member(mate).pk), follow=True)
    assert "mate runs The Comet’s Tail now." in response.content.decode()
    assert (member(mate).role, member(arbiter).role) == (Role.ARBITER, Role.PLAYER)


def test_nobody_hands_over_to_himself_nor_what_is_not_his(as_arbiter, campaign, url, member, mate, owner, arbiter):
    assert as_arbiter.post(url("hand-over", member(arbiter).pk)).status_code == 422
    with pytest.raises(RefusedError):
        members.hand_over(campaign=campaign, to=member(mate), by=owner)
    assert member(mate).role == Role.PLAYER


def test_who_leaves_takes_his_warbands_and_keeps_them(as_owner, campaign, url, entered, owner):
    assert "The Cold Coil" in as_owner.get(url("leave")).content.decode()
    as_owner.post(url("leave"))
    gone = campaign.memberships.get(user=owner)
    enrolment = campaign.enrolments.get()
    assert gone.ended_by == enrolment.ended_by == owner
    assert gone.until == enrolment.until
    assert not enrolment.holds
    assert as_owner.get(entered.get_absolute_url()).status_code == 200
    assert as_owner.get(campaign.get_absolute_url()).status_code == 404


def test_an_arbiter_removes_a_member_once(as_arbiter, campaign, url, member, owner, arbiter, entered):
    one = member(owner)
    assert "stay their owner’s" in as_arbiter.get(url("remove", one.pk)).content.decode()
    assert as_arbiter.post(url("remove", one.pk))["Location"] == url("members")
    one.refresh_from_db()
    first = one.until
    as_arbiter.post(url("remove", one.pk))
    one.refresh_from_db()
    assert (one.until, one.ended_by) == (first, arbiter)
    assert not campaign.enrolments.present().exists()


def test_what_a_page_says_of_somebody_who_is_gone_is_refused(as_arbiter, url, member, mate):
    one = member(mate)
    members.end(member=one, by=mate)
    response = as_arbiter.post(url("role", one.pk), {"role": "arbiter"})
    assert response.status_code == 422
    assert "no longer what this page says" in response.content.decode()


def test_a_member_of_another_campaign_is_not_of_this_one(as_arbiter, url):
    assert as_arbiter.post(url("role", MembershipFactory().pk), {"role": "arbiter"}).status_code == 404


def test_only_known_roles_are_given(as_arbiter, url, member, mate):
    response = as_arbiter.post(url("role", member(mate).pk), {"role": "emperor"})
    assert response.status_code == 422
    assert member(mate).role == Role.PLAYER


def test_members_see_who_belongs_and_have_nothing_to_press(as_owner, as_arbiter, url):
    page = as_owner.get(url("members")).content.decode()
    assert "<b>mate</b>" in page
    assert "Remove" not in page
    assert "Hand over" not in page
    assert "Remove" in as_arbiter.get(url("members")).content.decode()


@pytest.mark.parametrize(
    ("is_now", "invited_as", "becomes"),
    [
        (None, Role.PLAYER, Role.PLAYER),
        (Role.SPECTATOR, Role.PLAYER, Role.PLAYER),
        (Role.ARBITER, Role.PLAYER, Role.ARBITER),
        (Role.PLAYER, Role.PLAYER, Role.PLAYER),
    ],
)
def test_joining_makes_nobody_less_than_he_is(campaign, stranger, is_now, invited_as, becomes):
    if is_now:
        MembershipFactory(campaign=campaign, user=stranger, role=is_now)
    assert members.join(campaign=campaign, user=stranger, role=invited_as).role == becomes
    assert campaign.memberships.present().filter(user=stranger).count() == 1
