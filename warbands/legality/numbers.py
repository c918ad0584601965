"""How many: the size of a warband, its leader, its heroes, each unit, each group, and limits that depend on others."""

from collections.abc import Iterator

from rules.engine.mustering import faults, muster
from rules.values import Limit, Unit
from warbands.legality.values import Case, Finding, Standing, error, ids, models, named, warning

MOST_HEROES = 6
ONE_MORE = "larger-warband"
"""The rule of cooks and cookbooks: room for one more warrior."""
FRIENDSHIP, WARDOG, NOT_COUNTED = "animal-friendship", "wardog", 2
"""The skill by which two wardogs of its owner take no place."""


def numbers(case: Case) -> Iterator[Finding]:
    """What is wrong with the numbers of a warband."""
    yield from _size(case)
    yield from _leader(case)
    yield from _heroes(case)
    for unit in case.listed.units:
        yield from _of_unit(case, unit)
    yield from _groups(case)
    for limit in case.listed.limits:
        if limit.unit and not limit.item:
            yield from _limit(case, limit)
    yield from _companions(case)
    yield from _packs(case)


# --- The whole warband -----------------------------------------------------------------------------------------------


def _size(case: Case) -> Iterator[Finding]:
    name, least, most = case.listed.name, case.listed.min_warriors, case.listed.max_warriors + room(case)
    warriors = models(case.own)
    if warriors < least:
        told = "it has none" if not warriors else f"it has {warriors}"
        yield error(
            "min-warriors", f"A warband of the {name} has at least {least} warriors, hired swords not counted; {told}."
        )
    animals = _animals(case)
    if warriors + animals > most:
        beside = f" and {animals} bought animal{'s' if animals > 1 else ''}" if animals else ""
        words = f"A warband of the {name} has at most {most} warriors, hired swords not counted; "
        yield error("max-warriors", f"{words}it has {warriors}{beside}.")


def room(case: Case) -> int:
    """For how many more than its list says a warband has room: cooks and cookbooks, one of a kind; wagons."""
    cooks = {
        (held.origin, held.origin_name)
        for one in case.all
        for held in one.entry.held
        if case.content.rulebook.resolve(held.rule).slug == ONE_MORE
    }
    owned = {piece.item for one in case.all for piece in one.entry.gear} | {piece.item for piece, _ in case.stash}
    books = {slug for slug in owned if _makes_room(case, slug)}
    wagons = 0
    for slug in owned:
        vehicle = next((one for one in case.listed.vehicles if one.item == slug), None)
        item = case.content.items.get(slug)
        wagons += vehicle.adds_max_warriors if vehicle else item.adds_max_warriors if item else 0
    return len(cooks) + len(books) + wagons


def _makes_room(case: Case, slug: str) -> bool:
    item = case.content.items.get(slug)
    return item is not None and any(held.rule == ONE_MORE for held in item.held)


def _animals(case: Case) -> int:
    """Wardogs and other bought animals count as warriors, but for two wardogs of whoever is a friend of animals."""
    return sum(_animals_of(one, case) for one in case.own)


def _animals_of(one: Standing, case: Case) -> int:
    items = case.content.items
    owned = [piece.item for piece in one.entry.gear if piece.item in items and items[piece.item].slot == "animal"]
    friends = min(owned.count(WARDOG), NOT_COUNTED) if FRIENDSHIP in one.known else 0
    return one.size * (len(owned) - friends)


def _leader(case: Case) -> Iterator[Finding]:
    leading, born = _leading(case), case.leading_unit
    wanted = f"exactly one {born.name}, who leads" if born else "exactly one leader"
    if not leading:
        yield error("leader-missing", f"The {case.listed.name} have {wanted}; nobody leads.")
    elif models(leading) > 1:
        words = f"The {case.listed.name} have {wanted}; these lead: {named(leading)}."
        yield error("leader-several", words, warriors=ids(leading))
    for who, reason in faults([one.member for one in case.all], case.content.rulebook):
        yield error("may-not-lead", f"{reason.text}.", who=who, about=reason.rule)


def _leading(case: Case) -> tuple[Standing, ...]:
    return tuple(one for one in case.all if one.leads)


def _heroes(case: Case) -> Iterator[Finding]:
    heroes = tuple(one for one in case.all if one.hero)
    if models(heroes) > MOST_HEROES:
        yield error(
            "hero-limit",
            f"A warband has at most {MOST_HEROES} heroes; these are {models(heroes)}: {named(heroes)}.",
            warriors=ids(heroes),
        )


