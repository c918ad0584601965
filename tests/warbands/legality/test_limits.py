"""Each limit of each list is read from the shipped files, kept to the edge of it, broken, and found named."""

import pytest

from tests.warbands.legality.book import LISTS, entry, items_of, leader_of, printed, rules_of, traded, unit_of
from tests.warbands.legality.breaking import cases, count, found, legal, some, units, without_limit

# --- The warband -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", LISTS)
def test_the_fewest_warriors(slug, book):
    least = printed(slug)["min_warriors"]
    leader = some(slug, leader_of(slug)["slug"], 1, book)
    others = without_limit(slug)
    edge = leader + some(slug, others, least - 1, book)
    assert not found(slug, edge, book, "min-warriors")
    short = leader + some(slug, others, least - 2, book)
    (finding,) = found(slug, short, book, "min-warriors")
    assert f"at least {least} warriors" in finding.text
    assert printed(slug)["name"] in finding.text
    hired = [*short, entry(slug, {"unit": "hired-swords--pit-fighter", "name": "Gorm"}, book)]
    assert found(slug, hired, book, "min-warriors"), "a hired sword does not count"


@pytest.mark.parametrize("slug", LISTS)
def test_the_most_warriors(slug, book):
    most = printed(slug)["max_warriors"]
    leader = some(slug, leader_of(slug)["slug"], 1, book)
    others = without_limit(slug)
    edge = leader + some(slug, others, most - 1, book)
    assert not found(slug, edge, book, "max-warriors")
    over = leader + some(slug, others, most, book)
    (finding,) = found(slug, over, book, "max-warriors")
    assert f"at most {most} warriors" in finding.text
    assert f"it has {most + 1}" in finding.text
    sword = entry(slug, {"unit": "hired-swords--pit-fighter", "name": "Gorm"}, book)
    assert not found(slug, [*edge, sword], book, "max-warriors"), "a hired sword stands outside of all limits"
    cook = entry(slug, {"unit": "hired-swords--halfling-scout", "name": "Tobias"}, book)
    assert not found(slug, [*over, cook], book, "max-warriors"), "with a cook there is room for one more"
    assert found(slug, [*over, *some(slug, others, 1, book, name="More"), cook], book, "max-warriors")


@pytest.mark.parametrize("slug", LISTS)
def test_exactly_one_leader(slug, book):
    leader = leader_of(slug)
    assert (leader["min"], leader["max"]) == (1, 1)
    (finding,) = found(slug, legal(slug, book, without={leader["slug"]}), book, "leader-missing")
    assert f"exactly one {leader['name']}" in finding.text
    two = legal(slug, book) + some(slug, leader["slug"], 1, book, name="Another")
    (finding,) = found(slug, two, book, "leader-several")
    assert f"exactly one {leader['name']}" in finding.text
    assert f"Another {leader['slug']} 1" in finding.text
    assert len(finding.warriors) == 2


@pytest.mark.parametrize("slug", LISTS)
def test_six_heroes_at_most(slug, book):
    heroes = [unit for unit in printed(slug)["units"] if unit["kind"] == "hero"]
    edge = some(slug, heroes[0]["slug"], 1, book) + some(slug, heroes[1]["slug"], 5, book)
    assert not found(slug, edge, book, "hero-limit")
    (finding,) = found(slug, edge + some(slug, heroes[1]["slug"], 1, book, name="Seventh"), book, "hero-limit")
    assert "at most 6 heroes" in finding.text
    assert "Seventh" in finding.text


# --- Units -----------------------------------------------------------------------------------------------------------


@cases(units(lambda unit: unit["min"] > 0 and "leader" not in rules_of(unit)))
def test_the_fewest_of_a_unit(slug, thing, book):
    assert not found(slug, legal(slug, book), book, "unit-min")
    (finding,) = found(slug, legal(slug, book, without={thing["slug"]}), book, "unit-min")
    assert f"at least {thing['min']} {thing['name']}" in finding.text


@cases(units(lambda unit: unit["max"] is not None and "leader" not in rules_of(unit)))
def test_the_most_of_a_unit(slug, thing, book):
    rest = legal(slug, book, without={thing["slug"]})
    assert not found(slug, rest + some(slug, thing["slug"], thing["max"], book), book, "unit-max")
    over = some(slug, thing["slug"], thing["max"] + 1, book)
    (finding,) = found(slug, rest + over, book, "unit-max")
    assert finding.about == f"{slug}--{thing['slug']}"
    assert f"at most {thing['max']} {thing['name']}" in finding.text
    assert set(finding.warriors) == {one.id for one in over}
    for one in over:
        assert one.name in finding.text


@cases(units(lambda unit: unit["kind"] == "henchman" and unit["group_max"]))
def test_the_largest_group(slug, thing, book):
    most = thing["group_max"]
    group = {"unit": thing["slug"], "name": "The Group", "size": most}
    rest = legal(slug, book)
    assert not found(slug, [*rest, entry(slug, group, book)], book, "group-size")
    (finding,) = found(slug, [*rest, entry(slug, group | {"size": most + 1}, book)], book, "group-size")
    assert finding.who == "The Group"
    assert f"at most {most} models, not {most + 1}" in finding.text


