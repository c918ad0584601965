"""Results filed afterwards: who may file, who agrees, and what is shown where reports contradict each other."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.warbands.factories import EnrolmentFactory, WarbandFactory
from warbands.campaigns.feed import entries_of, told
from warbands.campaigns.filing import agree, file_result, marked, withdraw
from warbands.campaigns.services import set_status
from warbands.models import FiledResult
from warbands.rosters.services import RefusedError

TODAY = timezone.localdate


@pytest.fixture
def theirs(campaign, mate):
    theirs = WarbandFactory(owner=mate, name="Da Red Teef")
    EnrolmentFactory(campaign=campaign, warband=theirs, by=mate)
    return theirs


@pytest.fixture
def filed(campaign, entered, theirs, owner):
    """A report by the owner, or as said."""

    def keep(**fields):
        told = {"by": owner, "first": entered, "second": theirs, "outcome": "first", "fought_on": TODAY()}
        return file_result(campaign=campaign, **told | fields)

    return keep


def test_a_players_report_waits_for_the_other_side(filed, mate):
    result = filed()
    assert result.stands is None
    assert agree(result=result, by=mate).stands is True


def test_an_arbiter_may_agree_in_place_of_the_other_side(filed, arbiter):
    assert agree(result=filed(), by=arbiter).settled_by == arbiter


def test_an_arbiters_own_report_stands_at_once(filed, arbiter):
    assert filed(by=arbiter).stands is True


def test_nobody_agrees_to_his_own_report(filed, owner):
    with pytest.raises(RefusedError, match="The other side agrees to it"):
        agree(result=filed(), by=owner)


def test_whoever_keeps_both_sides_needs_an_arbiter(campaign, filed, owner, arbiter):
    own = WarbandFactory(owner=owner, name="The Second")
    EnrolmentFactory(campaign=campaign, warband=own)
    result = filed(second=own)
    with pytest.raises(RefusedError):
        agree(result=result, by=owner)
    assert agree(result=result, by=arbiter).stands is True


def test_the_same_told_by_the_other_side_is_agreement(filed, entered, theirs, mate):
    result = filed()
    again = filed(by=mate, first=theirs, second=entered, outcome="second")
    assert (again, again.stands) == (result, True)
    assert FiledResult.objects.count() == 1


def test_the_same_told_twice_by_one_side_is_refused(filed):
    filed()
    with pytest.raises(RefusedError, match="filed this already"):
        filed()


def test_reports_that_contradict_each_other_are_marked_until_one_is_settled(campaign, filed, mate, arbiter):
    first, other = filed(), filed(by=mate, outcome="second")
    elsewhere = filed(fought_on=TODAY() - timedelta(days=1), outcome="drawn")
    shown = {one.pk: one.contradicted for one in marked(campaign.filed.all())}
    assert shown == {first.pk: True, other.pk: True, elsewhere.pk: False}
    agree(result=other, by=arbiter)
    first.refresh_from_db()
    assert first.stands is False
    assert not any(one.contradicted for one in marked(campaign.filed.all()))


def test_whoever_filed_it_takes_it_back_and_an_arbiter_may(filed, owner, mate, arbiter):
    assert withdraw(result=filed(), by=owner).stands is False
    result = filed()
    with pytest.raises(RefusedError, match="Whoever filed it takes it back"):
        withdraw(result=result, by=mate)
    assert withdraw(result=result, by=arbiter).stands is False


def test_what_is_settled_stays_so(filed, owner, mate):
    result = agree(result=filed(), by=mate)
    for again in (agree, withdraw):
        with pytest.raises(RefusedError, match="settled already"):
            again(result=result, by=mate)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (lambda names: {"second": names["entered"]}, "second"),
        (lambda names: {"second": names["elsewhere"]}, "second"),
        (lambda names: {"fought_on": TODAY() + timedelta(days=1)}, "fought_on"),
        (lambda names: {"by": names["stranger"]}, "first"),
    ],
    ids=["against itself", "not in the campaign", "tomorrow", "by somebody else"],
)
def test_what_cannot_be_is_refused_beside_its_field(filed, entered, stranger, wrong, field):
    names = {"entered": entered, "elsewhere": WarbandFactory(), "stranger": stranger}
    with pytest.raises(RefusedError) as refused:
        filed(**wrong(names))
    assert refused.value.field == field
    assert not FiledResult.objects.exists()


def test_in_a_finished_campaign_nothing_is_filed(campaign, filed, arbiter):
    set_status(campaign=campaign, status="finished", by=arbiter)
    with pytest.raises(RefusedError, match="finished"):
        filed()


def test_the_same_form_twice_is_the_same_report(filed, campaign):
    from uuid import uuid4

    key = uuid4()
    assert filed(client_key=key) == filed(client_key=key)


def test_the_history_tells_it_and_whether_it_stands(campaign, filed, mate):
    result = filed(note="In the rain.")
    (entry,) = told(campaign, entries_of(campaign, topic="battles"))
    assert entry.words == "The Cold Coil against Da Red Teef: The Cold Coil won. Nobody has agreed to it yet."
    assert entry.said == "In the rain."
    agree(result=result, by=mate)
    (entry,) = told(campaign, entries_of(campaign, topic="battles"))
    assert entry.words == "The Cold Coil against Da Red Teef: The Cold Coil won."
    FiledResult.objects.update(stands=False)
    assert told(campaign, entries_of(campaign, topic="battles")) == []


# --- The pages ---


def form(entered, theirs, **fields):
    return {
        "first": entered.public_id, "second": theirs.public_id, "outcome": "first", "fought_on": "2026-01-02", **fields
    }  # fmt: skip


def test_a_player_files_on_the_page_and_the_other_agrees(as_owner, as_mate, url, entered, theirs):
    answer = as_owner.post(url("results"), form(entered, theirs), follow=True)
    assert b"It counts once the other side or an arbiter agrees." in answer.content
    assert b">Agree<" not in answer.content
    result = FiledResult.objects.get()
    assert b">Agree<" in as_mate.get(url("results")).content
    answer = as_mate.post(url("settle", result.public_id), {"how": "agree"}, follow=True)
    assert "agreed by mate" in answer.content.decode()


def test_whoever_filed_it_takes_it_back_on_the_page(as_owner, url, filed):
    answer = as_owner.post(url("settle", filed().public_id), {"how": "withdraw"}, follow=True)
    assert b"It is taken back." in answer.content


def test_contradiction_is_shown(as_owner, url, filed, mate):
    filed()
    filed(by=mate, outcome="drawn")
    assert as_owner.get(url("results")).content.decode().count("Contradicted by another report") == 2


def test_what_is_wrong_stands_beside_what_was_typed(as_owner, url, entered, theirs):
    answer = as_owner.post(url("results"), form(entered, theirs, fought_on="2999-01-01", note="Some day"))
    assert answer.status_code == 422
    assert "That day is still to come." in answer.content.decode()
    assert "Some day" in answer.content.decode()


def test_a_player_files_for_his_own_warbands_alone(as_mate, url, entered, theirs):
    assert as_mate.post(url("results"), form(entered, theirs)).status_code == 422
    assert not FiledResult.objects.exists()


def test_whoever_may_not_agree_is_told_so(as_owner, url, filed):
    answer = as_owner.post(url("settle", filed().public_id), {"how": "agree"})
    assert answer.status_code == 422
    assert "The other side agrees to it, or an arbiter." in answer.content.decode()


def test_a_spectator_reads_and_files_nothing(sign_in_as, spectator, url, filed, entered, theirs):
    client, result = sign_in_as("spectator"), filed()
    page = client.get(url("results")).content.decode()
    assert "The Cold Coil won" in page
    assert "File it" not in page
    assert client.post(url("results"), form(entered, theirs)).status_code == 403
    assert client.post(url("settle", result.public_id)).status_code == 403


@pytest.mark.parametrize("who", ["stranger", "staff"])
def test_who_does_not_belong_finds_nothing(sign_in_as, url, filed, who):
    client, address = sign_in_as(who), url("settle", filed().public_id)
    assert client.get(url("results")).status_code == client.post(url("results")).status_code == 404
    assert client.post(address, {"how": "agree"}).status_code == 404


def test_nobody_is_asked_to_sign_in(sign_in_as, url, filed):
    client = sign_in_as("anonymous")
    for answer in (client.get(url("results")), client.post(url("settle", filed().public_id))):
        assert answer["Location"].startswith("/accounts/login/?next=")


def test_a_report_of_another_campaign_is_not_found_here(as_owner, filed, owner):
    from tests.warbands.factories import MembershipFactory

    other = MembershipFactory(user=owner).campaign
    address = reverse("campaigns:settle", args=[other.public_id, filed().public_id])
    assert as_owner.post(address, {"how": "agree"}).status_code == 404


def test_the_page_costs_the_same_however_many_reports_there_are(as_owner, url, filed, django_assert_max_num_queries):
    for days in range(6):
        filed(fought_on=TODAY() - timedelta(days=days))
        with django_assert_max_num_queries(9):
            as_owner.get(url("results"))
