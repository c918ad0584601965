import pytest

from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.holdings import Change
from warbands.models import Fortune, Possession, WarriorRule
from warbands.rosters.figures import figures_of


def words(unit, rulebook, *rules, gear=()):
    changes: list[Change] = [WarriorRule(rule_id=rule, arguments=values, reason="Trial") for rule, values in rules]
    changes += [Possession(slug=slug) for slug in gear]
    return {figure.words: figure.why for figure in figures_of(rulebook.units[unit], changes, rulebook)}


def test_who_is_as_printed_shows_nothing(rulebook):
    assert words("reikland-mercenaries--mercenary-captain", rulebook) == {}


def test_a_bite_adds_an_attack_and_scales_save(rulebook):
    found = words("lizardmen--saurus-brave", rulebook)
    assert found["2 attacks in combat"] == ("1 to begin with", "Bite Attack: +1, 2")
    assert found["Save 5+, never worse than 6+"] == ("Scaly Skin: 5+", "Hard Scales: never worse than 6+")


def test_a_save_that_nothing_worsens_says_so_once(rulebook):
    assert "Save 6+, never worse" in words("lizardmen--skink-brave", rulebook)


def test_frenzy_doubles_and_the_bite_is_added_after(rulebook):
    assert "3 attacks in combat" in words("lizardmen--saurus-brave", rulebook, ("frenzy", {}))


SAURUS, SKINK, CAPTAIN = "lizardmen--saurus-brave", "lizardmen--skink-brave", "reikland-mercenaries--mercenary-captain"


@pytest.mark.parametrize(
    ("unit", "gear", "save", "why"),
    [
        (CAPTAIN, ["light-armour"], "Save 6+", ("Light Armour: 6+",)),
        (CAPTAIN, ["light-armour", "shield"], "Save 5+", ("Light Armour: 6+", "Shield: 1 better")),
        (CAPTAIN, ["heavy-armour", "shield"], "Save 4+", ("Heavy Armour: 5+", "Shield: 1 better")),
        (CAPTAIN, ["shield"], "Save 6+", ("Shield: 1 better",)),
        (CAPTAIN, ["heavy-armour", "shield", "warhorse"], "Save 3+", ("Heavy Armour: 5+", "Mounted: 1 better")),
        (SAURUS, ["light-armour"], "Save 4+", ("Scaly Skin: 5+", "Light Armour improves it: 4+")),
        (SAURUS, ["light-armour", "shield"], "Save 3+", ("Scaly Skin: 5+", "Light Armour improves it: 4+")),
        (SAURUS, ["shield"], "Save 4+", ("Scaly Skin: 5+", "Shield: 1 better")),
        (SKINK, ["heavy-armour"], "Save 5+", ("Scaly Skin: 6+", "Heavy Armour improves it: 5+")),
        (SKINK, ["gromril-armour"], "Save 4+", ("Gromril Armour: 4+",)),
    ],
)
def test_what_is_worn_improves_scales_by_one_or_saves_by_itself(rulebook, unit, gear, save, why):
    found = words(unit, rulebook, gear=gear)
    (told,) = [figure for figure in found if figure.startswith("Save")]
    assert told.split(",")[0] == save
    assert found[told][: len(why)] == why


@pytest.mark.parametrize(
    ("gear", "rules", "attacks"),
    [
        (["sword"], [], None),
        (["sword", "dagger"], [], "2 attacks with a weapon in each hand"),
        (["sword", "dagger"], [("frenzy", {})], "3 attacks with a weapon in each hand"),
        (["sword", "spear"], [], None),
        (["double-handed-weapon", "dagger"], [], None),
        (["sword", "axe"], [("one-armed", {})], None),
    ],
)
def test_a_weapon_in_each_hand_adds_an_attack_that_nothing_doubles(rulebook, gear, rules, attacks):
    found = words(CAPTAIN, rulebook, *rules, gear=gear)
    told = [figure for figure in found if "in each hand" in figure]
    assert told == ([attacks] if attacks else [])
    if rules and attacks:
        assert found[attacks] == ("1 to begin with", "Frenzy: times 2, 2", "A weapon in each hand: +1, 3")


