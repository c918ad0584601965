"""Equipment lists, upgrades, racial maxima, vehicles, hired swords: each limit is read from the files, and broken."""

from dataclasses import replace

import pytest

from tests.warbands.legality.book import LISTS, entry, equipment, items_of, printed, swords, trade_of, traded, upgrades
from tests.warbands.legality.breaking import cases, found, legal, some, units
from warbands.legality.checker import check
from warbands.legality.values import Piece

# --- Equipment -------------------------------------------------------------------------------------------------------


@cases(units(lambda unit: True))
def test_a_unit_carries_what_its_list_sells_it_and_nothing_else(slug, thing, book):
    lines, bars = items_of(slug, thing["slug"]), trade_of(slug, thing["slug"]).get("bars", ())
    armour = {"body", "shield", "buckler", "helmet"}
    for line in lines:
        item = equipment()[line["item"]]
        if "multiplier" in line or "added" in line:
            continue
        only = line.get("only", ())
        kinds = {"heroes": "hero", "henchmen": "henchman"}
        his = thing["kind"] == kinds[only] if isinstance(only, str) else not only or thing["slug"] in only
        barred = (
            line["item"] in bars
            or ("armour" in bars and item["slot"] in armour)
            or ("missile" in bars and item["slot"] == "missile")
        )
        one = some(slug, thing["slug"], 1, book, gear=[line["item"] + ("+" if line.get("brace") else "")])
        wrong = found(slug, one, book, "wrong-equipment") + found(slug, one, book, "heroes-only")
        assert bool(found(slug, one, book, "barred")) == barred
        assert bool(wrong) == (not his and not barred), (line, [finding.text for finding in wrong])


ARMS = {"close_combat", "missile", "body", "shield", "buckler", "helmet"}


@cases(units())
def test_common_arms_that_his_list_does_not_have_are_not_for_him(slug, thing, book):
    his = {line["item"] for line in items_of(slug, thing["slug"])}
    common = [item for item in equipment().values() if item["slot"] in ARMS and item["rarity"] == "common"]
    assert len(common) > 20
    foreign = {item["slug"] for item in common} - his
    (one,) = some(slug, thing["slug"], 1, book, gear=sorted(foreign))
    findings = check(book.warbands[slug], [one], book)
    if his:
        assert foreign <= {finding.about for finding in findings if finding.error and finding.who == one.id}
    else:
        assert "no-equipment" in {finding.code for finding in findings}


@cases(lambda slug: [unit for unit in printed(slug)["units"] if not items_of(slug, unit["slug"])])
def test_who_has_no_equipment_list_carries_nothing(slug, thing, book):
    (one,) = some(slug, thing["slug"], 1, book, gear=["sword"])
    (finding,) = found(slug, [one], book, "no-equipment")
    assert finding.who == one.id
    assert one.name in finding.text


# --- Upgrades --------------------------------------------------------------------------------------------------------


def uses(key):
    return lambda slug: [
        {"unit": unit, **{name: value for name, value in use.items() if name != "units"}}
        for use in traded(slug).get("upgrades", ())
        if use.get(key)
        for unit in use["units"]
    ]


def options(family, slug, short, book):
    """Upgrades of a family that a unit may take."""
    full = f"{slug}--{short}"
    return [one.slug for one in book.upgrades[family].options if not one.who.only or full in one.who.only]


@cases(uses("least"))
def test_upgrades_without_which_nobody_is_recruited(slug, thing, book):
    assert not found(slug, some(slug, thing["unit"], 1, book), book, "upgrade-missing")
    (one,) = some(slug, thing["unit"], 1, book, upgrades=[])
    (finding,) = found(slug, [one], book, "upgrade-missing")
    assert finding.who == one.id


@cases(uses("most"))
def test_upgrades_of_which_there_is_a_most(slug, thing, book):
    choice = options(thing["upgrade"], slug, thing["unit"], book)
    edge = some(slug, thing["unit"], 1, book, upgrades=choice[: thing["most"]])
    assert not found(slug, edge, book, "upgrades-too-many")
    over = some(slug, thing["unit"], 1, book, upgrades=(choice * 2)[: thing["most"] + 1])
    assert found(slug, over, book, "upgrades-too-many")


@cases(uses("per_warband"))
def test_upgrades_of_which_a_warband_has_only_so_many(slug, thing, book):
    choice = options(thing["upgrade"], slug, thing["unit"], book)[:1]
    edge = some(slug, thing["unit"], thing["per_warband"], book, upgrades=choice)
    assert not found(slug, edge, book, "upgrades-in-warband")
    over = some(slug, thing["unit"], thing["per_warband"] + 1, book, upgrades=choice)
    assert found(slug, over, book, "upgrades-in-warband")


