"""What no single limit of a list says: arms, leaders, companions, hired swords beside each other, and plain words."""

from dataclasses import replace

import pytest

from rules.engine.rulebook import From, Held
from tests.warbands.legality.book import entry, equipment
from tests.warbands.legality.breaking import legal
from warbands.legality.checker import check
from warbands.legality.values import Piece, Severity

REIKLAND = "reikland-mercenaries"


@pytest.fixture
def captain(book):
    """A captain with a free dagger."""
    return entry(REIKLAND, {"unit": "mercenary-captain", "name": "Kurt"}, book)


def codes(slug, entries, book, **more):
    return {finding.code for finding in check(book.warbands[slug], entries, book, **more)}


def armed(one, *words):
    pieces = tuple(Piece(word.rstrip("+"), brace=word.endswith("+")) for word in words)
    return replace(one, gear=one.gear + pieces)


def of(captain, book, *words):
    found = check(book.warbands[REIKLAND], [armed(captain, *words)], book)
    return {finding.code for finding in found if finding.who}


# --- Arms ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("sword", "axe"), set()),
        (("sword", "axe", "club-mace-hammer"), {"close-combat-weapons"}),
        (("sword", "axe", "dagger"), {"close-combat-weapons"}),
        (("pistol+", "crossbow"), set()),
        (("pistol", "pistol", "bow"), set()),
        (("pistol+", "crossbow", "bow"), {"missile-weapons"}),
        (("bow", "bow"), {"missile-alike"}),
        (("light-armour", "shield", "buckler", "helmet"), set()),
        (("light-armour", "heavy-armour"), {"armour-twice"}),
        (("helmet", "helmet"), {"armour-twice"}),
    ],
)
def test_two_weapons_of_either_sort_besides_the_free_dagger_and_one_suit(words, wrong, captain, book):
    assert of(captain, book, *words) == wrong


def test_what_is_made_of_something_rare_is_still_the_weapon(captain, book):
    assert of(replace(captain, gear=(Piece("sword", made="gromril-weapon"),)), book) == set()


def test_a_skill_opens_weapons_of_every_kind(captain, book):
    assert of(captain, book, "flail") == {"wrong-equipment"}
    assert of(replace(captain, skills=("weapons-training",)), book, "flail") == set()
    assert of(captain, book, "long-bow") == {"wrong-equipment"}
    assert of(replace(captain, skills=("weapons-expert",)), book, "long-bow") == set()


def test_rare_armour_that_no_list_of_the_warband_has_is_a_warning(captain, book):
    (finding,) = [one for one in check(book.warbands[REIKLAND], [armed(captain, "gromril-armour")], book) if one.who]
    assert (finding.severity, finding.code) == (Severity.WARNING, "rare-arms")


def test_what_belongs_to_another_warband_is_wrong(captain, book):
    assert of(captain, book, "sigmarite-warhammer") == {"wrong-equipment"}


def test_miscellaneous_things_are_for_heroes(captain, book):
    soldiers = entry(REIKLAND, {"unit": "warrior", "name": "Soldiers", "size": 2}, book)
    assert of(captain, book, "lucky-charm") == set()
    assert of(soldiers, book, "lucky-charm") == {"heroes-only"}


def test_a_group_carries_all_the_same(book):
    soldiers = entry(REIKLAND, {"unit": "warrior", "name": "Soldiers", "size": 3}, book)
    (finding,) = [
        one for one in check(book.warbands[REIKLAND], [replace(soldiers, uneven=(("sword", 2),))], book) if one.who
    ]
    assert finding.text == "Soldiers: 2 Sword for 3 models; all of a group carry the same."


@pytest.mark.parametrize("item", [slug for slug, item in equipment().items() if "warband" in item.get("limit", {})])
def test_of_some_things_a_warband_has_only_so_many(item, captain, book):
    most = equipment()[item]["limit"]["warband"]
    assert "item-limit" not in codes(REIKLAND, [captain], book, stash=[(Piece(item), most)])
    assert "item-limit" in codes(REIKLAND, [captain], book, stash=[(Piece(item), most + 1)])


@pytest.mark.parametrize("item", [slug for slug, item in equipment().items() if "campaign" in item.get("limit", {})])
def test_of_some_things_there_is_one_in_a_campaign(item, captain, book):
    assert "item-limit" not in codes(REIKLAND, [captain], book, stash=[(Piece(item), 1)])
    found = check(book.warbands[REIKLAND], [armed(captain, item)], book, stash=[(Piece(item), 1)])
    (finding,) = [one for one in found if one.code == "item-limit" and one.about == item and not one.who]
    assert equipment()[item]["name"] in finding.text
    assert captain.name in finding.text


