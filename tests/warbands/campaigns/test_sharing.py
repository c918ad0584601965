"""Warbands in a campaign: who sees what of them, how they come and go, and what is copied."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.factories import HX, EnrolmentFactory, MembershipFactory, WarbandFactory, WarriorFactory
from warbands.access import get_visible_or_404
from warbands.campaigns import sharing
from warbands.campaigns.services import set_status
from warbands.legality.overriding import override
from warbands.legality.shown import legality_of
from warbands.models import Battle, Campaign, Enrolment, LedgerEntry, Role, Warband
from warbands.rosters.services import RefusedError
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
