"""The story of a campaign, read from its records."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.models import RulebookVersion
from tests.warbands.factories import HX, EnrolmentFactory, MembershipFactory, WarbandFactory
from warbands.campaigns.feed import SOURCES, TOPICS, entries_of, told
from warbands.campaigns.members import change_role, end
from warbands.campaigns.services import set_status
from warbands.models import (
    Amendment,
    AmendmentNote,
    Battle,
    BattleEvent,
    BattleSide,
    RulingChange,
    TestRecord,
)


@pytest.fixture
def version(rulebook):
    return RulebookVersion.objects.get()


@pytest.fixture
def tested(entered, version, owner):
    """A failed Rout test of the entered warband, or as said."""

    def keep(*, kind="rout", passed=False, warband=entered, **fields):
        fields = {"by": owner, "subject": warband.name} | fields
        return TestRecord.objects.create(
            warband=warband, kind=kind, faces=[6, 6], version=version, client_key=uuid4(),
            verdict={"passed": passed, "text": "The warband routs."}, **fields,
        )  # fmt: skip

    return keep


@pytest.fixture
def battle(campaign, entered, owner, mate, version):
    theirs = WarbandFactory(owner=mate, name="Da Red Teef")
    battle = Battle.objects.create(
        starter=owner, version=version, campaign=campaign, client_key=uuid4(),
        muster={"sides": [{"name": entered.name}, {"name": theirs.name}]},
    )  # fmt: skip
    for slug, warband in (("a", entered), ("b", theirs)):
        BattleSide.objects.create(battle=battle, slug=slug, warband=warband, player=warband.owner, name=warband.name)
    return battle


@pytest.fixture
def happened(battle, owner):
    """An event of the battle: a failed Rout test, or as said."""

    def keep(*, kind="test", trial="rout", passed=False, offers=(), text="The Cold Coil: Rout test. It routs.", **more):
        return BattleEvent.objects.create(
            battle=battle, number=battle.events.count() + 1, kind=kind, by=owner, text=text, client_key=uuid4(),
            verdict={"passed": passed, "trial": trial, "offers": list(offers)}, **more,
        )  # fmt: skip

    return keep


def story(campaign, **narrowed):
    """All of it in words, the last first."""
    return [entry.words for entry in told(campaign, entries_of(campaign, **narrowed))]


def test_who_founded_who_joined_and_who_was_given_another_role(campaign, arbiter, mate, member):
    change_role(member=member(mate), role="arbiter", by=arbiter)
    assert story(campaign) == [
        "mate was made an arbiter.",
        "mate joined as a player.",
        "owner joined as a player.",
        "arbiter joined as an arbiter.",
    ]


def test_who_left_and_who_was_removed(campaign, arbiter, owner, mate, member):
    end(member=member(mate), by=mate)
    end(member=member(owner), by=arbiter)
    entries = told(campaign, entries_of(campaign))[:2]
    assert [(entry.words, entry.by) for entry in entries] == [("owner was removed.", "arbiter"), ("mate left.", "")]


def test_warbands_come_and_go(campaign, entered, owner, member):
    assert story(campaign, topic="warbands") == ["owner brought The Cold Coil."]
    (entry,) = told(campaign, entries_of(campaign, topic="warbands"))
    assert entry.href == entered.get_absolute_url()
    end(member=member(owner), by=owner)
    assert story(campaign, topic="warbands") == ["The Cold Coil left the campaign.", "owner brought The Cold Coil."]


def test_a_battle_is_told_when_it_begins_and_again_with_its_result(campaign, battle):
    assert story(campaign, topic="battles") == ["The Cold Coil against Da Red Teef: a battle has begun."]
    battle.sides.filter(slug="a").update(outcome="won")
    battle.sides.filter(slug="b").update(outcome="routed")
    Battle.objects.update(ended=timezone.now())
    assert story(campaign, topic="battles") == [
        "The Cold Coil against Da Red Teef: The Cold Coil won, Da Red Teef routed."
    ]


def test_routs_and_flights_are_told_and_nothing_else_of_tests(campaign, tested):
    tested()
    tested(kind="all_alone", subject="Tehenca")
    tested(kind="voluntary_rout", passed=None)
    tested(passed=True)
    tested(kind="fear")
    assert story(campaign, topic="tests") == [
        "The Cold Coil: The warband routs.",
        "Tehenca of The Cold Coil: The warband routs.",
        "The Cold Coil: The warband routs.",
    ]


def test_of_a_corrected_test_the_correction_is_told(campaign, tested):
    wrong = tested()
    tested(passed=True, corrects=wrong, reason="Misread.")
    assert story(campaign, topic="tests") == []


def test_routs_in_battles_are_told_unless_undone_or_taken_again(campaign, happened, battle):
    happened(offers=[{"rule": "hearts-of-steel"}], text="waits")
    happened(kind="again", text="The Cold Coil: Rout test. It routs.")
    happened(kind="stand", text="It stands. The Cold Coil: Rout test. It routs.", offers=[{"rule": "x"}])
    undone = happened(text="undone")
    happened(kind="undo", trial="", reverses=undone.number, text="Undone")
    happened(trial="fear_charged", text="fear")
    happened(passed=True, text="held")
    happened(kind="rout", trial="voluntary_rout", passed=None, text="The Cold Coil leaves.")
    assert story(campaign, topic="tests") == [
        "The Cold Coil leaves.",
        "It stands. The Cold Coil: Rout test. It routs.",
        "The Cold Coil: Rout test. It routs.",
    ]


def test_a_battle_played_here_is_told_with_the_kind_of_its_tests():
    from rules.engine.plans import Trial, TrialKind, Verdict
    from rules.engine.rulebook import Rulebook
    from rules.engine.rulings import Rulings
    from warbands.battles.doing import Done
    from warbands.battles.table import Table

    table = Table({}, {}, Rulebook({}), Rulings())
    routs = Verdict(Trial(TrialKind.ROUT, "a"), "fail", "It routs.", passed=False, reasons=())
    done = Done(table, "It routs.", verdicts=(routs,))
    assert (done.verdict["trial"], done.verdict["passed"], done.verdict["offers"]) == ("rout", False, [])


def test_amendments_answers_and_changes_are_told_with_their_reasons(campaign, entered, arbiter, owner):
    amendment = Amendment.objects.create(campaign=campaign, warband=entered, reason="Two helmets too many.", by=arbiter)
    AmendmentNote.objects.create(amendment=amendment, kind="change", words="A helmet less.", by=arbiter)
    AmendmentNote.objects.create(amendment=amendment, kind="answer", words="They were heirlooms.", by=owner)
    RulingChange.objects.create(
        campaign=campaign,
        key="leader_aura_animals",
        was="true",
        choice="false",
        reason="Dogs do not listen.",
        by=arbiter,
    )
    set_status(campaign=campaign, status="gathering", by=arbiter)
    entries = told(campaign, entries_of(campaign))[:4]
    assert [(entry.words, entry.said, entry.by) for entry in entries] == [
        ("The campaign gathers again.", "", "arbiter"),
        (
            (
                "R-04: May animals use the leader's Leadership? "
                "Now “No: animals use their own”, before “Yes: animals too”."
            ),
            "Dogs do not listen.",
            "arbiter",
        ),
        ("An answer to the amendment of The Cold Coil.", "They were heirlooms.", "owner"),
        ("The Cold Coil was amended.", "Two helmets too many.", "arbiter"),
    ]


def test_it_is_narrowed_to_a_player(campaign, battle, tested, owner, mate):
    tested()
    assert story(campaign, user=mate) == [
        "The Cold Coil against Da Red Teef: a battle has begun.",
        "mate joined as a player.",
    ]
    assert "The Cold Coil: The warband routs." in story(campaign, user=owner)
    assert story(campaign, topic="tests", user=mate) == []


def test_of_another_campaign_nothing_is_told(battle, tested, happened, mate):
    tested()
    happened()
    other = MembershipFactory(user=mate).campaign
    assert story(other) == ["mate joined as a player."]


def test_every_source_has_a_topic():
    assert {source.topic for source in SOURCES.values()} == set(TOPICS)


# --- The page ---


def test_a_member_reads_it_by_days_and_narrows_it_by_the_address(as_mate, url, battle, tested):
    tested()
    page = as_mate.get(url("feed")).content.decode()
    assert "owner brought The Cold Coil." in page
    assert timezone.localdate().strftime("%B %Y") in page
    narrowed = as_mate.get(url("feed"), {"what": "battles", "who": "owner"}).content.decode()
    assert "a battle has begun" in narrowed
    assert "brought" not in narrowed
    assert '<option value="battles" selected>' in narrowed
    assert '<option value="owner" selected>' in narrowed


def test_htmx_gets_the_story_alone(as_mate, url, battle):
    page = as_mate.get(url("feed"), {"what": "battles"}, headers=HX).content.decode()
    assert page.lstrip().startswith('<div id="story"')
    assert "a battle has begun" in page


@pytest.mark.parametrize("asked", [{"what": "gossip"}, {"who": "stranger"}])
def test_what_it_cannot_be_narrowed_to_is_refused_beside_the_field(as_mate, url, stranger, asked):
    answer = as_mate.get(url("feed"), asked)
    assert answer.status_code == 422
    assert "Select a valid choice" in answer.content.decode()


def test_nothing_of_that_is_said_in_words(as_mate, url):
    assert "Nothing of that has happened here." in as_mate.get(url("feed"), {"what": "battles"}).content.decode()


def test_it_is_paged_and_a_page_keeps_what_it_is_narrowed_to(as_mate, url, campaign, tested):
    for _ in range(60):
        tested()
    first = as_mate.get(url("feed"), {"what": "tests"}).content.decode()
    assert first.count("The warband routs.") == 50
    assert "?what=tests&amp;page=2" in first
    assert as_mate.get(url("feed"), {"what": "tests", "page": 2}).content.decode().count("The warband routs.") == 10


def test_a_page_costs_the_same_however_long_the_story_is(
    as_mate, url, campaign, arbiter, mate, battle, tested, happened
):
    def everything():
        tested()
        happened()
        amendment = Amendment.objects.create(campaign=campaign, warband=battle.sides.first().warband, reason="So.")
        AmendmentNote.objects.create(amendment=amendment, kind="answer", words="No.")
        RulingChange.objects.create(campaign=campaign, key="ld_cap", was="none", choice="10", reason="So.", by=arbiter)
        set_status(campaign=campaign, status="gathering", by=arbiter)
        set_status(campaign=campaign, status="running", by=arbiter)
        enrolment = EnrolmentFactory(campaign=campaign, warband=WarbandFactory(owner=mate))
        enrolment.until, enrolment.holds = timezone.now(), False
        enrolment.save()
        left = MembershipFactory(campaign=campaign, user=User.objects.create(username=f"u{uuid4()}"))
        left.until = timezone.now()
        left.save()

    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert as_mate.get(url("feed")).status_code == 200
        return len(captured)

    everything()
    few = queries()
    for _ in range(2):
        everything()
    assert queries() == few <= 20
    Battle.objects.update(changed=timezone.now())


def test_who_deleted_his_account_is_somebody_who_left(campaign, tested, battle):
    tested(by=None)
    Battle.objects.update(starter=None)
    by = [entry.by for entry in told(campaign, entries_of(campaign)) if entry.topic in {"battles", "tests"}]
    assert by == ["somebody who left", "somebody who left"]
