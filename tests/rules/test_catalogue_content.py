"""The catalogue as values: prices, who may buy, what is given to whom, who may be hired."""

import pytest

from rules.engine.rulebook import From
from rules.values import Buyer, Cost, Who
from tests.rules.catalogue import catalogue_content


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    return catalogue_content(tmp_path_factory.mktemp("book"))


def test_the_small_catalogue_binds_completely(book):
    assert book.problems == ()


class TestPrices:
    @pytest.mark.parametrize(
        ("cost", "said", "gold"),
        [
            (Cost(10), "10 gc", 10),
            (Cost(35, "3D6"), "35 + 3D6 gc", 42),
            (Cost(75, "D6", 10), "75 + D6 × 10 gc", 145),
            (Cost(multiplier=3), "3 times the weapon’s price", 30),
            (Cost(added=20), "20 gc on top of the weapon’s price", 30),
            (Cost(0), "0 gc", 0),
        ],
    )
    def test_a_price_in_words_and_in_gold(self, cost, said, gold):
        assert str(cost) == said
        assert cost.gold(rolled=7, weapon=10) == gold

    def test_an_item_has_its_price_its_brace_and_other_terms(self, book):
        hide, pistol = book.items["hide"], book.items["pistol"]
        assert (hide.cost, hide.rarity) == (Cost(20, "2D6", 10), 9)
        assert (hide.exceptions[0].rarity, hide.exceptions[0].cost) == (7, Cost(15))
        assert (pistol.brace, pistol.brace_rarity) == (Cost(30), 8)
        assert book.items["rune"].cost.by_weapon


class TestRulesGiven:
    def test_to_the_bearer_and_to_his_attacks(self, book):
        sword = book.items["sword"]
        assert [(held.rule, held.origin, held.origin_name, held.weapon) for held in sword.held] == [
            ("parry", From.EQUIPMENT, "Sword", "")
        ]
        assert [(held.rule, held.weapon) for held in sword.attacks] == [("cutting", "sword")]
        assert [chip.note for chip in sword.chips] == ["", "the attacks made with it"]

    def test_to_a_mount_alone(self, book):
        horse = book.items["horse"]
        assert (horse.held, [held.rule for held in horse.mount]) == ((), ["craven"])

    def test_while_used(self, book):
        used = book.items["mead"].used
        assert (used.to, used.lasts, used.modifiers) == ("warband", "battle", (("I", -1),))
        assert [held.rule for held in used.held] == ["immune-to-psychology"]
        assert book.items["mead"].held == ()

    def test_a_skill_and_a_spell_give_theirs(self, book):
        assert [(held.rule, held.origin) for held in book.skills["tough"].held] == [("scaly-skin", From.SKILL)]
        assert [(held.rule, held.origin) for held in book.spells["shield"].used.held] == [("pious", From.SPELL)]

    def test_appears_on_shows_what_gives_a_rule(self, book):
        shown = {
            (appearance.name, holder.name): holder.note
            for appearance in book.entries["cutting"].appears
            for holder in appearance.holders
        }
        assert shown == {
            ("Equipment", "Sword"): "the attacks made with it",
            ("Equipment", "Rune"): "the attacks made with it",
            ("Mutations, blessings, markings", "Claw"): "the attacks made with it",
        }

    def test_search_looks_through_the_rules_an_item_gives(self, book):
        assert "may parry a blow" in book.items["sword"].searched


class TestLists:
    def test_a_list_sells_at_its_own_prices(self, book):
        lines = book.warbands["norse"].equipment_list("heroes").lines
        assert [(line.item, line.name, line.cost.base) for line in lines] == [
            ("dagger", "Dagger", 2),
            ("sword", "Cleaver", 10),
            ("pistol", "Pistol", 30),
            ("hide", "Wolf Hide", 20),
        ]
        assert lines[0].free_first
        assert (lines[2].brace, lines[2].kinds, lines[2].later_by_chart) == (True, ("hero",), True)
        assert (lines[3].units, lines[3].later) == (("norse--jarl",), Cost(40))

    def test_a_unit_knows_what_it_buys_and_learns(self, book):
        jarl, beast = book.units["norse--jarl"], book.units["norse--beast"]
        assert (jarl.equipment_list, jarl.skill_lists, jarl.spells) == ("heroes", ("combat", "runes"), "prayers")
        assert (jarl.starting.fixed, jarl.starting.random) == (("hymn",), 1)
        assert [(use.family, use.most) for use in jarl.upgrades] == [("marks", 2)]
        assert (beast.equipment_list, beast.bars, [gear.item for gear in beast.fixed]) == ("", {"armour"}, ["hide"])

    def test_limits_are_data(self, book):
        first, second = book.warbands["norse"].limits
        assert (first.unit, first.not_more_than) == ("norse--beast", ("norse--jarl",))
        assert (second.at_most, second.per) == (2, ("human",))

    def test_the_market_has_terms_of_its_own(self, book):
        (line,) = book.warbands["norse"].market
        assert (line.item, line.cost, line.rarity, line.kinds) == ("hide", Cost(25, "D6"), 7, ("hero",))

    def test_skill_lists_hold_their_skills_by_name(self, book):
        assert book.skill_lists["runes"].skills == ("fury", "tough")
        assert book.skills["fury"].needs.not_with == ("calm",)

    def test_spells_are_rolled_for_or_always_known(self, book):
        prayers = book.spell_lists["prayers"]
        assert [spell.slug for spell in prayers.rolled] == ["shield", "storm"]
        assert book.spells["hymn"].same_as == "storm"


