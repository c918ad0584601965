"""Who may carry what: one answer, for the checker and for every page that sells or hands over gear.

His equipment list decides, what is closed to him, and what he has become: whoever leads uses the leader's list too,
Weapons Training opens close-combat weapons of every kind and Weapons Expert missile weapons, and a Proven Warrior is
armed as the Black Orcs are. How much he may carry is not asked here (``arms``).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.content import Content
from rules.values import Buyer, EquipmentList, Item, Line, Unit, WarbandList

OPENS = {"close_combat": "weapons-training", "missile": "weapons-expert"}
"""Skills that open weapons of every kind, whatever the list of their bearer says."""

ARMED_AS = {"proven-warrior": "black-orc"}
"""Skills by which he is armed as another unit of his list is."""

ANY_WEAPON = "weapons-master"
"""The rule of the one hired sword who takes up other weapons than his own, but none of black powder."""

FORBIDDEN = {
    "dark-elves--no-blackpowder": {"blackpowder"},
    "shadow-warriors--distaste-for-poison": {
        "black-lotus",
        "dark-venom",
        "reptile-venom",
        "spider-spittle",
        "venom-ring",
    },
    "brazen-tithe--no-chaos-armour": {"chaos-armour"},
}
"""Rules of a list that close things to everybody in it, whatever he learnt: categories and items."""

BARS = {"armour": "Armour", "missile": "Every missile weapon"}


@dataclass(frozen=True, slots=True)
class Bearer:
    """Whoever would carry something: his unit, what he is now (``kind``), his rules and skills, what he has.

    ``leading`` is the unit that leads by his list, where he leads; ``unarmed_by`` the name of a rule by which he
    carries nothing. ``roster`` None is not known, and then what depends on it is taken to be possible.
    """

    listed: WarbandList
    unit: Unit
    kind: str
    known: frozenset[str] = frozenset()
    leading: Unit | None = None
    unarmed_by: str = ""
    carries: frozenset[str] = frozenset()
    roster: tuple[Unit, ...] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody may not carry something, in words that follow his name; ``grave`` is what no arbiter decides."""

    code: str
    words: str
    grave: bool = True


def lists_of(bearer: Bearer) -> tuple[EquipmentList, ...]:
    """The equipment lists he is armed from, his own first."""
    units = (bearer.unit, *_lenders(bearer))
    slugs = dict.fromkeys(unit.equipment_list for unit in units if unit.equipment_list)
    found = (bearer.listed.equipment_list(slug) for slug in slugs)
    return tuple(listed for listed in found if listed is not None)


def lines_of(bearer: Bearer, content: Content) -> tuple[Line, ...]:
    """What these lists sell him, and nothing that is closed to him."""
    found: dict[tuple[str, bool], Line] = {}
    for listed in lists_of(bearer):
        for line in listed.lines:
            item = content.items.get(line.item)
            if item is not None and _sold_to(line, bearer) and not closed_to(bearer, item):
                found.setdefault((line.item, line.brace), line)
    return tuple(found.values())


def _sold_to(line: Line, bearer: Bearer) -> bool:
    """Whether a line is for him. He counts as those too whose lists he uses."""
    units = {bearer.unit.slug, *(unit.slug for unit in _lenders(bearer))}
    return (not line.kinds or bearer.kind in line.kinds) and (not line.units or bool(units & set(line.units)))


def _lenders(bearer: Bearer) -> tuple[Unit, ...]:
    """The units whose equipment lists he uses beside his own."""
    shorts = {short for skill, short in ARMED_AS.items() if skill in bearer.known}
    lent = tuple(unit for unit in bearer.listed.units if unit.short in shorts)
    return (bearer.leading, *lent) if bearer.leading else lent


def closed_to(bearer: Bearer, item: Item) -> str:
    """The part of his list that is closed to him and holds the item, in words; empty where it is open."""
    bars = bearer.unit.bars
    for word, meant in (("armour", item.armour), ("missile", item.missile)):
        if meant and word in bars:
            return BARS[word]
    return item.name if item.slug in bars else ""


def forbidden_by(bearer: Bearer, item: Item) -> str:
    """The slug of the rule of his list that closes an item to everybody in it; empty where none does."""
    rules = bearer.known | {held.rule for held in bearer.listed.roster_rules}
    meant = {item.slug, item.category}
    return next((rule for rule, things in FORBIDDEN.items() if rule in rules and meant & things), "")


def opened_by_skill(bearer: Bearer, item: Item) -> bool:
    """Whether a skill of his lets him use a weapon that his list does not have."""
    return OPENS.get(item.slot, "") in bearer.known


def unarmed(bearer: Bearer) -> str:
    """Why he carries nothing at all, in words; empty for whoever may carry something. Hired swords are not asked."""
    if bearer.unarmed_by or lists_of(bearer):
        return bearer.unarmed_by
    return f"the list gives {bearer.unit.name} no equipment"


