import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404
from django.utils import timezone

from tests.warbands.factories import EnrolmentFactory, MembershipFactory, UserFactory, WarbandFactory
from warbands import access
from warbands.models import Amendment, Role, Sharing
from warbands.rosters.sharing import share


def test_an_owner_sees_and_changes_his_own(owner, warband):
    WarbandFactory()
    assert list(access.visible_to(owner)) == [warband]
    assert list(access.editable_by(owner)) == [warband]
    assert access.get_editable_or_404(owner, warband.public_id).editable


@pytest.mark.parametrize("who", ["mate", "arbiter", "stranger"])
def test_nobody_else_sees_it(who, warband, request):
    user = request.getfixturevalue(who)
    assert not access.visible_to(user).exists()
    with pytest.raises(Http404):
        access.get_visible_or_404(user, warband.public_id)
    with pytest.raises(Http404):
        access.get_editable_or_404(user, warband.public_id)


def test_anonymous_sees_nothing(warband):
    assert not access.visible_to(AnonymousUser()).exists()
    assert not access.editable_by(AnonymousUser()).exists()


def test_who_may_only_look_is_refused_changes(stranger, warband, monkeypatch):
    from django.db.models import Q

    monkeypatch.setattr(access, "_sees", lambda _: Q())
    assert not access.get_visible_or_404(stranger, warband.public_id).editable
    with pytest.raises(PermissionDenied):
        access.get_editable_or_404(stranger, warband.public_id)


def test_addresses_cannot_be_guessed(owner):
    first, second = WarbandFactory(owner=owner), WarbandFactory(owner=owner)
    assert first.public_id != second.public_id
    assert len(first.public_id) == 12
    with pytest.raises(Http404):
        access.get_visible_or_404(owner, str(first.pk))


def test_what_is_public_is_seen_by_everybody_and_changed_by_nobody_else(stranger, warband):
    share(warband=warband, version=1, sharing=Sharing.PUBLIC)
    for user in (stranger, AnonymousUser()):
        assert list(access.visible_to(user)) == [warband]
        assert not access.editable_by(user).exists()
        with pytest.raises(PermissionDenied):
            access.get_editable_or_404(user, warband.public_id)


@pytest.mark.parametrize("user", [AnonymousUser(), "stranger"])
def test_a_secret_link_shows_its_own_warband_while_it_is_in_force(user, warband, secret, owner, request):
    other = WarbandFactory(owner=owner, sharing=Sharing.LINK, link_hash=access.hash_of("another"))
    user = request.getfixturevalue(user) if isinstance(user, str) else user
    assert not access.visible_to(user).exists()
    access.carry(user, [access.hash_of(secret), "", "0" * 64])
    assert list(access.visible_to(user)) == [warband]
    assert not access.get_visible_or_404(user, warband.public_id).editable
    assert not access.editable_by(user).exists()
    share(warband=warband, version=warband.version, sharing=Sharing.PRIVATE)
    assert not access.visible_to(user).exists()
    assert other.sharing == Sharing.LINK


def test_no_warband_without_a_link_is_opened_by_an_empty_one(warband):
    user = AnonymousUser()
    access.carry(user, [""])
    assert not access.visible_to(user).exists()
    assert access.opened_by("") is None


def test_what_is_deleted_is_nowhere_but_among_its_owners_deleted(owner, stranger, warband, secret):
    warband.deleted_at = timezone.now()
    warband.save()
    access.carry(stranger, [access.hash_of(secret)])
    for user in (owner, stranger, AnonymousUser()):
        assert not access.visible_to(user).exists()
    assert access.opened_by(secret) is None
    assert list(access.deleted_of(owner)) == [warband]
    assert not access.deleted_of(stranger).exists()
    assert not access.deleted_of(AnonymousUser()).exists()


@pytest.mark.parametrize(("sharing", "link_hash"), [("private", "0" * 64), ("public", "0" * 64), ("link", "")])
def test_a_link_is_there_exactly_where_it_is_shared_by_link(owner, sharing, link_hash):
    with pytest.raises(IntegrityError):
        WarbandFactory(owner=owner, sharing=sharing, link_hash=link_hash)


# --- Campaigns -------------------------------------------------------------------------------------------------------


@pytest.fixture
def campaign(arbiter, mate, warband):
    campaign = EnrolmentFactory(warband=warband).campaign
    MembershipFactory(campaign=campaign, user=arbiter, role=Role.ARBITER)
    MembershipFactory(campaign=campaign, user=mate)
    return campaign


def test_a_warband_says_whose_it_is_and_what_one_is_where_it_plays(owner, mate, stranger, arbiter, warband, campaign):
    share(warband=warband, version=1, sharing=Sharing.PUBLIC)
    told = {
        user: (found.own, found.editable, found.role)
        for user in (owner, mate, arbiter, stranger, AnonymousUser())
        for found in access.visible_to(user)
    }
    assert told == {
        owner: (True, True, None),
        mate: (False, False, "player"),
        arbiter: (False, False, "arbiter"),
        stranger: (False, False, None),
        AnonymousUser(): (False, False, None),
    }


def test_a_member_sees_and_an_amending_arbiter_changes_and_neither_owns(mate, arbiter, warband, campaign):
    begun = Amendment.objects.create(campaign=campaign, warband=warband, reason="x", by=arbiter)
    for user in (mate, arbiter):
        assert list(access.visible_to(user)) == [warband]
        assert not access.editable_by(user).exists()
    for user in (mate, arbiter):
        access.carry(user, (), [begun.pk])
    assert list(access.editable_by(arbiter)) == [warband]
    assert not access.editable_by(mate).exists()
    for user in (mate, arbiter):
        assert not access.owned_by(user).exists()
        assert not access.deleted_of(user).exists()
        with pytest.raises(PermissionDenied):
            access.get_own_or_404(user, warband.public_id)


def test_a_campaign_is_there_for_its_members_and_its_arbiters_to_run(mate, arbiter, stranger, campaign):
    assert access.get_campaign_or_404(mate, campaign.public_id).role == Role.PLAYER
    assert access.get_arbitrated_or_404(arbiter, campaign.public_id).role == Role.ARBITER
    with pytest.raises(PermissionDenied):
        access.get_arbitrated_or_404(mate, campaign.public_id)
    for user in (stranger, AnonymousUser(), UserFactory(is_staff=True, is_superuser=True)):
        assert not access.campaigns_of(user).exists()
        with pytest.raises(Http404):
            access.get_arbitrated_or_404(user, campaign.public_id)


def test_who_left_sees_neither_campaign_nor_warbands(mate, campaign):
    campaign.memberships.filter(user=mate).update(until=timezone.now())
    assert not access.campaigns_of(mate).exists()
    assert not access.visible_to(mate).exists()


def test_an_owner_owns_and_others_do_not(owner, stranger, warband):
    assert list(access.owned_by(owner)) == [warband]
    assert access.get_own_or_404(owner, warband.public_id) == warband
    with pytest.raises(Http404):
        access.get_own_or_404(stranger, warband.public_id)
