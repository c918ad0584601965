"""A group with a past: warbands, tests, battles and words of its owner, and of others."""

from uuid import uuid4

import pytest
from django.utils import timezone

from rules.models import RulebookVersion
from tests.warbands.factories import CampaignFactory, EnrolmentFactory, MembershipFactory, WarbandFactory
from warbands.models import (
    Battle,
    BattleEvent,
    BattleSide,
    CampaignChange,
    Role,
    TestRecord,
)

PASSWORD = "a long evening of dice"


@pytest.fixture
def owner(owner):
    """He can prove who he is."""
    owner.set_password(PASSWORD)
    owner.save()
    return owner


@pytest.fixture
def campaign(arbiter, owner, mate):
    campaign = CampaignFactory(by=arbiter)
    MembershipFactory(campaign=campaign, user=arbiter, role=Role.ARBITER)
    MembershipFactory(campaign=campaign, user=owner)
    MembershipFactory(campaign=campaign, user=mate)
    return campaign


@pytest.fixture
def version(rulebook):
    return RulebookVersion.objects.get()


@pytest.fixture
def throw(version):
    """A test of a warband, kept as it fell."""

    def keep(warband, *faces, by=None, **fields):
        return TestRecord.objects.create(
            warband=warband, subject="Tehenca", kind="fear", faces=list(faces), version=version, by=by,
            client_key=uuid4(), verdict={"passed": True, "text": "Holds."}, **fields,
        )  # fmt: skip

    return keep


@pytest.fixture
def fought(version):
    """A battle of two warbands, or of one against somebody who keeps none here, with a throw of the first's player."""

    def keep(first, second=None, campaign=None, **fields):
        battle = Battle.objects.create(
            starter=first.owner, version=version, campaign=campaign, client_key=uuid4(), **fields
        )
        for slug, warband in (("a", first), ("b", second)):
            player = warband.owner if warband else None
            BattleSide.objects.create(battle=battle, slug=slug, warband=warband, player=player, name=str(warband))
        BattleEvent.objects.create(
            battle=battle, number=1, kind="test", faces=[3, 4], by=first.owner, text="Holds.", client_key=uuid4()
        )
        return battle

    return keep


@pytest.fixture
def past(campaign, owner, mate, warband, priest, reeds, throw, fought):
    """What the owner did in the group: he entered a warband, tested, fought his mate, and wrote."""
    EnrolmentFactory(campaign=campaign, warband=warband, by=owner)
    theirs = WarbandFactory(owner=mate, name="Da Red Teef")
    EnrolmentFactory(campaign=campaign, warband=theirs, by=mate)
    throw(warband, 1, 2, by=owner)
    throw(theirs, 5, 6, by=owner)
    fought(warband, theirs, campaign, ended=timezone.now())
    CampaignChange.objects.create(campaign=campaign, words="The campaign is running.", by=owner)
    return theirs
