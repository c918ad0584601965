"""Founding, the mark of a battle, later prices, and the search for what is rare."""

import pytest

from warbands.models import EntryKind
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.trade import gear, hiring, market
from warbands.trade.ledger import adjust, gold_of, last_of, undo
from warbands.trade.searching import search
from warbands.trade.shelf import market_of, shelf_of
from warbands.trade.visits import fought, founding, visit_of


def stash(warband):
    return {row.slug: row.quantity for row in warband.possessions.present().filter(warrior=None)}


def offers(warband_type, unit, rulebook, *, founding):
    listed = rulebook.units[f"{warband_type}--{unit}"]
    return {offer.key: (offer.price, offer.rarity) for offer in shelf_of(listed, rulebook, founding=founding)}


class TestPrices:
    @pytest.mark.parametrize(
        ("warband_type", "unit", "item", "now", "later"),
        [
            # A later price of the list's own, with the rarity of the chart.
            ("brazen-tithe", "sorcerer", "pistol", (10, "common"), (15, 8)),
            # `later: chart`, and what is improved costs the chart's multiple of the weapon.
            ("dwarf-treasure-hunters", "dwarf-noble", "gromril-armour", (75, "common"), (150, 11)),
            ("dwarf-treasure-hunters", "dwarf-noble", "sword.gromril-weapon", (30, "common"), (40, 11)),
            # Later `added` on top of the weapon, by the list's own market.
            ("dark-elves", "high-born", "sword.dark-elf-blade", (25, "common"), (30, 9)),
            # What is common stays as it was.
            ("dark-elves", "high-born", "axe", (5, "common"), (5, "common")),
        ],
    )
    def test_lists_sell_at_their_own_price_while_founding_and_at_the_later_one_after(
        self, warband_type, unit, item, now, later, rulebook
    ):
        units = {one.short: one for one in rulebook.warbands[warband_type].units}
        unit = unit if unit in units else next(iter(units))
        assert offers(warband_type, unit, rulebook, founding=True)[item] == now
        assert offers(warband_type, unit, rulebook, founding=False)[item] == later

    def test_what_is_sold_only_while_founding_is_not_sold_later(self, rulebook):
        before = offers("shadow-warriors", "shadow-master", rulebook, founding=True)
        after = offers("shadow-warriors", "shadow-master", rulebook, founding=False)
        assert set(before) - set(after) == {"standard-of-nagarythe"}

    def test_the_market_of_a_founding_is_what_the_lists_sell_and_their_vehicles(self, rulebook):
        found = {offer.key: offer for offer in market_of("tomb-guardians", rulebook, founding=True)}
        assert found["skeleton-chariot"].common
        assert str(found["skeleton-chariot"].cost) == "200 + 10D6 gc"
        assert "rope-and-hook" not in found

    def test_afterwards_vehicles_mounts_and_animals_are_on_sale_apart_from_the_lists(self, rulebook):
        found = {offer.key: offer for offer in market_of("reikland-mercenaries", rulebook)}
        shelves = {key: found[key].shelf for key in ("warhorse", "wardog", "opulent-coach")}
        assert shelves == {
            "warhorse": "Mounts and animals",
            "wardog": "Mounts and animals",
            "opulent-coach": "Vehicles",
        }
        assert "skeletal-steed" not in found
        assert found["rope-and-hook"].common
        engine = next(one for one in market_of("chaos-dwarfs", rulebook) if one.key == "engine-of-chaos")
        assert (engine.price, engine.rarity) == (195, 10)

    def test_of_two_lists_of_a_warband_the_dearer_sells_to_the_stash(self, rulebook):
        found = {offer.key: offer.price for offer in market_of("ostlanders", rulebook, founding=True)}
        assert found["double-handed-weapon"] == 15


class TestTheMark:
    def test_a_warband_is_founded_until_a_battle_is_marked(self, crowns, battle):
        assert founding(crowns)
        entry = battle()
        assert not founding(crowns)
        assert (entry.kind, entry.amount, entry.words) == (
            EntryKind.BATTLE,
            0,
            "Battle 1 is fought, and the founding over",
        )
        assert visit_of(crowns).began == entry.at
        assert battle().words == "Battle 2 is fought"

    def test_it_is_taken_back_as_long_as_nothing_was_bought_since(self, crowns, captain, battle, owner):
        mark = battle()
        undo(warband=crowns, entry=mark.pk, by=owner)
        assert founding(crowns)
        mark = battle()
        gear.buy(warrior=captain, by=owner, items=["sword"])
        with pytest.raises(RefusedError, match="take that back first"):
            undo(warband=crowns, entry=mark.pk, by=owner)

    def test_recruits_of_later_are_armed_with_common_things_alone(self, owner, rulebook):
        elves = services.create_warband(owner=owner, warband_type="dark-elves", name="The Veil")
        corsairs = {"warband": elves, "by": owner, "unit_type": "dark-elves--corsair"}
        hiring.hire(**corsairs, items=["sword", "repeater-crossbow"])
        assert gold_of(elves) == 500 - 35 - 10 - 35
        fought(warband=elves, by=owner)
        with pytest.raises(RefusedError, match="Rare, now that the founding is over: Repeater Crossbow"):
            hiring.hire(**corsairs, items=["repeater-crossbow"])
        assert elves.warriors.count() == 1

    def test_a_copy_is_founded_where_the_original_is(self, crowns, captain, battle, owner):
        from warbands.rosters.keeping import duplicate_warband

        assert founding(duplicate_warband(warband=crowns, owner=owner, name="Early"))
        battle()
        copy = duplicate_warband(warband=crowns, owner=owner, name="Late")
        assert not founding(copy)
        assert gold_of(copy) == gold_of(crowns)


