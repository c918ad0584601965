"""Hired swords: gear that leaves a choice, fees in whatever they take, upkeep, and who leaves unpaid."""

import uuid

import pytest

from warbands.legality.rows import findings_of
from warbands.models import EntryKind, LegalityOverride
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of
from warbands.trade import hiring, market
from warbands.trade.fees import Given
from warbands.trade.ledger import adjust, gold_of, last_of, undo
from warbands.trade.shown import outfit
from warbands.trade.swords import Terms, rearm
from warbands.trade.upkeep import let_go, pay
from warbands.trade.visits import fought
from warbands.trade.ways import choices_of


@pytest.fixture
def swords(crowns, owner):
    """Hire a sword for the Iron Crowns, who are rich enough, by his short slug."""
    adjust(warband=crowns, by=owner, amount=1000, reason="A chest")

    def hire(short, **options):
        return hiring.hire(warband=crowns, by=owner, unit_type=f"hired-swords--{short}", **options).warrior

    return hire


def gear_of(warrior, rulebook):
    row = type(warrior).objects.get(pk=warrior.pk)
    changes = changes_of(row.warband).get(row.pk, ())
    return [thing.name for thing in outfit(rulebook.units[row.unit_type_id], changes, rulebook).gear]


def faults(warband, rulebook, who):
    found = findings_of(warband, warband.warriors.all(), changes_of(warband), rulebook)
    return [one.code for one in found if one.who == who.public_id and one.error]


class TestAChoiceOfGear:
    def test_each_way_is_offered_that_the_book_leaves(self, rulebook):
        ways = {
            short: [
                way.words for choice in choices_of(rulebook.units[f"hired-swords--{short}"], rulebook) for way in choice
            ]
            for short in ("ogre-bodyguard", "gaoler", "wolf-priest-of-ulric", "pit-fighter")
        }
        assert ways["ogre-bodyguard"] == [
            "Sword × 2",
            "Sword and axe",
            "Sword and club, mace or hammer",
            "Axe × 2",
            "Axe and club, mace or hammer",
            "Club, mace or hammer × 2",
            "Double-handed weapon",
        ]
        assert ways["gaoler"] == ["Heavy chain", "Hammer × 2"]
        assert ways["wolf-priest-of-ulric"] == ["Club, mace or hammer", "Flail", "Morning star"]
        assert ways["pit-fighter"] == []

    def test_it_must_be_made_when_he_is_hired(self, crowns, swords):
        with pytest.raises(RefusedError, match="Choose what Ogre Bodyguard brings: sword × 2 or") as refused:
            swords("ogre-bodyguard")
        assert refused.value.field == "ways"
        assert not crowns.warriors.exists()

    def test_he_has_what_was_chosen_and_no_more_the_choice(self, crowns, swords, rulebook):
        ogre = swords("ogre-bodyguard", ways=["sword+axe"])
        assert gear_of(ogre, rulebook) == ["Sword", "Axe", "Light Armour"]
        assert gold_of(crowns) == 1500 - 80
        assert faults(crowns, rulebook, ogre) == []

    def test_it_goes_by_the_name_it_has_with_him(self, owner, swords, rulebook):
        slayer = swords("dwarf-troll-slayer", ways=["double-handed-weapon"])
        assert gear_of(slayer, rulebook) == ["Double-handed axe"]

    def test_what_he_was_given_acts(self, swords, rulebook):
        from warbands.holdings import of_warrior

        ogre = swords("ogre-bodyguard", ways=["axe+axe"])
        held = of_warrior(ogre, changes_of(ogre.warband)[ogre.pk], rulebook)
        assert any(one.rule == "cutting-edge" and one.weapon == "axe" for one in held)

    def test_it_is_changed_until_he_has_fought_and_then_only_by_leave(self, crowns, swords, owner, rulebook):
        ogre = swords("ogre-bodyguard", ways=["sword+sword"])
        before = gold_of(crowns)
        rearm(warrior=ogre, by=owner, ways=["double-handed-weapon"])
        assert gear_of(ogre, rulebook) == ["Double-handed Weapon", "Light Armour"]
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        assert gear_of(ogre, rulebook) == ["Sword × 2", "Light Armour"]
        fought(warband=crowns, by=owner)
        with pytest.raises(RefusedError, match="never changes") as refused:
            rearm(warrior=ogre, by=owner, ways=["axe+axe"])
        assert refused.value.field == "reason"
        entry = rearm(warrior=ogre, by=owner, ways=["axe+axe"], reason="The axe was on the model")
        assert entry.words == "Ogre Bodyguard brings axe × 2: The axe was on the model"
        assert gear_of(ogre, rulebook) == ["Axe × 2", "Light Armour"]
        assert gold_of(crowns) == before

    def test_one_who_was_there_before_choices_were_asked_still_has_his(self, crowns, owner, rulebook):
        ogre = services.add_warrior(warband=crowns, unit_type="hired-swords--ogre-bodyguard")
        fought(warband=crowns, by=owner)
        rearm(warrior=ogre, by=owner, ways=["double-handed-weapon"])
        assert gear_of(ogre, rulebook) == ["Double-handed Weapon", "Light Armour"]

    def test_who_leaves_no_choice_is_refused(self, swords, owner):
        with pytest.raises(RefusedError, match="leaves no choice"):
            rearm(warrior=swords("pit-fighter"), by=owner, ways=["axe"])


