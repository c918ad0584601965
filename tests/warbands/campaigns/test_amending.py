"""An arbiter amends a player's warband: with a reason, for a while, written down, and answered."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.factories import MembershipFactory, WarriorFactory, WarriorRuleFactory
from warbands.access import AMENDING
from warbands.campaigns import amending, sharing
from warbands.campaigns.members import change_role
from warbands.campaigns.services import set_status
from warbands.models import Amendment, AmendmentNote, AppendOnlyError, Role, TestRecord, Warband
from warbands.rosters.services import RefusedError
from warbands.trade.ledger import adjust

REASON = "We counted the gold at the table"


@pytest.fixture
def begun(as_arbiter, entered, priest, url):
    """The arbiter has begun to amend the owner's warband."""
    response = as_arbiter.post(url("amend", entered.public_id), {"reason": REASON, "client_key": str(uuid4())})
    assert response["Location"] == entered.get_absolute_url()
    return Amendment.objects.get()


def of(warband, name, *parts):
    return reverse(f"warbands:{name}", args=[warband.public_id, *parts])


def saved(priest, **fields):
    facts = {"version": priest.version, "name": priest.name, "experience": priest.experience, "size": 1}
    return {**facts, **fields}


def told():
    return [note.words for note in AmendmentNote.objects.order_by("pk")]


def test_an_arbiter_changes_nothing_before_he_has_said_why(as_arbiter, entered, priest, url):
    page = as_arbiter.get(entered.get_absolute_url()).content.decode()
    assert url("amend", entered.public_id) in page
    assert ">Edit<" not in page
    assert as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, name="X")).status_code == 403
    response = as_arbiter.post(url("amend", entered.public_id), {"reason": "  "})
    assert response.status_code == 422
    assert not Amendment.objects.exists()


def test_then_each_change_is_written_down_under_his_reason(begun, as_arbiter, entered, priest, arbiter, campaign):
    page = as_arbiter.get(entered.get_absolute_url()).content.decode()
    assert "You amend this warband as an arbiter." in page
    assert ">Edit<" in page
    assert (
        as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, name="Tehenca the Elder")).status_code
        == 302
    )
    as_arbiter.post(of(entered, "remove", priest.public_id))
    as_arbiter.post(of(entered, "restore", priest.public_id))
    assert told() == [
        "Tehenca is called Tehenca the Elder now",
        "Tehenca the Elder left",
        "Tehenca the Elder came back",
    ]
    assert {(note.amendment, note.kind, note.by) for note in AmendmentNote.objects.all()} == {
        (begun, "change", arbiter)
    }
    assert (begun.campaign, begun.warband, begun.by, begun.reason) == (campaign, entered, arbiter, REASON)


def test_gold_rules_by_hand_order_and_tests_are_told_in_words(begun, as_arbiter, entered, priest, owner):
    WarriorFactory(warband=entered, unit="skink-great-crest", name="Quilpi")
    WarriorRuleFactory(warrior=priest, rule_id="frenzy")
    change = priest.rule_changes.get()
    gold = {"amount": "-15", "reason": "Lost at dice", "client_key": str(uuid4())}
    assert as_arbiter.post(of(entered, "gold"), gold).status_code == 302
    give = {"rule": "stupidity", "reason": "A blow", "version": priest.version, "asked_for": ""}
    assert as_arbiter.post(of(entered, "give", priest.public_id), give).status_code == 302
    as_arbiter.post(reverse("warbands:withdraw", args=[entered.public_id, priest.public_id, change.pk]))
    as_arbiter.post(of(entered, "move", priest.public_id), {"to": "down"})
    found = told()
    assert "Lost at dice (-15 gold crowns)" in found
    assert "Tehenca: Stupidity is given by hand (A blow)" in found
    assert "Tehenca: Frenzy is no longer given by hand (A blow on the head)" in found
    assert "The order of the warriors was changed" in found
    assert len(found) == 4


def test_what_was_refused_is_not_told(begun, as_arbiter, entered, priest):
    assert as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, name="")).status_code == 422
    assert as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, version=0)).status_code == 409
    as_arbiter.get(entered.get_absolute_url())
    assert told() == []


def test_a_change_that_cannot_be_told_is_not_made(begun, as_arbiter, entered, priest, monkeypatch):
    from warbands import amendments

    def fail(*_args):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(amendments, "_differences", fail)
    with pytest.raises(RuntimeError):
        as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, name="Somebody Else"))
    priest.refresh_from_db()
    assert priest.name == "Tehenca"


