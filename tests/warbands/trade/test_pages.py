import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX
from tests.warbands.trade.reading import has_forms, text, url
from warbands.models import Sharing
from warbands.rosters.sharing import share
from warbands.trade import market
from warbands.trade.ledger import gold_of


@pytest.fixture
def captain(hires):
    return hires("mercenary-captain", items=["dagger", "sword"], name="Reinhold")


@pytest.fixture
def watch(hires):
    return hires("warrior", size=3, items=["dagger", "axe"], name="The Watch")


WATCH = {
    "unit_type": "reikland-mercenaries--warrior",
    "size": 3,
    "name": "The Watch",
    "items": ["dagger", "sword", "shield"],
}


class TestHiring:
    def test_one_screen_hires_a_group_with_all_it_carries(self, as_owner, crowns):
        response = as_owner.post(url("add", crowns), WATCH)
        watch = crowns.warriors.get()
        assert response["Location"].endswith(f"#w-{watch.public_id}")
        assert gold_of(crowns) == 500 - 3 * (25 + 10 + 5)
        assert watch.possessions.count() == 3

    def test_the_price_is_shown_before_without_a_script(self, as_owner, crowns):
        response = as_owner.post(url("add", crowns), WATCH | {"show": "1"})
        assert response.status_code == 200
        assert "Together of 500 gc 120 gc" in text(response)
        assert "380 gc are left" in text(response)
        assert 'value="sword" checked' in response.content.decode()
        assert not crowns.warriors.exists()

    def test_the_price_follows_what_is_picked(self, as_owner, crowns):
        page = as_owner.get(url("add", crowns), WATCH | {"items": ["sword", "sword"]}, headers=HX)
        assert "Sword 10 × 6 60" in text(page)
        assert "135 gc" in text(page)

    def test_two_of_the_same_are_two(self, as_owner, crowns):
        as_owner.post(url("add", crowns), WATCH | {"items": ["sword", "sword"]})
        assert crowns.warriors.get().possessions.count() == 2

    def test_a_free_dagger_is_ticked_from_the_start(self, as_owner, crowns):
        page = as_owner.get(url("add", crowns), {"unit_type": WATCH["unit_type"]}).content.decode()
        assert 'value="dagger" checked' in page
        assert "first free" in page

    def test_too_dear_is_refused_beside_the_field_and_what_was_picked_is_kept(self, as_owner, crowns):
        response = as_owner.post(url("add", crowns), WATCH | {"size": 5, "items": ["heavy-armour", "sword", "shield"]})
        watch = as_owner.post(url("add", crowns), WATCH | {"size": 5, "items": ["heavy-armour", "sword"]})
        assert response.status_code == 302
        assert watch.status_code == 422
        page = watch.content.decode()
        assert "That costs 425 gc, and the warband has 50: 375 too few." in page
        assert 'value="heavy-armour" checked' in page
        assert 'value="The Watch"' in page

    def test_what_is_not_on_his_list_is_refused(self, as_owner, crowns):
        response = as_owner.post(url("add", crowns), WATCH | {"items": ["long-bow"]})
        assert response.status_code == 422
        assert not crowns.warriors.exists()

    def test_hired_swords_stand_with_their_fee(self, as_owner, crowns):
        page = as_owner.get(url("add", crowns)).content.decode()
        assert "Pit Fighter: 30 gc" in page
        as_owner.post(url("add", crowns), {"unit_type": "hired-swords--pit-fighter"})
        card = text(as_owner.get(crowns.get_absolute_url()))
        assert "Hired swords" in card
        assert "Morning Star" in card

    def test_dice_of_the_table_are_typed(self, as_owner, owner, rulebook):
        from warbands.rosters import services

        undead = services.create_warband(owner=owner, warband_type="undead", name="The Hollow Court")
        necromancer = {"unit_type": "undead--necromancer", "spells": "4"}
        assert 'name="spells"' in as_owner.get(url("add", undead), necromancer).content.decode()
        for wrong in ("7", "four"):
            assert as_owner.post(url("add", undead), necromancer | {"spells": wrong}).status_code == 422
        as_owner.post(url("add", undead), necromancer)
        assert undead.ledger.last().dice["faces"] == [4]


