"""Limits and prices as the shipped files print them, read by code that shares nothing with loader and checker."""

from functools import cache
from pathlib import Path

import yaml

from warbands.legality.values import Entry, Piece

DATA = Path(__file__).parents[3] / "rules" / "data"
WRITTEN = Path(__file__).parent / "warbands"
LISTS = sorted(path.stem for path in (DATA / "warbands").glob("*.yaml"))
LEADER = "leader"


@cache
def printed(slug):
    """A warband list as it is printed."""
    return yaml.safe_load((DATA / "warbands" / f"{slug}.yaml").read_text(encoding="utf-8"))


@cache
def traded(slug):
    """What a list buys and hires, as it is printed."""
    return yaml.safe_load((DATA / "trade" / f"{slug}.yaml").read_text(encoding="utf-8"))


@cache
def upgrades():
    return {family["slug"]: family for family in yaml.safe_load((DATA / "upgrades.yaml").read_text(encoding="utf-8"))}


@cache
def equipment():
    """Items as the charts print them, by slug."""
    blocks = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in (DATA / "equipment").glob("*.yaml"))
    return {item["slug"]: item for chart in blocks for item in chart}


@cache
def written(slug):
    """The warbands written by hand for a list."""
    return yaml.safe_load((WRITTEN / f"{slug}.yaml").read_text(encoding="utf-8"))


@cache
def swords():
    blocks = [
        block
        for path in (DATA / "hired_swords").glob("*.yaml")
        if path.stem != "general"
        for block in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]
    return {block["slug"]: block for block in blocks}


def unit_of(slug, short):
    return next(unit for unit in printed(slug)["units"] if unit["slug"] == short)


def trade_of(slug, short):
    return next((unit for unit in traded(slug)["units"] if unit["unit"] == short), {})


def items_of(slug, short):
    """What the equipment list of a unit offers, line by line."""
    name = trade_of(slug, short).get("equipment")
    lists = {listed["slug"]: listed["items"] for listed in traded(slug)["equipment_lists"]}
    return lists.get(name, [])


def rules_of(unit):
    return {rule if isinstance(rule, str) else rule["rule"] for rule in unit["rules"]}


def leader_of(slug):
    """The unit that leads, by the rules it prints."""
    return next(unit for unit in printed(slug)["units"] if LEADER in rules_of(unit))


def entries(slug, warriors, book):
    """Warriors written by hand as the checker takes them. What they hold is the one thing the content is asked for."""
    return [entry(slug, warrior, book) for warrior in warriors]


def entry(slug, warrior, book):
    unit = full(slug, warrior["unit"])
    gear = [piece(word) for word in warrior.get("gear", ())]
    if any(line.get("free_first") for line in _lines(slug, warrior["unit"])):
        gear.append(Piece("dagger", free=True))
    return Entry(
        id=warrior["name"],
        name=warrior["name"],
        unit=unit,
        size=warrior.get("size", 1),
        gear=tuple(gear),
        upgrades=tuple(warrior.get("upgrades", ())),
        held=book.units[unit].held,
    )


def _lines(slug, short):
    return [] if "--" in short else items_of(slug, short)


def full(slug, short):
    return short if "--" in short else f"{slug}--{short}"


def piece(word):
    """``sword``, ``pistol+`` for a brace, ``axe*gromril-weapon`` for what it is made of."""
    item, _, made = word.partition("*")
    return Piece(item.rstrip("+"), made=made, brace=item.endswith("+"))


def price(slug, warriors):
    """What a starting warband costs, by the printed prices."""
    return sum(_price(slug, warrior) for warrior in warriors)


def _price(slug, warrior):
    if "--" in warrior["unit"]:
        return swords()[warrior["unit"].split("--")[1]]["hire"]["gold"]
    each = unit_of(slug, warrior["unit"])["cost"]
    lines = {(line["item"], line.get("brace", False)): line for line in items_of(slug, warrior["unit"])}
    for word in warrior.get("gear", ()):
        carried = piece(word)
        cost = lines[carried.item, carried.brace]["cost"]
        if carried.made:
            better = lines[carried.made, False]
            cost = cost * better["multiplier"] if "multiplier" in better else cost + better["added"]
        each += cost
    for number, word in enumerate(warrior.get("upgrades", ())):
        family, short = word.split("--")
        option = next(option for option in upgrades()[family]["options"] if option["slug"] == short)
        pricing = upgrades()[family]["pricing"]
        each += option["cost"] * pricing["first" if number == 0 else "further"]
    return each * warrior.get("size", 1)