def test_notes_stay_private_and_are_not_lost(begun, as_arbiter, entered, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    addresses = [
        entered.get_absolute_url(),
        of(entered, "warrior", priest.public_id),
        of(entered, "paper") + "?notes=on",
        of(entered, "cards") + "?notes=on",
        of(entered, "text"),
    ]
    for address in addresses:
        page = as_arbiter.get(address).content.decode()
        assert "Owes me nine crowns" not in page, address
        assert "Never trust Konrad" not in page, address
    stale = as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, version=0))
    assert "Owes me nine crowns" not in stale.content.decode()
    as_arbiter.post(of(entered, "warrior", priest.public_id), saved(priest, notes="Forged", name="Renamed"))
    priest.refresh_from_db()
    assert (priest.name, priest.notes) == ("Renamed", "Owes me nine crowns")


def test_what_is_the_owners_alone_stays_so(begun, as_arbiter, entered):
    for name in ("sharing", "delete", "duplicate", "document"):
        assert as_arbiter.get(of(entered, name)).status_code == 403, name
    sent = {"name": "Mine now", "notes": "", "version": entered.version}
    assert as_arbiter.post(of(entered, "details"), sent).status_code == 403
    mine = as_arbiter.get(reverse("warbands:list")).content.decode()
    assert entered.name not in mine


@pytest.mark.parametrize("how", ["finished", "in time", "no arbiter", "withdrawn", "campaign over", "elsewhere"])
def test_it_is_over(how, begun, as_arbiter, sign_in_as, entered, priest, campaign, member, mate, arbiter, owner):
    client = as_arbiter
    if how == "finished":
        response = as_arbiter.post(reverse("campaigns:finish", args=[entered.public_id]))
        assert response["Location"] == reverse("campaigns:amendments", args=[entered.public_id])
    elif how == "in time":
        Amendment.objects.update(at=begun.at - AMENDING - timedelta(seconds=1))
    elif how == "no arbiter":
        change_role(member=member(mate), role=Role.ARBITER, by=arbiter)
        change_role(member=member(arbiter), role=Role.PLAYER, by=mate)
    elif how == "withdrawn":
        sharing.withdraw(campaign=campaign, warband=entered, by=owner)
    elif how == "campaign over":
        set_status(campaign=campaign, status="finished", by=arbiter)
    else:
        client = sign_in_as("arbiter")  # another session, in which he has not said why
    status = client.post(of(entered, "warrior", priest.public_id), saved(priest, name="X")).status_code
    assert status == (404 if how == "withdrawn" else 403)
    priest.refresh_from_db()
    assert priest.name == "Tehenca"


def test_another_arbiter_does_not_work_under_this_ones_reason(
    begun, sign_in_as, entered, priest, member, mate, arbiter
):
    change_role(member=member(mate), role=Role.ARBITER, by=arbiter)
    client = sign_in_as("mate")
    session = client.session
    session["warband_amendments"] = {entered.public_id: begun.pk}
    session.save()
    assert client.post(of(entered, "remove", priest.public_id)).status_code == 403
    assert client.post(reverse("campaigns:finish", args=[entered.public_id])).status_code == 403


def test_an_amendment_is_of_one_warband(begun, as_arbiter, campaign, url, mate):
    from tests.warbands.factories import EnrolmentFactory, WarbandFactory

    other = WarbandFactory(owner=mate)
    EnrolmentFactory(campaign=campaign, warband=other)
    warrior = WarriorFactory(warband=other)
    assert as_arbiter.post(of(other, "remove", warrior.public_id)).status_code == 403


def test_the_same_form_twice_begins_one(as_arbiter, entered, url):
    sent = {"reason": REASON, "client_key": str(uuid4())}
    for _ in range(2):
        assert as_arbiter.post(url("amend", entered.public_id), sent).status_code == 302
    assert Amendment.objects.count() == 1


def test_who_may_not_begin(campaign, entered, owner, mate, arbiter, url, as_mate, as_owner):
    for client in (as_mate, as_owner):
        assert client.get(url("amend", entered.public_id)).status_code == 403
        assert client.post(url("amend", entered.public_id), {"reason": "x"}).status_code == 403
    with pytest.raises(RefusedError, match="arbiter"):
        amending.begin(campaign=campaign, warband=entered, reason="x", by=mate)
    Warband.objects.update(owner=arbiter)
    entered.refresh_from_db()
    with pytest.raises(RefusedError, match="own"):
        amending.begin(campaign=campaign, warband=entered, reason="x", by=arbiter)