class TestFees:
    def test_wyrdstone_must_be_said_to_be_given_and_is_noted(self, crowns, swords):
        with pytest.raises(RefusedError, match="takes 1 shard of wyrdstone: say that you give it up") as refused:
            swords("nicodemus")
        assert refused.value.field == "wyrdstone"
        swords("nicodemus", terms=Terms(Given(wyrdstone=1)))
        entry = crowns.ledger.last()
        assert entry.words == "Nicodemus, the Cursed Pilgrim joins, for 1 shard of wyrdstone"
        assert (entry.amount, entry.facts) == (0, {"wyrdstone": 1})

    def test_treasures_too(self, owner, rulebook):
        sword = next(one for one in rulebook.hired_swords.values() if one.hiring and one.hiring.fee.treasure)
        listed = next(one for one in rulebook.warbands.values() if sword.slug in one.may_hire)
        warband = services.create_warband(owner=owner, warband_type=listed.slug, name="Any")
        with pytest.raises(RefusedError, match="2 treasures") as refused:
            hiring.hire(warband=warband, by=owner, unit_type=sword.slug, terms=Terms(Given(treasure=1)))
        assert refused.value.field == "treasure"
        entry = hiring.hire(warband=warband, by=owner, unit_type=sword.slug, terms=Terms(Given(treasure=2))).entry
        assert entry.facts == {"treasure": 2}

    def test_what_costs_nothing_says_why(self, crowns, swords):
        swords("ulli-leitpold")
        assert crowns.ledger.last().amount == -30
        swords("marquand-volker")
        assert crowns.ledger.last().words.endswith("joins (included in the fee for Ulli)")

    def test_another_payment_is_taken_from_the_stash(self, crowns, swords, owner):
        with pytest.raises(RefusedError, match="No crimson shade lies in the stash"):
            swords("johann-the-knife", terms=Terms(instead=True))
        market.buy_by_leave(warband=crowns, by=owner, item="crimson-shade", price=0, reason="Found in a cellar")
        before = gold_of(crowns)
        swords("johann-the-knife", terms=Terms(instead=True))
        assert gold_of(crowns) == before
        assert crowns.ledger.last().words == "Johann the Knife joins, for one crimson shade from the stash"
        assert not crowns.possessions.present().filter(slug="crimson-shade", warrior=None).exists()
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        assert crowns.possessions.present().filter(slug="crimson-shade", warrior=None).exists()

    def test_dice_of_a_fee_are_typed_or_thrown(self, owner, rulebook):
        sword = next(one for one in rulebook.hired_swords.values() if one.hiring and one.hiring.fee.dice)
        listed = next(one for one in rulebook.warbands.values() if sword.slug in one.may_hire)
        warband = services.create_warband(owner=owner, warband_type=listed.slug, name="Any")
        entry = hiring.hire(warband=warband, by=owner, unit_type=sword.slug, terms=Terms(faces=(1, 2, 3))).entry
        assert (entry.amount, entry.dice["faces"]) == (-(sword.hiring.fee.gold + 6), [1, 2, 3])


