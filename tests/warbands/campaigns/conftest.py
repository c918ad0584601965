"""The cast of a campaign: arbiter, a player with a warband, another player, spectator; stranger, staff, nobody."""

import pytest
from django.test import Client

from tests.warbands.factories import CampaignFactory, EnrolmentFactory, MembershipFactory, UserFactory
from warbands.models import Role


@pytest.fixture
def campaign(arbiter, owner, mate):
    """Run by the arbiter; the owner and his mate play."""
    campaign = CampaignFactory(by=arbiter)
    MembershipFactory(campaign=campaign, user=arbiter, role=Role.ARBITER)
    MembershipFactory(campaign=campaign, user=owner)
    MembershipFactory(campaign=campaign, user=mate)
    return campaign


@pytest.fixture
def spectator(rulebook, campaign):
    user = UserFactory(username="spectator")
    MembershipFactory(campaign=campaign, user=user, role=Role.SPECTATOR)
    return user


@pytest.fixture
def staff(rulebook):
    """Keeps the glossary, and has no rights over what players own."""
    return UserFactory(username="staff", is_staff=True)


@pytest.fixture
def entered(campaign, warband):
    """The owner's warband, in the campaign."""
    EnrolmentFactory(campaign=campaign, warband=warband, by=warband.owner)
    return warband


@pytest.fixture
def sign_in_as(request):
    """A client in which somebody of the cast has signed in, by his name."""

    def sign_in(name):
        client = Client()
        if name != "anonymous":
            client.force_login(request.getfixturevalue(name))
        return client

    return sign_in


@pytest.fixture
def as_arbiter(sign_in_as):
    return sign_in_as("arbiter")


@pytest.fixture
def as_mate(sign_in_as):
    return sign_in_as("mate")


@pytest.fixture
def member(campaign):
    """The present membership of a user."""
    return lambda user: campaign.memberships.present().get(user=user)


@pytest.fixture
def url(campaign):
    """The address of a page of the campaign."""
    from django.urls import reverse

    return lambda name, *parts: reverse(f"campaigns:{name}", args=[campaign.public_id, *parts])
