"""What leave gives, and how hired swords are armed and paid, by whoever comes to these pages."""

from tests.warbands.factories import HX
from tests.warbands.trade.reading import text, url
from warbands.rosters import services
from warbands.trade import hiring, market
from warbands.trade.ledger import gold_of


class TestLeave:
    def test_a_warrior_gets_what_his_list_does_not_have(self, as_owner, crowns, watch):
        told = {"item": "long-bow", "price": "", "reason": "My arbiter allowed it"}
        as_owner.post(url("by-leave", crowns, watch.public_id), told)
        assert watch.possessions.get(slug="long-bow").quantity == 2
        assert "My arbiter allowed it" in text(as_owner.get(url("legality", crowns)))

    def test_what_lies_in_the_stash_and_is_not_for_him_is_offered(self, as_owner, crowns, watch, owner):
        market.buy_for_stash(warband=crowns, by=owner, item="long-bow", quantity=2)
        row = crowns.possessions.get(warrior=None)
        address = url("gear", crowns, watch.public_id)
        assert f'value="stash.{row.pk}"' in as_owner.get(address).content.decode()
        told = {"item": f"stash.{row.pk}", "reason": ""}
        assert as_owner.post(url("by-leave", crowns, watch.public_id), told).status_code == 422
        as_owner.post(url("by-leave", crowns, watch.public_id), told | {"reason": "A scenario"})
        row.refresh_from_db()
        assert row.warrior == watch

    def test_into_the_stash_for_nothing(self, as_owner, crowns):
        told = {"item": "elven-cloak", "quantity": 1, "price": 0, "reason": "Found in the ruins"}
        response = as_owner.post(url("market-by-leave", crowns), told, headers=HX)
        assert response.content.decode().lstrip().startswith('<div id="treasury">')
        assert gold_of(crowns) == 500
        assert as_owner.post(url("market-by-leave", crowns), told | {"reason": ""}).status_code == 422

    def test_whom_the_list_does_not_hire_joins_with_a_reason(self, as_owner, owner, rulebook):
        undead = services.create_warband(owner=owner, warband_type="undead", name="The Hollow Court")
        page = as_owner.get(url("add", undead)).content.decode()
        assert "hired-swords--pit-fighter" not in page
        pit = {"unit_type": "hired-swords--pit-fighter", "leave": "1"}
        assert "This list may not hire him" in text(as_owner.get(url("add", undead), pit))
        assert as_owner.post(url("add", undead), pit | {"reason": ""}).status_code == 422
        as_owner.post(url("add", undead), pit | {"reason": "A truce"})
        assert undead.warriors.present().get().unit_type_id == "hired-swords--pit-fighter"

    def test_how_a_swabbie_joined_is_asked(self, as_owner, owner, rulebook):
        pirates = services.create_warband(owner=owner, warband_type="pirates", name="The Gull")
        swabbie = {"unit_type": "pirates--swabbie"}
        page = text(as_owner.get(url("add", pirates), swabbie))
        assert "Swabbie (group of 1 to 5): never for gold" in page
        assert "How he joined" in page
        response = as_owner.post(url("add", pirates), swabbie | {"reason": ""})
        assert response.status_code == 422
        as_owner.post(url("add", pirates), swabbie | {"reason": "Pressed"})
        assert gold_of(pirates) == 500


class TestHiredSwords:
    OGRE = {"unit_type": "hired-swords--ogre-bodyguard"}

    def test_his_gear_is_chosen_on_the_one_screen(self, as_owner, crowns):
        page = as_owner.get(url("add", crowns), self.OGRE, headers=HX).content.decode()
        assert '<option value="sword+axe">Sword and axe</option>' in page
        response = as_owner.post(url("add", crowns), self.OGRE)
        assert response.status_code == 422
        assert "Choose what Ogre Bodyguard brings" in text(response)
        as_owner.post(url("add", crowns), self.OGRE | {"ways": "double-handed-weapon"})
        assert "Double-handed Weapon" in text(as_owner.get(crowns.get_absolute_url()))

    def test_it_is_changed_on_the_page_of_his_gear(self, as_owner, crowns, owner, battle):
        unit = self.OGRE["unit_type"]
        ogre = hiring.hire(warband=crowns, by=owner, unit_type=unit, ways=["axe+axe"]).warrior
        assert ogre
        page = as_owner.get(url("gear", crowns, ogre.public_id)).content.decode()
        assert '<option value="axe+axe" selected>Axe × 2</option>' in page
        as_owner.post(url("rearm", crowns, ogre.public_id), {"ways": "sword+sword"})
        assert crowns.possessions.present().filter(warrior=ogre, slug="sword").count() == 2
        battle()
        response = as_owner.post(url("rearm", crowns, ogre.public_id), {"ways": "axe+axe", "reason": ""})
        assert response.status_code == 422
        assert "say by whose leave" in text(response)

    def test_who_leaves_no_choice_has_no_such_form(self, as_owner, crowns, sword):
        assert as_owner.post(url("rearm", crowns, sword.public_id), {"ways": "axe"}).status_code == 404

    def test_wyrdstone_is_asked_and_shown_beside_the_price(self, as_owner, crowns):
        nicodemus = {"unit_type": "hired-swords--nicodemus"}
        page = text(as_owner.get(url("add", crowns), nicodemus))
        assert "Shards of wyrdstone you give up" in page
        assert "0 gc and 1 shard of wyrdstone" in page
        response = as_owner.post(url("add", crowns), nicodemus | {"wyrdstone": ""})
        assert response.status_code == 422
        assert "say that you give it up" in text(response)
        done = as_owner.post(url("add", crowns), nicodemus | {"wyrdstone": 1}, follow=True)
        assert "joins the warband for 1 shard of wyrdstone." in text(done)
