import uuid

import pytest

from tests.warbands.factories import WarbandFactory, WarriorFactory
from tests.warbands.trade.reading import text, url
from warbands.models import Possession
from warbands.rosters import services
from warbands.rosters.services import RefusedError, StaleError
from warbands.trade import gear, hiring, market, veterans
from warbands.trade.ledger import adjust, gold_of, last_of, undo
from warbands.trade.visits import fought


def pieces(warrior):
    return {row.slug: row.quantity for row in warrior.possessions.present()}


def test_a_warband_starts_with_the_gold_of_its_list(crowns):
    assert gold_of(crowns) == 500
    assert crowns.ledger.get().words == "Starting gold"


def test_a_hero_costs_his_price_and_what_he_carries(crowns, hires):
    captain = hires("mercenary-captain", items=["dagger", "sword", "light-armour"])
    assert gold_of(crowns) == 500 - 60 - 10 - 20
    assert pieces(captain) == {"dagger": 1, "sword": 1, "light-armour": 1}
    assert captain.experience == 20


def test_the_first_dagger_is_free_and_the_second_is_not(crowns, hires):
    captain = hires("mercenary-captain", items=["dagger", "dagger"])
    assert gold_of(crowns) == 500 - 60 - 2
    assert [row.price for row in captain.possessions.all()] == [0, 2]


def test_a_free_dagger_is_given_once(crowns, hires, owner):
    captain = hires("mercenary-captain", items=["dagger"])
    gear.store(possession=captain.possessions.get(), by=owner)
    gear.buy(warrior=captain, by=owner, items=["dagger"])
    assert gold_of(crowns) == 500 - 60 - 2


@pytest.mark.parametrize("size", [1, 3, 5])
def test_each_model_of_a_group_pays_for_itself_and_for_all_it_carries(crowns, hires, size):
    watch = hires("warrior", size=size, items=["dagger", "sword", "shield", "helmet"])
    assert gold_of(crowns) == 500 - size * (25 + 10 + 5 + 10)
    assert pieces(watch) == dict.fromkeys(["dagger", "sword", "shield", "helmet"], size)


def test_a_group_of_henchmen_is_never_armed_for_nothing(crowns, hires):
    hires("marksman", size=4, items=["dagger", "bow"])
    lines = {line["words"]: (line["each"], line["times"]) for line in crowns.ledger.last().lines}
    assert lines == {"Marksman": (25, 4), "Dagger (the first is free)": (0, 4), "Bow": (10, 4)}
    assert crowns.ledger.last().amount == -4 * 35


def test_two_swords_for_each_of_three_are_six(crowns, hires):
    watch = hires("warrior", size=3, items=["sword", "sword"])
    assert sum(row.quantity for row in watch.possessions.all()) == 6
    assert gold_of(crowns) == 500 - 3 * (25 + 20)


def test_recruits_cost_their_price_their_gear_and_the_experience_they_need(crowns, hires, owner):
    watch = hires("warrior", size=2, items=["dagger", "sword", "shield"])
    watch = services.change_warrior(warrior=watch, version=watch.version, experience=3)
    fought(warband=crowns, by=owner)
    veterans.roll(warband=crowns, by=owner, faces=[3, 4])
    before = gold_of(crowns)
    grown = hiring.change_warrior(warrior=watch, by=owner, version=watch.version, size=4)
    assert before - gold_of(crowns) == 2 * (25 + 10 + 5 + 2 * 3)
    assert grown.size == 4
    assert set(pieces(grown).values()) == {4}


def test_a_group_that_shrinks_loses_the_gear_of_those_who_are_gone_and_gains_no_gold(crowns, hires, owner):
    watch = hires("warrior", size=3, items=["sword"])
    before = gold_of(crowns)
    hiring.change_warrior(warrior=watch, by=owner, version=watch.version, size=2)
    assert gold_of(crowns) == before
    assert pieces(watch) == {"sword": 2}


def test_a_stale_size_is_refused_and_costs_nothing(crowns, hires, owner):
    watch = hires("warrior", size=3)
    with pytest.raises(StaleError):
        hiring.change_warrior(warrior=watch, by=owner, version=99, size=5)
    assert gold_of(crowns) == 425


def test_what_the_list_does_not_sell_is_refused_and_nobody_joins(crowns, hires):
    with pytest.raises(RefusedError, match="long bow") as refused:
        hires("warrior", items=["long-bow"])
    assert refused.value.field == "items"
    assert not crowns.warriors.exists()


def test_not_enough_gold_says_how_much_is_missing_and_changes_nothing(crowns, hires):
    hires("warrior", size=5, items=["heavy-armour"])
    with pytest.raises(RefusedError, match="That costs 150 gc, and the warband has 125: 25 too few"):
        hires("warrior", size=2, items=["heavy-armour"])
    assert gold_of(crowns) == 125
    assert crowns.warriors.count() == 1


def test_the_same_form_twice_hires_and_pays_once(crowns, hires):
    key = uuid.uuid4()
    first = hires("champion", items=["sword"], client_key=key)
    assert hires("champion", items=["sword"], client_key=key) == first
    assert gold_of(crowns) == 500 - 45


def test_a_hired_sword_takes_his_fee_and_brings_his_own_gear(crowns, owner):
    fighter = hiring.hire(warband=crowns, by=owner, unit_type="hired-swords--pit-fighter").warrior
    assert fighter
    assert gold_of(crowns) == 470
    with pytest.raises(RefusedError, match="buys no equipment"):
        gear.buy(warrior=fighter, by=owner, items=["sword"])


