"""Who may carry what: the equipment list of his unit, what is closed to him, and limits on an item."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.values import Buyer, EquipmentList, Item, Limit, Line
from warbands.legality.values import Case, Finding, Piece, Standing, error, ids, named, warning

ALLOWED_BY_SKILL = {"close_combat": "weapons-training", "missile": "weapons-expert"}
"""Skills that open weapons of every kind, whatever the list of their bearer says."""


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
    carried = [piece for piece in one.entry.gear if not piece.fixed]
    if one.sword:
        for slug in _slugs(carried):
            words = f"{one.name}: the gear of a hired sword never changes, and {case.item_name(slug)} is not his own."
            yield error("sword-gear", words, who=one.id, about=slug)
        return
    if carried and (one.unarmed_by or not _lists(case, one)):
        why = one.unarmed_by or f"the list gives {one.unit.name} no equipment"
        things = ", ".join(case.item_name(slug) for slug in _slugs(carried))
        yield error("no-equipment", f"{one.name} carries nothing ({why}), and so no {things}.", who=one.id)
        return
    for slug in _slugs(carried):
        item = case.content.items.get(slug)
        if item is None:
            yield warning("unknown-item", f"{one.name}: no chart holds “{case.item_name(slug)}” any more.", who=one.id)
        elif any(not (piece.free and item.free_first) for piece in carried if piece.item == slug):
            yield from _of_item(case, one, item)
    yield from _too_many(case, one)


def _slugs(pieces: Iterable[Piece]) -> list[str]:
    return list(dict.fromkeys(piece.item for piece in pieces))


def _lists(case: Case, one: Standing) -> tuple[EquipmentList, ...]:
    """The equipment list of his unit; whoever leads may use the leader's own as well."""
    leader = case.leading_unit if one.leads else None
    slugs = dict.fromkeys([one.unit.equipment_list, leader.equipment_list if leader else ""])
    found = (case.listed.equipment_list(slug) for slug in slugs if slug)
    return tuple(listed for listed in found if listed is not None)


def _sold_to(line: Line, one: Standing) -> bool:
    return (not line.kinds or one.kind in line.kinds) and (not line.units or one.unit.slug in line.units)


def _of_item(case: Case, one: Standing, item: Item) -> Iterator[Finding]:
    """Whether he may carry an item at all. One finding says enough."""
    lists, unit = _lists(case, one), one.unit
    lines = [line for listed in lists for line in listed.lines if line.item == item.slug]
    arm = item.close_combat or item.missile or item.armour
    closed = _closed(one, item)
    bearer = Buyer(case.listed.slug, unit, frozenset(_slugs(one.entry.gear)), tuple(other.unit for other in case.all))
    if closed:
        yield _wrong("barred", one, item, f"{closed} is closed to {unit.name}, and {item.name} is such")
    elif any(_sold_to(line, one) for line in lines) or _learnt(one, item):
        return
    elif lines:
        yield _wrong("wrong-equipment", one, item, f"{item.name} is not for him: {_for_whom(case, lines)}")
    elif case.content.admits(item.who, bearer) is False:
        yield _wrong("wrong-equipment", one, item, f"{item.name} is not for {unit.name} of the {case.listed.name}")
    elif arm and item.category != "artefact" and not _found_by_list(case, one, item):
        where = " and ".join(f"“{listed.name}”" for listed in lists)
        words = f"{item.name} is not on his equipment list, {where}"
        if _rare_for_all(case, item):
            words = f"{one.name}: {words}; agree on it with your arbiter."
            yield warning("rare-arms", words, who=one.id, about=item.slug)
        else:
            yield _wrong("wrong-equipment", one, item, words)
    elif not arm and one.kind == "henchman" and not item.henchmen:
        yield _wrong("heroes-only", one, item, f"{item.name} is for heroes alone, unless a list gives it to henchmen")


def _wrong(code: str, one: Standing, item: Item, words: str) -> Finding:
    return error(code, f"{one.name}: {words}.", who=one.id, about=item.slug)


def _closed(one: Standing, item: Item) -> str:
    """The part of his list that is closed to him and holds the item."""
    for word, meant in (("armour", item.armour), ("missile", item.missile)):
        if meant and word in one.unit.bars:
            return {"armour": "Armour", "missile": "Every missile weapon"}[word]
    return item.name if item.slug in one.unit.bars else ""


def _learnt(one: Standing, item: Item) -> bool:
    return ALLOWED_BY_SKILL.get(item.slot, "") in one.known


def _for_whom(case: Case, lines: Iterable[Line]) -> str:
    kinds = {"hero": "heroes", "henchman": "henchmen"}
    words = [kinds.get(kind, kind) for line in lines for kind in line.kinds]
    words += [case.unit_name(slug) for line in lines for slug in line.units]
    return f"the list gives it to {' and '.join(dict.fromkeys(words))} alone"


def _rare_for_all(case: Case, item: Item) -> bool:
    """Whether the charts offer it to everybody who searches, and do not say who may use it.

    That is so for rare armour, and for weapons that no list has; but not for what others of this warband are sold.
    """
    listed = {
        warband.slug
        for warband in case.content.warbands.values()
        for equipment in warband.equipment_lists
        for line in equipment.lines
        if line.item == item.slug
    }
    return isinstance(item.rarity, int) and case.listed.slug not in listed and (item.armour or not listed)


def _found_by_list(case: Case, one: Standing, item: Item) -> bool:
    """Whether his list may look for it although none of its equipment lists has it."""
    listed = any(line.item == item.slug for listed in case.listed.equipment_lists for line in listed.lines)
    return not listed and any(
        line.item == item.slug
        and (not line.kinds or one.kind in line.kinds)
        and (not line.units or one.unit.slug in line.units)
        for line in case.listed.market
    )


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