@cases(uses("needs_skill"))
def test_upgrades_that_a_skill_brings(slug, thing, book):
    choice = options(thing["upgrade"], slug, thing["unit"], book)[:1]
    (one,) = some(slug, thing["unit"], 1, book, upgrades=choice)
    assert found(slug, [one], book, "upgrade-unlearnt")
    assert not found(slug, [replace(one, skills=(thing["needs_skill"],))], book, "upgrade-unlearnt")


@cases(units())
def test_upgrades_are_for_those_the_list_names_and_once(slug, thing, book):
    """Of each family: what a unit may have, it has once; what it may not have is named."""
    for family in upgrades():
        his = any(
            family == use["upgrade"] and thing["slug"] in use["units"] for use in traded(slug).get("upgrades", ())
        )
        choice = set(options(family, slug, thing["slug"], book)) if his else set()
        for option in upgrades()[family]["options"]:
            full = f"{family}--{option['slug']}"
            (one,) = some(slug, thing["slug"], 1, book, upgrades=[full])
            assert bool(found(slug, [one], book, "wrong-upgrade")) == (full not in choice)
            (one,) = some(slug, thing["slug"], 1, book, upgrades=[full, full])
            assert bool(found(slug, [one], book, "upgrade-twice")) == (full in choice)


# --- Characteristics, vehicles, hired swords ------------------------------------------------------------------------


@cases(units(lambda unit: unit.get("racial_maximum")))
def test_the_racial_maximum(slug, thing, book):
    (one,) = some(slug, thing["slug"], 1, book)
    for name, most in thing["racial_maximum"].items():
        top = max(most, thing["profile"][name])
        edge = replace(one, characteristics=((name.lower(), top),))
        assert not found(slug, [edge], book, "racial-maximum")
        over = replace(one, characteristics=((name.lower(), top + 1),))
        (finding,) = found(slug, [over], book, "racial-maximum")
        assert f"{top + 1} is above the racial maximum of {top}" in finding.text


@cases(lambda slug: [vehicle for vehicle in traded(slug).get("vehicles", ()) if vehicle["max"]])
def test_how_many_vehicles(slug, thing, book):
    rest, wagon = legal(slug, book), Piece(thing["item"])
    assert not found(slug, rest, book, "item-limit", stash=[(wagon, thing["max"])])
    assert found(slug, rest, book, "item-limit", stash=[(wagon, thing["max"] + 1)])


@pytest.mark.parametrize("slug", LISTS)
def test_hired_swords_of_the_list(slug, book):
    """One of each kind for whoever may hire him, and none where the list has none."""
    hiring = traded(slug).get("hiring", {})
    for short, block in swords().items():
        full = f"hired-swords--{short}"
        one = entry(slug, {"unit": full, "name": "First"}, book)
        refused = found(slug, [*legal(slug, book), one], book, "sword-hiring")
        only = block.get("hired_by", {}).get("only", ())
        if hiring.get("none") or set(hiring.get("never", ())) & set(block.get("peoples", ())):
            assert refused
        elif short in hiring.get("only", ()):
            assert not refused
        elif hiring.get("only") and not hiring.get("also_open_to"):
            assert refused
        elif not hiring and slug in only:
            assert not refused
        elif not hiring and slug in block.get("hired_by", {}).get("never", ()):
            assert refused
        two = [*legal(slug, book), one, entry(slug, {"unit": full, "name": "Second"}, book)]
        twice = found(slug, two, book, "sword-twice")
        if block.get("max") == 1:
            assert twice
            assert {"First", "Second"} <= set(twice[0].warriors)


def test_every_sort_of_limit_is_tried():
    """The files know no limit that these tests, or those beside them, do not break."""

    def keys(of):
        return {key for slug in LISTS for block in traded(slug).get(of, ()) for key in block}

    # How a swabby joins is asked when somebody is hired (tests/warbands/trade/test_swords.py), not here.
    told = {"unit", "item", "note", "not_hired"}
    assert keys("limits") == told | {"not_more_than", "at_most", "per", "needs", "only_if", "carries_at_most", "except"}
    told = {"upgrade", "units", "when", "note"}
    assert keys("upgrades") == told | {"least", "most", "per_warband", "needs_skill"}
    assert keys("vehicles") == {"item", "min", "max", "cost", "later", "dice", "adds_max_warriors"}
    assert not any(vehicle["min"] for slug in LISTS for vehicle in traded(slug).get("vehicles", ()))
    limited = {key for item in equipment().values() for key in item.get("limit", {})}
    assert limited == {"warband", "model", "campaign", "of_kind"}