def refused(bearer: Bearer, item: Item, content: Content) -> Refusal | None:
    """Why he may not carry an item, or None where he may. One refusal says enough."""
    if bearer.unit.hiring:
        return _of_sword(bearer, item)
    if shut := _shut(bearer, item, content):
        return shut
    if opened_by_skill(bearer, item) or any(line.item == item.slug for line in lines_of(bearer, content)):
        return None
    return _belongs_to_others(bearer, item, content) or _unlisted(bearer, item, content)


def refused_make(bearer: Bearer, made: Item, content: Content) -> Refusal | None:
    """Why a weapon of his may not be improved by something, which others alone may have."""
    if bearer.unit.hiring or any(line.item == made.slug for line in lines_of(bearer, content)):
        return None
    return _shut(bearer, made, content) or _belongs_to_others(bearer, made, content)


def _shut(bearer: Bearer, item: Item, content: Content) -> Refusal | None:
    """What no skill opens."""
    unit, listed = bearer.unit, bearer.listed
    if why := unarmed(bearer):
        return Refusal("no-equipment", f"he carries nothing ({why}), and so no {item.name}")
    if closed := closed_to(bearer, item):
        return Refusal("barred", f"{closed} is closed to {unit.name}, and {item.name} is such")
    if rule := forbidden_by(bearer, item):
        entry = content.rulebook.get(rule)
        return Refusal("forbidden", f"{item.name} is for nobody of the {listed.name} ({entry.name if entry else rule})")
    return None


def _belongs_to_others(bearer: Bearer, item: Item, content: Content) -> Refusal | None:
    """What his list sells to others of it, or the charts to other warbands."""
    unit, listed = bearer.unit, bearer.listed
    lines = [line for one in lists_of(bearer) for line in one.lines if line.item == item.slug]
    if lines:
        return Refusal("wrong-equipment", f"{item.name} is not for him: {_for_whom(lines, listed)}")
    if content.admits(item.who, Buyer(listed.slug, unit, bearer.carries, bearer.roster)) is False:
        return Refusal("wrong-equipment", f"{item.name} is not for {unit.name} of the {listed.name}")
    return None


def _unlisted(bearer: Bearer, item: Item, content: Content) -> Refusal | None:
    """What is on no list of his, and belongs to nobody else: arms need one, other things are for heroes."""
    arms = item.close_combat or item.missile or item.armour
    if arms and item.category != "artefact" and not _found_by_list(bearer, item):
        where = " and ".join(f"“{one.name}”" for one in lists_of(bearer))
        words = f"{item.name} is not on his equipment list, {where}"
        if _rare_for_all(bearer, item, content):
            return Refusal("rare-arms", f"{words}; agree on it with your arbiter", grave=False)
        return Refusal("wrong-equipment", words)
    if not arms and bearer.kind == "henchman" and not item.henchmen:
        return Refusal("heroes-only", f"{item.name} is for heroes alone, unless a list gives it to henchmen")
    return None


def _of_sword(bearer: Bearer, item: Item) -> Refusal | None:
    weapon = item.close_combat or item.missile
    if ANY_WEAPON in bearer.known and weapon and item.category != "blackpowder":
        return None
    return Refusal("sword-gear", f"the gear of a hired sword never changes, and {item.name} is not his own")


def _for_whom(lines: Iterable[Line], listed: WarbandList) -> str:
    kinds = {"hero": "heroes", "henchman": "henchmen"}
    names = {unit.slug: unit.name for unit in listed.units}
    words = [kinds.get(kind, kind) for line in lines for kind in line.kinds]
    words += [names.get(slug, slug) for line in lines for slug in line.units]
    return f"the list gives it to {' and '.join(dict.fromkeys(words))} alone"


def _rare_for_all(bearer: Bearer, item: Item, content: Content) -> bool:
    """Whether the charts offer it to everybody who searches, and do not say who may use it.

    That is so for rare armour, and for weapons that no list has; but not for what others of this warband are sold.
    """
    listed = {
        warband.slug
        for warband in content.warbands.values()
        for equipment in warband.equipment_lists
        for line in equipment.lines
        if line.item == item.slug
    }
    return isinstance(item.rarity, int) and bearer.listed.slug not in listed and (item.armour or not listed)


def _found_by_list(bearer: Bearer, item: Item) -> bool:
    """Whether his list may look for it although none of its equipment lists has it."""
    listed = any(line.item == item.slug for one in bearer.listed.equipment_lists for line in one.lines)
    return not listed and any(
        line.item == item.slug
        and (not line.kinds or bearer.kind in line.kinds)
        and (not line.units or bearer.unit.slug in line.units)
        for line in bearer.listed.market
    )
