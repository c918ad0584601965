"""Warbands in a campaign: who sees what of them, and what is copied. How they come and go: ``test_entering``."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.factories import HX, EnrolmentFactory, MembershipFactory, WarbandFactory, WarriorFactory
from warbands.campaigns import sharing
from warbands.campaigns.services import set_status
from warbands.legality.overriding import override
from warbands.legality.shown import legality_of
from warbands.models import Battle, Campaign, Role, Warband
from warbands.snapshots import changes_of

MEMBERS = ["mate", "arbiter", "spectator"]


@pytest.fixture(params=MEMBERS)
def as_member(request, sign_in_as, spectator):
    """Each of those who see the owner's warband by the campaign."""
    return sign_in_as(request.param)


def test_members_see_a_warband_with_its_rules_rating_and_tests_and_no_notes(as_member, entered, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    page = as_member.get(entered.get_absolute_url()).content.decode()
    assert ">Cold Blooded</button>" in page
    assert "<b>25</b> rating" in page
    assert "kept by owner" in page
    assert "The Comet’s Tail</a>" in page
    for private in ("Never trust Konrad", "Owes me nine crowns", ">Edit<", "/sharing/", "/duplicate/"):
        assert private not in page
    for name in ("rating", "tests", "history", "treasury", "legality", "text", "paper", "cards"):
        told = as_member.get(reverse(f"warbands:{name}", args=[entered.public_id]))
        assert told.status_code == 200, name
        assert "Never trust Konrad" not in told.content.decode()
        assert "Owes me nine crowns" not in told.content.decode()
    for name in ("sharing", "delete", "duplicate", "document", "add", "between"):
        assert as_member.get(reverse(f"warbands:{name}", args=[entered.public_id])).status_code == 403, name


@pytest.mark.parametrize("who", ["stranger", "staff", "anonymous"])
def test_nobody_else_sees_it(who, sign_in_as, entered):
    assert sign_in_as(who).get(entered.get_absolute_url()).status_code in {302, 404}


def test_a_warband_is_seen_by_members_of_the_campaigns_it_is_in_and_by_no_others(
    sign_in_as, entered, campaign, stranger
):
    MembershipFactory(user=stranger)
    EnrolmentFactory(campaign=MembershipFactory(user=stranger).campaign)
    assert sign_in_as("stranger").get(entered.get_absolute_url()).status_code == 404
    assert sign_in_as("mate").get(entered.get_absolute_url()).status_code == 200


def test_what_is_withdrawn_or_deleted_is_seen_no_more(sign_in_as, entered, campaign, owner, as_owner, url):
    as_mate = sign_in_as("mate")
    Warband.objects.update(deleted_at=entered.created)
    assert as_mate.get(entered.get_absolute_url()).status_code == 404
    assert entered.name not in as_mate.get(campaign.get_absolute_url()).content.decode()
    Warband.objects.update(deleted_at=None)
    assert as_owner.post(url("withdraw", entered.public_id))["Location"] == campaign.get_absolute_url()
    gone = campaign.enrolments.get()
    assert (gone.holds, gone.ended_by) == (False, owner)
    assert as_mate.get(entered.get_absolute_url()).status_code == 404
    assert as_owner.get(entered.get_absolute_url()).status_code == 200


def test_the_roster_costs_its_readers_and_its_owner_no_query_more(sign_in_as, entered, priest, campaign, spectator):
    counts = set()
    for _ in range(2):
        for who in ("owner", *MEMBERS):
            client = sign_in_as(who)
            client.get(entered.get_absolute_url())
            with CaptureQueriesContext(connection) as captured:
                client.get(entered.get_absolute_url())
            counts.add(len(captured))
        for _ in range(5):
            MembershipFactory(campaign=campaign)
            EnrolmentFactory(campaign=campaign)
    assert counts == {10}


def test_a_warband_in_no_campaign_costs_no_query_more_either(as_owner, warband, priest):
    as_owner.get(warband.get_absolute_url())
    with CaptureQueriesContext(connection) as captured:
        as_owner.get(warband.get_absolute_url())
    assert len(captured) == 10


def test_an_owner_sees_the_campaign_on_his_roster_and_strangers_of_a_public_one_do_not(sign_in_as, entered, priest):
    Warband.objects.update(sharing="public")
    assert "The Comet’s Tail" in sign_in_as("owner").get(entered.get_absolute_url()).content.decode()
    assert "The Comet’s Tail" not in sign_in_as("stranger").get(entered.get_absolute_url()).content.decode()
    assert "The Comet’s Tail" not in sign_in_as("anonymous").get(entered.get_absolute_url()).content.decode()


def test_a_finished_campaign_still_shows_its_warbands_and_holds_none(as_mate, entered, campaign, arbiter, owner):
    set_status(campaign=campaign, status="finished", by=arbiter)
    assert as_mate.get(entered.get_absolute_url()).status_code == 200
    assert entered.name in as_mate.get(campaign.get_absolute_url()).content.decode()
    other = MembershipFactory(user=owner).campaign
    assert sharing.enter(campaign=other, warband=entered, by=owner).holds


# --- Copies ----------------------------------------------------------------------------------------------------------


def test_a_member_copies_a_shared_warband_without_its_notes(as_member, entered, priest, url):
    priest.notes = "Owes me nine crowns"
    priest.save()
    page = as_member.get(url("copy", entered.public_id)).content.decode()
    assert 'value="Copy of The Cold Coil"' in page
    sent = {"name": "Cold too", "client_key": str(uuid4())}
    first, second = (
        as_member.post(url("copy", entered.public_id), sent),
        as_member.post(url("copy", entered.public_id), sent),
    )
    copy = Warband.objects.get(name="Cold too")
    assert first["Location"] == second["Location"] == copy.get_absolute_url()
    assert copy.owner != entered.owner
    assert (copy.notes, copy.sharing) == ("", "private")
    assert [(one.name, one.notes) for one in copy.warriors.all()] == [("Tehenca", "")]
    assert not copy.enrolments.exists()


def test_a_copy_needs_a_name_and_a_warband_that_is_here(as_mate, entered, url):
    assert as_mate.post(url("copy", entered.public_id), {"name": ""}).status_code == 422
    assert as_mate.get(url("copy", WarbandFactory(sharing="public").public_id)).status_code == 404


# --- Legality --------------------------------------------------------------------------------------------------------


def found(warband):
    from rules.content import current

    return legality_of(warband, warband.warriors.all(), changes_of(warband), current())


def test_a_list_that_its_campaign_does_not_allow_is_named(entered, priest, as_owner, owner):
    assert "list-not-allowed" not in {one.code for one in found(entered).findings}
    Campaign.objects.update(allowed_lists=["undead"])
    finding = found(entered).to_mend[0]
    assert (finding.code, finding.about) == ("list-not-allowed", "lizardmen")
    words = "The Comet’s Tail does not allow the list of the Lizardmen."
    assert finding.text == words
    assert words in as_owner.get(reverse("warbands:legality", args=[entered.public_id])).content.decode()
    override(warband=entered, code=finding.code, about=finding.about, who="", reason="The arbiter said so", by=owner)
    assert finding.key not in {one.key for one in found(entered).to_mend}


def test_withdrawn_it_is_legal_again(entered, priest, campaign, owner):
    Campaign.objects.update(allowed_lists=["undead"])
    sharing.withdraw(campaign=campaign, warband=entered, by=owner)
    assert "list-not-allowed" not in {one.code for one in found(entered).findings}


def test_what_is_shared_is_the_same_to_htmx(as_member, entered, priest):
    page = as_member.get(entered.get_absolute_url(), headers=HX).content.decode()
    assert "Tehenca" in page
    assert "Never trust Konrad" not in page


def test_a_former_players_role_leaves_him_what_he_brought(campaign, entered, member, owner, arbiter):
    from warbands.campaigns.members import change_role

    change_role(member=member(owner), role=Role.SPECTATOR, by=arbiter)
    assert campaign.enrolments.present().filter(warband=entered).exists()


def test_a_battle_between_two_of_its_warbands_is_the_campaigns_and_members_watch(
    as_owner, entered, priest, campaign, mate, sign_in_as, spectator
):
    theirs = WarbandFactory(owner=mate, name="The Other Coil")
    WarriorFactory(warband=theirs, unit="skink-priest")
    EnrolmentFactory(campaign=campaign, warband=theirs, by=mate)
    assert reverse("warbands:battle-new") in as_owner.get(campaign.get_absolute_url()).content.decode()
    sent = {"own": entered.public_id, "against": theirs.public_id, "key": str(uuid4())}
    response = as_owner.post(reverse("warbands:battle-new"), sent)
    battle = Battle.objects.get()
    assert response["Location"] == battle.get_absolute_url()
    assert battle.campaign == campaign
    assert sign_in_as("spectator").get(battle.get_absolute_url()).status_code == 200
    assert sign_in_as("stranger").get(battle.get_absolute_url()).status_code == 404


def test_a_battle_against_somebody_from_elsewhere_is_no_battle_of_it(as_owner, entered, priest):
    other = WarbandFactory(sharing="public")
    WarriorFactory(warband=other, unit="skink-priest")
    sent = {"own": entered.public_id, "against": other.public_id, "key": str(uuid4())}
    as_owner.post(reverse("warbands:battle-new"), sent)
    assert Battle.objects.get().campaign is None