# --- Units and groups ------------------------------------------------------------------------------------------------


def _of_unit(case: Case, unit: Unit) -> Iterator[Finding]:
    there = case.of(unit.slug)
    count, limits, name = models(there), unit.limits, case.listed.name
    # Of the leader's own unit there is one because somebody must lead, and an heir does that as well.
    if count < limits.minimum and unit is not case.leading_unit:
        yield error(
            "unit-min", f"The {name} have at least {limits.minimum} {unit.name}; they have {count}.", about=unit.slug
        )
    also = tuple(one for one in case.swords if one.unit.hiring and one.unit.hiring.in_place_of == unit.short)
    count += models(also)
    said = unit is case.leading_unit and models(_leading(case)) > 1
    if limits.maximum is not None and count > limits.maximum and not said:
        yield error(
            "unit-max",
            f"The {name} have at most {limits.maximum} {unit.name}; these are {count}: {named(there + also)}.",
            about=unit.slug,
            warriors=ids(there + also),
        )


def _groups(case: Case) -> Iterator[Finding]:
    for one in case.all:
        if one.size == 1:
            continue
        if one.sword or one.kind != "henchman":
            words = (
                f"{one.name}: a {'hired sword' if one.sword else 'hero'} stands alone; {one.size} models are a group."
            )
            yield error("group-size", words, who=one.id)
        elif one.unit.group_max and one.size > one.unit.group_max:
            words = f"{one.name}: a group of {one.unit.name} has at most {one.unit.group_max} models, not {one.size}."
            yield error("group-size", words, who=one.id)


# --- What depends on others ------------------------------------------------------------------------------------------


def _limit(case: Case, limit: Limit) -> Iterator[Finding]:
    there = case.of(limit.unit)
    count, unit = models(there), case.unit_name(limit.unit)
    if not count:
        return
    if limit.at_most is not None:
        others = tuple(one for one in case.own if one.unit.tags & set(limit.per) and one.unit.slug != limit.unit)
        most = limit.at_most * models(others)
        if count > most:
            per = " or ".join(word.replace("-", " ").capitalize() for word in limit.per)
            yield error(
                "at-most-per",
                f"{unit}: at most {limit.at_most} for each {per} in the warband, which makes {most}; "
                f"these are {count}: {named(there)}.",
                about=limit.unit,
                warriors=ids(there),
            )
    if limit.not_more_than:
        others = case.of(*limit.not_more_than)
        if count > models(others):
            than = " and ".join(case.unit_name(slug) for slug in limit.not_more_than)
            yield error(
                "not-more-than",
                f"{unit}: never more than {than}, of whom there {_are(models(others))}; "
                f"these are {count}: {named(there)}.",
                about=limit.unit,
                warriors=ids(there),
            )


def _are(count: int) -> str:
    return {0: "are none", 1: "is 1"}.get(count, f"are {count}")


def _companions(case: Case) -> Iterator[Finding]:
    """Units that are only hired where some other belongs to the warband. If he left it since, they may stay, unused."""
    for unit in case.listed.units:
        needs = tuple(
            dict.fromkeys(
                [
                    *unit.limits.requires,
                    *(slug for limit in case.listed.limits if limit.unit == unit.slug for slug in limit.needs),
                ]
            )
        )
        there = case.of(unit.slug)
        if not needs or not there or case.of(*needs) or case.former & set(needs):
            continue
        wanted = " or ".join(case.unit_name(slug) for slug in needs)
        yield error(
            "needs-companion",
            f"{named(there)}: {unit.name} is only for a warband that has a {wanted}.",
            about=unit.slug,
            warriors=ids(there),
        )


def _packs(case: Case) -> Iterator[Finding]:
    """Packs that stay behind for want of their companion (rulings R-37 and R-38)."""
    mustered = muster([one.member for one in case.all], case.content.rulebook, case.rulings)
    for one in case.all:
        if one.id in mustered.benched:
            yield warning("stays-behind", f"{one.name} stays behind: {mustered.benched[one.id].text}.", who=one.id)
        elif one.id in mustered.leaves:
            yield warning("stays-behind", f"{one.name} leaves: nobody is left to lead the pack.", who=one.id)
