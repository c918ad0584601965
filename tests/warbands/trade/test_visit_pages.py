"""The pages of the founding, of trading visits and of recruits, by whoever comes to them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.warbands.conftest import _signed_in
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX
from tests.warbands.trade.reading import has_forms, text, url
from warbands.models import Sharing
from warbands.rosters import services
from warbands.rosters.sharing import share
from warbands.trade import gear, hiring, market
from warbands.trade.ledger import adjust, gold_of
from warbands.trade.visits import fought, founding


class TestTheFounding:
    def test_the_player_says_that_it_is_over_and_it_is_said_wherever_gear_is_bought(self, as_owner, crowns, captain):
        assert "is being founded" in text(as_owner.get(url("visit", crowns)))
        assert "Being founded" in text(as_owner.get(url("gear", crowns, captain.public_id)))
        response = as_owner.post(url("battle-fought", crowns), {"number": 0})
        assert response["Location"] == url("visit", crowns)
        assert not founding(crowns)
        page = text(as_owner.get(url("visit", crowns)))
        assert "After battle 1" in page
        for name, more in (("gear", [captain.public_id]), ("treasury", [])):
            assert "what is rare must be found by a hero first" in text(as_owner.get(url(name, crowns, *more)))

    def test_sent_twice_it_is_one_battle(self, as_owner, crowns):
        as_owner.post(url("battle-fought", crowns), {"number": 0})
        assert as_owner.post(url("battle-fought", crowns), {"number": 0}).status_code == 422
        assert crowns.ledger.filter(kind="battle").count() == 1

    def test_the_mark_is_taken_back_from_its_page(self, as_owner, crowns, captain, battle):
        mark = battle()
        page = as_owner.get(url("visit", crowns)).content.decode()
        assert "Take the mark back: the founding goes on" in page
        as_owner.post(url("undo", crowns), {"entry": mark.pk})
        assert founding(crowns)

    def test_what_is_rare_is_shown_on_his_list_and_cannot_be_ticked(self, as_owner, owner, rulebook):
        elves = services.create_warband(owner=owner, warband_type="dark-elves", name="The Veil")
        born = hiring.hire(warband=elves, by=owner, unit_type="dark-elves--high-born").warrior
        address = url("gear", elves, born.public_id)
        ticked = 'name="items" value="repeater-crossbow"'
        assert ticked in as_owner.get(address).content.decode()
        fought(warband=elves, by=owner)
        page = as_owner.get(address)
        assert ticked not in page.content.decode()
        assert "Repeater Crossbow 40 gc, rare 8" in text(page)


class TestUpkeep:
    def test_one_tap_pays(self, as_owner, crowns, sword, battle):
        battle()
        page = as_owner.get(url("visit", crowns))
        assert f'value="{sword.public_id}" checked' in page.content.decode()
        before = gold_of(crowns)
        response = as_owner.post(url("upkeep", crowns), {"warriors": [sword.public_id]}, headers=HX)
        assert response.content.decode().lstrip().startswith('<div id="visit">')
        assert "Grom: upkeep, −15 gc." in text(response)
        assert before - gold_of(crowns) == 15
        assert "Nothing is due." in text(response)

    def test_the_sum_follows_who_is_ticked(self, as_owner, crowns, sword, battle):
        battle()
        assert "15 gc" in text(as_owner.get(url("visit", crowns), headers=HX)).split("Pay")[1][:40]
        none = text(as_owner.get(url("visit", crowns), {"picked": "1"}, headers=HX))
        assert "gc to spend" in none.split("Pay")[1][:60]

    def test_too_little_gold_is_said_and_who_was_ticked_stays_ticked(self, as_owner, crowns, sword, battle, owner):
        battle()
        adjust(warband=crowns, by=owner, amount=3 - gold_of(crowns), reason="Robbed")
        response = as_owner.post(url("upkeep", crowns), {"warriors": [sword.public_id]})
        assert response.status_code == 422
        assert "12 too few" in text(response)
        assert f'value="{sword.public_id}" checked' in response.content.decode()

    def test_who_is_not_paid_is_let_go(self, as_owner, crowns, sword, battle):
        battle()
        response = as_owner.post(url("let-go", crowns, sword.public_id))
        assert response["Location"] == url("visit", crowns)
        assert not crowns.warriors.present().exists()
        assert as_owner.post(url("let-go", crowns, sword.public_id)).status_code == 422


class TestSearching:
    def test_a_hero_searches_and_what_he_found_is_offered_in_the_treasury(self, as_owner, crowns, captain, battle):
        battle()
        told = {"warrior": captain.public_id, "item": "lucky-charm", "faces": "6 6", "bonus": ""}
        response = as_owner.post(url("search", crowns), told, headers=HX)
        assert "Reinhold searches for Lucky Charm (rarity 6): 12, found." in text(response)
        assert "Reinhold has searched since the last battle" in text(response)
        page = as_owner.get(url("treasury", crowns)).content.decode()
        assert '<optgroup label="Found by your heroes">' in page
        as_owner.post(url("market", crowns), {"item": "lucky-charm", "quantity": 1})
        assert crowns.possessions.get(slug="lucky-charm").warrior is None

    @pytest.mark.parametrize(
        "wrong", [{"faces": "7 1"}, {"faces": "3"}, {"item": "sword"}, {"warrior": "nobody"}, {"bonus": "99"}]
    )
    def test_what_is_wrong_is_said_beside_its_field(self, as_owner, crowns, captain, battle, wrong):
        battle()
        told = {"warrior": captain.public_id, "item": "lucky-charm", "faces": "", "bonus": ""} | wrong
        response = as_owner.post(url("search", crowns), told)
        assert response.status_code == 422
        assert 'aria-invalid="true"' in response.content.decode()
        assert not crowns.ledger.filter(kind="search").exists()


class TestVeterans:
    def test_they_are_thrown_for_and_join_a_group(self, as_owner, crowns, watch, battle):
        services.change_warrior(warrior=watch, version=watch.version, experience=2)
        battle()
        page = as_owner.get(url("gear", crowns, watch.public_id))
        assert "Throw for veterans first" in text(page)
        as_owner.post(url("veterans", crowns), {"faces": "2 3"})
        assert "5 experience, of which 5 are left" in text(as_owner.get(url("visit", crowns)))
        page = as_owner.get(url("gear", crowns, watch.public_id), {"more": 2})
        assert "The veterans at hand have 5 left" in text(page)
        assert "Joins with 2 experience 4 × 2 8" in text(page)
        watch.refresh_from_db()
        told = {"more": 2, "version": watch.version}
        response = as_owner.post(url("recruit", crowns, watch.public_id), told)
        assert response.status_code == 302
        watch.refresh_from_db()
        assert watch.size == 4

    def test_a_refusal_is_said_beside_the_number(self, as_owner, crowns, watch, battle):
        services.change_warrior(warrior=watch, version=watch.version, experience=2)
        battle()
        watch.refresh_from_db()
        told = {"more": 1, "version": watch.version}
        response = as_owner.post(url("recruit", crowns, watch.public_id), told)
        assert response.status_code == 422
        assert "throw for veterans first" in text(response)
        stale = as_owner.post(url("recruit", crowns, watch.public_id), told | {"version": 1})
        assert "was changed in the meantime" in text(stale)

    def test_nobody_joins_a_hero(self, as_owner, crowns, captain):
        assert as_owner.post(url("recruit", crowns, captain.public_id), {"more": 1}).status_code == 404


class TestTheTreasuryByHtmx:
    def test_forms_answer_with_the_page_and_its_messages(self, as_owner, crowns, owner):
        response = as_owner.post(url("gold", crowns), {"amount": 35, "reason": "Wyrdstone sold"}, headers=HX)
        page = response.content.decode()
        assert page.lstrip().startswith('<div id="treasury">')
        assert 'id="messages"' in page
        assert "535 gold crowns" in text(response)
        refused = as_owner.post(url("gold", crowns), {"amount": 0, "reason": "A debt"}, headers=HX)
        assert refused.status_code == 422
        assert 'value="A debt"' in refused.content.decode()
        market.buy_for_stash(warband=crowns, by=owner, item="sword", quantity=2)
        row = crowns.possessions.get()
        sold = as_owner.post(url("sell", crowns, row.pk), {"at": "treasury", "quantity": 1}, headers=HX)
        assert sold.content.decode().lstrip().startswith('<div id="treasury">')

    def test_the_price_follows_what_is_picked(self, as_owner, crowns):
        page = as_owner.get(url("treasury", crowns), {"item": "sword", "quantity": 3}, headers=HX)
        assert "Sword 10 × 3 30" in text(page)
        assert "470 gc are left" in text(page)

    def test_on_its_own_page_a_warriors_gear_stays_where_it_is(self, as_owner, crowns, captain):
        address = url("gear", crowns, captain.public_id)
        headers = HX | {"HX-Current-URL": f"http://testserver{address}"}
        page = as_owner.post(address, {"items": ["sword"]}, headers=headers).content.decode()
        assert page.lstrip().startswith(f'<article class="card warrior open outfitting" id="w-{captain.public_id}">')
        assert "Reinhold: sword, for 10 gc." in page


class TestDoors:
    @pytest.fixture
    def pages(self, crowns, captain, sword):
        return {
            "visit": url("visit", crowns),
            "battle-fought": url("battle-fought", crowns),
            "search": url("search", crowns),
            "upkeep": url("upkeep", crowns),
            "veterans": url("veterans", crowns),
            "market-by-leave": url("market-by-leave", crowns),
            "let-go": url("let-go", crowns, sword.public_id),
            "by-leave": url("by-leave", crowns, captain.public_id),
            "recruit": url("recruit", crowns, captain.public_id),
            "rearm": url("rearm", crowns, sword.public_id),
        }

    def test_others_find_nothing(self, as_outsider, pages):
        for page in pages.values():
            is_hidden_from(as_outsider, page)

    def test_anonymous_is_asked_to_sign_in(self, as_anonymous, pages):
        asks_to_sign_in(as_anonymous, pages["visit"])

    def test_readers_see_how_things_stand_and_change_nothing(self, crowns, pages, stranger, battle):
        battle()
        share(warband=crowns, version=crowns.version, sharing=Sharing.PUBLIC, token="")
        reader = _signed_in(stranger)
        page = reader.get(pages["visit"])
        assert "After battle 1" in text(page)
        assert not has_forms(page)
        for name, address in pages.items():
            if name != "visit":
                assert reader.post(address).status_code == 403

    @pytest.mark.parametrize(("name", "most"), [("visit", 20), ("gear", 20)])
    def test_queries_do_not_grow(self, as_owner, crowns, captain, owner, hires, battle, name, most):
        battle()
        counts = set()
        more = [captain.public_id] if name == "gear" else []
        for number in range(3):
            hires("warrior", size=2, items=["dagger", "axe"])
            gear.buy(warrior=captain, by=owner, items=["sword"])
            market.buy_for_stash(warband=crowns, by=owner, item="sword")
            if number:
                with CaptureQueriesContext(connection) as captured:
                    as_owner.get(url(name, crowns, *more))
                counts.add(len(captured))
        assert len(counts) == 1
        assert counts.pop() <= most
