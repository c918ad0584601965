"""A battle is begun from where the player is: a roster, a campaign; and the rulings are the campaign's."""

import pytest
from django.urls import reverse

from tests.warbands.factories import CampaignFactory, EnrolmentFactory, MembershipFactory, WarbandFactory
from warbands.models import Battle, Role

NEW = reverse("warbands:battle-new")


@pytest.fixture
def campaign(owner, mate, mob, lizards):
    """Both play in it, with a ruling of its own."""
    campaign = CampaignFactory(by=mate, rulings={"ld_cap": "10"})
    for user in (owner, mate):
        MembershipFactory(campaign=campaign, user=user)
    for warband in (mob, lizards):
        EnrolmentFactory(campaign=campaign, warband=warband, by=warband.owner)
    return campaign


def chosen(client, **asked):
    """What stands in the form of a new battle: our warband, their warband, and the page."""
    response = client.get(NEW, asked)
    form = response.context["form"]
    return form["own"].value(), form["against"].value(), response.content.decode()


def test_a_roster_leads_to_a_battle_of_its_warband(owner, mob, lizards, as_owner):
    WarbandFactory(owner=owner, name="A First One")
    page = as_owner.get(mob.get_absolute_url()).content.decode()
    link = f"{NEW}?own={mob.public_id}"
    assert f'href="{link}"' in page
    own, _, page = chosen(as_owner, own=mob.public_id)
    assert own == mob.public_id
    assert "Snikkit’s Mates 6" in page
    assert "errorlist" not in page


def test_a_foe_of_the_same_campaign_is_offered_first(campaign, mob, lizards, as_owner):
    own, against, page = chosen(as_owner, own=mob.public_id)
    assert (own, against) == (mob.public_id, lizards.public_id)
    assert "The Reeds 3" in page


def test_a_campaign_leads_to_a_battle_of_two_of_its_warbands_by_its_rulings(campaign, owner, mob, lizards, as_owner):
    WarbandFactory(owner=owner, name="A First One")
    link = f"{NEW}?campaign={campaign.public_id}"
    assert f'href="{link}"' in as_owner.get(campaign.get_absolute_url()).content.decode()
    own, against, page = chosen(as_owner, campaign=campaign.public_id)
    assert (own, against) == (mob.public_id, lizards.public_id)
    assert "1 of 48 unlike the usual" in page
    as_owner.post(NEW, {"own": own, "against": against, "key": "8d3f2c1e-7a44-4f8e-9a55-0123456789ab"})
    battle = Battle.objects.get()
    assert (battle.campaign, battle.rulings) == (campaign, {"ld_cap": "10"})


@pytest.mark.parametrize("asked", [{"campaign": "none-such"}, {"own": "none-such"}, {"own": ""}])
def test_what_nobody_knows_is_not_chosen(mob, as_owner, asked):
    own, against, page = chosen(as_owner, **asked)
    assert own in {"", None, mob.public_id}
    assert not against
    assert "errorlist" not in page


def test_who_only_looks_on_is_led_to_no_battle(campaign, stranger, mob, client):
    MembershipFactory(campaign=campaign, user=stranger, role=Role.SPECTATOR)
    client.force_login(stranger)
    for address in (mob.get_absolute_url(), campaign.get_absolute_url()):
        assert NEW not in client.get(address).content.decode()


def test_the_rulings_are_folded_by_what_they_touch_and_asked_in_plain_words(mob, as_owner):
    page = as_owner.get(NEW).content.decode()
    assert "Rulings: all 48 as usual" in page
    assert "<summary>Rout <small>" in page
    assert ">Do hired swords count for the quarter of a Rout test?</label>" in page
