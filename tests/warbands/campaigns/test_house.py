"""House special rules hold in their campaign and nowhere else, are marked, and old verdicts keep theirs."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.content import current
from rules.engine.plans import TrialKind
from rules.engine.rulings import Rulings
from tests.warbands.factories import CampaignFactory, EnrolmentFactory, WarbandFactory, WarriorFactory
from warbands.access import get_visible_or_404
from warbands.accounts.leaving import delete_account
from warbands.battles.opening import Foe, begin
from warbands.battles.playing import table_of
from warbands.campaigns import house, members, services, sharing
from warbands.campaigns.house import Wording
from warbands.models import Campaign, HouseChange, HouseRule, HouseRulebook
from warbands.psychology.amending import correct
from warbands.psychology.taking import Asked, prepare, take
from warbands.rosters.services import RefusedError, StaleError
from warbands.rulebooks import content_at, content_for

PLAGUE = Wording("Plague-marked", "It **spreads**.", "adds leadership -1")


@pytest.fixture
def write(campaign, arbiter):
    """Write a house rule, as the arbiter."""

    def written(wording=PLAGUE, reason="We voted"):
        return house.write_rule(campaign=campaign, wording=wording, reason=reason, by=arbiter)

    return written


@pytest.fixture
def plague(write):
    return write()


@pytest.fixture
def give(entered, arbiter):
    def given(rule, warrior=None, warband=entered):
        return house.give_rule(rule=rule, warband=warband, warrior=warrior, reason="The bite", by=arbiter)

    return given


@pytest.fixture
def seen(owner, entered):
    """The owner's warband as access reads it."""
    return lambda: get_visible_or_404(owner, entered.public_id)


@pytest.fixture
def needs(seen):
    """What a warrior must roll in a plain test of Leadership."""

    def asked(warrior):
        planned = prepare(Asked(seen(), TrialKind.LEADERSHIP, warrior)).plan
        return planned.target

    return asked


def test_a_rule_given_to_a_warrior_holds_for_him_alone_and_is_told_with_its_name(plague, give, needs, priest, entered):
    other = WarriorFactory(warband=entered, unit="skink-priest")
    before = needs(priest)
    give(plague, priest)
    assert needs(priest) == before - 1
    assert needs(other) == before


def test_a_rule_given_to_a_warband_holds_for_everybody_in_it_and_for_nobody_else(
    plague, give, seen, campaign, entered, priest, reeds
):
    foes = WarbandFactory()
    EnrolmentFactory(campaign=campaign, warband=foes)
    WarriorFactory(warband=foes)
    give(plague)
    held = content_for(seen()).overlay.given
    assert [[one.rule for one in found] for found in held.values()] == [[plague.slug]]
    for warband, expected in ((seen(), 1), (foes, 0)):
        content = content_for(warband)
        battle = begin(by=warband.owner, own=warband, against=Foe("Rats", 2), client_key=uuid4(), rulings=Rulings())
        names = [content.rulebook.rules[one["rule"]].name for one in _held(battle)]
        assert names.count("Plague-marked (house rule)") == expected * 5


def _held(battle):
    return [held for one in battle.muster["sides"][0]["fighters"] for held in one["held"]]


def test_a_verdict_keeps_the_rules_it_was_made_under(plague, give, seen, priest, owner, arbiter, campaign, entered):
    holding = give(plague, priest)
    record = take(asked=Asked(seen(), TrialKind.LEADERSHIP, priest), by=owner, client_key=uuid4(), faces=[4, 4, 4])
    assert record.house_id == HouseRulebook.objects.first().digest
    assert record.version_id == current().digest
    assert "Plague-marked (house rule)" in str(record.verdict["reasons"])
    house.take_back(holding=holding, reason="Healed", by=arbiter)
    sharing.withdraw(campaign=campaign, warband=entered, by=owner)
    assert content_at(record).entry(plague.slug).name == "Plague-marked (house rule)"
    mended = correct(record=record, answers={}, reason="Misread", by=owner, client_key=uuid4(), faces=[4, 3, 3])
    assert mended.plan["target"] == record.plan["target"]
    assert mended.house_id == record.house_id