def test_things_of_one_kind_are_counted_together(captain, book):
    kinds = [slug for slug, item in equipment().items() if "of_kind" in item.get("limit", {})]
    assert len(kinds) > 1
    assert "item-limit" not in of(captain, book, kinds[0])
    most = equipment()[kinds[0]]["limit"]["model"]
    assert "item-limit" in of(captain, book, *(kinds * most)[: most + 1])


@pytest.mark.parametrize("item", [slug for slug, item in equipment().items() if "model" in item.get("limit", {})])
def test_of_some_things_a_model_has_only_so_many(item, captain, book):
    most = equipment()[item]["limit"]["model"]
    assert "item-limit" not in of(captain, book, *[item] * most)
    assert "item-limit" in of(captain, book, *[item] * (most + 1))


def test_bought_animals_count_as_warriors_and_a_cookbook_makes_room(book):
    soldiers = [entry(REIKLAND, {"unit": "warrior", "name": f"Soldiers {n}", "size": 5}, book) for n in (1, 2)]
    youths = [entry(REIKLAND, {"unit": "youngblood", "name": f"Youth {n}"}, book) for n in range(5)]
    dog = armed(youths[0], "wardog")
    assert "max-warriors" not in codes(REIKLAND, [*soldiers, *youths], book)
    assert "max-warriors" in codes(REIKLAND, [*soldiers, dog, *youths[1:]], book)
    with_dog = [*soldiers, dog, *youths[1:]]
    assert "max-warriors" not in codes(REIKLAND, with_dog, book, stash=[(Piece("halfling-cookbook"), 1)])
    more = [*with_dog, replace(youths[0], id="more", name="More")]
    assert "max-warriors" in codes(REIKLAND, more, book, stash=[(Piece("halfling-cookbook"), 2)])


def test_two_wardogs_of_a_friend_of_animals_take_no_place(book):
    men = [entry("ostlanders", {"unit": "kin", "name": f"Men {n}", "size": 5}, book) for n in range(3)]
    elder = armed(entry("ostlanders", {"unit": "elder", "name": "Elder"}, book), "wardog", "wardog")
    most = book.warbands["ostlanders"].max_warriors
    crowd = [elder, *men[:2], replace(men[2], size=most - 11)]
    assert "max-warriors" in codes("ostlanders", crowd, book)
    friend = replace(elder, skills=("animal-friendship",))
    assert "max-warriors" not in codes("ostlanders", [friend, *crowd[1:]], book)
    third = armed(friend, "wardog")
    assert "max-warriors" in codes("ostlanders", [third, *crowd[1:]], book)


def test_what_he_cannot_use_as_he_is_is_worth_knowing(captain, book):
    maimed = replace(captain, held=(*captain.held, Held("one-armed", origin=From.INJURY)))
    assert of(maimed, book, "sword") == set()
    found = check(book.warbands[REIKLAND], [armed(maimed, "double-handed-weapon", "shield")], book)
    (finding,) = [one for one in found if one.who]
    assert (finding.code, finding.error) == ("one-armed", False)
    lancer = replace(captain, skills=("weapons-training",))
    assert of(lancer, book, "lance") == {"no-mount"}
    assert of(lancer, book, "lance", "warhorse") == set()


def test_a_wagon_makes_room(book):
    brothers = [entry("carnival-of-chaos", {"unit": "brethren", "name": f"B{n}", "size": 4}, book) for n in range(4)]
    assert "max-warriors" in codes("carnival-of-chaos", brothers, book)
    cart = [(Piece("carnival-of-chaos--plague-cart"), 1)]
    assert "max-warriors" not in codes("carnival-of-chaos", brothers, book, stash=cart)


# --- Who leads -------------------------------------------------------------------------------------------------------


def leading(one):
    return replace(one, held=(*one.held, Held("leader", origin=From.HAND)))


def test_an_heir_leads_as_well_as_the_leader_who_died_and_uses_his_list(book):
    jarl, *others = legal("norse-marauders", book)
    assert jarl.unit == "norse-marauders--jarl"
    berserker = others[0]
    assert "leader-missing" in codes("norse-marauders", others, book)
    assert "leader-missing" not in codes("norse-marauders", [leading(berserker), *others[1:]], book)


def test_who_may_not_lead_and_leads_is_named_with_the_rule(book):
    _, berserker, wulfen, *rest = legal("norse-marauders", book)
    found = check(book.warbands["norse-marauders"], [berserker, leading(wulfen), *rest], book)
    (finding,) = [one for one in found if one.code == "may-not-lead"]
    assert finding.text == "Skoll may not be leader: Bestial."
    assert finding.who == "Skoll"


def test_a_promoted_henchman_takes_a_place_among_the_heroes(book):
    heroes = [entry(REIKLAND, {"unit": "youngblood", "name": f"Youth {n}"}, book) for n in range(6)]
    lad = entry(REIKLAND, {"unit": "warrior", "name": "The Lad"}, book)
    assert "hero-limit" not in codes(REIKLAND, [*heroes, lad], book)
    assert "hero-limit" in codes(REIKLAND, [*heroes, replace(lad, kind="hero")], book)