class TestGear:
    def test_the_card_shows_his_gear_with_links(self, as_owner, crowns, captain):
        page = as_owner.get(crowns.get_absolute_url()).content.decode()
        assert '<a href="/rules/items/sword/">Sword</a>' in page
        assert "<b>430</b> gold crowns" in page

    def test_he_buys_from_his_list(self, as_owner, crowns, watch):
        response = as_owner.post(url("gear", crowns, watch.public_id), {"items": ["shield"]})
        assert response.status_code == 302
        assert gold_of(crowns) == 500 - 3 * (25 + 5 + 5)

    def test_by_htmx_the_roster_comes_back(self, as_owner, crowns, watch):
        page = as_owner.post(url("gear", crowns, watch.public_id), {"items": ["shield"]}, headers=HX).content.decode()
        assert page.lstrip().startswith('<div id="roster">')
        assert "The Watch: shield, for 15 gc." in page

    def test_too_dear_goes_back_to_its_place_with_what_was_picked(self, as_owner, crowns, captain, watch, owner):
        market.buy_for_stash(warband=crowns, by=owner, item="sword", quantity=20)
        response = as_owner.post(
            url("gear", crowns, watch.public_id), {"items": ["heavy-armour", "light-armour"]}, headers=HX
        )
        assert response.status_code == 422
        assert response["HX-Retarget"] == f"#w-{watch.public_id}"
        assert 'value="heavy-armour" checked' in response.content.decode()

    def test_nothing_chosen_says_so(self, as_owner, crowns, captain):
        response = as_owner.post(url("gear", crowns, captain.public_id), {})
        assert response.status_code == 422
        assert "Choose something to buy." in response.content.decode()

    def test_to_the_stash_and_back(self, as_owner, crowns, captain):
        sword = captain.possessions.get(slug="sword")
        at = {"at": captain.public_id}
        assert as_owner.post(url("hand-over", crowns, sword.pk), at | {"to": "stash"}).status_code == 302
        assert "Sword" in text(as_owner.get(url("treasury", crowns)))
        as_owner.post(url("hand-over", crowns, sword.pk), {"at": "treasury", "to": captain.public_id})
        sword.refresh_from_db()
        assert sword.warrior == captain

    def test_a_refusal_is_said_where_it_was_asked(self, as_owner, crowns, captain, watch):
        sword = captain.possessions.get(slug="sword")
        response = as_owner.post(url("hand-over", crowns, sword.pk), {"at": captain.public_id, "to": watch.public_id})
        assert response.status_code == 422
        assert "The Watch are 3, and there are only 1." in response.content.decode()

    def test_swapping_is_offered_and_done(self, as_owner, crowns, captain, hires):
        champion = hires("champion", items=["axe"], name="Dieter")
        axe, sword = champion.possessions.get(), captain.possessions.get(slug="sword")
        page = as_owner.get(url("gear", crowns, captain.public_id)).content.decode()
        assert f'value="swap.{axe.pk}">to Dieter, for axe' in page
        as_owner.post(url("hand-over", crowns, sword.pk), {"at": captain.public_id, "to": f"swap.{axe.pk}"})
        axe.refresh_from_db()
        assert axe.warrior == captain

    def test_selling_brings_half(self, as_owner, crowns, captain):
        sword = captain.possessions.get(slug="sword")
        as_owner.post(url("sell", crowns, sword.pk), {"at": captain.public_id})
        assert gold_of(crowns) == 435

    def test_who_has_left_has_no_gear_page(self, as_owner, crowns, captain):
        from warbands.rosters import services

        services.remove_warrior(warrior=captain)
        assert as_owner.get(url("gear", crowns, captain.public_id)).status_code == 404


