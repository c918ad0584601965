"""What something comes to, line by line: the receipt before and after it is paid."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules.content import Content
from rules.values import Buyer, Unit, Upgrade, UpgradeFamily
from warbands.trade.shelf import Offer, chart_price, key_of, name_of, shelf_of

XP_PRICE = 2
"""What each point of experience costs that a recruit needs to join a group."""


@dataclass(frozen=True, slots=True)
class Line:
    """So many of something at so much each."""

    words: str
    each: int
    times: int = 1

    @property
    def total(self) -> int:
        return self.each * self.times


@dataclass(frozen=True, slots=True)
class Quote:
    """Lines, and what they come to."""

    lines: tuple[Line, ...] = ()

    @property
    def total(self) -> int:
        return sum(line.total for line in self.lines)

    def stored(self) -> list[dict[str, Any]]:
        """As an entry of the ledger keeps it."""
        return [asdict(line) for line in self.lines]

    def __add__(self, other: "Quote") -> "Quote":
        return Quote(self.lines + other.lines)


@dataclass(frozen=True, slots=True)
class Bought:
    """One thing for each model: what it is, what each costs, and whether it is the free one."""

    offer: Offer
    price: int
    free: bool = False


@dataclass(frozen=True, slots=True)
class Basket:
    """Things picked for a warrior, each with its price."""

    items: tuple[Bought, ...] = ()
    upgrades: tuple[tuple[Upgrade, int], ...] = ()

    def quote(self, size: int) -> Quote:
        """What they cost a group of this size."""
        counted: Counter[tuple[str, int]] = Counter()
        for one in self.items:
            counted[one.offer.name + (" (the first is free)" if one.free else ""), one.price] += 1
        lines = [Line(words, price, times * size) for (words, price), times in counted.items()]
        lines += [Line(upgrade.name, price, size) for upgrade, price in self.upgrades]
        return Quote(tuple(lines))


def fill(
    offers: Sequence[Offer],
    picks: Iterable[str],
    *,
    has_free_dagger: bool = False,
    rolled: Mapping[str, int] | None = None,
) -> Basket:
    """A basket of what was picked by key, a key twice being two of them; what is not on offer is left out."""
    known = {offer.key: offer for offer in offers}
    free_left = not has_free_dagger
    found = []
    for key in picks:
        offer = known.get(key)
        if offer is None:
            continue
        free = offer.free_first and free_left
        free_left = free_left and not free
        price = 0 if free else offer.cost.gold(rolled=(rolled or {}).get(key, 0))
        found.append(Bought(offer, price, free))
    return Basket(tuple(found))


@dataclass(frozen=True, slots=True)
class UpgradeOffer:
    """An upgrade that a warrior may take."""

    upgrade: Upgrade
    family: UpgradeFamily
    first: int
    further: int


def upgrades_of(unit: Unit, content: Content) -> tuple[UpgradeOffer, ...]:
    """The upgrades that the list sells to a unit."""
    found = []
    for use in unit.upgrades:
        family = content.upgrades.get(use.family)
        if family is None:
            continue
        for upgrade in family.options:
            if content.admits(upgrade.who, Buyer(unit.warband, unit)) is not False:
                first = upgrade.cost * family.first
                found.append(UpgradeOffer(upgrade, family, first, upgrade.cost * (family.further or family.first)))
    return tuple(found)


def with_upgrades(
    basket: Basket, offers: Iterable[UpgradeOffer], picks: Iterable[str], *, has: Iterable[str] = ()
) -> Basket:
    """The basket with upgrades: of each family the first at its price, each further one as the list says.

    ``has`` are the slugs of upgrades the warrior has already. Of several that are new the dearest counts as the first.
    """
    known = {offer.upgrade.slug: offer for offer in offers}
    begun = {known[slug].family.slug for slug in has if slug in known}
    found = []
    wanted = [known[pick] for pick in dict.fromkeys(picks) if pick in known and pick not in has]
    for offer in sorted(wanted, key=lambda one: -one.first):
        first = offer.family.slug not in begun
        begun.add(offer.family.slug)
        found.append((offer.upgrade, offer.first if first else offer.further))
    return Basket(basket.items, tuple(found))


def hire_quote(unit: Unit, size: int, basket: Basket, *, fee: int | None = None) -> Quote:
    """What hiring costs: the models, and for each of them everything in the basket."""
    each = unit.cost if fee is None else fee
    return Quote((Line(unit.name, each, size),)) + basket.quote(size)


@dataclass(frozen=True, slots=True)
class Carried:
    """What each model of a group has, as recruits must buy it: at the price of their list, or at ``price``."""

    slug: str
    made: str = ""
    brace: bool = False
    free: bool = False
    name: str = ""
    price: int | None = None


def recruit_quote(
    unit: Unit, more: int, experience: int, carried: Iterable[Carried], content: Content, *, founding: bool = True
) -> Quote:
    """What more models of a group cost: each its own price, the experience it joins with, and the group's gear."""
    prices = {offer.key: offer.price for offer in shelf_of(unit, content, founding=founding)}
    lines = [Line(unit.name, unit.cost, more)]
    if gained := max(0, experience - unit.start_xp):
        lines.append(Line(f"Joins with {gained} experience", XP_PRICE * gained, more))
    for one in carried:
        price = one.price
        if price is None:
            chart = chart_price(one.slug, content, made=one.made, brace=one.brace)
            price = 0 if one.free else prices.get(key_of(one.slug, made=one.made, brace=one.brace), chart)
        name = one.name or name_of(one.slug, content, made=one.made, brace=one.brace)
        lines.append(Line(name, price, more))
    return Quote(tuple(lines))
