"""Every address below a campaign, for each of the cast. A new address is tried unasked; who may what stands here."""

import pytest
from django.urls import reverse

from warbands.campaigns import house, urls
from warbands.models import Enrolment, Invitation, Membership

OF_NO_CAMPAIGN = {"list", "new"}
"""These belong to whoever is signed in."""

OF_THE_INVITED = {"join", "invitation"}
"""These are for whoever has a link: ``test_invitations``."""

OF_A_WARBAND = {"amendments", "finish", "answer"}
"""These stand below a warband, which outlives its campaign: ``test_amending``."""

OF_A_RESULT = {"results", "settle"}
"""Some only read these, others file and agree: ``test_filing``."""

OF_MEMBERS = {
    *("campaign", "dice", "feed", "standings", "members", "leave", "copy", "ruling", "rulings"),
    *("house", "house-rule"),
}
"""What every member may open."""

OF_PLAYERS = {"bring"}
"""What players and arbiters may open."""

OF_ARBITERS = {"settings", "invitations", "amend", "house-new", "house-edit", "house-take", "house-retire"}
"""What arbiters may open. Everything else is only sent, and by arbiters."""

SENT_BY_OWNERS = {"enter", "withdraw"}
"""What is only sent, by owners of warbands: ``test_sharing``."""

ADDRESSES = {
    str(pattern.name): tuple(pattern.pattern.converters)
    for pattern in urls.urlpatterns
    if pattern.name not in OF_THE_INVITED | OF_A_WARBAND | OF_A_RESULT
}


@pytest.fixture
def address(campaign, arbiter, mate, member, entered):
    invitation = Invitation.objects.create(campaign=campaign, token_hash="0" * 64)
    told = house.Wording("Plague-marked", sentences="adds leadership -1")
    rule = house.write_rule(campaign=campaign, wording=told, reason="We voted", by=arbiter)
    given = house.give_rule(rule=rule, warband=entered, warrior=None, reason="The bite", by=arbiter)
    parts = {
        "campaign": campaign.public_id,
        "member": member(mate).pk,
        "invitation": invitation.public_id,
        "warband": entered.public_id,
        "ruling": "R-09",
        "rule": "plague-marked",
        "holding": given.pk,
    }

    def find(name):
        return reverse(f"campaigns:{name}", kwargs={part: parts[part] for part in ADDRESSES[name]})

    return find


BELOW = sorted(ADDRESSES.keys() - OF_NO_CAMPAIGN)


@pytest.mark.parametrize("name", BELOW)
@pytest.mark.parametrize("who", ["stranger", "staff"])
def test_who_does_not_belong_finds_nothing(sign_in_as, address, who, name):
    client = sign_in_as(who)
    assert client.get(address(name)).status_code in {404, 405}
    assert client.post(address(name)).status_code in {404, 405}
    assert 404 in {client.get(address(name)).status_code, client.post(address(name)).status_code}


@pytest.mark.parametrize("name", sorted(ADDRESSES))
def test_nobody_is_asked_to_sign_in(sign_in_as, address, name):
    url = reverse(f"campaigns:{name}") if name in OF_NO_CAMPAIGN else address(name)
    for response in (sign_in_as("anonymous").get(url), sign_in_as("anonymous").post(url)):
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/?next=")


@pytest.mark.parametrize("name", BELOW)
@pytest.mark.parametrize("who", ["owner", "mate", "spectator"])
def test_a_member_opens_what_is_for_members_and_is_refused_the_rest(sign_in_as, address, who, name):
    client = sign_in_as(who)
    found = client.get(address(name)).status_code
    if name in OF_MEMBERS or (name in OF_PLAYERS and who != "spectator"):
        assert found == 200
    elif name not in SENT_BY_OWNERS:
        members = Membership.objects.filter(until=None).count(), Enrolment.objects.count()
        assert {found, client.post(address(name)).status_code} <= {403, 405}
        assert client.post(address(name)).status_code == 403
        assert (Membership.objects.filter(until=None).count(), Enrolment.objects.count()) == members


@pytest.mark.parametrize("name", sorted(OF_MEMBERS | OF_PLAYERS | OF_ARBITERS))
def test_an_arbiter_opens_everything(sign_in_as, address, name):
    assert sign_in_as("arbiter").get(address(name)).status_code == 200


def test_who_left_is_a_stranger_again(sign_in_as, address, member, mate, arbiter):
    from warbands.campaigns.members import end

    end(member=member(mate), by=mate)
    assert sign_in_as("mate").get(address("campaign")).status_code == 404
