"""Players and what they own, in one line each. The lists and rules they point to come from the ``rulebook`` fixture."""

import factory
from django.contrib.auth.models import User
from django.utils import timezone

from warbands.models import Campaign, CampaignStatus, Enrolment, Membership, Role, Warband, Warrior, WarriorRule

HX = {"HX-Request": "true"}
"""What a request of htmx carries."""


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"player-{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")


class WarbandFactory(factory.django.DjangoModelFactory):
    """A Lizardmen warband without warriors."""

    class Meta:
        model = Warband

    owner = factory.SubFactory(UserFactory)
    warband_type_id = "lizardmen"
    name = "The Cold Coil"


class WarriorFactory(factory.django.DjangoModelFactory):
    """A skink hero. ``unit`` is a unit's short slug within the warband's list."""

    class Meta:
        model = Warrior

    class Params:
        unit = "skink-great-crest"

    warband = factory.SubFactory(WarbandFactory)
    unit_type_id = factory.LazyAttribute(lambda warrior: f"{warrior.warband.warband_type_id}--{warrior.unit}")
    name = factory.Sequence(lambda n: f"Quilpi {n}")
    position = factory.Sequence(lambda n: n + 1)


class WarriorRuleFactory(factory.django.DjangoModelFactory):
    """Stupidity, given by hand."""

    class Meta:
        model = WarriorRule

    warrior = factory.SubFactory(WarriorFactory)
    rule_id = "stupidity"
    reason = "A blow on the head"


def full_warband(owner, *, warriors, **fields):
    """A Lizardmen warband with this many warriors of all its units, a rule by hand on every third."""
    units = ["skink-priest", "saurus-totem-warrior", "skink-great-crest", "skink-brave", "saurus-brave", "kroxigor"]
    warband = WarbandFactory(owner=owner, **fields)
    for number in range(warriors):
        warrior = WarriorFactory(warband=warband, unit=units[number % len(units)], name=f"Warrior {number}")
        if number % 3 == 0:
            WarriorRuleFactory(warrior=warrior, by=owner)
    return warband


class CampaignFactory(factory.django.DjangoModelFactory):
    """A running campaign without members."""

    class Meta:
        model = Campaign

    name = "The Comet’s Tail"
    status = CampaignStatus.RUNNING


class MembershipFactory(factory.django.DjangoModelFactory):
    """A player of a campaign."""

    class Meta:
        model = Membership

    campaign = factory.SubFactory(CampaignFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.PLAYER
    since = factory.LazyFunction(timezone.now)


class EnrolmentFactory(factory.django.DjangoModelFactory):
    """A warband in a campaign."""

    class Meta:
        model = Enrolment

    campaign = factory.SubFactory(CampaignFactory)
    warband = factory.SubFactory(WarbandFactory)