class TestTreasury:
    def test_the_ledger_explains_every_sum(self, as_owner, crowns, watch):
        page = text(as_owner.get(url("treasury", crowns)))
        assert "410 gold crowns" in page
        assert "Warrior: 25 × 3 = 75" in page
        assert "Axe: 5 × 3 = 15" in page
        assert "Starting gold" in page

    def test_the_last_is_taken_back(self, as_owner, crowns, captain, watch):
        entry = crowns.ledger.last()
        as_owner.post(url("undo", crowns), {"entry": entry.pk})
        assert gold_of(crowns) == 430
        assert "taken back" in text(as_owner.get(url("treasury", crowns)))
        assert as_owner.post(url("undo", crowns), {"entry": crowns.ledger.first().pk}).status_code == 422

    def test_bought_for_the_stash(self, as_owner, crowns):
        assert as_owner.post(url("market", crowns), {"item": "sword", "quantity": 2}).status_code == 302
        assert "× 2" in text(as_owner.get(url("treasury", crowns)))
        rare = as_owner.post(url("market", crowns), {"item": "elven-cloak", "quantity": 1})
        assert rare.status_code == 422

    def test_gold_by_hand(self, as_owner, crowns):
        as_owner.post(url("gold", crowns), {"amount": 35, "reason": "Wyrdstone sold"})
        assert gold_of(crowns) == 535
        response = as_owner.post(url("gold", crowns), {"amount": -900, "reason": "A debt"})
        assert response.status_code == 422
        assert 'value="A debt"' in response.content.decode()

    def test_queries_do_not_grow(self, as_owner, crowns, owner, hires):
        counts = set()
        for _ in range(3):
            hires("warrior", size=2, items=["dagger", "axe"])
            market.buy_for_stash(warband=crowns, by=owner, item="sword")
            with CaptureQueriesContext(connection) as captured:
                as_owner.get(url("treasury", crowns))
            counts.add(len(captured))
        assert len(counts) == 1
        assert counts == {11}

    def test_a_roster_with_gear_costs_no_more_however_many_there_are(self, as_owner, crowns, hires):
        counts = set()
        for _ in range(3):
            hires("warrior", size=2, items=["dagger", "axe"])
            with CaptureQueriesContext(connection) as captured:
                as_owner.get(crowns.get_absolute_url())
            counts.add(len(captured))
        assert len(counts) == 1


class TestDoors:
    @pytest.fixture
    def pages(self, crowns, captain):
        sword = captain.possessions.get(slug="sword")
        return {
            "gear": url("gear", crowns, captain.public_id),
            "hand-over": url("hand-over", crowns, sword.pk),
            "sell": url("sell", crowns, sword.pk),
            "treasury": url("treasury", crowns),
            "market": url("market", crowns),
            "gold": url("gold", crowns),
            "undo": url("undo", crowns),
        }

    def test_others_find_nothing(self, as_outsider, pages):
        for page in pages.values():
            is_hidden_from(as_outsider, page)

    def test_anonymous_is_asked_to_sign_in(self, as_anonymous, pages):
        for name in ("gear", "treasury"):
            asks_to_sign_in(as_anonymous, pages[name])

    def test_readers_see_the_treasury_and_change_nothing(self, crowns, pages, stranger):
        from tests.warbands.conftest import _signed_in

        share(warband=crowns, version=crowns.version, sharing=Sharing.PUBLIC, token="")
        reader = _signed_in(stranger)
        page = reader.get(pages["treasury"])
        assert page.status_code == 200
        assert not has_forms(page)
        for name in ("hand-over", "sell", "market", "gold", "undo", "gear"):
            assert reader.post(pages[name]).status_code == 403
        assert gold_of(crowns) == 430

    def test_what_belongs_to_another_warband_is_not_found(self, as_owner, crowns, captain, owner):
        from warbands.rosters import services

        other = services.create_warband(owner=owner, warband_type="undead", name="Elsewhere")
        sword = captain.possessions.get(slug="sword")
        assert as_owner.post(url("sell", other, sword.pk)).status_code == 404


def test_gear_is_written_on_paper_and_in_the_text(as_owner, crowns, captain):
    for name in ("text", "paper"):
        assert "Dagger, Sword" in text(as_owner.get(url(name, crowns)))
