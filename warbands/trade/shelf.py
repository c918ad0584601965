"""What somebody may buy, and at which price: the lines of his equipment list, and the market for the stash.

Pure: content in, offers out. Whether a whole warband is legal is not asked here. While a warband is founded its lists
sell at their own prices whatever they have; afterwards at their later ones, and what is rare must be searched for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.content import Content
from rules.values import Buyer, Cost, Item, Line, Unit, WarbandList

SHELVES = {
    "close_combat": "Close combat",
    "missile": "Missile weapons",
    "body": "Armour",
    "shield": "Armour",
    "buckler": "Armour",
    "helmet": "Armour",
    "upgrade": "Better weapons",
    "mount": "Mounts and animals",
    "animal": "Mounts and animals",
    "barding": "Mounts and animals",
    "vehicle": "Vehicles",
}
OTHERS = "Other gear"
ORDER = ("Close combat", "Missile weapons", "Armour", "Better weapons", OTHERS, "Mounts and animals", "Vehicles")
COMMON = "common"


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
    rarity: int | str = COMMON
    note: str = ""

    @property
    def price(self) -> int:
        """What it costs without its dice."""
        return self.cost.base

    @property
    def common(self) -> bool:
        return self.rarity == COMMON

    @property
    def sought(self) -> str:
        """What a search for it is a search for: of weapons that are improved, what improves them."""
        return self.made or self.key


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


def shelf_of(unit: Unit, content: Content, *, founding: bool = True) -> tuple[Offer, ...]:
    """What the equipment list of a unit sells to it, shelf by shelf; nothing for whoever buys nothing.

    What is not common on it must be found by a search first, and that only once the ``founding`` is over.
    """
    warband = content.warbands.get(unit.warband)
    listed = warband.equipment_list(unit.equipment_list) if warband and unit.equipment_list else None
    if warband is None or listed is None:
        return ()
    return shelf_from(
        (line for line in listed.lines if _sold_to(line, unit, content)), warband, content, founding=founding
    )


def shelf_from(lines: Iterable[Line], warband: WarbandList, content: Content, *, founding: bool) -> tuple[Offer, ...]:
    """What lines of equipment lists sell, shelf by shelf."""
    found = _founding(lines, content) if founding else _later(lines, warband, content)
    return tuple(sorted(found, key=lambda offer: ORDER.index(offer.shelf)))


def _sold_to(line: Line, unit: Unit, content: Content) -> bool:
    item = content.items.get(line.item)
    if item is None or (line.kinds and unit.kind not in line.kinds) or (line.units and unit.slug not in line.units):
        return False
    barred = line.item in unit.bars or ("armour" in unit.bars and item.armour)
    return not barred and not ("missile" in unit.bars and item.missile)


def _founding(lines: Iterable[Line], content: Content) -> Iterator[Offer]:
    """What lines of a list sell while the warband is founded: at their own price, and nothing is searched for."""
    lines = list(lines)
    for line in lines:
        yield from _offers(line, lines, content)


def _later(lines: Iterable[Line], warband: WarbandList, content: Content) -> Iterator[Offer]:
    """What they sell afterwards, at the price of then, each with its rarity."""
    kept = [line for line in lines if not line.founding_only and line.item in content.items]
    priced = [replace(line, cost=_later_cost(line, warband, content)) for line in kept]
    for line in priced:
        rarity = terms_of(content.items[line.item], warband, content, brace=line.brace)[1]
        for offer in _offers(line, priced, content):
            yield replace(offer, rarity=rarity)


def _later_cost(line: Line, warband: WarbandList, content: Content) -> Cost:
    """What a line costs after the founding: as it says itself, as the list says where it searches, or as before."""
    if line.later:
        return line.later
    own = any(one.item == line.item and one.cost for one in warband.market)
    if line.later_by_chart or (own and not line.brace):
        return terms_of(content.items[line.item], warband, content, brace=line.brace)[0]
    return line.cost


def terms_of(item: Item, warband: WarbandList, content: Content, *, brace: bool = False) -> tuple[Cost, int | str]:
    """Price and rarity of an item for a warband: the list's own terms, those for some buyers, or everybody's."""
    line = next((one for one in warband.market if one.item == item.slug), None)
    buyer = Buyer(warband.slug)
    terms = next((one for one in item.exceptions if _meant(one.who, buyer, content)), None)
    rarity = (line and line.rarity) or (terms and terms.rarity) or item.rarity
    if brace and item.brace:
        return item.brace, item.brace_rarity or rarity
    return (line and line.cost) or (terms and terms.cost) or item.cost, rarity


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


def market_of(warband_type: str, content: Content, *, founding: bool = False) -> tuple[Offer, ...]:
    """What a warband may buy for its stash.

    While it is founded, what its lists sell and its vehicles, at the price of then. Afterwards the chart, on the terms
    of its own list where that has some; what is rare with the number to be reached in a search. What is never on sale
    and what belongs to other warbands is left out. Where two of its lists ask different prices, the dearer holds.
    """
    listed = content.warbands.get(warband_type)
    if listed is None:
        return ()
    offers = _market_of_founding(listed, content) if founding else _market(listed, content)
    found: dict[str, Offer] = {}
    for offer in offers:
        if offer.key not in found or found[offer.key].price < offer.price:
            found[offer.key] = replace(offer, free_first=False)
    return tuple(sorted(found.values(), key=lambda offer: (not offer.common, ORDER.index(offer.shelf))))


def _market_of_founding(listed: WarbandList, content: Content) -> Iterator[Offer]:
    for equipment in listed.equipment_lists:
        yield from _founding((line for line in equipment.lines if line.item in content.items), content)
    for vehicle in listed.vehicles:
        if item := content.items.get(vehicle.item):
            yield _offer(item, vehicle.cost)


def _market(listed: WarbandList, content: Content) -> Iterator[Offer]:
    sold: dict[str, Line] = {}
    for equipment in listed.equipment_lists:
        for line in equipment.lines:
            sold[key_of(line.item, brace=line.brace)] = line
        yield from _later(equipment.lines, listed, content)
    vehicles = {vehicle.item: vehicle.later or vehicle.cost for vehicle in listed.vehicles}
    for item in content.items.values():
        _, rarity = terms_of(item, listed, content)
        own = any(line.item == item.slug for line in listed.market)
        barred = item.withdrawn or item.founding_only or rarity == "none"
        if barred or not (own or _for_some(item, listed, content)):
            continue
        for brace in (False, True) if item.brace else (False,):
            if key_of(item.slug, brace=brace) not in sold:
                cost, rare = terms_of(item, listed, content, brace=brace)
                line = Line(item.slug, item.name, vehicles.get(item.slug, cost), brace=brace)
                # What only improves a weapon is bought with one of those that the lists have.
                for offer in _offers(line, sold.values(), content):
                    yield replace(offer, rarity=rare)


def _for_some(item: Item, listed: WarbandList, content: Content) -> bool:
    """Whether an item is for the warband, or for some unit of its list."""
    admitted = content.admits(item.who, Buyer(listed.slug))
    if admitted is not None:
        return admitted
    return any(content.admits(item.who, Buyer(listed.slug, unit)) is not False for unit in listed.units)


def _meant(who: tuple[str, ...], buyer: Buyer, content: Content) -> bool:
    group = [content.groups[word].has(buyer) if word in content.groups else word == buyer.warband for word in who]
    return True in group


def chart_cost(slug: str, content: Content, *, made: str = "", brace: bool = False) -> Cost:
    """What the charts ask for a thing."""
    item = content.items.get(slug)
    if item is None:
        return Cost()
    if brace and item.brace:
        return item.brace
    better = content.items.get(made)
    return Cost(better.cost.gold(weapon=item.cost.base)) if better else item.cost


def chart_price(slug: str, content: Content, *, made: str = "", brace: bool = False) -> int:
    """The price printed in the charts, without dice: what half of is paid for a thing that is sold."""
    return chart_cost(slug, content, made=made, brace=brace).base


def sale_price(slug: str, content: Content, *, made: str = "", brace: bool = False) -> int:
    """What somebody pays for a thing: half its printed price rounded down, unless its own rule says otherwise."""
    item = content.items.get(slug)
    if item is not None and item.sells_for is not None:
        return item.sells_for
    return chart_price(slug, content, made=made, brace=brace) // 2
