"""Hiring: heroes, henchmen and hired swords with their gear, and groups that grow. As in ``ledger``."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content, current
from rules.values import Unit
from warbands.models import EntryKind, LedgerEntry, Possession, PossessionKind, Warband, Warrior
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.trade.changes import Deeds
from warbands.trade.learning import starting_spells
from warbands.trade.leave import LEAVE, faults_of, let_stand, reason_of
from warbands.trade.ledger import begun, write
from warbands.trade.quotes import (
    Basket,
    Carried,
    Line,
    Quote,
    fill,
    hire_quote,
    recruit_quote,
    upgrades_of,
    with_upgrades,
)
from warbands.trade.shelf import Offer, shelf_of
from warbands.trade.stash import key_of_row, spares, stashed_name, take_along
from warbands.trade.swords import PLAIN, Price, Terms, arm, pay_fee
from warbands.trade.veterans import check as check_veterans
from warbands.trade.visits import founding, visit_of


@dataclass(frozen=True, slots=True)
class Hired:
    """Who joined (None once that was taken back), and the entry of the ledger."""

    warrior: Warrior | None
    entry: LedgerEntry


@transaction.atomic
def hire(
    *,
    warband: Warband,
    by: User,
    unit_type: str,
    name: str = "",
    size: int = 1,
    items: Iterable[str] = (),
    upgrades: Iterable[str] = (),
    spells: Sequence[int] = (),
    ways: Iterable[str] = (),
    stash: Iterable[str] = (),
    terms: Terms = PLAIN,
    reason: str = "",
    client_key: UUID | None = None,
) -> Hired:
    """Hire a warrior, a group or a hired sword, with gear from his own list for every model.

    ``items`` are keys of what his list sells, ``spells`` faces that fell on the table, ``ways`` how a hired sword who
    leaves a choice is armed (``ways.Way.key``), ``stash`` keys of what he takes along from the stash, ``terms`` how his
    fee is paid. With a ``reason`` a hired sword joins
    whom the list may not hire, and that is let stand; and a unit that is never hired joins for nothing. The same key
    twice hires once.

    Refuses whom the list does not hire, what it does not sell him, and what there is not gold enough for.
    """
    content, made = begun(warband, by, client_key)
    if made:
        return Hired(made.warrior, made)
    leave = leave_for(unit_type, warband, reason, content)
    before = faults_of(warband, content) if leave else ()
    warrior = services.add_warrior(
        warband=warband, unit_type=unit_type, name=name, size=size, unlisted=bool(leave), client_key=client_key
    )
    unit = content.units[warrior.unit_type_id]
    offers = shelf_of(unit, content, founding=founding(warband))
    basket = basket_of(unit, offers, content, items=items, upgrades=upgrades)
    deeds = Deeds(warband)
    deeds.joined(warrior)
    put(basket, warrior, deeds)
    arm(warrior, unit, ways, deeds, content)
    along = take_along(warrior, unit, stash, deeds, content)
    known, learnt = starting_spells(unit, warband, content, spells)
    for spell in known:
        deeds.gain(warrior=warrior, kind=PossessionKind.SPELL, slug=spell.slug, quantity=size, free=True)
    free = bool(joins_otherwise(unit, content))
    price = Price(0) if free else pay_fee(unit, warband, terms, deeds, content)
    words = f"{warrior.name}{f' × {size}' if size > 1 else ''} joins"
    entry = write(
        warband=warband,
        kind=EntryKind.HIRE,
        words=f"{words}{price.words}{f': {leave}' if leave else ''}",
        by=by,
        quote=hire_quote(unit, size, basket, fee=price.gold) + along,
        deeds=deeds,
        warrior=warrior,
        dice=learnt or price.dice,
        facts=price.facts | ({LEAVE: leave} if leave else {}),
        client_key=client_key,
        field="items" if basket.items else "unit_type",
    )
    if leave:
        let_stand(warband, warrior, before, reason=leave, by=by, content=content)
    return Hired(warrior, entry)


def leave_for(unit_type: str, warband: Warband, reason: str, content: Content) -> str:
    """The reason by which somebody joins who could not otherwise; empty for whoever needs none, or has none.

    Refuses, without a reason, a unit that is never hired; whom the list may not hire is refused when he is added.
    """
    unit, listed = content.units.get(unit_type), content.warbands.get(warband.warband_type_id)
    if unit is None or listed is None:
        return ""
    why = joins_otherwise(unit, content)
    if why and not reason.strip():
        raise RefusedError("reason", why)
    unlisted = unit.hiring is not None and unit.slug not in listed.may_hire
    return reason_of(reason) if (why or unlisted) and reason.strip() else ""


def joins_otherwise(unit: Unit, content: Content) -> str:
    """Why nobody hires a unit, in words; empty for whoever is hired."""
    listed = content.warbands.get(unit.warband)
    limit = next((one for one in listed.limits if one.unit == unit.slug and one.not_hired), None) if listed else None
    if limit is None:
        return ""
    return f"{unit.name} is never hired for gold{f': {limit.note}' if limit.note else ''}. Say how he joined."


def basket_of(
    unit: Unit,
    offers: Sequence[Offer],
    content: Content,
    *,
    items: Iterable[str] = (),
    upgrades: Iterable[str] = (),
    has_free_dagger: bool = False,
    has_upgrades: Iterable[str] = (),
) -> Basket:
    """What was picked for a unit, with prices. Refuses what is not offered to it, and what must be found first."""
    items, upgrades = list(items), list(upgrades)
    better = upgrades_of(unit, content)
    known = {offer.key: offer for offer in offers}
    unknown = [key for key in items if key not in known]
    if unknown:
        words = " and ".join(key.split(".")[0].replace("-", " ") for key in dict.fromkeys(unknown))
        raise RefusedError("items", f"His list does not sell this: {words}.")
    rare = [f"{known[key].name} ({known[key].rarity})" for key in dict.fromkeys(items) if not known[key].common]
    if rare:
        words = " and ".join(rare)
        raise RefusedError(
            "items", f"Rare, now that the founding is over: {words}. A hero searches for it, for the stash."
        )
    if any(key not in {offer.upgrade.slug for offer in better} for key in upgrades):
        raise RefusedError("upgrades", "His list does not sell this.")
    return with_upgrades(fill(offers, items, has_free_dagger=has_free_dagger), better, upgrades, has=has_upgrades)


def put(basket: Basket, warrior: Warrior, deeds: Deeds) -> None:
    """Give a warrior, or every model of a group, what is in a basket."""
    for one in basket.items:
        deeds.gain(
            warrior=warrior,
            slug=one.offer.slug,
            made=one.offer.made,
            brace=one.offer.brace,
            quantity=warrior.size,
            price=one.price,
            free=one.free,
        )
    for upgrade, price in basket.upgrades:
        deeds.gain(warrior=warrior, kind=PossessionKind.UPGRADE, slug=upgrade.slug, quantity=warrior.size, price=price)


def carried_by(rows: Iterable[Possession], content: Content, spare: Container[str] = ()) -> list[Carried]:
    """What each model of a group has, as recruits must buy it; spells cost nothing, nor does what is to ``spare``."""
    names = {option.slug: option.name for family in content.upgrades.values() for option in family.options}
    found = []
    for row in rows:
        if row.kind == PossessionKind.ITEM and not row.free and key_of_row(row) in spare:
            found.append(Carried(row.slug, name=stashed_name(row, content), price=0))
        elif row.kind == PossessionKind.ITEM:
            found.append(Carried(row.slug, row.made, row.brace, row.free))
        elif row.kind == PossessionKind.UPGRADE:
            found.append(Carried(row.slug, name=names.get(row.slug, row.slug), price=row.price))
    return found


def recruit_price(warrior: Warrior, more: int, *, armed: bool = False) -> Quote:
    """What so many more models of a group cost, gear and experience with them; ``armed`` from the stash as it can."""
    content = current()
    unit = content.units.get(warrior.unit_type_id)
    if unit is None:
        return Quote()
    carried = carried_by(_of(warrior), content, spares(warrior, more) if armed else ())
    return recruit_quote(unit, more, warrior.experience, carried, content, founding=founding(warrior.warband))


def room_in(warrior: Warrior, content: Content) -> int:
    """How many more a group has room for; none for whoever is no group."""
    unit = content.units.get(warrior.unit_type_id)
    return max(0, services.largest_size(unit) - warrior.size) if unit and not warrior.promoted else 0


def _of(warrior: Warrior) -> list[Possession]:
    return list(warrior.possessions.present())


@transaction.atomic
def change_warrior(
    *,
    warrior: Warrior,
    by: User,
    version: int,
    size: int | None = None,
    name: str | None = None,
    experience: int | None = None,
    notes: str | None = None,
    armed: bool = False,
) -> Warrior:
    """Change a warrior as ``rosters.services.change_warrior`` does; a group that grows pays for its recruits.

    Each costs his price, what he carries, and two crowns for each point of experience he needs to join; so much must
    the veterans at hand have (``veterans``). ``armed`` recruits take from the stash what lies there for all of them,
    and buy the rest. A group that shrinks loses the gear of those who are gone.
    """
    was = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    if size is None or size == was.size:
        return services.change_warrior(
            warrior=warrior, version=version, name=name, experience=experience, notes=notes, by=by
        )
    content, _ = begun(was.warband, by)
    was = services.fresh(warrior, version)
    unit = content.units.get(was.unit_type_id)
    deeds, before = Deeds(was.warband), was.size
    needed = max(0, was.experience - unit.start_xp) * max(0, size - before) if unit else 0
    if needed:
        check_veterans(visit_of(was.warband), needed)
    spared = spares(was, size - before) if armed and size > before else {}
    quote = Quote((Line("Their gear goes with them", 0),))
    if size > before:
        quote = recruit_price(was, size - before, armed=armed)
    for spare, many in spared.values():
        deeds.lose(spare, many)
    for row in _of(was):
        deeds.change(row, quantity=size)
    saved = services.change_warrior(
        warrior=warrior, version=version, size=size, name=name, experience=experience, notes=notes, by=by
    )
    deeds.resized(saved, size, before)
    many = abs(size - before)
    write(
        warband=was.warband,
        kind=EntryKind.RECRUIT,
        words=f"{saved.name}: {many} more join" if size > before else f"{saved.name}: {many} fewer",
        by=by,
        quote=quote,
        deeds=deeds,
        warrior=saved,
        facts={"experience": needed} if needed else {},
        field="size",
    )
    return saved
