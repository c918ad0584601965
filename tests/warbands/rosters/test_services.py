import pytest

from rules.engine.rulebook import From
from tests.warbands.factories import WarbandFactory, WarriorRuleFactory
from warbands import holdings
from warbands.rosters import rule_services, services
from warbands.rosters.services import RefusedError, StaleError


def held(warrior, rulebook):
    changes = rule_services.standing_changes(warrior)
    return [item.rule for item in holdings.of_warrior(warrior, changes, rulebook)]


def test_a_warrior_holds_what_his_unit_holds(priest, rulebook):
    unit = rulebook.units["lizardmen--skink-priest"]
    assert holdings.of_warrior(priest, [], rulebook) == unit.held


def test_what_is_given_by_hand_is_held_from_hand_with_its_reason(priest, rulebook):
    change = WarriorRuleFactory(warrior=priest, rule_id="hatred", arguments={"target": "orc-mob"}, reason="Old feud")
    last = holdings.of_warrior(priest, [change], rulebook)[-1]
    assert (last.rule, last.arguments, last.origin) == ("hatred", (("target", "orc-mob"),), From.HAND)
    assert last.origin_name == "Old feud"


def test_what_is_taken_by_hand_is_not_held(priest, owner, rulebook):
    rule_services.take_rule(warrior=priest, version=1, rule="cold-blooded", reason="Warm", by=owner)
    assert "cold-blooded" not in held(priest, rulebook)


def test_a_withdrawn_change_changes_nothing(priest, owner, rulebook):
    before = held(priest, rulebook)
    change = rule_services.give_rule(warrior=priest, version=1, rule="stupidity", reason="Bump", by=owner)
    assert held(priest, rulebook) != before
    rule_services.withdraw_rule_change(change=change, by=owner)
    rule_services.withdraw_rule_change(change=change, by=owner)
    assert held(priest, rulebook) == before
    priest.refresh_from_db()
    assert priest.version == 3


def test_a_rule_that_adds_up_may_be_given_twice(priest, owner, rulebook):
    for version in (1, 2):
        rule_services.give_rule(
            warrior=priest, version=version, rule="magic-resistance", reason="Charm", by=owner, values={"X": 1}
        )
    assert held(priest, rulebook).count("magic-resistance") == 2


def test_every_change_of_a_warrior_shows_on_his_warband(priest, owner, warband):
    before = warband.changed
    services.rename_warrior(warrior=priest, version=1, name="Tehenca the Elder")
    warband.refresh_from_db()
    assert warband.changed > before
    assert warband.version == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda row, _: services.rename_warrior(warrior=row, version=7, name="x"),
        lambda row, _: services.resize_group(warrior=row, version=7, size=2),
        lambda row, by: rule_services.give_rule(warrior=row, version=7, rule="stupidity", reason="x", by=by),
        lambda row, by: rule_services.take_rule(warrior=row, version=7, rule="cold-blooded", reason="x", by=by),
    ],
)
def test_a_stale_write_is_refused_with_the_row_as_it_is(reeds, owner, change):
    with pytest.raises(StaleError) as stale:
        change(reeds, owner)
    assert stale.value.current == reeds
    reeds.refresh_from_db()
    assert (reeds.name, reeds.size, reeds.version) == ("The Reeds", 4, 1)
    assert not reeds.rule_changes.exists()


def test_rename_and_notes_of_a_warband(warband):
    row = services.rename(warband=warband, version=1, name="Other")
    row = services.write_notes(warband=row, version=2, notes="Plans")
    assert (row.name, row.notes, row.version) == ("Other", "Plans", 3)
    with pytest.raises(StaleError):
        services.write_notes(warband=row, version=1, notes="")


def test_a_unit_of_another_list_is_refused(warband):
    with pytest.raises(RefusedError) as refused:
        services.add_warrior(warband=warband, unit_type="undead--vampire")
    assert refused.value.field == "unit_type"


def test_an_unknown_list_is_refused(owner):
    with pytest.raises(RefusedError):
        services.create_warband(owner=owner, warband_type="squirrels", name="Nuts")


def test_a_group_whose_list_names_no_limit_may_be_large(owner, rulebook):
    from dataclasses import replace

    unit = rulebook.units["lizardmen--skink-brave"]
    assert services.largest_size(unit) == 5
    assert services.largest_size(replace(unit, group_max=None)) == 20
    assert services.largest_size(rulebook.units["lizardmen--skink-priest"]) == 1


@pytest.mark.parametrize("slug", ["lizardmen", "undead", "orc-mob"])
def test_every_unit_of_a_list_can_join(owner, rulebook, slug):
    warband = WarbandFactory(owner=owner, warband_type_id=slug)
    for unit in rulebook.warbands[slug].units:
        assert services.add_warrior(warband=warband, unit_type=unit.slug).experience == unit.start_xp


@pytest.mark.parametrize(
    ("rule", "values", "field"),
    [
        ("hatred", {}, "value-target"),
        ("hatred", {"target": "squirrels"}, "value-target"),
        ("scaly-skin", {"save": 7}, "value-save"),
        ("stupidity", {"radius": 6}, "value-radius"),
    ],
)
def test_values_that_a_rule_does_not_take_are_refused(priest, owner, rule, values, field):
    with pytest.raises(RefusedError) as refused:
        rule_services.give_rule(warrior=priest, version=1, rule=rule, reason="x", by=owner, values=values)
    assert refused.value.field == field