@cases(units(lambda unit: unit["kind"] == "henchman" and not unit["group_max"]))
def test_groups_without_a_limit(slug, thing, book):
    assert not found(
        slug, [entry(slug, {"unit": thing["slug"], "name": "Swarm", "size": 15}, book)], book, "group-size"
    )


@cases(units(lambda unit: unit["kind"] == "hero"))
def test_a_hero_stands_alone(slug, thing, book):
    (finding,) = found(slug, [entry(slug, {"unit": thing["slug"], "name": "Two", "size": 2}, book)], book, "group-size")
    assert "stands alone" in finding.text


# --- What depends on others ------------------------------------------------------------------------------------------


def limits(key):
    return lambda slug: [limit for limit in traded(slug).get("limits", ()) if key in limit]


@cases(limits("not_more_than"))
def test_never_more_than_others(slug, thing, book):
    rest = legal(slug, book, without={thing["unit"]})
    most = sum(count(rest, slug, other) for other in thing["not_more_than"])
    assert not found(slug, rest + some(slug, thing["unit"], most, book), book, "not-more-than")
    (finding,) = found(slug, rest + some(slug, thing["unit"], most + 1, book), book, "not-more-than")
    assert finding.about == f"{slug}--{thing['unit']}"
    assert unit_of(slug, thing["unit"])["name"] in finding.text
    for other in thing["not_more_than"]:
        assert unit_of(slug, other)["name"] in finding.text
    assert str(most) in finding.text


@cases(limits("at_most"))
def test_so_many_for_each(slug, thing, book):
    rest = legal(slug, book, without={thing["unit"]})
    tagged = [
        u["slug"]
        for u in printed(slug)["units"]
        if set(thing["per"]) & set(u["peoples"]) and u["slug"] != thing["unit"]
    ]
    most = thing["at_most"] * sum(count(rest, slug, other) for other in tagged)
    assert most
    assert not found(slug, rest + some(slug, thing["unit"], most, book), book, "at-most-per")
    (finding,) = found(slug, rest + some(slug, thing["unit"], most + 1, book), book, "at-most-per")
    assert f"at most {thing['at_most']} for each" in finding.text
    assert f"these are {most + 1}" in finding.text


def companions(slug):
    told = {limit["unit"]: limit["needs"] for limit in traded(slug).get("limits", ()) if "needs" in limit}
    told |= {unit["slug"]: unit["requires"] for unit in printed(slug)["units"] if unit.get("requires")}
    return [{"unit": unit, "needs": tuple(needs)} for unit, needs in told.items()]


@cases(companions)
def test_only_with_a_companion(slug, thing, book):
    rest = legal(slug, book, without={thing["unit"], *thing["needs"]})
    pack = some(slug, thing["unit"], 1, book)
    companion = some(slug, thing["needs"][0], 1, book)
    assert not found(slug, rest + pack + companion, book, "needs-companion")
    (finding,) = found(slug, rest + pack, book, "needs-companion")
    assert unit_of(slug, thing["unit"])["name"] in finding.text
    assert unit_of(slug, thing["needs"][0])["name"] in finding.text
    # Who has left the warband was there once: the pack may stay, and the book says that it stays behind.
    former = [f"{slug}--{needed}" for needed in thing["needs"]]
    assert not found(slug, rest + pack, book, "needs-companion", former=former)


@cases(limits("only_if"))
def test_an_item_only_where_others_have_another(slug, thing, book):
    rest = legal(slug, book, without={thing["unit"], *thing["only_if"]["units"]})
    rider = some(slug, thing["unit"], 1, book, gear=[thing["item"]])
    ahead = [
        one for unit in thing["only_if"]["units"] for one in some(slug, unit, 1, book, gear=[thing["only_if"]["has"]])
    ]
    on_foot = some(slug, thing["only_if"]["units"][-1], 1, book, name="Walker")
    assert not found(slug, rest + rider + ahead, book, "only-if")
    broken = found(slug, rest + rider + ahead + on_foot, book, "only-if")
    assert rider[0].id in {finding.who for finding in broken}
    assert any("Walker" in finding.text for finding in broken)


@cases(limits("carries_at_most"))
def test_how_many_of_an_item_one_carries(slug, thing, book):
    most = thing["carries_at_most"]
    for unit in printed(slug)["units"]:
        if thing["item"] not in {line["item"] for line in items_of(slug, unit["slug"])}:
            continue
        edge = some(slug, unit["slug"], 1, book, gear=[thing["item"]] * most)
        over = some(slug, unit["slug"], 1, book, gear=[thing["item"]] * (most + 1))
        assert not found(slug, edge, book, "carries-at-most")
        assert bool(found(slug, over, book, "carries-at-most")) == (unit["slug"] not in thing["except"])