# --- Companions and hired swords -------------------------------------------------------------------------------------


def test_a_pack_whose_companion_left_stays_behind_and_one_whose_companion_misses_the_game_does(book):
    jarl, berserker, wulfen, marauders, wolves = legal("norse-marauders", book)
    gone = [jarl, berserker, marauders, wolves]
    (finding,) = check(book.warbands["norse-marauders"], gone, book, former=[wulfen.unit])
    assert (finding.severity, finding.code, finding.who) == (Severity.WARNING, "stays-behind", "Pack")
    hurt = [jarl, berserker, replace(wulfen, misses_next=True), marauders, wolves]
    (finding,) = check(book.warbands["norse-marauders"], hurt, book)
    assert "Skoll misses this game" in finding.text


def sword(short, book, name="Hired"):
    return entry(REIKLAND, {"unit": f"hired-swords--{short}", "name": name}, book)


def test_two_who_do_not_serve_beside_each_other(book):
    both = [*legal(REIKLAND, book), sword("roadwarden", book, "Law"), sword("highwayman", book, "Dick")]
    found = [one for one in check(book.warbands[REIKLAND], both, book) if one.code == "sword-beside"]
    assert {one.who for one in found} == {"Law", "Dick"}


def test_who_serves_as_a_pair(book):
    ulli, marquand = sword("ulli-leitpold", book, "Ulli"), sword("marquand-volker", book, "Marquand")
    assert "sword-pair" in codes(REIKLAND, [*legal(REIKLAND, book), ulli], book)
    assert "sword-pair" not in codes(REIKLAND, [*legal(REIKLAND, book), ulli, marquand], book)


def test_a_priest_who_takes_the_place_of_a_hero(book):
    heroes = [entry(REIKLAND, {"unit": "youngblood", "name": f"Youth {n}"}, book) for n in range(6)]
    assert "hero-limit" not in codes(REIKLAND, [*heroes, sword("pit-fighter", book)], book)
    assert "hero-limit" in codes(REIKLAND, [*heroes, sword("priest-of-morr", book)], book)


def test_the_gear_of_a_hired_sword_never_changes(book):
    fighter = replace(sword("pit-fighter", book), gear=(Piece("morning-star", fixed=True),))
    assert "sword-gear" not in codes(REIKLAND, [fighter], book)
    assert "sword-gear" in codes(REIKLAND, [armed(fighter, "helmet")], book)


def test_a_hired_sword_whose_choice_of_gear_was_never_made_is_warned_of(book):
    ogre = sword("ogre-bodyguard", book, "Gutz")
    (finding,) = [one for one in check(book.warbands[REIKLAND], [ogre], book) if one.code == "sword-unarmed"]
    assert (finding.severity, finding.who) == (Severity.WARNING, "Gutz")
    armed_now = replace(ogre, gear=(Piece("sword", fixed=True), Piece("axe", fixed=True)))
    assert "sword-unarmed" not in codes(REIKLAND, [armed_now], book)


def test_a_hired_sword_who_stays_away_because_of_another_on_the_roster(book):
    """A list may hire both, and yet not the one beside the other."""
    alone = [*legal(REIKLAND, book), sword("dijin-katal", book, "Dijin")]
    assert codes(REIKLAND, alone, book) == set()
    found = check(book.warbands[REIKLAND], [*alone, sword("elf-ranger", book, "Ranger")], book)
    (finding,) = [one for one in found if one.code == "sword-hiring"]
    assert finding.text == "Dijin: a Dijin Katal does not serve beside those who stand on this roster."


# --- Words -----------------------------------------------------------------------------------------------------------


def test_errors_come_first(book):
    stranger = entry(REIKLAND, {"unit": "mercenary-captain", "name": "Kurt"}, book)
    odd = replace(stranger, id="odd", name="Odd", unit="nobody--knows")
    found = check(book.warbands[REIKLAND], [odd, stranger], book)
    assert [one.error for one in found] == sorted((one.error for one in found), reverse=True)
    assert "unknown-unit" in {one.code for one in found}


def test_a_warrior_of_another_list(book):
    skink = entry("lizardmen", {"unit": "skink-brave", "name": "Stray"}, book)
    found = check(book.warbands[REIKLAND], [*legal(REIKLAND, book), skink], book)
    assert "foreign-unit" in {one.code for one in found}


def test_experience_of_those_who_gain_none_is_a_warning(book):
    jarl, berserker, wulfen, marauders, wolves = legal("norse-marauders", book)
    found = check(
        book.warbands["norse-marauders"], [jarl, berserker, wulfen, marauders, replace(wolves, experience=3)], book
    )
    assert [(one.code, one.error) for one in found] == [("no-experience", False)]
