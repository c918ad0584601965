"""What somebody may buy, and at which price: the lines of his equipment list, and the market for the stash.

Pure: content in, offers out. Whether a whole warband is legal is not asked here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.content import Content
from rules.values import Buyer, Cost, Item, Line, Unit

SHELVES = {
    "close_combat": "Close combat",
    "missile": "Missile weapons",
    "body": "Armour",
    "shield": "Armour",
    "buckler": "Armour",
    "helmet": "Armour",
    "upgrade": "Better weapons",
}
OTHERS = "Other gear"
ORDER = ("Close combat", "Missile weapons", "Armour", "Better weapons", OTHERS)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something on sale. ``made`` is what a weapon is improved by; ``twice`` says that a second one makes sense.

    ``note`` says what is to be known before buying: a search, dice.
    """

    key: str
    slug: str
    name: str
    cost: Cost
    shelf: str
    made: str = ""
    brace: bool = False
    free_first: bool = False
    twice: bool = False
    rarity: int | str = "common"
    note: str = ""

    @property
    def price(self) -> int:
        """What it costs without its dice."""
        return self.cost.base

    @property
    def common(self) -> bool:
        return self.rarity == "common"


def key_of(slug: str, *, made: str = "", brace: bool = False) -> str:
    """How a thing is called in forms: ``sword``, ``pistol.brace``, ``sword.gromril-weapon``."""
    return ".".join(filter(None, (slug, made, "brace" if brace else "")))


def name_of(slug: str, content: Content, *, made: str = "", brace: bool = False) -> str:
    """How a thing is called on pages; one that the book no longer holds, by its slug."""
    item = content.items.get(slug)
    name = item.name if item else slug.replace("-", " ").capitalize()
    if made:
        better = content.items.get(made)
        name = f"{better.name.removesuffix(' Weapon') if better else made} {name.lower()}"
    return f"Brace of {name.lower()}s" if brace else name


def shelf_of(unit: Unit, content: Content) -> tuple[Offer, ...]:
    """What the equipment list of a unit sells to it, shelf by shelf; nothing for whoever buys nothing."""
    warband = content.warbands.get(unit.warband)
    listed = warband.equipment_list(unit.equipment_list) if warband and unit.equipment_list else None
    if listed is None:
        return ()
    plain = [line for line in listed.lines if _sold_to(line, unit, content)]
    found = [offer for line in plain for offer in _offers(line, plain, content)]
    return tuple(sorted(found, key=lambda offer: ORDER.index(offer.shelf)))


def _sold_to(line: Line, unit: Unit, content: Content) -> bool:
    item = content.items.get(line.item)
    if item is None or (line.kinds and unit.kind not in line.kinds) or (line.units and unit.slug not in line.units):
        return False
    barred = line.item in unit.bars or ("armour" in unit.bars and item.armour)
    return not barred and not ("missile" in unit.bars and item.missile)


def _offers(line: Line, lines: Iterable[Line], content: Content) -> Iterator[Offer]:
    item = content.items[line.item]
    if not line.cost.by_weapon:
        yield _offer(item, line.cost, name=line.name, brace=line.brace, free_first=line.free_first)
        return
    bases = line.base_items or item.base_items
    for base in lines:
        weapon = content.items[base.item]
        fits = base.item in bases if bases else weapon.close_combat
        if fits and not base.cost.by_weapon and not base.brace:
            cost = Cost(line.cost.gold(weapon=base.cost.base))
            name = name_of(base.item, content, made=line.item)
            yield replace(
                _offer(weapon, cost, name=name),
                key=key_of(base.item, made=line.item),
                made=line.item,
                shelf=SHELVES["upgrade"],
            )


def _offer(item: Item, cost: Cost, *, name: str = "", brace: bool = False, free_first: bool = False) -> Offer:
    name = name or item.name
    if brace and "brace" not in name.lower():
        name = f"Brace of {name.lower()}s"
    return Offer(
        key_of(item.slug, brace=brace),
        item.slug,
        name,
        cost,
        SHELVES.get(item.slot, OTHERS),
        brace=brace,
        free_first=free_first,
        twice=item.close_combat and item.hands == "one" and not brace,
        note=f"and {cost.dice}" if cost.dice else "",
    )


def market_of(warband_type: str, content: Content) -> tuple[Offer, ...]:
    """What a warband may buy for its stash: the chart, on the terms of its own list where that has some.

    Rare things are here too, with the number to be reached in a search. What is never on sale and what belongs to
    other warbands is left out; so is what only improves a weapon, which is bought with it.
    """
    listed = content.warbands.get(warband_type)
    if listed is None:
        return ()
    own = {line.item: line for line in listed.market}
    buyer = Buyer(warband_type)
    found = []
    for item in content.items.values():
        line = own.get(item.slug)
        if item.slot == "upgrade" or item.withdrawn or item.founding_only:
            continue
        terms = next((one for one in item.exceptions if _meant(one.who, buyer, content)), None)
        cost = (line and line.cost) or (terms and terms.cost) or item.cost
        rarity = (line and line.rarity) or (terms and terms.rarity) or item.rarity
        if rarity == "none" or (line is None and content.admits(item.who, buyer) is False):
            continue
        found.append(replace(_offer(item, cost), rarity=rarity))
        if item.brace:
            found.append(replace(_offer(item, item.brace, brace=True), rarity=item.brace_rarity or rarity))
    return tuple(sorted(found, key=lambda offer: (not offer.common, ORDER.index(offer.shelf))))


def _meant(who: tuple[str, ...], buyer: Buyer, content: Content) -> bool:
    group = [content.groups[word].has(buyer) if word in content.groups else word == buyer.warband for word in who]
    return True in group


def chart_price(slug: str, content: Content, *, made: str = "", brace: bool = False) -> int:
    """The price printed in the charts, without dice: what half of is paid for a thing that is sold."""
    item = content.items.get(slug)
    if item is None:
        return 0
    if brace and item.brace:
        return item.brace.base
    price = item.cost.base
    better = content.items.get(made)
    return better.cost.gold(weapon=price) if better else price


def sale_price(slug: str, content: Content, *, made: str = "", brace: bool = False) -> int:
    """What somebody pays for a thing: half its printed price rounded down, unless its own rule says otherwise."""
    item = content.items.get(slug)
    if item is not None and item.sells_for is not None:
        return item.sells_for
    return chart_price(slug, content, made=made, brace=brace) // 2