def test_a_battle_keeps_the_rules_it_was_begun_under(plague, give, seen, priest, owner, arbiter):
    give(plague, priest)
    battle = begin(by=owner, own=seen(), against=Foe("Rats", 2), client_key=uuid4(), rulings=Rulings())
    house.retire_rule(rule=plague, retired=True, reason="Enough", by=arbiter)
    assert battle.house_id
    assert battle.version_id == current().digest
    assert plague.slug in table_of(battle).rulebook.rules
    assert plague.slug not in content_for(seen()).rulebook.rules


@pytest.mark.parametrize("way", ["withdraw", "leave", "account", "finish"])
def test_a_warband_that_leaves_loses_them_at_once(way, plague, give, seen, priest, needs, owner, arbiter, campaign):
    usual = needs(priest)
    give(plague, priest)
    warband = priest.warband
    if way == "withdraw":
        sharing.withdraw(campaign=campaign, warband=warband, by=owner)
    elif way == "leave":
        members.end(member=campaign.memberships.present().get(user=owner), by=owner)
    elif way == "finish":
        services.set_status(campaign=campaign, status="finished", by=arbiter)
    else:
        owner.set_password("x" * 20)
        owner.save()
        delete_account(user=owner, name=owner.username, password="x" * 20)
    if way != "account":
        assert needs(priest) == usual
    told = [change.words for change in HouseChange.objects.all()]
    assert ("Plague-marked is no longer held by Tehenca of The Cold Coil." in told) == (way != "finish")


def test_one_that_comes_back_comes_without_them(plague, give, seen, priest, needs, owner, campaign, entered):
    usual = needs(priest)
    give(plague, priest)
    sharing.withdraw(campaign=campaign, warband=entered, by=owner)
    sharing.enter(campaign=campaign, warband=entered, by=owner)
    assert needs(priest) == usual


def test_a_campaign_that_goes_on_goes_on_with_its_rules(plague, give, priest, needs, arbiter, campaign):
    usual = needs(priest)
    give(plague, priest)
    services.set_status(campaign=campaign, status="finished", by=arbiter)
    with pytest.raises(RefusedError, match="finished"):
        house.retire_rule(rule=plague, retired=True, reason="Enough", by=arbiter)
    services.set_status(campaign=campaign, status="running", by=arbiter)
    assert needs(priest) == usual - 1


def test_a_retired_rule_holds_no_more_and_comes_back_whole(plague, give, priest, needs, arbiter):
    usual = needs(priest)
    give(plague, priest)
    house.retire_rule(rule=plague, retired=True, reason="Enough", by=arbiter)
    assert needs(priest) == usual
    with pytest.raises(RefusedError, match="retired"):
        give(plague)
    house.retire_rule(rule=plague, retired=False, reason="We miss it", by=arbiter)
    assert needs(priest) == usual - 1
    assert HouseRulebook.objects.count() == 2


def test_one_that_is_meant_stands_in_place_of_the_books(write, needs, priest, seen, owner, entered):
    usual = needs(priest)
    write(Wording("Cold Blooded", sentences="adds leadership -2", replaces=True))
    assert needs(priest) == usual - 2
    content = content_for(seen())
    assert content.label(content.units[priest.unit_type_id].held[0])
    assert content.entry("cold-blooded").name == "Cold Blooded (house rule)"
    assert current().entry("cold-blooded").name == "Cold Blooded"


