"""Hiring: heroes, henchmen and hired swords with their gear, and groups that grow. As in ``ledger``."""

from collections.abc import Iterable, Sequence
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
from warbands.trade.shelf import shelf_of
from warbands.trade.throws import dice_of, thrown


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
    fee: Sequence[int] = (),
    client_key: UUID | None = None,
) -> Hired:
    """Hire a warrior, a group or a hired sword, with gear from his own list for every model.

    ``items`` are keys of what his list sells, ``spells`` and ``fee`` faces that fell on the table. The same key twice
    hires once. Refuses whom the list does not hire, what it does not sell him, and what there is not gold enough for.
    """
    content, made = begun(warband, by, client_key)
    if made:
        return Hired(made.warrior, made)
    warrior = services.add_warrior(warband=warband, unit_type=unit_type, name=name, size=size, client_key=client_key)
    unit = content.units[warrior.unit_type_id]
    basket = basket_of(unit, content, items=items, upgrades=upgrades)
    deeds = Deeds(warband)
    deeds.joined(warrior)
    put(basket, warrior, deeds)
    known, dice = starting_spells(unit, warband, content, spells)
    for spell in known:
        deeds.gain(warrior=warrior, kind=PossessionKind.SPELL, slug=spell.slug, quantity=size, free=True)
    asked, price = None, unit.cost
    if unit.hiring:
        fee_dice = dice_of(unit.hiring.fee.dice)
        asked = thrown(warband, f"fee:{unit.slug}", fee_dice, fee, field="fee")
        price = unit.hiring.fee.gold + sum(asked.get("faces", ()))
    entry = write(
        warband=warband,
        kind=EntryKind.HIRE,
        words=f"{warrior.name}{f' × {size}' if size > 1 else ''} joins",
        by=by,
        quote=hire_quote(unit, size, basket, fee=price),
        deeds=deeds,
        warrior=warrior,
        dice=dice or asked,
        client_key=client_key,
        field="items" if basket.items else "unit_type",
    )
    return Hired(warrior, entry)


def basket_of(
    unit: Unit,
    content: Content,
    *,
    items: Iterable[str] = (),
    upgrades: Iterable[str] = (),
    has_free_dagger: bool = False,
    has_upgrades: Iterable[str] = (),
) -> Basket:
    """What was picked for a unit, with prices. Refuses what the list does not sell it."""
    items, upgrades = list(items), list(upgrades)
    offers, better = shelf_of(unit, content), upgrades_of(unit, content)
    unknown = [key for key in items if key not in {offer.key for offer in offers}]
    if unknown:
        words = " and ".join(key.split(".")[0].replace("-", " ") for key in dict.fromkeys(unknown))
        raise RefusedError("items", f"His list does not sell this: {words}.")
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


def carried_by(rows: Iterable[Possession], content: Content) -> list[Carried]:
    """What each model of a group has, as recruits must buy it; spells cost nothing."""
    names = {option.slug: option.name for family in content.upgrades.values() for option in family.options}
    return [
        Carried(row.slug, row.made, row.brace, row.free)
        if row.kind == PossessionKind.ITEM
        else Carried(row.slug, name=names.get(row.slug, row.slug), price=row.price)
        for row in rows
        if row.kind != PossessionKind.SPELL
    ]


def recruit_price(warrior: Warrior, more: int) -> Quote:
    """What so many more models of a group cost, gear and experience with them."""
    content = current()
    unit = content.units.get(warrior.unit_type_id)
    if unit is None:
        return Quote()
    return recruit_quote(unit, more, warrior.experience, carried_by(_of(warrior), content), content)


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
) -> Warrior:
    """Change a warrior as ``rosters.services.change_warrior`` does; a group that grows pays for its recruits.

    Each costs his price, what he carries, and two crowns for each point of experience he needs to join. A group that
    shrinks loses the gear of those who are gone.
    """
    was = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    if size is None or size == was.size:
        return services.change_warrior(
            warrior=warrior, version=version, name=name, experience=experience, notes=notes, by=by
        )
    begun(was.warband, by)
    was = services.fresh(warrior, version)
    deeds, before = Deeds(was.warband), was.size
    quote = recruit_price(was, size - before) if size > before else Quote((Line("Their gear goes with them", 0),))
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
        field="size",
    )
    return saved