def test_ending_twice_is_once(begun):
    first = amending.close(amendment=begun)
    assert amending.close(amendment=begun).closed_at == first.closed_at


# --- What its owner reads --------------------------------------------------------------------------------------------


def test_the_owner_finds_it_in_the_history_and_answers(begun, as_arbiter, as_owner, sign_in_as, entered, priest):
    as_arbiter.post(of(entered, "remove", priest.public_id))
    address = reverse("campaigns:amendments", args=[entered.public_id])
    assert address in as_owner.get(of(entered, "history")).content.decode()
    page = as_owner.get(address).content.decode()
    assert REASON in page
    assert "Tehenca left" in page
    field = f"a{begun.pk}-words"
    key = str(uuid4())
    for _ in range(2):
        as_owner.post(
            reverse("campaigns:answer", args=[entered.public_id, begun.pk]),
            {field: "He had not <b>left</b>.", f"a{begun.pk}-client_key": key},
        )
    assert begun.notes.filter(kind="answer").count() == 1
    seen = sign_in_as("mate").get(address).content.decode()
    assert "He had not &lt;b&gt;left&lt;/b&gt;." in seen
    assert "<summary>Answer</summary>" not in seen
    assert 'method="post"' not in seen[seen.index("<main") :]


def test_an_empty_answer_is_refused_and_so_is_a_strangers(begun, as_owner, as_mate, sign_in_as, entered, mate):
    address = reverse("campaigns:answer", args=[entered.public_id, begun.pk])
    assert as_owner.post(address, {f"a{begun.pk}-words": ""}).status_code == 422
    assert as_mate.post(address, {f"a{begun.pk}-words": "x"}).status_code == 403
    for who in ("stranger", "staff"):
        assert sign_in_as(who).post(address).status_code == 404
        assert sign_in_as(who).get(reverse("campaigns:amendments", args=[entered.public_id])).status_code == 404
    assert sign_in_as("anonymous").post(address).status_code == 302
    assert as_owner.post(reverse("campaigns:answer", args=[entered.public_id, 0])).status_code == 404
    with pytest.raises(RefusedError):
        amending.answer(amendment=begun, words="x", by=mate)
    with pytest.raises(RefusedError):
        amending.answer(amendment=begun, words=" ", by=entered.owner)
    assert not AmendmentNote.objects.exists()


def test_what_was_written_down_stays(begun, as_arbiter, entered, priest):
    as_arbiter.post(of(entered, "remove", priest.public_id))
    with pytest.raises(AppendOnlyError):
        AmendmentNote.objects.get().delete()


def test_a_warband_that_nobody_amended_says_so(as_owner, entered):
    page = as_owner.get(reverse("campaigns:amendments", args=[entered.public_id])).content.decode()
    assert "No arbiter has amended this warband." in page
    assert "amended" not in as_owner.get(of(entered, "history")).content.decode()


def test_the_page_costs_the_same_however_much_was_amended(
    begun, as_owner, as_arbiter, entered, priest, arbiter, campaign
):
    address = reverse("campaigns:amendments", args=[entered.public_id])
    counts = set()
    for _ in range(3):
        as_arbiter.post(of(entered, "remove", priest.public_id))
        as_arbiter.post(of(entered, "restore", priest.public_id))
        amending.begin(campaign=campaign, warband=entered, reason="Again", by=arbiter)
        adjust(warband=entered, by=arbiter, amount=1, reason="x")
        MembershipFactory(campaign=campaign)
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(address)
        counts.add(len(captured))
    assert len(counts) == 1
    assert counts.pop() <= 8
    assert not TestRecord.objects.exists()


def test_the_owner_pays_nothing_for_it(as_owner, entered, priest):
    """No query is added to what an owner sends, whether somebody amends his warband or not."""
    as_owner.post(of(entered, "move", priest.public_id), {"to": "up"})
    with CaptureQueriesContext(connection) as captured:
        as_owner.post(of(entered, "move", priest.public_id), {"to": "up"})
    assert not [query for query in captured if "amendment" in query["sql"]]