class TestWhoMayNotBeHired:
    def test_swabbies_are_never_hired_but_pressed_into_service(self, owner, rulebook):
        pirates = services.create_warband(owner=owner, warband_type="pirates", name="The Gull")
        swabbie = {"warband": pirates, "by": owner, "unit_type": "pirates--swabbie"}
        with pytest.raises(RefusedError, match="Swabbie is never hired for gold") as refused:
            hiring.hire(**swabbie)
        assert refused.value.field == "reason"
        entry = hiring.hire(**swabbie, size=2, items=["axe"], reason="Stragglers, after the docks").entry
        assert entry.words == "Swabbie × 2 joins: Stragglers, after the docks"
        assert entry.amount == -2 * 5

    def test_a_sword_whom_the_list_may_not_hire_joins_by_leave_and_the_roster_says_so(self, owner, rulebook):
        undead = services.create_warband(owner=owner, warband_type="undead", name="The Hollow Court")
        pit = {"warband": undead, "by": owner, "unit_type": "hired-swords--pit-fighter"}
        with pytest.raises(RefusedError, match="no such warrior"):
            hiring.hire(**pit)
        fighter = hiring.hire(**pit, reason="Our arbiter wants to see it").warrior
        row = LegalityOverride.objects.standing().get()
        assert (row.code, row.who, row.reason) == ("sword-hiring", fighter.public_id, "Our arbiter wants to see it")
        undo(warband=undead, entry=last_of(undead).pk, by=owner)
        assert not LegalityOverride.objects.standing().exists()
        assert gold_of(undead) == 500