class TestHiredSwords:
    def test_he_is_a_unit_of_no_list_with_terms(self, book):
        seer = book.units["hired-swords--seer"]
        assert (seer.kind, seer.warband, seer.cost, seer.hiring.rating) == ("hired-sword", "hired-swords", 35, 16)
        assert (str(seer.hiring.fee), str(seer.hiring.upkeep)) == ("35 + D6 gc", "15 gc")
        assert seer.hiring.upkeep.beside == (("beast", 20),)
        assert {"seer", "hired-swords--seer", "hired-sword", "human", "spellcaster"} <= seer.tags
        assert (seer.spells, seer.starting.random) == ("prayers", 2)

    def test_his_gear_has_names_and_choices(self, book):
        staff, choice = book.hired_swords["seer"].fixed
        assert (staff.item, staff.name) == ("sword", "Staff")
        assert [[gear.name for gear in way] for way in choice.choice] == [["Wolf Hide"], ["Cloak"]]
        assert [held.rule for held in choice.choice[1][0].held] == ["brave"]

    def test_who_may_hire_him(self, book):
        seer, butcher = book.hired_swords["seer"], book.hired_swords["butcher"]
        assert seer.hiring.may_be_hired_by("norse")
        assert not seer.hiring.may_be_hired_by("ghouls")
        assert book.warbands["norse"].may_hire == ("hired-swords--butcher", "hired-swords--seer")
        assert book.hires("norse", butcher) is None  # that depends on whom else he finds there
        assert book.hires("norse", butcher, [book.units["norse--beast"]]) is False
        assert book.hires("norse", butcher, [book.units["norse--jarl"]]) is True
        assert book.hires("nowhere", seer) is False


class TestWho:
    @pytest.mark.parametrize(
        ("who", "buyer", "admitted"),
        [
            (Who(), Buyer("ghouls"), True),
            (Who(only=("northmen",)), Buyer("norse"), True),
            (Who(only=("northmen",)), Buyer("ghouls"), False),
            (Who(never=("northmen",)), Buyer("norse"), False),
            (Who(only=("norse",)), Buyer("norse"), True),
            (Who(only=("norse--jarl",)), Buyer("norse"), None),
            (Who(only=("elves",)), Buyer("norse"), False),
            (Who(only=("riders",)), Buyer("norse"), None),
            (Who(only=("riders",)), Buyer("norse", items=frozenset({"horse"})), True),
            (Who(only=("riders",)), Buyer("norse", items=frozenset()), False),
            (Who(only=("elves", "northmen")), Buyer("norse"), True),
        ],
    )
    def test_words_are_groups_lists_and_units(self, book, who, buyer, admitted):
        assert book.admits(who, buyer) is admitted

    def test_a_unit_decides_what_was_open(self, book):
        jarl, beast = book.units["norse--jarl"], book.units["norse--beast"]
        who = Who(only=("norse--jarl", "animal"))
        assert book.admits(who, Buyer("norse", unit=jarl)) is True
        assert book.admits(who, Buyer("norse", unit=beast)) is True  # his tag says so
        assert book.admits(Who(never=("beast",)), Buyer("norse", unit=beast)) is False


def test_tables_cannot_be_changed(book):
    table = book.tables["experience"]
    assert table.data["thresholds"]["hero"] == (2, 4)
    with pytest.raises(TypeError):
        table.data["thresholds"] = 1
    assert book.tables["hired-swords"].data["limit"] == "One of each."
