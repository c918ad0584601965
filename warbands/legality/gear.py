"""Who may carry what: the equipment list of his unit, what is closed to him, and limits on an item."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.values import Limit
from warbands.legality.carrying import refused, refused_make, unarmed
from warbands.legality.values import Case, Finding, Piece, Standing, error, ids, named, warning


def gear(case: Case) -> Iterator[Finding]:
    """What is wrong with what warriors carry."""
    for one in case.all:
        yield from _of_warrior(case, one)
    for limit in case.listed.limits:
        if limit.item:
            yield from _limit(case, limit)
    yield from _in_the_warband(case)


def _of_warrior(case: Case, one: Standing) -> Iterator[Finding]:
    for slug, quantity in one.entry.uneven:
        words = f"{one.name}: {quantity} {case.item_name(slug)} for {one.size} models; all of a group carry the same."
        yield error("unlike-group", words, who=one.id, about=slug)
    bearer = case.bearer(one)
    carried = [piece for piece in one.entry.gear if not piece.fixed]
    if carried and not one.sword and (why := unarmed(bearer)):
        things = ", ".join(case.item_name(slug) for slug in _slugs(carried))
        yield error("no-equipment", f"{one.name} carries nothing ({why}), and so no {things}.", who=one.id)
        return
    for slug in _slugs(carried):
        item = case.content.items.get(slug)
        free = item is not None and all(piece.free and item.free_first for piece in carried if piece.item == slug)
        if item is None:
            yield warning("unknown-item", f"{one.name}: no chart holds “{case.item_name(slug)}” any more.", who=one.id)
        elif not free and (why_not := refused(bearer, item, case.content)):
            say = error if why_not.grave else warning
            yield say(why_not.code, f"{one.name}: {why_not.words}.", who=one.id, about=slug)
    for slug in dict.fromkeys(piece.made for piece in carried if piece.made):
        made = case.content.items.get(slug)
        if made and (why_not := refused_make(bearer, made, case.content)):
            yield error(why_not.code, f"{one.name}: {why_not.words}.", who=one.id, about=slug)
    if not one.sword:
        yield from _too_many(case, one)


def _slugs(pieces: Iterable[Piece]) -> list[str]:
    return list(dict.fromkeys(piece.item for piece in pieces))


# --- How many of an item ---------------------------------------------------------------------------------------------


def _too_many(case: Case, one: Standing) -> Iterator[Finding]:
    """More of one item on each model than the item allows; of gnoblars and the like more of one kind."""
    counted: Counter[str] = Counter()
    for piece in one.entry.gear:
        item = case.content.items.get(piece.item)
        limits = dict(item.at_most) if item else {}
        if "model" in limits:
            counted[str(limits.get("of_kind", piece.item))] += 1
    for kind, count in counted.items():
        most = next(
            most
            for item in case.content.items.values()
            if (most := dict(item.at_most).get("model")) and kind in {item.slug, dict(item.at_most).get("of_kind")}
        )
        if count > int(most):
            words = f"{one.name}: at most {most} {case.item_name(kind)} on a model, not {count}."
            yield error("item-limit", words, who=one.id, about=kind)


def _in_the_warband(case: Case) -> Iterator[Finding]:
    """More of one item than a warband may own, in the hands of its warriors and in its stash."""
    owned: Counter[str] = Counter()
    for one in case.own:
        for piece in one.entry.gear:
            owned[piece.item] += one.size
    for piece, quantity in case.stash:
        owned[piece.item] += quantity
    vehicles = {vehicle.item: vehicle.maximum for vehicle in case.listed.vehicles}
    for slug, count in owned.items():
        item = case.content.items.get(slug)
        limits = dict(item.at_most) if item else {}
        most = vehicles.get(slug) or limits.get("warband") or limits.get("campaign")
        if most is not None and count > int(most):
            there = tuple(one for one in case.own if any(piece.item == slug for piece in one.entry.gear))
            whose = f": {named(there)}" if there else ""
            words = f"{case.item_name(slug)}: a warband has at most {most}, and this one has {count}{whose}."
            yield error("item-limit", words, about=slug, warriors=ids(there))


def _limit(case: Case, limit: Limit) -> Iterator[Finding]:
    """A limit of the list on an item."""
    name = case.item_name(limit.item)
    for one in case.of(limit.unit) if limit.unit else case.own:
        count = sum(piece.item == limit.item for piece in one.entry.gear)
        if limit.carries_at_most is not None and one.unit.slug not in limit.besides and count > limit.carries_at_most:
            words = f"{one.name}: {one.unit.name} carries at most {limit.carries_at_most} {name}, not {count}."
            yield error("carries-at-most", words, who=one.id, about=limit.item)
        if limit.if_has and count:
            without = tuple(
                other
                for other in case.of(*limit.if_units)
                if not any(piece.item == limit.if_has for piece in other.entry.gear)
            )
            if without or not case.of(*limit.if_units):
                units = " and ".join(case.unit_name(slug) for slug in limit.if_units)
                lacking = f"; {named(without)} lack it" if without else ""
                words = (
                    f"{one.name}: {one.unit.name} has {name} only where every {units} has "
                    f"{case.item_name(limit.if_has)}{lacking}."
                )
                yield error("only-if", words, who=one.id, about=limit.item, warriors=(one.id, *ids(without)))