def test_a_pair_is_a_weapon_in_each_hand_by_itself(rulebook):
    found = words("skaven-clan-eshin--assassin-adept", rulebook, gear=["fighting-claws"])
    assert found["2 attacks in combat"] == ("1 to begin with", "Pair: +1, 2")


def test_every_change_of_a_characteristic_says_where_it_comes_from(rulebook):
    unit = rulebook.units[CAPTAIN]
    befell: list[Change] = [
        Fortune(kind="advance", words="+1 Strength", modifiers={"S": 1}),
        Fortune(kind="injury", words="Leg Wound", facts={"name": "Leg Wound"}, modifiers={"M": -1}),
        Possession(kind="upgrade", slug="blessings-of-nurgle--mark-of-nurgle"),
    ]
    found = {figure.words: figure.why for figure in figures_of(unit, befell, rulebook)}
    assert found["Strength 4"] == ("3 printed", "Advance: +1")
    assert found["Movement 3"] == ("4 printed", "Leg Wound: −1")
    assert found["Wounds 2"] == ("1 printed", "Mark of Nurgle: +1")


def test_what_immunity_silences_changes_nothing(rulebook):
    assert not any("attacks" in one for one in words("undead--zombie", rulebook, ("frenzy", {})))


def test_magic_resistance_adds_up_to_its_cap(rulebook):
    found = words("lizardmen--skink-brave", rulebook, ("magic-resistance", {"X": 2}), ("magic-resistance", {"X": 2}))
    assert {"Enemy casting −3", "Ward 4+ against spells"} <= found.keys()
    assert found["Enemy casting −3"] == ("Magic Resistance 2 and 2",)


def test_an_attack_for_an_occasion_names_it(rulebook):
    assert "2 attacks while he fights more than one opponent" in words(
        "reikland-mercenaries--mercenary-captain", rulebook, ("combat-master", {})
    )


def test_no_warrior_of_any_list_makes_it_fail(rulebook):
    for unit in rulebook.units.values():
        figures_of(unit, [], rulebook)


def test_a_unit_that_left_the_lists_has_no_figures(rulebook):
    assert figures_of(None, [], rulebook) == ()


def test_the_card_shows_them_with_their_reasons(as_owner, warband):
    WarriorFactory(warband=warband, unit="saurus-brave", name="Jaws")
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert "<summary><span>2 attacks in combat · Save 5+, never worse than 6+</span></summary>" in page
    assert "<b>2 attacks in combat</b>: 1 to begin with; Bite Attack: +1, 2" in page


@pytest.mark.parametrize(("models", "losses"), [(1, 1), (4, 1), (5, 2), (12, 3), (13, 4)])
def test_the_head_says_how_many_losses_bring_a_rout_test(as_owner, warband, models, losses):
    for _ in range(models):
        WarriorFactory(warband=warband, unit="skink-brave")
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert f"<b>{losses}</b> out of action bring{'s' if losses == 1 else ''} a Rout test</li>" in page


def test_every_model_of_a_group_counts_and_who_left_does_not(as_owner, warband, priest, reeds):
    assert "<b>2</b> out of action bring" in as_owner.get(warband.get_absolute_url()).content.decode()
    reeds.removed_at = reeds.created
    reeds.save()
    assert "<b>1</b> out of action bring" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_it_says_when_some_count_for_less(as_owner, owner):
    mob = WarbandFactory(owner=owner, warband_type_id="orc-mob")
    WarriorFactory(warband=mob, unit="goblin-warrior", size=3)
    assert "a Rout test, some counting for less</li>" in as_owner.get(mob.get_absolute_url()).content.decode()


def test_nobody_no_rout_test(as_owner, warband):
    assert "out of action bring" not in as_owner.get(warband.get_absolute_url()).content.decode()


def test_it_follows_a_rule_given_by_hand(as_owner, owner):
    mercenaries = WarbandFactory(owner=owner, warband_type_id="reikland-mercenaries")
    champion = WarriorFactory(warband=mercenaries, unit="champion")
    assert 'class="figures"' not in as_owner.get(mercenaries.get_absolute_url()).content.decode()
    WarriorRuleFactory(warrior=champion, rule_id="frenzy")
    assert "2 attacks in combat" in as_owner.get(mercenaries.get_absolute_url()).content.decode()
