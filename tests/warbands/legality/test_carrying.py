"""Who may carry what: the same answer for the checker, for offers, and for what is handed over."""

from dataclasses import replace

import pytest

from rules.engine.rulebook import From, Held
from tests.warbands.factories import WarbandFactory, WarriorFactory
from tests.warbands.legality.book import entry, equipment
from tests.warbands.legality.breaking import legal, some
from warbands.fortunes.advances import advance
from warbands.legality.carrying import lines_of, lists_of, refused
from warbands.legality.checker import check
from warbands.legality.rows import bearers_of
from warbands.legality.values import Case, Piece
from warbands.snapshots import changes_of

REIKLAND = "reikland-mercenaries"


def bearer(slug, short, book, **more):
    (one,) = some(slug, short, 1, book)
    case = Case.of_entries(book.warbands[slug], [replace(one, **more)], book)
    return case.bearer(case.all[0])


def code(one, item, book):
    found = refused(one, book.items[item], book)
    return found.code if found else ""


def test_weapons_training_opens_every_close_combat_weapon_and_weapons_expert_every_missile_weapon(book):
    plain = bearer(REIKLAND, "mercenary-captain", book)
    trained = bearer(REIKLAND, "mercenary-captain", book, skills=("weapons-training",))
    expert = bearer(REIKLAND, "mercenary-captain", book, skills=("weapons-expert",))
    for slug, item in equipment().items():
        if item["slot"] == "close_combat":
            assert code(trained, slug, book) == ""
            assert code(expert, slug, book) == code(plain, slug, book)
        elif item["slot"] == "missile":
            assert code(expert, slug, book) == ""
            assert code(trained, slug, book) == code(plain, slug, book)
        else:
            assert code(trained, slug, book) == code(expert, slug, book) == code(plain, slug, book)
    assert code(plain, "flail", book) == code(plain, "long-bow", book) == "wrong-equipment"


def test_what_a_list_closes_to_everybody_no_skill_opens(book):
    expert = bearer("dark-elves", "high-born", book, skills=("weapons-expert",))
    assert code(expert, "long-bow", book) == ""
    assert code(expert, "handgun", book) == "forbidden"
    found = refused(expert, book.items["handgun"], book)
    assert found.words == "Handgun is for nobody of the Dark Elves (No Black Powder)"


@pytest.mark.parametrize("item", ["black-lotus", "dark-venom"])
def test_shadow_warriors_use_no_poison(item, book):
    assert code(bearer("shadow-warriors", "shadow-master", book), item, book) == "forbidden"


def test_a_weapon_is_improved_by_what_is_for_him(book):
    def codes(slug, short, made):
        (one,) = some(slug, short, 1, book)
        armed = replace(one, gear=(Piece("sword", made=made),))
        return {finding.code for finding in check(book.warbands[slug], [armed], book) if finding.about == made}

    assert codes(REIKLAND, "mercenary-captain", "gromril-weapon") == set()
    assert codes(REIKLAND, "mercenary-captain", "dark-elf-blade") == {"wrong-equipment"}
    assert codes("dark-elves", "high-born", "dark-elf-blade") == set()
    assert codes("dark-elves", "corsair", "dark-elf-blade") == {"wrong-equipment"}


def test_a_proven_warrior_is_armed_as_the_black_orcs_are(book):
    young = bearer("black-orcs", "youngun", book)
    proven = bearer("black-orcs", "youngun", book, skills=("proven-warrior",))
    assert [one.slug for one in lists_of(proven)] == ["orc-henchmen", "black-orc"]
    assert code(young, "heavy-armour", book) == "wrong-equipment"
    assert code(proven, "heavy-armour", book) == code(proven, "double-handed-weapon", book) == ""


def test_an_heir_wears_what_is_for_the_leader_alone(book):
    gaoler = bearer("chaos-dwarfs", "gaoler", book)
    heir = bearer("chaos-dwarfs", "gaoler", book, held=(Held("leader", origin=From.HAND),))
    assert code(gaoler, "mechanical-suit", book) == "wrong-equipment"
    assert code(heir, "mechanical-suit", book) == ""


def test_the_master_of_weapons_among_the_hired_swords_takes_up_others_than_his_own(book):
    assassin = entry(REIKLAND, {"unit": "hired-swords--imperial-assassin", "name": "Unseen"}, book)
    fighter = entry(REIKLAND, {"unit": "hired-swords--pit-fighter", "name": "Gorm"}, book)

    def codes(one, item):
        armed = replace(one, gear=(*one.gear, Piece(item)))
        found = check(book.warbands[REIKLAND], [*legal(REIKLAND, book), armed], book)
        return {finding.code for finding in found if finding.about == item}

    assert codes(assassin, "halberd") == codes(assassin, "crossbow") == set()
    assert codes(assassin, "pistol") == codes(assassin, "heavy-armour") == codes(fighter, "halberd") == {"sword-gear"}


def test_what_his_lists_sell_him_leaves_out_what_is_closed_to_him(book):
    nutta = bearer("black-orcs", "orc-nutta", book)
    assert {line.item for line in lines_of(nutta, book)} == {
        "dagger",
        "axe",
        "sword",
        "morning-star",
        "spear",
        "double-handed-weapon",
    }


def test_rows_give_the_same_bearer(owner, rulebook):
    warband = WarbandFactory(owner=owner, warband_type_id=REIKLAND)
    captain = WarriorFactory(warband=warband, unit="mercenary-captain", experience=20)
    advance(warrior=captain, what="skill:weapons-training", reason="Rolled 2", by=owner)
    found = bearers_of(warband, [captain], changes_of(warband), rulebook)[captain.pk]
    assert found.leading is found.unit
    assert refused(found, rulebook.items["flail"], rulebook) is None
    assert refused(found, rulebook.items["long-bow"], rulebook) is not None
