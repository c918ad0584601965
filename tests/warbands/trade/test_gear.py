import pytest

from rules.engine.rulebook import From
from warbands.models import AppendOnlyError, LedgerEntry
from warbands.rosters.services import RefusedError
from warbands.trade import gear, hiring, market
from warbands.trade.ledger import adjust, gold_of, last_of, undo


def one(warrior, slug):
    return warrior.possessions.present().get(slug=slug)


def stash(warband):
    return {row.slug: row.quantity for row in warband.possessions.present().filter(warrior=None)}


@pytest.fixture
def captain(hires):
    return hires("mercenary-captain", items=["dagger", "sword"])


@pytest.fixture
def watch(hires):
    return hires("warrior", size=3, items=["dagger", "axe"])


def test_bought_for_a_group_is_bought_for_each(crowns, watch, owner):
    before = gold_of(crowns)
    entry = gear.buy(warrior=watch, by=owner, items=["shield", "helmet"])
    assert before - gold_of(crowns) == 3 * (5 + 10)
    assert entry.lines == [{"words": "Shield", "each": 5, "times": 3}, {"words": "Helmet", "each": 10, "times": 3}]


def test_a_common_thing_goes_into_the_stash(crowns, owner):
    market.buy_for_stash(warband=crowns, by=owner, item="sword", quantity=3)
    assert gold_of(crowns) == 470
    assert stash(crowns) == {"sword": 3}


def test_from_the_stash_to_a_warrior(crowns, captain, owner):
    market.buy_for_stash(warband=crowns, by=owner, item="axe", quantity=2)
    before = gold_of(crowns)
    gear.give(possession=crowns.possessions.get(warrior=None), to=captain, by=owner)
    assert stash(crowns) == {"axe": 1}
    assert one(captain, "axe").quantity == 1
    assert gold_of(crowns) == before


def test_a_group_needs_one_for_each(crowns, watch, owner):
    market.buy_for_stash(warband=crowns, by=owner, item="sword", quantity=2)
    with pytest.raises(RefusedError, match="are 3, and there are only 2"):
        gear.give(possession=crowns.possessions.get(warrior=None), to=watch, by=owner)


def test_what_a_group_hands_to_a_hero_leaves_the_rest_in_the_stash(crowns, captain, watch, owner):
    gear.give(possession=one(watch, "axe"), to=captain, by=owner)
    assert one(captain, "axe").quantity == 1
    assert stash(crowns) == {"axe": 2}
    assert not watch.possessions.filter(slug="axe").exists()


def test_what_is_not_on_his_list_he_cannot_use(crowns, watch, owner):
    market.buy_for_stash(warband=crowns, by=owner, item="long-bow", quantity=3)
    with pytest.raises(RefusedError, match="Long Bow is not on his equipment list"):
        gear.give(possession=crowns.possessions.get(warrior=None), to=watch, by=owner)


def test_two_warriors_swap(crowns, captain, hires, owner):
    champion = hires("champion", items=["axe"])
    gear.swap(possession=one(captain, "sword"), other=one(champion, "axe"), by=owner)
    assert one(captain, "axe")
    assert one(champion, "sword")


def test_half_the_price_rounded_down_is_paid_for_each(crowns, watch, owner):
    before = gold_of(crowns)
    gear.sell(possession=one(watch, "axe"), by=owner)
    assert gold_of(crowns) - before == 3 * 2  # half of 5 is 2
    assert not watch.possessions.present().filter(slug="axe").exists()


def test_some_of_a_pile_are_sold(crowns, owner):
    market.buy_for_stash(warband=crowns, by=owner, item="sword", quantity=3)
    gear.sell(possession=crowns.possessions.get(warrior=None), by=owner, quantity=2)
    assert stash(crowns) == {"sword": 1}
    assert gold_of(crowns) == 500 - 30 + 10


def test_a_free_dagger_brings_nothing(crowns, captain, owner):
    before = gold_of(crowns)
    gear.sell(possession=one(captain, "dagger"), by=owner)
    assert gold_of(crowns) == before


def test_what_is_sold_cannot_be_sold_again(crowns, captain, owner):
    sword = one(captain, "sword")
    gear.sell(possession=sword, by=owner)
    with pytest.raises(RefusedError, match="not there any more"):
        gear.sell(possession=sword, by=owner)


def test_only_the_last_entry_is_taken_back(crowns, captain, owner):
    hired = last_of(crowns)
    gear.sell(possession=one(captain, "sword"), by=owner)
    with pytest.raises(RefusedError, match="take that back first"):
        undo(warband=crowns, entry=hired.pk, by=owner)
    undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
    assert one(captain, "sword")
    assert last_of(crowns) == hired


def test_taking_back_twice_is_the_same_as_once(crowns, captain, owner):
    entry = last_of(crowns).pk
    undo(warband=crowns, entry=entry, by=owner)
    undo(warband=crowns, entry=entry, by=owner)
    assert gold_of(crowns) == 500


