"""What a change comes to before it is published: holders, plans, numbers, and worked cases."""

import copy

import pytest

from rules.authoring.impact import impact_of
from rules.content import Content, current
from rules.models import RulebookVersion
from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.models import Campaign, Enrolment, Fortune, Possession

pytestmark = pytest.mark.django_db


def with_sentences(slug, *sentences, **further):
    """The shipped book with other sentences for one rule."""
    document = copy.deepcopy(RulebookVersion.objects.first().document)
    block = next(block for block in document["rules"] if block["slug"] == slug)
    block |= {"sentences": list(sentences), **further}
    return Content.of_document(document)


@pytest.fixture
def lizards(rulebook):
    warband = WarbandFactory(owner=UserFactory())
    WarriorFactory(warband=warband, unit="skink-priest")
    WarriorFactory(warband=warband, unit="skink-brave", size=4)
    return warband


def test_whoever_holds_it_is_counted_with_his_campaign(lizards):
    Enrolment.objects.create(campaign=Campaign.objects.create(name="The Ruins"), warband=lizards)
    given = WarriorFactory(warband=WarbandFactory(warband_type_id="orc-mob"), unit="orc-boss")
    WarriorRuleFactory(warrior=given, rule_id="cold-blooded")
    WarriorFactory(warband=given.warband, unit="goblin-warrior")
    impact = impact_of(current(), with_sentences("cold-blooded", "rolls leadership_tests 3d6-low"))
    assert (impact.warriors, impact.warbands, impact.campaigns) == (3, 2, 1)
    assert any(counted.words.endswith("units") and "Skink Priest" in counted.names for counted in impact.held_by)


def test_plans_before_and_after_are_shown_for_each_kind_of_test(lizards):
    impact = impact_of(current(), with_sentences("cold-blooded"))
    found = {(row.what, row.before): row for row in impact.differences}
    row = found["All Alone", "3D6, drop the highest against 6, 68 %"]
    assert row.after == "2D6 against 6, 42 %"
    assert (row.warriors, row.who) == (1, "Skink Brave")


def test_numbers_before_and_after_are_shown(lizards):
    impact = impact_of(current(), with_sentences("large-target", "adds attacks 1", "sets rating_base 30"))
    said = {(row.what, row.before, row.after) for row in impact.differences}
    assert ("Rating without experience", "20", "30") in said
    assert ("Attacks", "3", "4") in said


def test_rules_that_include_it_are_touched_too(lizards):
    impact = impact_of(current(), with_sentences("immune-to-psychology"))
    assert "undead" in impact.rules
    assert any(row.what == "All Alone" and "Zombie" in row.units for row in impact.differences)


def test_a_rule_of_wording_alone_changes_nothing_that_is_rolled(lizards):
    keys = [("rule", "cold-blooded")]
    impact = impact_of(current(), with_sentences("cold-blooded", "rolls leadership_tests 3d6-high", text="New."), keys)
    assert impact.differences == []
    assert impact.warriors == 2
    assert impact.cases == []


def test_cases_that_break_are_named(lizards):
    impact = impact_of(current(), with_sentences("cold-blooded"))
    assert impact.broken
    assert all(case.said for case in impact.broken)
    back = impact_of(impact.after, current())
    assert {case.id for case in back.cases} == {case.id for case in impact.cases}
    assert back.broken == []


def test_a_unit_that_is_given_a_rule_is_compared(lizards):
    document = copy.deepcopy(RulebookVersion.objects.first().document)
    warband = next(block for block in document["warbands"] if block["slug"] == "lizardmen")
    next(unit for unit in warband["units"] if unit["slug"] == "skink-priest")["rules"] = [{"rule": "frenzy"}]
    impact = impact_of(current(), Content.of_document(document), [("warband", "lizardmen")])
    row = next(row for row in impact.differences if row.what.startswith("Attacks (charging"))
    assert (row.before, row.after, row.warriors, row.units[0]) == ("1", "2", 1, "Skink Priest")
    assert [(one.words, one.names) for one in impact.held_by] == [("1 unit", ("Skink Priest",))]
    assert (impact.warriors, impact.warbands) == (1, 1)


@pytest.mark.parametrize(
    ("kind", "place", "slug", "has"),
    [
        ("item", "equipment", "sword", lambda priest: Possession(warband=priest.warband, warrior=priest, slug="sword")),
        (
            "skill",
            "skills",
            "combat-master",
            lambda priest: Fortune(
                warband=priest.warband, warrior=priest, kind="skill", slug="combat-master", words="Learnt", reason="Old"
            ),
        ),
    ],
)
def test_whoever_has_an_item_or_a_skill_that_is_given_a_rule_is_compared(lizards, kind, place, slug, has):
    Enrolment.objects.create(campaign=Campaign.objects.create(name="The Ruins"), warband=lizards)
    has(lizards.warriors.get(unit_type_id="lizardmen--skink-priest")).save()
    document = copy.deepcopy(RulebookVersion.objects.first().document)
    block = next(block for block in document[place] if block["slug"] == slug)
    block.setdefault("rules", []).append({"rule": "frenzy"})
    impact = impact_of(current(), Content.of_document(document), [(kind, slug)])
    row = next(row for row in impact.differences if row.what.startswith("Attacks (charging"))
    assert (row.warriors, row.units) == (1, ["Skink Priest"])
    assert (impact.warriors, impact.warbands, impact.campaigns) == (1, 1, 1)
    assert (f"1 {kind}", (current().skills if kind == "skill" else current().items)[slug].name) in [
        (one.words, one.some) for one in impact.held_by
    ]


def test_many_warriors_cost_as_many_queries_as_few(lizards, django_assert_num_queries):
    after = with_sentences("cold-blooded")
    before = current()
    with django_assert_num_queries(5):
        assert impact_of(before, after).warriors == 2
    for number in range(30):
        WarriorRuleFactory(warrior=WarriorFactory(warband=lizards, unit="skink-brave", name=f"Reed {number}"))
    with django_assert_num_queries(5):
        assert impact_of(before, after).warriors == 32


def test_each_distinct_holding_is_planned_once(lizards, monkeypatch):
    from rules.authoring import impact as looked_at

    asked = []

    def told(fighter, book):
        asked.append(fighter)
        return {}

    monkeypatch.setattr(looked_at, "told_of", told)
    for _ in range(20):
        WarriorFactory(warband=lizards, unit="skink-brave")
    _ = impact_of(current(), with_sentences("cold-blooded")).differences
    assert len(asked) < 40
