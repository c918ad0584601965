"""Founding a campaign, its page, its settings."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.factories import EnrolmentFactory, MembershipFactory, WarriorFactory
from warbands.campaigns.services import change_campaign, create_campaign
from warbands.models import Campaign, CampaignStatus, Role
from warbands.rosters.services import RefusedError, StaleError


def test_whoever_founds_a_campaign_is_its_arbiter(as_mate, mate):
    sent = {
        "name": "Ashes of the Comet",
        "description": "Tuesdays at **Otto’s**",
        "starting_gold": 600,
        "allowed_lists": ["lizardmen", "undead"],
    }
    response = as_mate.post(reverse("campaigns:new"), sent, follow=True)
    made = Campaign.objects.get()
    page = response.content.decode()
    assert response.redirect_chain == [(made.get_absolute_url(), 302)]
    assert "<strong>Otto’s</strong>" in page
    assert "<b>600</b> gold crowns to start with" in page
    assert "Lists: Lizardmen, Undead" in page
    assert "you are an arbiter" in page
    assert made.memberships.get().user == mate
    assert (made.status, made.allowed_lists) == (CampaignStatus.GATHERING, ["lizardmen", "undead"])


def test_the_same_form_twice_founds_one(as_mate):
    sent = {"name": "Ashes of the Comet", "client_key": str(uuid4())}
    first, second = (as_mate.post(reverse("campaigns:new"), sent)["Location"] for _ in range(2))
    assert first == second
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "This field is required"),
        ("starting_gold", "-1", "greater than or equal to 0"),
        ("starting_gold", "1000000", "less than or equal to 10000"),
        ("allowed_lists", "elves-of-nowhere", "not one of the available choices"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_what_was_typed_stays(as_mate, field, value, words):
    sent = {"name": "Ashes of the Comet", "description": "Tuesdays", field: value}
    response = as_mate.post(reverse("campaigns:new"), sent)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert "Tuesdays</textarea>" in response.content.decode()
    assert not Campaign.objects.exists()


def test_an_unknown_list_is_refused_by_the_service_too(mate):
    with pytest.raises(RefusedError, match="no list"):
        create_campaign(by=mate, name="X", allowed_lists=["elves-of-nowhere"])


def test_what_a_member_writes_is_no_html(as_owner, campaign):
    Campaign.objects.update(description="<script>alert(1)</script>", house_rules="<img src=x onerror=alert(1)>")
    page = as_owner.get(campaign.get_absolute_url()).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page


def test_my_campaigns_are_mine(as_owner, campaign, entered):
    other = create_campaign(by=campaign.by, name="Somebody else’s")
    page = as_owner.get(reverse("campaigns:list")).content.decode()
    assert campaign.name in page
    assert "3 members · 1 warband · you are a player" in page
    assert other.name not in page


def test_nobody_has_a_campaign_to_begin_with(as_owner):
    assert "You belong to no campaign yet" in as_owner.get(reverse("campaigns:list")).content.decode()


def settings_of(campaign, **fields):
    facts = {
        "version": campaign.version,
        "name": campaign.name,
        "description": campaign.description,
        "house_rules": campaign.house_rules,
        "starting_gold": "",
        "allowed_lists": campaign.allowed_lists,
    }
    return {**facts, **fields}


def test_an_arbiter_changes_what_holds_and_each_change_is_recorded(as_arbiter, as_owner, campaign, url, arbiter):
    sent = settings_of(campaign, name="Ashes", house_rules="No *spyglasses*.", starting_gold=450)
    assert as_arbiter.post(url("settings"), sent)["Location"] == campaign.get_absolute_url()
    campaign.refresh_from_db()
    assert (campaign.name, campaign.starting_gold, campaign.version) == ("Ashes", 450, 2)
    assert [(change.words, change.by) for change in campaign.changes.order_by("pk")] == [
        ("It is called Ashes now, and was called The Comet’s Tail.", arbiter),
        ("The house rules were written anew.", arbiter),
        ("Warbands made for it start with 450 gold crowns.", arbiter),
    ]
    assert "No <em>spyglasses</em>." in as_owner.get(campaign.get_absolute_url()).content.decode()


def test_an_arbiter_who_comes_late_sees_what_the_other_saved(as_arbiter, campaign, url, arbiter):
    old = settings_of(campaign, description="Mine")
    as_arbiter.post(url("settings"), settings_of(campaign, description="Theirs"))
    response = as_arbiter.post(url("settings"), old)
    page = response.content.decode()
    assert response.status_code == 409
    assert "description “Theirs”" in page
    assert "Mine</textarea>" in page
    assert 'name="version" value="2"' in page
    with pytest.raises(StaleError):
        change_campaign(campaign=campaign, by=arbiter, **{**old, "version": 1, "starting_gold": None})


def test_settings_that_cannot_be_are_refused(as_arbiter, campaign, url):
    response = as_arbiter.post(url("settings"), settings_of(campaign, name=""))
    assert response.status_code == 422
    assert "This field is required" in response.content.decode()


def test_a_campaign_begins_and_ends(as_arbiter, campaign, url, entered):
    as_arbiter.post(url("status"), {"status": "finished"})
    campaign.refresh_from_db()
    assert campaign.finished
    assert not campaign.enrolments.get().holds
    as_arbiter.post(url("status"), {"status": "running"})
    as_arbiter.post(url("status"), {"status": "running"})
    assert campaign.enrolments.get().holds
    assert [str(change) for change in campaign.changes.all()] == [
        "The campaign is running.",
        "The campaign is finished.",
    ]
    assert as_arbiter.post(url("status"), {"status": "nonsense"}).status_code == 422


def test_what_went_elsewhere_does_not_come_back_with_a_campaign_that_goes_on(as_arbiter, campaign, url, entered):
    as_arbiter.post(url("status"), {"status": "finished"})
    elsewhere = EnrolmentFactory(warband=entered)
    as_arbiter.post(url("status"), {"status": "running"})
    elsewhere.refresh_from_db()
    assert elsewhere.holds
    assert not campaign.enrolments.present().exists()


def queries(client, url):
    client.get(url)  # what is worked out once is worked out
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", ["campaign", "members"])
def test_a_page_costs_the_same_however_many_belong_and_bring_warbands(as_arbiter, campaign, url, entered, name):
    WarriorFactory(warband=entered)
    few = queries(as_arbiter, url(name))
    for _ in range(8):
        enrolled = EnrolmentFactory(campaign=campaign)
        WarriorFactory(warband=enrolled.warband)
        MembershipFactory(campaign=campaign, user=enrolled.warband.owner)
        MembershipFactory(campaign=campaign, role=Role.SPECTATOR)
    assert queries(as_arbiter, url(name)) == few <= 10


def test_the_list_of_campaigns_costs_the_same_however_many_there_are(as_arbiter, campaign, arbiter):
    few = queries(as_arbiter, reverse("campaigns:list"))
    for _ in range(4):
        MembershipFactory(user=arbiter)
    assert queries(as_arbiter, reverse("campaigns:list")) == few <= 4