class TestSearching:
    def test_two_dice_that_reach_the_number_find_one_piece(self, crowns, captain, battle, owner):
        battle()
        entry = search(warband=crowns, by=owner, warrior=captain, item="elven-cloak", faces=[6, 6])
        assert entry.words == "Reinhold searches for Elven Cloak (rarity 12): 12, found"
        assert (entry.amount, entry.facts["found"], entry.dice["typed"]) == (0, True, True)
        adjust(warband=crowns, by=owner, amount=500, reason="A chest")
        market.buy_for_stash(warband=crowns, by=owner, item="elven-cloak", faces=[3])
        assert stash(crowns) == {"elven-cloak": 1}
        with pytest.raises(RefusedError, match="let a hero search"):
            market.buy_for_stash(warband=crowns, by=owner, item="elven-cloak", faces=[3])

    def test_what_falls_short_is_written_down_and_buys_nothing(self, crowns, captain, battle, owner):
        battle()
        entry = search(warband=crowns, by=owner, warrior=captain, item="elven-cloak", faces=[6, 5])
        assert entry.words.endswith("11, not found")
        with pytest.raises(RefusedError, match="is rare"):
            market.buy_for_stash(warband=crowns, by=owner, item="elven-cloak")

    def test_each_hero_searches_once_between_two_battles(self, crowns, captain, hires, battle, owner):
        champion = hires("champion", name="Dieter")
        battle()
        for hero in (captain, champion):
            search(warband=crowns, by=owner, warrior=hero, item="lucky-charm", faces=[1, 1])
        with pytest.raises(RefusedError, match="Reinhold has searched since the last battle") as refused:
            search(warband=crowns, by=owner, warrior=captain, item="lucky-charm")
        assert refused.value.field == "warrior"
        battle()
        search(warband=crowns, by=owner, warrior=captain, item="lucky-charm", faces=[1, 1])

    def test_what_was_found_is_lost_with_the_next_battle(self, crowns, captain, battle, owner):
        battle()
        search(warband=crowns, by=owner, warrior=captain, item="lucky-charm", faces=[6, 6])
        battle()
        with pytest.raises(RefusedError, match="is rare"):
            market.buy_for_stash(warband=crowns, by=owner, item="lucky-charm")

    def test_taken_back_a_search_keeps_its_dice(self, crowns, captain, battle, owner):
        battle()
        search(warband=crowns, by=owner, warrior=captain, item="elven-cloak", faces=[2, 3])
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        again = search(warband=crowns, by=owner, warrior=captain, item="lucky-charm", faces=[6, 6])
        assert again.dice["faces"] == [2, 3]

    def test_only_heroes_search_who_do_not_miss_the_battle(self, crowns, captain, hires, battle, owner):
        from warbands.fortunes.harms import miss

        watch = hires("warrior", size=2)
        battle()
        with pytest.raises(RefusedError, match="Only heroes"):
            search(warband=crowns, by=owner, warrior=watch, item="lucky-charm")
        miss(warrior=captain, battles=1, reason="A broken leg", by=owner)
        with pytest.raises(RefusedError, match="misses the next battle"):
            search(warband=crowns, by=owner, warrior=captain, item="lucky-charm")

    def test_nothing_is_searched_for_while_the_warband_is_founded_nor_what_is_common(
        self, crowns, captain, battle, owner
    ):
        with pytest.raises(RefusedError, match="founded"):
            search(warband=crowns, by=owner, warrior=captain, item="lucky-charm")
        battle()
        with pytest.raises(RefusedError, match="something rare"):
            search(warband=crowns, by=owner, warrior=captain, item="sword")

    def test_merchants_add_to_their_dice(self, owner, rulebook):
        traders = services.create_warband(owner=owner, warband_type="marienburg-mercenaries", name="The Guild")
        unit = "marienburg-mercenaries--mercenary-captain"
        captain = hiring.hire(warband=traders, by=owner, unit_type=unit).warrior
        assert captain
        fought(warband=traders, by=owner)
        entry = search(warband=traders, by=owner, warrior=captain, item="lucky-charm", bonus=1, faces=[2, 2])
        assert entry.facts["bonus"] == 1 + 1

    def test_a_weapon_of_gromril_is_searched_for_as_gromril(self, crowns, captain, battle, owner):
        battle()
        search(warband=crowns, by=owner, warrior=captain, item="gromril-weapon", faces=[6, 5])
        market.buy_for_stash(warband=crowns, by=owner, item="sword.gromril-weapon")
        row = crowns.possessions.present().get(warrior=None)
        assert (row.slug, row.made, row.price) == ("sword", "gromril-weapon", 40)

    def test_a_price_with_dice_is_what_fell_and_is_not_thrown_again(self, crowns, captain, battle, owner, rulebook):
        battle()
        search(warband=crowns, by=owner, warrior=captain, item="wardog", faces=[6, 4])
        first = market.buy_for_stash(warband=crowns, by=owner, item="wardog")
        assert -first.amount == 25 + sum(first.dice["faces"])
        undo(warband=crowns, entry=first.pk, by=owner)
        again = market.buy_for_stash(warband=crowns, by=owner, item="wardog")
        assert (again.amount, again.dice["faces"]) == (first.amount, first.dice["faces"])

    def test_vehicles_of_the_list_are_bought_while_it_is_founded(self, owner, rulebook):
        carnival = services.create_warband(owner=owner, warband_type="carnival-of-chaos", name="The Parade")
        market.buy_for_stash(warband=carnival, by=owner, item="carnival-of-chaos--plague-cart")
        assert gold_of(carnival) == 500 - 120
        assert stash(carnival) == {"carnival-of-chaos--plague-cart": 1}