class TestUpkeep:
    def test_one_tap_pays_everybody_each_with_his_own_entry(self, crowns, swords, owner):
        swords("pit-fighter"), swords("warlock", spells=[1, 2]), swords("nicodemus", terms=Terms(Given(wyrdstone=1)))
        fought(warband=crowns, by=owner)
        before = gold_of(crowns)
        entries = pay(warband=crowns, by=owner)
        assert [(one.words, one.amount) for one in entries] == [
            ("Pit Fighter: upkeep", -15),
            ("Warlock: upkeep", -15),
            ("Nicodemus, the Cursed Pilgrim: upkeep, 1 shard of wyrdstone", 0),
        ]
        assert {one.kind for one in entries} == {EntryKind.UPKEEP}
        assert entries[2].facts == {"wyrdstone": 1}
        assert before - gold_of(crowns) == 30
        with pytest.raises(RefusedError, match="Nobody is to be paid"):
            pay(warband=crowns, by=owner)
        fought(warband=crowns, by=owner)
        assert len(pay(warband=crowns, by=owner)) == 3

    def test_the_same_form_twice_pays_once(self, crowns, swords, owner):
        swords("pit-fighter")
        fought(warband=crowns, by=owner)
        key = uuid.uuid4()
        pay(warband=crowns, by=owner, client_key=key)
        before = gold_of(crowns)
        pay(warband=crowns, by=owner, client_key=key)
        assert gold_of(crowns) == before

    def test_nothing_is_due_before_a_battle_nor_of_who_joined_since(self, crowns, swords, owner):
        swords("pit-fighter")
        with pytest.raises(RefusedError, match="Nobody"):
            pay(warband=crowns, by=owner)
        fought(warband=crowns, by=owner)
        swords("halfling-scout")
        assert [one.warrior.name for one in pay(warband=crowns, by=owner)] == ["Pit Fighter"]

    def test_some_are_left_out(self, crowns, swords, owner):
        fighter, scout = swords("pit-fighter"), swords("halfling-scout")
        fought(warband=crowns, by=owner)
        assert [one.warrior for one in pay(warband=crowns, by=owner, warriors=[scout.public_id])] == [scout]
        assert [one.warrior for one in pay(warband=crowns, by=owner)] == [fighter]

    def test_what_gold_does_not_cover_is_refused_as_a_whole(self, crowns, swords, owner):
        swords("pit-fighter"), swords("halfling-scout")
        adjust(warband=crowns, by=owner, amount=19 - gold_of(crowns), reason="Robbed")
        fought(warband=crowns, by=owner)
        with pytest.raises(RefusedError, match="Together that is 20 gc, and the warband has 19: 1 too few"):
            pay(warband=crowns, by=owner)
        assert gold_of(crowns) == 19

    def test_it_is_taken_back_one_by_one(self, crowns, swords, owner):
        swords("pit-fighter"), swords("halfling-scout")
        fought(warband=crowns, by=owner)
        before = gold_of(crowns)
        pay(warband=crowns, by=owner)
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        assert before - gold_of(crowns) == 15
        assert [one.warrior.name for one in pay(warband=crowns, by=owner)] == ["Halfling Scout"]

    def test_whoever_minds_a_people_takes_more_beside_it(self, crowns, swords, owner):
        swords("elf-ranger")
        fought(warband=crowns, by=owner)
        assert pay(warband=crowns, by=owner)[0].amount == -20
        swords("dwarf-troll-slayer", ways=["axe+axe"])
        fought(warband=crowns, by=owner)
        assert [one.amount for one in pay(warband=crowns, by=owner)] == [-40, -20]

    def test_pirates_pay_more_for_keeping_dwarfs_and_elves_together(self, owner, rulebook):
        pirates = services.create_warband(owner=owner, warband_type="pirates", name="The Gull")
        for short, ways in (("elf-ranger", ()), ("dwarf-troll-slayer", ("axe+axe",))):
            hiring.hire(warband=pirates, by=owner, unit_type=f"hired-swords--{short}", ways=ways)
        fought(warband=pirates, by=owner)
        first, second = pay(warband=pirates, by=owner)
        assert (first.amount, second.amount) == (-40 - 20, -20)
        assert [line["each"] for line in first.lines] == [40, 20]

    def test_snakes_are_counted(self, owner, rulebook):
        listed = next(one for one in rulebook.warbands.values() if "hired-swords--snake-charmer" in one.may_hire)
        warband = services.create_warband(owner=owner, warband_type=listed.slug, name="Any")
        hiring.hire(warband=warband, by=owner, unit_type="hired-swords--snake-charmer")
        fought(warband=warband, by=owner)
        with pytest.raises(RefusedError, match="how many snakes"):
            pay(warband=warband, by=owner)
        assert pay(warband=warband, by=owner, snakes=4)[0].amount == -10 - 4 * 5

    def test_who_is_not_paid_leaves_and_comes_back_when_that_is_taken_back(self, crowns, swords, owner):
        fighter = swords("pit-fighter")
        fought(warband=crowns, by=owner)
        entry = let_go(warrior=fighter, by=owner)
        assert entry.words == "Pit Fighter is not paid, and leaves"
        assert not crowns.warriors.present().exists()
        undo(warband=crowns, entry=entry.pk, by=owner)
        assert crowns.warriors.present().get() == fighter

    def test_only_hired_swords_leave_for_want_of_pay(self, hires, owner):
        with pytest.raises(RefusedError, match="no hired sword"):
            let_go(warrior=hires("mercenary-captain"), by=owner)
