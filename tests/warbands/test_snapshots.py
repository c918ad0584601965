"""A roster as the engine reads it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.engine.facts import is_a
from rules.engine.rulings import Rulings
from rules.engine.situation import Kind
from rules.engine.standing import radius, sent_out, standing
from rules.engine.vocabulary import Matter, Status, Verb
from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory, full_warband
from warbands.fortunes.rows import record
from warbands.models import Possession
from warbands.snapshots import changes_of, fighter_id, fighters_of, situation_of


@pytest.fixture
def seen(rulebook):
    def look(warband):
        return situation_of(warband, rulebook, Rulings())

    return look


def test_a_warrior_is_one_fighter_with_his_profile_and_tags(seen, priest):
    fighter = seen(priest.warband).fighter(priest.public_id)
    assert (fighter.name, fighter.leadership, fighter.movement, fighter.attacks) == ("Tehenca", 7, 6, 1)
    assert fighter.kind is Kind.HERO
    assert {"skink-priest", "lizardmen"} <= fighter.tags
    assert "cold-blooded" in {held.rule for held in fighter.held}


def test_a_group_is_a_fighter_for_each_model(seen, reeds):
    situation = seen(reeds.warband)
    names = [fighter.name for fighter in situation.sides[0].fighters]
    assert names == [f"The Reeds {number}" for number in (1, 2, 3, 4)]
    assert situation.fighter(fighter_id(reeds, 3)).name == "The Reeds 3"
    assert fighter_id(reeds) == fighter_id(reeds, 1)


def test_a_warrior_alone_has_no_number(priest):
    assert fighter_id(priest) == fighter_id(priest, 3) == priest.public_id


def test_the_warband_is_a_side_on_its_feet_at_the_start_of_its_own_turn(seen, warband, priest, reeds):
    situation = seen(warband)
    assert situation.turn == situation.sides[0].id == warband.public_id
    assert {fighter.status for fighter in situation.sides[0].fighters} == {Status.STANDING}


def test_rules_given_by_hand_stand_and_taken_ones_do_not(seen, priest):
    def stupid():
        situation = seen(priest.warband)
        return standing(situation.fighter(priest.public_id), situation).first(Verb.TAKES, Matter.STUPIDITY)

    assert not stupid()
    given = WarriorRuleFactory(warrior=priest)
    assert stupid()
    given.withdrawn_at = timezone.now()
    given.save()
    assert not stupid()
    WarriorRuleFactory(warrior=priest, rule_id="cold-blooded", taken=True)
    assert "cold-blooded" not in {held.rule for held in seen(priest.warband).fighter(priest.public_id).held}


def test_whoever_carries_a_missile_weapon_is_known_by_it(seen, priest):
    def shoots():
        situation = seen(priest.warband)
        fighter = situation.fighter(priest.public_id)
        return fighter.missile, is_a(fighter, "missile-armed", situation)

    Possession.objects.create(warband=priest.warband, warrior=priest, slug="sword")
    assert shoots() == (False, False)
    Possession.objects.create(warband=priest.warband, warrior=priest, slug="short-bow")
    assert shoots() == (True, True)


def test_whoever_has_a_mount_rides_and_leads_further_from_it(seen, owner, rulebook):
    crows = WarbandFactory(owner=owner, warband_type_id="middenheim-mercenaries")
    captain = WarriorFactory(warband=crows, unit="mercenary-captain", name="Hans")

    def reach():
        situation = seen(crows)
        leader = situation.fighter(captain.public_id)
        (lends,) = [one for one in sent_out(leader, situation) if one.effect.verb is Verb.LENDS]
        return dict(leader.told), radius(lends, situation)

    record(captain, kind="skill", slug="cavalry-commander", words="Learns", reason="A lesson", by=owner)
    Possession.objects.create(warband=crows, warrior=captain, slug="mule")
    assert reach() == ({}, 6)
    Possession.objects.create(warband=crows, warrior=captain, slug="warhorse")
    assert reach() == ({"mounted": True}, 12)


def test_a_rule_the_book_no_longer_holds_is_left_out(rulebook, priest):
    unknown = WarriorRuleFactory.build(warrior=priest, rule_id="forgotten")
    (fighter,) = fighters_of(priest, [unknown], rulebook)
    assert "forgotten" not in {held.rule for held in fighter.held}


def test_whose_unit_left_the_lists_is_not_there(seen, rulebook, priest):
    priest.unit_type_id = "lizardmen--terradon"
    assert fighters_of(priest, (), rulebook) == ()


def test_who_left_the_warband_is_not_there(seen, priest, reeds):
    reeds.removed_at = timezone.now()
    reeds.save()
    assert [fighter.name for fighter in seen(priest.warband).sides[0].fighters] == ["Tehenca"]


def test_a_pack_without_its_leader_stays_behind(seen, owner):
    norse = WarbandFactory(owner=owner, warband_type_id="norse-marauders")
    WarriorFactory(warband=norse, unit="wolf", name="Grey", size=2)
    assert {fighter.status for fighter in seen(norse).sides[0].fighters} == {Status.BENCHED}
    WarriorFactory(warband=norse, unit="wulfen", name="Ulf")
    assert {fighter.status for fighter in seen(norse).sides[0].fighters} == {Status.STANDING}


def test_changes_are_found_by_their_warrior(priest, reeds):
    mine = WarriorRuleFactory(warrior=priest)
    WarriorRuleFactory(warrior=reeds, withdrawn_at=timezone.now())
    WarriorRuleFactory(warrior=WarriorFactory())
    assert changes_of(priest.warband) == {priest.pk: [mine]}


def test_four_queries_however_many_there_are(seen, owner):
    for warriors in (5, 15):
        warband = full_warband(owner, warriors=warriors)
        with CaptureQueriesContext(connection) as captured:
            seen(warband)
        assert len(captured) == 4  # the warriors, what they have, what befell them, their rules by hand
