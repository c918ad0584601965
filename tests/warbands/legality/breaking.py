"""What it takes to keep to a limit, and to break it."""

import pytest

from tests.warbands.legality.book import LISTS, entry, printed, traded, unit_of, written
from warbands.legality.checker import check


def cases(choose):
    """Pairs of a list and something in it, as parameters with readable names."""
    found = [(slug, thing) for slug in LISTS for thing in choose(slug)]
    return pytest.mark.parametrize(("slug", "thing"), found, ids=[f"{slug}:{_name(thing)}" for slug, thing in found])


def _name(thing):
    if isinstance(thing, dict):
        return thing.get("slug") or "-".join(str(value) for value in thing.values() if isinstance(value, str))
    return str(thing)


def units(wanted=lambda unit: True):
    return lambda slug: [unit for unit in printed(slug)["units"] if wanted(unit)]


def legal(slug, book, *, without=()):
    """The legal warband of a list, as entries, without some of its units."""
    warriors = [warrior for warrior in written(slug)["legal"] if warrior["unit"] not in without]
    return [entry(slug, warrior, book) for warrior in warriors]


def some(slug, short, number, book, *, name="Extra", **more):
    """So many models of a unit: heroes one by one, henchmen in groups as large as they may be, upgrades as needed."""
    unit = unit_of(slug, short)
    most = 1 if unit["kind"] == "hero" else unit["group_max"] or number
    needed = [use for use in traded(slug).get("upgrades", ()) if short in use["units"] and use.get("least")]
    upgrades = [
        "mutations--hideous" if use["upgrade"] == "mutations" else "blessings-of-nurgle--hideous" for use in needed
    ]
    found: list[dict[str, object]] = []
    while number > 0:
        size = min(most, number)
        found.append({"unit": short, "name": f"{name} {short} {len(found) + 1}", "size": size, "upgrades": upgrades})
        number -= size
    return [entry(slug, warrior | more, book) for warrior in found]


def found(slug, entries, book, code, **more):
    """The errors of one code that the checker finds."""
    return [one for one in check(book.warbands[slug], entries, book, **more) if one.error and one.code == code]


def count(entries, slug, short):
    return sum(one.size for one in entries if one.unit == f"{slug}--{short}")


def without_limit(slug):
    """A unit of which a warband may have as many as it likes."""
    return next(unit for unit in printed(slug)["units"] if unit["max"] is None)["slug"]