def test_whom_the_list_may_not_hire_is_refused(owner, rulebook):
    undead = services.create_warband(owner=owner, warband_type="undead", name="The Hollow Court")
    with pytest.raises(RefusedError):
        hiring.hire(warband=undead, by=owner, unit_type="hired-swords--pit-fighter")
    assert gold_of(undead) == 500


def test_a_warband_from_before_the_ledger_has_paid_for_whom_it_has(owner, rulebook):
    old = WarbandFactory(owner=owner, warband_type_id="reikland-mercenaries")
    WarriorFactory(warband=old, unit="mercenary-captain")
    WarriorFactory(warband=old, unit="warrior", size=4)
    assert gold_of(old) == 500 - 60 - 100
    assert not old.ledger.exists()
    hiring.hire(warband=old, by=owner, unit_type="reikland-mercenaries--youngblood")
    assert gold_of(old) == 500 - 60 - 100 - 15
    assert old.ledger.first().amount == 340


def test_one_that_grew_beyond_its_starting_gold_opens_with_nothing(owner, rulebook):
    old = WarbandFactory(owner=owner, warband_type_id="reikland-mercenaries")
    WarriorFactory(warband=old, unit="warrior", size=20)
    WarriorFactory(warband=old, unit="warrior", size=20)
    assert gold_of(old) == 0
    adjust(warband=old, by=owner, amount=87, reason="What is in the chest")
    assert gold_of(old) == 87


def test_removing_and_restoring_a_warrior_keeps_his_gear_and_moves_no_gold(crowns, hires):
    captain = hires("mercenary-captain", items=["sword"])
    before = gold_of(crowns)
    services.remove_warrior(warrior=captain)
    assert gold_of(crowns) == before
    services.restore_warrior(warrior=captain)
    assert pieces(captain) == {"sword": 1}


def test_a_hire_taken_back_leaves_no_trace_but_the_ledger(crowns, hires, owner):
    hires("champion", items=["dagger", "sword"])
    undo(warband=crowns, entry=crowns.ledger.last().pk, by=owner)
    assert gold_of(crowns) == 500
    assert not crowns.warriors.exists()
    assert not Possession.objects.exists()
    assert [entry.words for entry in crowns.ledger.all()] == [
        "Starting gold",
        "Champion joins",
        "Taken back: Champion joins",
    ]


class TestFromTheStash:
    @pytest.fixture
    def stored(self, crowns, owner):
        """Three swords and a long bow lie in the stash."""
        for item, many in (("sword", 3), ("long-bow", 1)):
            market.buy_for_stash(warband=crowns, by=owner, item=item, quantity=many)
        return {row.slug: row for row in crowns.possessions.present()}

    def test_a_group_takes_one_for_each_along_and_pays_nothing_for_it(self, crowns, stored, hires, owner):
        before = gold_of(crowns)
        watch = hires("warrior", size=2, stash=[str(stored["sword"].pk)])
        assert before - gold_of(crowns) == 2 * 25
        assert watch.possessions.get(slug="sword").quantity == 2
        assert crowns.possessions.get(slug="sword", warrior=None).quantity == 1
        undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        left = crowns.possessions.present().filter(slug="sword")
        assert [(row.warrior, row.quantity) for row in left] == [(None, 3)]

    @pytest.mark.parametrize(
        ("size", "item", "words"),
        [(4, "sword", "4 join, and there are only 3"), (1, "long-bow", "is not for him"), (1, "", "no more")],
    )
    def test_what_is_too_few_not_for_him_or_not_there_is_refused(self, stored, hires, size, item, words):
        key = str(stored[item].pk) if item else "7777777"
        with pytest.raises(RefusedError, match=words):
            hires("warrior", size=size, stash=[key])

    def test_it_is_ticked_on_the_one_screen_and_stands_on_the_receipt(self, as_owner, crowns, stored):
        key = stored["sword"].pk
        told = {"unit_type": "reikland-mercenaries--warrior", "size": 2, "stash": key}
        page = as_owner.get(url("add", crowns), told)
        assert f'name="stash" value="{key}" checked' in page.content.decode()
        assert "Sword (from the stash) 0 × 2 0" in text(page)
        assert "Long Bow" not in text(page)
        refused = as_owner.post(url("add", crowns), told | {"size": 4})
        assert refused.status_code == 422
        assert "there are only 3" in text(refused)
        as_owner.post(url("add", crowns), told)
        assert crowns.warriors.get().possessions.get(slug="sword").quantity == 2

    def test_those_who_join_a_group_take_what_lies_there_for_all_of_them(self, as_owner, crowns, stored, hires, owner):
        watch = hires("warrior", size=2, items=["dagger", "sword"])
        told = {"more": 2, "armed": "on"}
        page = text(as_owner.get(url("gear", crowns, watch.public_id), told))
        assert "There lies for them: Sword." in page
        assert "Sword (from the stash) 0 × 2 0" in page
        before = gold_of(crowns)
        as_owner.post(url("recruit", crowns, watch.public_id), told | {"version": watch.version})
        assert before - gold_of(crowns) == 2 * 25
        assert watch.possessions.get(slug="sword").quantity == 4
        assert crowns.possessions.get(slug="sword", warrior=None).quantity == 1
        watch.refresh_from_db()
        hiring.change_warrior(warrior=watch, by=owner, version=watch.version, size=5, armed=True)
        assert not crowns.possessions.present().filter(slug="sword", warrior=None).exists()
        for _ in range(2):
            undo(warband=crowns, entry=last_of(crowns).pk, by=owner)
        assert crowns.possessions.get(slug="sword", warrior=None).quantity == 3
        assert watch.possessions.get(slug="sword").quantity == 2
