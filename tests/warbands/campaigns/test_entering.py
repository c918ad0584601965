"""How warbands come into a campaign and leave it."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.warbands.factories import EnrolmentFactory, WarbandFactory
from warbands.access import get_visible_or_404
from warbands.campaigns import sharing
from warbands.campaigns.services import set_status
from warbands.models import Campaign, Enrolment, LedgerEntry, Warband
from warbands.rosters.services import RefusedError

# --- Coming in -------------------------------------------------------------------------------------------------------


def test_a_player_brings_his_warband_in(as_owner, warband, campaign, url, owner):
    assert "Bring it in" in as_owner.get(url("bring")).content.decode()
    for _ in range(2):
        response = as_owner.post(url("enter", warband.public_id), follow=True)
        assert "The Cold Coil is in The Comet’s Tail" in response.content.decode()
    enrolment = Enrolment.objects.get()
    assert (enrolment.campaign, enrolment.warband, enrolment.by, enrolment.holds) == (campaign, warband, owner, True)
    assert '<span class="tag">in it</span>' in as_owner.get(url("bring")).content.decode()


def test_nobody_brings_in_what_is_another_players(sign_in_as, warband, url, campaign, mate):
    assert sign_in_as("mate").post(url("enter", warband.public_id)).status_code == 404
    Warband.objects.update(sharing="public")
    assert sign_in_as("mate").post(url("enter", warband.public_id)).status_code == 404
    with pytest.raises(RefusedError, match="owner"):
        sharing.enter(campaign=campaign, warband=warband, by=mate)


def test_a_spectator_brings_nothing(sign_in_as, spectator, url, campaign):
    theirs = WarbandFactory(owner=spectator)
    assert sign_in_as("spectator").post(url("enter", theirs.public_id)).status_code == 403
    assert sign_in_as("spectator").post(url("bring"), {"warband_type": "undead", "name": "X"}).status_code == 403
    with pytest.raises(RefusedError, match="Spectators"):
        sharing.enter(campaign=campaign, warband=theirs, by=spectator)


def test_a_warband_of_another_campaign_is_refused_in_words(as_owner, warband, url):
    EnrolmentFactory(warband=warband, campaign__name="The Other One")
    assert "is in The Other One, and a warband is in one campaign" in as_owner.get(url("bring")).content.decode()
    response = as_owner.post(url("enter", warband.public_id))
    assert response.status_code == 422
    assert "is in The Other One, and a warband is in one campaign" in response.content.decode()
    assert Enrolment.objects.count() == 1


def test_a_warband_that_went_elsewhere_a_moment_ago_is_refused_too(warband, campaign, owner):
    looked_at = get_visible_or_404(owner, warband.public_id)
    EnrolmentFactory(warband=warband, campaign__name="The Other One")
    with pytest.raises(RefusedError, match="The Other One"):
        sharing.enter(campaign=campaign, warband=looked_at, by=owner)


def test_a_list_that_is_not_allowed_does_not_come_in(as_owner, warband, url):
    Campaign.objects.update(allowed_lists=["undead"])
    response = as_owner.post(url("enter", warband.public_id))
    assert response.status_code == 422
    assert "not allowed here. Allowed are: Undead." in response.content.decode()


def test_nothing_enters_a_finished_campaign(as_owner, warband, url, campaign, arbiter):
    set_status(campaign=campaign, status="finished", by=arbiter)
    assert as_owner.post(url("enter", warband.public_id)).status_code == 422
    assert as_owner.post(url("bring"), {"warband_type": "undead", "name": "X"}).status_code == 422
    assert not Enrolment.objects.exists()


def test_a_warband_made_for_a_campaign_has_its_gold_and_is_in_it(as_owner, url, campaign, owner):
    Campaign.objects.update(starting_gold=650, allowed_lists=["undead", "lizardmen"])
    page = as_owner.get(url("bring")).content.decode()
    assert "It starts with 650 gold crowns" in page
    assert 'value="undead"' in page
    assert 'value="orc-mob"' not in page
    sent = {"warband_type": "undead", "name": "The Hollow Court", "client_key": str(uuid4())}
    first, second = as_owner.post(url("bring"), sent), as_owner.post(url("bring"), sent)
    made = Warband.objects.get(owner=owner)
    assert first["Location"] == second["Location"] == made.get_absolute_url()
    assert LedgerEntry.objects.get(warband=made).amount == 650
    assert campaign.enrolments.get().warband == made


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"warband_type": "orc-mob", "name": "X"}, "not one of the available choices"),
        ({"warband_type": "undead", "name": ""}, "This field is required"),
    ],
)
def test_what_cannot_be_made_for_it_is_said_beside_its_field(as_owner, url, sent, words):
    Campaign.objects.update(allowed_lists=["undead"])
    response = as_owner.post(url("bring"), sent)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Warband.objects.exists()


def test_the_service_refuses_such_a_list_too(campaign, owner):
    Campaign.objects.update(allowed_lists=["undead"])
    with pytest.raises(RefusedError, match="does not allow"):
        sharing.make(campaign=campaign, owner=owner, warband_type="orc-mob", name="X")


def test_the_page_costs_the_same_however_many_warbands_one_has(as_owner, url, campaign, owner):
    counts = set()
    for _ in range(2):
        WarbandFactory(owner=owner)
        EnrolmentFactory(campaign=campaign, warband=WarbandFactory(owner=owner))
        as_owner.get(url("bring"))
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(url("bring"))
        counts.add(len(captured))
    assert len(counts) == 1
    assert counts.pop() <= 7


# --- Going -----------------------------------------------------------------------------------------------------------


def test_an_arbiter_may_take_a_warband_out_and_another_player_may_not(sign_in_as, entered, url, campaign):
    assert sign_in_as("mate").post(url("withdraw", entered.public_id)).status_code == 403
    assert campaign.enrolments.present().exists()
    assert sign_in_as("arbiter").post(url("withdraw", entered.public_id)).status_code == 302
    assert not campaign.enrolments.present().exists()
    assert sign_in_as("arbiter").post(url("withdraw", entered.public_id)).status_code == 404


def test_a_warband_may_leave_a_finished_campaign(as_owner, entered, url, campaign, arbiter):
    set_status(campaign=campaign, status="finished", by=arbiter)
    assert as_owner.post(url("withdraw", entered.public_id)).status_code == 302
    assert not campaign.enrolments.present().exists()