def test_the_ledger_is_never_changed(crowns):
    entry = crowns.ledger.get()
    entry.amount = 5000
    with pytest.raises(AppendOnlyError):
        entry.save()
    with pytest.raises(AppendOnlyError):
        entry.delete()
    assert LedgerEntry.objects.get().amount == 500


def test_gold_by_hand_needs_a_reason_and_never_goes_below_nothing(crowns, owner):
    with pytest.raises(RefusedError) as refused:
        adjust(warband=crowns, by=owner, amount=10, reason=" ")
    assert refused.value.field == "reason"
    with pytest.raises(RefusedError):
        adjust(warband=crowns, by=owner, amount=-501, reason="Robbed")
    adjust(warband=crowns, by=owner, amount=-500, reason="Robbed")
    assert gold_of(crowns) == 0


def test_a_mutant_pays_double_for_each_further_mutation(owner, rulebook):
    from warbands.rosters import services

    cult = services.create_warband(owner=owner, warband_type="cult-of-the-possessed", name="The Unmade")
    mutant = hiring.hire(
        warband=cult,
        by=owner,
        unit_type="cult-of-the-possessed--mutant",
        upgrades=["mutations--spines", "mutations--great-claw"],
    ).warrior
    assert gold_of(cult) == 500 - 25 - 50 - 2 * 35
    assert mutant
    assert mutant.possessions.count() == 2
    with pytest.raises(RefusedError, match="only when he is recruited"):
        gear.buy(warrior=mutant, by=owner, upgrades=["mutations--hideous"])


def test_a_wizard_knows_a_spell_that_the_dice_chose_and_they_are_not_thrown_again(owner, rulebook):
    from warbands.rosters import services

    cult = services.create_warband(owner=owner, warband_type="cult-of-the-possessed", name="The Unmade")
    magister = "cult-of-the-possessed--magister"
    first = hiring.hire(warband=cult, by=owner, unit_type=magister).entry
    assert len(first.dice["faces"]) == 1
    undo(warband=cult, entry=first.pk, by=owner)
    again = hiring.hire(warband=cult, by=owner, unit_type=magister, spells=[first.dice["faces"][0] % 6 + 1])
    assert again.entry.dice["faces"] == first.dice["faces"]
    rolled = {spell.roll: spell.slug for spell in rulebook.spell_lists["chaos-rituals"].spells}
    assert again.warrior.possessions.get().slug == rolled[first.dice["faces"][0]]


def test_dice_of_the_table_choose_his_spell(owner, rulebook):
    from warbands.rosters import services

    undead = services.create_warband(owner=owner, warband_type="undead", name="The Hollow Court")
    found = hiring.hire(warband=undead, by=owner, unit_type="undead--necromancer", spells=[4])
    assert (found.entry.dice["faces"], found.entry.dice["typed"]) == ([4], True)
    spell = rulebook.spells[found.warrior.possessions.get().slug]
    assert (spell.list, spell.roll) == ("necromancy", 4)


def test_what_gear_gives_is_held_from_it_and_weapons_give_to_their_attacks(captain, owner, rulebook):
    from warbands.holdings import of_warrior
    from warbands.snapshots import changes_of

    gear.buy(warrior=captain, by=owner, items=["light-armour", "axe"])
    held = of_warrior(captain, changes_of(captain.warband)[captain.pk], rulebook)
    worn = next(item for item in held if item.rule == "worn-armour")
    assert (worn.origin, worn.origin_name, worn.weapon) == (From.EQUIPMENT, "Light Armour", "")
    edge = next(item for item in held if item.rule == "cutting-edge")
    assert (edge.origin_name, edge.weapon) == ("Axe", "axe")


def test_a_copy_has_the_gold_and_the_gear_of_the_original(crowns, captain, watch, owner):
    from warbands.rosters.keeping import duplicate_warband

    market.buy_for_stash(warband=crowns, by=owner, item="axe", quantity=2)
    copy = duplicate_warband(warband=crowns, owner=owner, name="Another")
    assert gold_of(copy) == gold_of(crowns)
    assert stash(copy) == {"axe": 2}
    twin = copy.warriors.get(name=watch.name)
    assert {row.slug: row.quantity for row in twin.possessions.all()} == {"dagger": 3, "axe": 3}
    assert copy.ledger.count() == 1
    gear.buy(warrior=twin, by=owner, items=["dagger"])
    assert gold_of(crowns) - gold_of(copy) == 3 * 2


def test_a_warrior_with_a_story_is_not_unmade(crowns, captain, owner):
    from warbands.rosters import rule_services

    rule_services.give_rule(warrior=captain, version=captain.version, rule="stupidity", reason="A blow", by=owner)
    with pytest.raises(RefusedError, match="has a story by now"):
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
    assert crowns.warriors.count() == 1
