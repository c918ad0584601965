"""What is stored of a warband comes to the checker: hired for gold, armed, hurt, advanced, gone."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory
from tests.warbands.legality.book import LISTS, full, items_of, piece, price, printed, written
from warbands.fortunes.recording import record
from warbands.legality.rows import entries_of, findings_of
from warbands.legality.values import Piece
from warbands.models import FortuneKind, Possession, PossessionKind, Warband
from warbands.snapshots import changes_of
from warbands.trade.hiring import hire
from warbands.trade.ledger import gold_of
from warbands.trade.shelf import key_of


def findings(warband, content):
    return findings_of(warband, warband.warriors.all(), changes_of(warband), content)


def codes(warband, content):
    return {finding.code for finding in findings(warband, content)}


def entry(warrior, content):
    (found,) = entries_of([warrior], changes_of(warrior.warband), content)
    return found


def key(word):
    one = piece(word)
    return key_of(one.item, made=one.made, brace=one.brace)


@pytest.mark.parametrize("slug", LISTS)
def test_a_legal_warband_hired_for_gold_is_legal_on_its_roster(slug, owner, rulebook):
    warband = WarbandFactory(owner=owner, warband_type_id=slug)
    for warrior in written(slug)["legal"]:
        free = [] if "--" in warrior["unit"] else items_of(slug, warrior["unit"])
        dagger = ["dagger"] if any(line.get("free_first") for line in free) else []
        hire(
            warband=warband,
            by=owner,
            unit_type=full(slug, warrior["unit"]),
            name=warrior["name"],
            size=warrior.get("size", 1),
            items=dagger + [key(word) for word in warrior.get("gear", ())],
            upgrades=warrior.get("upgrades", ()),
        )
    assert findings(warband, rulebook) == ()
    assert gold_of(warband) == printed(slug)["starting_gold"] - price(slug, written(slug)["legal"])


@pytest.fixture
def braves(warband, priest, reeds):
    return reeds


def own(warrior, slug, **fields):
    return Possession.objects.create(warband=warrior.warband, warrior=warrior, slug=slug, **fields)


def test_what_every_model_of_a_group_has_is_one_piece(braves, rulebook):
    own(braves, "javelins", quantity=4)
    own(braves, "dagger", quantity=4, free=True)
    assert entry(braves, rulebook).gear == (Piece("javelins"), Piece("dagger", free=True))


def test_two_for_each_are_two_pieces(braves, rulebook):
    own(braves, "axe", quantity=4)
    own(braves, "axe", quantity=4)
    assert entry(braves, rulebook).gear == (Piece("axe"), Piece("axe"))


def test_what_cannot_be_shared_out_is_said(warband, braves, rulebook):
    own(braves, "javelins", quantity=3)
    (finding,) = findings(warband, rulebook)
    assert finding.text == "The Reeds: 3 Javelins for 4 models; all of a group carry the same."
    assert finding.who == braves.public_id


def test_what_was_sold_is_not_his_and_what_lies_in_the_stash_is_nobodys(warband, braves, rulebook):
    own(braves, "halberd", quantity=4, gone_at=timezone.now())
    Possession.objects.create(warband=warband, warrior=None, slug="halberd")
    assert codes(warband, rulebook) == set()


def test_wrong_gear_is_found_with_its_bearer(warband, priest, braves, rulebook):
    own(priest, "halberd")
    (finding,) = findings(warband, rulebook)
    assert (finding.code, finding.who) == ("wrong-equipment", priest.public_id)
    assert finding.text == "Tehenca: Halberd is not on his equipment list, “Skink equipment”."


def test_upgrades_are_his(warband, priest, braves, rulebook):
    for slug in ("sacred-markings--poison-glands", "sacred-markings--mark-of-the-old-ones"):
        own(priest, slug, kind=PossessionKind.UPGRADE)
    assert codes(warband, rulebook) == {"upgrades-too-many"}


def test_a_cookbook_in_the_stash_makes_room(warband, priest, rulebook):
    for number in range(4):
        WarriorFactory(warband=warband, unit="skink-brave", name=f"Braves {number}", size=5)
    assert "max-warriors" in codes(warband, rulebook)
    Possession.objects.create(warband=warband, warrior=None, slug="halfling-cookbook")
    assert "max-warriors" not in codes(warband, rulebook)


def test_rules_by_hand_count(warband, priest, braves, rulebook):
    WarriorRuleFactory(warrior=priest, rule_id="leader", taken=True)
    assert codes(warband, rulebook) == {"leader-missing"}


def test_who_left_counts_no_more_and_is_remembered_as_a_companion(owner, rulebook):
    norse = WarbandFactory(owner=owner, warband_type_id="norse-marauders")
    units = ["jarl", "wulfen", "marauder", "wolf"]
    _, wulfen, _, wolf = [WarriorFactory(warband=norse, unit=unit, name=unit) for unit in units]
    assert codes(norse, rulebook) == set()
    wulfen.removed_at = wulfen.created
    wulfen.save()
    (finding,) = findings(norse, rulebook)
    assert (finding.code, finding.error, finding.who) == ("stays-behind", False, wolf.public_id)
    wulfen.delete()
    assert "needs-companion" in codes(norse, rulebook)


def test_advances_above_the_racial_maximum_are_found(warband, priest, braves, owner, rulebook):
    most = rulebook.units[priest.unit_type_id].racial_maximum.bs
    printed_bs = rulebook.units[priest.unit_type_id].profile.bs
    raised = {"kind": FortuneKind.ADVANCE, "words": "Ballistic Skill", "reason": "Well shot", "by": owner}
    record(priest, modifiers={"BS": most - printed_bs}, **raised)
    assert codes(warband, rulebook) == set()
    record(priest, modifiers={"BS": 1}, **raised)
    (finding,) = findings(warband, rulebook)
    assert finding.text == f"Tehenca: Ballistic Skill {most + 1} is above the racial maximum of {most}."
    assert finding.who == priest.public_id


def test_what_he_misses_and_learns_and_is_promoted_to(priest, owner, braves, rulebook):
    record(priest, kind=FortuneKind.MISSING, words="Hurt", reason="Leg wound", by=owner, misses=1)
    record(priest, kind=FortuneKind.SKILL, slug="weapons-training", words="Learns", reason="A lesson", by=owner)
    found = entry(priest, rulebook)
    assert found.misses_next
    assert found.skills == ("weapons-training",)
    own(priest, "halberd")
    assert codes(priest.warband, rulebook) == {"wrong-skill"}, "Combat is no list of his, but what he knows he uses"
    braves.promoted = True
    assert entry(braves, rulebook).kind == "hero"


def test_the_demo_warbands_are_legal(rulebook, settings):
    settings.DEBUG = True
    call_command("load_demo", verbosity=0)
    assert Warband.objects.count() > 3
    for demo in Warband.objects.all():
        assert [finding.text for finding in findings(demo, rulebook) if finding.error] == []