@pytest.mark.parametrize(
    ("wording", "words"),
    [
        (Wording("Cold Blooded"), "The book has a rule Cold Blooded."),
        (Wording("Plague Rats", replaces=True), "no rule of this name"),
        (Wording("New"), "letters that no page here has"),
        (Wording("!!!"), "letters that no page here has"),
        (Wording("Plague marked"), "maybe a retired one"),
        (Wording("Curse", sentences="adds ledership -1"), "“ledership”"),
        (Wording("Curse", sentences="sets psychology 3"), "nothing sets psychology"),
        (Wording("Curse", sentences="adds leadership {much}"), "not a parameter of this rule"),
        (Wording("Curse", includes=("gone",)), "The book has no rule “gone”."),
        (Wording("Cold Blooded", includes=("cold-blooded",), replaces=True), "include itself"),
    ],
)
def test_what_cannot_hold_is_refused_and_nothing_is_kept(plague, write, wording, words):
    with pytest.raises(RefusedError, match=words):
        write(wording)
    assert HouseRule.objects.count() == HouseChange.objects.count() == 1


@pytest.mark.parametrize("what", ["write", "change", "give", "take", "retire"])
def test_everything_has_a_reason(what, plague, give, priest, arbiter, write):
    holding = give(plague, priest)
    before = HouseChange.objects.count()
    why = {"reason": "  ", "by": arbiter}
    done = {
        "write": lambda: write(Wording("Curse"), reason=" "),
        "change": lambda: house.change_rule(rule=plague, version=1, wording=PLAGUE, **why),
        "give": lambda: house.give_rule(rule=plague, warband=priest.warband, warrior=None, **why),
        "take": lambda: house.take_back(holding=holding, **why),
        "retire": lambda: house.retire_rule(rule=plague, retired=True, **why),
    }[what]
    with pytest.raises(RefusedError, match="Say why"):
        done()
    holding.refresh_from_db()
    plague.refresh_from_db()
    assert (HouseChange.objects.count(), holding.ended_at, plague.retired_at, plague.version) == (before, None, None, 1)


def test_whoever_is_not_of_this_campaign_is_given_nothing(plague, give, priest):
    away = WarriorFactory(warband=WarbandFactory())
    for warband, warrior in ((away.warband, None), (away.warband, away), (priest.warband, away)):
        with pytest.raises(RefusedError, match=r"not in this campaign|no longer in that warband"):
            give(plague, warrior, warband)


def test_giving_and_taking_twice_is_the_same_as_once(plague, give, priest, arbiter):
    holding = give(plague, priest)
    assert give(plague, priest) == holding
    for _ in range(2):
        house.take_back(holding=holding, reason="Healed", by=arbiter)
    assert HouseChange.objects.count() == 3


def test_a_change_keeps_what_stood_before_and_of_two_arbiters_the_second_is_told(plague, arbiter, give, needs, priest):
    give(plague, priest)
    before = needs(priest)
    worse = Wording("Plague-marked", "Worse.", "adds leadership -2")
    house.change_rule(rule=plague, version=1, wording=worse, reason="Too mild", by=arbiter)
    assert needs(priest) == before - 1
    assert [change.block["sentences"] for change in HouseChange.objects.all()] == [
        ["adds leadership -2"],
        ["adds leadership -1"],
        ["adds leadership -1"],
    ]
    with pytest.raises(StaleError):
        house.change_rule(rule=plague, version=1, wording=PLAGUE, reason="No", by=arbiter)


def test_what_one_campaign_wrote_does_not_hold_in_another(plague, owner, arbiter, seen):
    theirs = CampaignFactory()
    house.write_rule(campaign=theirs, wording=PLAGUE, reason="We too", by=arbiter)
    assert len({rule.slug for rule in HouseRule.objects.all()}) == 2
    book = content_for(seen()).rulebook.rules
    assert sum(slug.endswith("--plague-marked") for slug in book) == 1


def test_house_rules_cost_no_query_once_they_are_known(plague, give, seen, priest, as_owner, entered):
    def cost():
        as_owner.get(entered.get_absolute_url())
        with CaptureQueriesContext(connection) as captured:
            page = as_owner.get(entered.get_absolute_url()).content.decode()
        return len(captured), page

    before, _ = cost()
    give(plague, priest)
    after, page = cost()
    assert before == after <= 10
    assert "Plague-marked (house rule)" in page
    assert "House rule of the campaign: The bite." in page
    assert f'href="/campaigns/{Campaign.objects.get().public_id}/house-rules/plague-marked/"' in page
