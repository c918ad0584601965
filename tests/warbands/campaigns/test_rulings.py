"""What a campaign rules holds for its warbands from then on, and for no verdict before."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.engine.plans import TrialKind
from rules.engine.rulings import REGISTER, Rulings
from tests.warbands.factories import HX, EnrolmentFactory, WarriorFactory
from warbands.access import get_visible_or_404
from warbands.campaigns import rulings, sharing
from warbands.campaigns.services import set_status
from warbands.models import Campaign, RulingChange
from warbands.psychology import taking
from warbands.psychology.taking import Asked, base, take
from warbands.rosters.services import RefusedError, StaleError
from warbands.rulings import rulings_for, rulings_of


@pytest.fixture
def rule(campaign, arbiter):
    """Rule on a point, as the arbiter."""

    def change(key, choice, reason="We voted", was=None):
        row = Campaign.objects.get(pk=campaign.pk)
        was = was or rulings.choice_in(row, key)
        return rulings.change_ruling(campaign=row, key=key, was=was, choice=choice, reason=reason, by=arbiter)

    return change


def test_a_change_is_a_record_and_holds_from_then_on(campaign, entered, rule, arbiter):
    assert rulings_for(entered) == Rulings()
    change = rule("ld_cap", "10", "Eleven is silly")
    campaign.refresh_from_db()
    assert (change.was, change.choice, change.by, change.reason) == ("none", "10", arbiter, "Eleven is silly")
    assert campaign.rulings == {"ld_cap": "10"}
    assert rulings_for(entered) == rulings_of(campaign) == Rulings(ld_cap="10")
    rule("opposing_dice_cancel", "false")
    rule("ld_cap", "none", "It was not")
    campaign.refresh_from_db()
    assert campaign.rulings == {"opposing_dice_cancel": "false"}
    assert rulings_for(entered) == Rulings(opposing_dice_cancel=False)
    assert campaign.ruling_changes.count() == 3


def test_a_verdict_follows_what_is_ruled_and_an_old_one_keeps_its_reason(entered, priest, rule, owner):
    def taken():
        told: dict[str, bool | int | str | None] = {"opponents": 3, "opponents_down": 1, "state": "knocked_down"}
        found = get_visible_or_404(owner, entered.public_id)
        asked = Asked(found, TrialKind.ALL_ALONE, priest, answers=told)
        return take(asked=asked, by=owner, client_key=uuid4(), faces=[6, 6, 6])

    with pytest.raises(taking.RefusedError, match="nothing to roll"):
        taken()
    rule("aa_downed_tester", "test")
    record = taken()
    rule("aa_downed_tester", "no_test", "It was a bad idea")
    with pytest.raises(taking.RefusedError, match="nothing to roll"):
        taken()
    record.refresh_from_db()
    assert record.rulings == {"aa_downed_tester": "test"}
    assert "R-14" in [reason["ruling"] for reason in record.verdict["reasons"]]


def test_rulings_cost_no_query(entered, owner, rule, priest):
    def cost():
        found = get_visible_or_404(owner, entered.public_id)
        with CaptureQueriesContext(connection) as captured:
            base(found)
        return len(captured)

    before = cost()
    rule("ld_cap", "10")
    assert cost() == before == 5


def test_a_finished_campaign_and_one_that_was_left_rule_no_more(entered, campaign, rule, owner, arbiter):
    rule("ld_cap", "10")
    set_status(campaign=campaign, status="finished", by=arbiter)
    assert rulings_for(entered) == Rulings()
    with pytest.raises(RefusedError, match="finished"):
        rule("ld_cap", "none")
    set_status(campaign=campaign, status="running", by=arbiter)
    assert rulings_for(entered) == Rulings(ld_cap="10")
    sharing.withdraw(campaign=campaign, warband=entered, by=owner)
    assert rulings_for(entered) == Rulings()


def test_a_choice_that_is_offered_no_longer_is_the_default_again(campaign, entered):
    Campaign.objects.update(rulings={"ld_cap": "12", "gone": "true", "no_pain": "stunned_to_knocked_down"})
    assert rulings_for(entered) == Rulings(no_pain="stunned_to_knocked_down")


@pytest.mark.parametrize(
    ("key", "choice", "reason"), [("nonsense", "true", "x"), ("ld_cap", "12", "x"), ("ld_cap", "10", "  ")]
)
def test_what_cannot_be_ruled_is_refused(campaign, arbiter, key, choice, reason):
    with pytest.raises(RefusedError):
        rulings.change_ruling(campaign=campaign, key=key, was="none", choice=choice, reason=reason, by=arbiter)
    assert not RulingChange.objects.exists()


def test_ruling_what_holds_already_records_nothing(rule):
    assert rule("ld_cap", "none", was="10") is None
    assert not RulingChange.objects.exists()


def test_of_two_arbiters_the_second_is_told(rule):
    rule("rout_cold_blooded", "never")
    with pytest.raises(StaleError):
        rule("rout_cold_blooded", "any_fighter", was="ld_provider")


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_every_member_reads_all_rulings_those_that_differ_first(as_mate, url, rule, campaign):
    rule("ld_cap", "10", "Eleven is silly")
    page = as_mate.get(url("rulings")).content.decode()
    ours = page[page.index("Other than usual") : page.index("Every point")]
    assert 'id="R-01"' in ours
    assert "<b>Yes: never more than 10</b>" in ours
    assert "usually: No: 11 and more count as they are" in ours
    assert "arbiter: Eleven is silly" in ours
    assert all(page.count(f'id="{ruling.id}"') == 1 for ruling in REGISTER)
    assert "Ruled so far" in page
    assert "Yes: never more than 10" in as_mate.get(campaign.get_absolute_url()).content.decode()


def shown(page):
    return {ruling.id for ruling in REGISTER if f'id="{ruling.id}"' in page}


def test_rulings_are_found_by_their_words_and_by_what_they_touch(as_mate, url):
    found = shown(as_mate.get(url("rulings"), {"q": "large TARGET points"}).content.decode())
    assert found == {"R-47"}
    assert shown(as_mate.get(url("rulings"), {"q": "R-01"}).content.decode()) == {"R-01"}
    nothing = as_mate.get(url("rulings"), {"q": "<b>wyverns"}).content.decode()
    assert "No ruling speaks of “&lt;b&gt;wyverns”" in nothing
    assert not shown(nothing)


@pytest.mark.parametrize("headers", [{}, HX])
def test_only_what_is_ruled_otherwise_is_shown_where_that_is_asked(as_mate, url, rule, headers):
    rule("ld_cap", "10")
    page = as_mate.get(url("rulings"), {"ours": "on"}, headers=headers).content.decode()
    assert shown(page) == {"R-01"}
    assert ("<main" in page) == (not headers)


def test_every_choice_of_a_ruling_is_told_with_it(as_mate, url):
    page = as_mate.get(url("rulings"), {"q": "R-47"}).content.decode()
    assert "<b>20 instead of 5</b>" in page
    assert "Otherwise: 20 on top: 25" in page


def test_where_nothing_was_ruled_the_usual_holds(as_mate, url, campaign):
    assert "Nothing: the usual reading holds everywhere." in as_mate.get(url("rulings")).content.decode()
    assert "the usual reading holds" in as_mate.get(campaign.get_absolute_url()).content.decode()


def test_an_arbiter_rules_and_says_why(as_arbiter, url, campaign):
    assert "Rule so" in as_arbiter.get(url("ruling", "R-01")).content.decode()
    sent = {"was": "none", "choice": "10", "reason": "Eleven is silly"}
    response = as_arbiter.post(url("ruling", "R-01"), sent, follow=True)
    assert "R-01 is ruled otherwise from now on." in response.content.decode()
    again = as_arbiter.post(url("ruling", "R-01"), sent, follow=True)
    assert "R-01 is ruled so already." in again.content.decode()
    assert campaign.ruling_changes.count() == 1
    page = as_arbiter.get(url("ruling", "R-01")).content.decode()
    assert "Eleven is silly" in page
    assert "Usually: No: 11 and more count as they are." in page


def test_who_is_no_arbiter_reads_and_cannot_rule(as_mate, url):
    assert "Rule so" not in as_mate.get(url("ruling", "R-01")).content.decode()
    assert as_mate.post(url("ruling", "R-01"), {"was": "none", "choice": "10", "reason": "x"}).status_code == 403
    assert not RulingChange.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("reason", "", "This field is required"), ("choice", "12", "not one of the available choices")],
)
def test_what_is_wrong_is_said_beside_its_field(as_arbiter, url, field, value, words):
    sent = {"was": "none", "choice": "10", "reason": "Eleven is silly", field: value}
    response = as_arbiter.post(url("ruling", "R-01"), sent)
    assert response.status_code == 422
    assert words in response.content.decode()


def test_an_arbiter_who_comes_late_sees_what_the_other_ruled(as_arbiter, url, rule):
    rule("rout_cold_blooded", "never")
    sent = {"was": "ld_provider", "choice": "any_fighter", "reason": "Mine"}
    response = as_arbiter.post(url("ruling", "R-09"), sent)
    page = response.content.decode()
    assert response.status_code == 409
    assert "now it is “Nobody’s: always two dice”" in page
    assert 'value="Mine"' in page
    assert 'name="was" value="never"' in page


def test_there_is_no_49th(as_mate, url):
    assert as_mate.get(url("ruling", "R-49")).status_code == 404


def test_a_finished_campaign_shows_its_rulings_and_changes_none(as_arbiter, url, campaign, arbiter):
    set_status(campaign=campaign, status="finished", by=arbiter)
    assert "Rule so" not in as_arbiter.get(url("ruling", "R-01")).content.decode()
    assert as_arbiter.post(url("ruling", "R-01"), {"was": "none", "choice": "10", "reason": "x"}).status_code == 422


def test_the_page_costs_the_same_however_much_was_ruled(as_mate, url, rule, campaign):
    counts = set()
    for choice in ("10", "none", "10"):
        rule("ld_cap", choice)
        EnrolmentFactory(campaign=campaign)
        with CaptureQueriesContext(connection) as captured:
            as_mate.get(url("rulings"))
        counts.add(len(captured))
    assert counts == {4}


def test_the_rating_and_what_a_roster_shows_follow_the_rulings(entered, rule, owner, as_owner, as_mate, campaign):
    """A kroxigor is a large target: 20 points instead of 5, or on top of them (R-47)."""
    WarriorFactory(warband=entered, unit="kroxigor", name="Mountain")
    usual = as_owner.get(entered.get_absolute_url()).content.decode()
    rule("large_target_rating", "added")
    ours = as_owner.get(entered.get_absolute_url()).content.decode()
    assert "<b>20</b> rating" in usual
    assert "<b>25</b> rating" in ours
    assert "rating 25" in as_mate.get(campaign.get_absolute_url()).content.decode()
    receipt = as_owner.get(f"{entered.get_absolute_url()}rating/").content.decode()
    assert "a large one 25 (20 on top of them, as the campaign rules: R-47)" in receipt
    assert "<b>25</b></td></tr></tfoot>" in receipt
    sharing.withdraw(campaign=campaign, warband=entered, by=owner)
    assert "<b>20</b> rating" in as_owner.get(entered.get_absolute_url()).content.decode()
    assert "a large one 20," in as_owner.get(f"{entered.get_absolute_url()}rating/").content.decode()
