"""Gear after hiring: bought, given, swapped, stored, sold. Each item is in one place, always. As in ``ledger``.

Every model of a group carries the same: what is bought for it is bought for each, what is given to it must be enough
for all, and what it hands over is handed over by all.
"""

from collections.abc import Iterable
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.values import Unit
from warbands.holdings import unit_of
from warbands.legality.carrying import Bearer, lines_of, unarmed
from warbands.legality.rows import bearers_of
from warbands.models import EntryKind, LedgerEntry, Possession, PossessionKind, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of
from warbands.trade.changes import Deeds
from warbands.trade.hiring import basket_of, put
from warbands.trade.leave import LEAVE, faults_of, let_stand, reason_of
from warbands.trade.ledger import begun, write
from warbands.trade.quotes import Line, Quote
from warbands.trade.shelf import Offer, name_of, sale_price, shelf_from
from warbands.trade.stash import refusal
from warbands.trade.visits import founding


@transaction.atomic
def buy(
    *,
    warrior: Warrior,
    by: User,
    items: Iterable[str] = (),
    upgrades: Iterable[str] = (),
    client_key: UUID | None = None,
) -> LedgerEntry:
    """Buy from a warrior's own list, for every model of a group. The first dagger is free.

    Refuses what his list does not sell him, and what there is not gold enough for.
    """
    warband = warrior.warband
    content, made = begun(warband, by, client_key)
    if made:
        return made
    row, unit = at_hand(warrior, content)
    items, upgrades = list(items), list(upgrades)
    if not items and not upgrades:
        raise RefusedError("items", "Choose something to buy.")
    offers = offers_for(bearer_of(row, content), content, founding=founding(warband))
    if not offers and items:
        raise RefusedError("items", f"{unit.name} buys no equipment.")
    if upgrades and was_hired(row) and all(use.when == "recruiting" for use in unit.upgrades):
        raise RefusedError("upgrades", "His list sells this only when he is recruited.")
    basket = basket_of(
        unit,
        offers,
        content,
        items=items,
        upgrades=upgrades,
        has_free_dagger=had_free_dagger(row),
        has_upgrades=upgrades_had(row),
    )
    deeds = Deeds(warband)
    put(basket, row, deeds)
    names = [one.offer.name for one in basket.items] + [upgrade.name for upgrade, _ in basket.upgrades]
    return write(
        warband=warband,
        kind=EntryKind.BUY if basket.items else EntryKind.UPGRADE,
        words=f"{row.name}: {', '.join(names).lower()}",
        by=by,
        quote=basket.quote(row.size),
        deeds=deeds,
        warrior=row,
        client_key=client_key,
        field="items" if basket.items else "upgrades",
    )


def bearer_of(warrior: Warrior, content: Content) -> Bearer | None:
    """A warrior as he is asked what he may carry: four queries."""
    warband = warrior.warband
    return bearers_of(warband, warband.warriors.present(), changes_of(warband, content), content).get(warrior.pk)


def offers_for(bearer: Bearer | None, content: Content, *, founding: bool) -> tuple[Offer, ...]:
    """What a warrior is sold: by his list, and by what he has become since he was hired."""
    if bearer is None or bearer.unit.hiring or unarmed(bearer):
        return ()
    return shelf_from(lines_of(bearer, content), bearer.listed, content, founding=founding)


def was_hired(warrior: Warrior) -> bool:
    """Whether he joined for gold, and not before gold was counted."""
    return warrior.ledger.standing().filter(kind=EntryKind.HIRE).exists()


def had_free_dagger(warrior: Warrior) -> bool:
    """Whether he has had his free dagger: it is his once, wherever it lies now."""
    if warrior.possessions.present().filter(free=True, kind=PossessionKind.ITEM, fixed=False).exists():
        return True
    entries = (
        warrior.ledger.standing().filter(kind__in=[EntryKind.HIRE, EntryKind.BUY]).values_list("changes", flat=True)
    )
    brought = [step["pk"] for steps in entries for step in steps if step["row"] == "possession" and not step["was"]]
    return Possession.objects.filter(pk__in=brought, free=True, kind=PossessionKind.ITEM).exists()


def upgrades_had(warrior: Warrior) -> set[str]:
    """The upgrades a warrior has."""
    return set(warrior.possessions.present().filter(kind=PossessionKind.UPGRADE).values_list("slug", flat=True))


@transaction.atomic
def give(
    *, possession: Possession, to: Warrior, by: User, reason: str = "", client_key: UUID | None = None
) -> LedgerEntry:
    """Give an item from the stash or from one warrior to another; what a group had too many of goes to the stash.

    What the receiver may not use takes a ``reason``, and is let stand for it. Refuses it without one, and fewer pieces
    than he has models.
    """
    warband = to.warband
    content, made = begun(warband, by, client_key)
    if made:
        return made
    row = _here(possession, warband)
    receiver, _ = at_hand(to, content)
    if row.warrior_id == receiver.pk:
        raise RefusedError("to", f"{receiver.name} has it already.")
    why = refusal(row, bearer_of(receiver, content), content)
    if why and not reason.strip():
        raise RefusedError("to", why)
    leave = reason_of(reason) if why else ""
    before = faults_of(warband, content) if leave else ()
    if row.quantity < receiver.size:
        raise RefusedError("to", f"{receiver.name} are {receiver.size}, and there are only {row.quantity}.")
    deeds = Deeds(warband)
    giver = row.warrior
    moved = deeds.split(row, receiver.size)
    if giver and moved.pk != row.pk:
        deeds.change(row, warrior=None)
    deeds.change(moved, warrior=receiver)
    words = f"{_name(row, content)}: from {giver.name if giver else 'the stash'} to {receiver.name}"
    entry = _moved(words, deeds, receiver, by, client_key, leave=leave)
    if leave:
        let_stand(warband, receiver, before, reason=leave, by=by, content=content)
    return entry


@transaction.atomic
def store(*, possession: Possession, by: User, client_key: UUID | None = None) -> LedgerEntry:
    """Put an item of a warrior, or of every model of a group, into the stash."""
    warband = possession.warband
    content, made = begun(warband, by, client_key)
    if made:
        return made
    row = _here(possession, warband)
    if row.warrior is None:
        raise RefusedError("", "It lies in the stash already.")
    deeds, giver = Deeds(warband), row.warrior
    deeds.change(row, warrior=None)
    return _moved(f"{_name(row, content)}: from {giver.name} to the stash", deeds, giver, by, client_key)


@transaction.atomic
def swap(*, possession: Possession, other: Possession, by: User, client_key: UUID | None = None) -> LedgerEntry:
    """Let two warriors exchange an item each. Refuses what either may not use, and groups of different sizes."""
    warband = possession.warband
    content, made = begun(warband, by, client_key)
    if made:
        return made
    first, second = _here(possession, warband), _here(other, warband)
    if first.warrior is None or second.warrior is None or first.warrior_id == second.warrior_id:
        raise RefusedError("other", "Two warriors swap what each of them carries.")
    for row, to in ((first, second.warrior), (second, first.warrior)):
        taker, _ = at_hand(to, content)
        if row.quantity != taker.size:
            raise RefusedError("other", f"{taker.name} are {taker.size}, and there are {row.quantity}.")
        if why := refusal(row, bearer_of(taker, content), content):
            raise RefusedError("other", why)
    deeds, one, two = Deeds(warband), first.warrior, second.warrior
    deeds.change(first, warrior=two)
    deeds.change(second, warrior=one)
    words = f"{one.name} and {two.name} swap: {_name(first, content)}, {_name(second, content)}"
    return _moved(words, deeds, one, by, client_key)


@transaction.atomic
def sell(
    *, possession: Possession, by: User, quantity: int | None = None, client_key: UUID | None = None
) -> LedgerEntry:
    """Sell an item, or so many of a pile in the stash, for half its printed price; what came free brings nothing.

    What a group carries is sold by all of it. Refuses upgrades and spells, which nobody buys.
    """
    warband = possession.warband
    content, made = begun(warband, by, client_key)
    if made:
        return made
    row = _here(possession, warband)
    many = row.quantity if quantity is None or row.warrior_id else quantity
    if not 1 <= many <= row.quantity:
        raise RefusedError("quantity", f"From 1 to {row.quantity}.")
    deeds, owner, name = Deeds(warband), row.warrior, _name(row, content)
    price = price_for(row, content)
    deeds.lose(row, many)
    return write(
        warband=warband,
        kind=EntryKind.SELL,
        words=f"{name}{f' × {many}' if many > 1 else ''} sold{f' by {owner.name}' if owner else ' from the stash'}",
        by=by,
        quote=Quote((Line(name, price, many),)),
        amount=price * many,
        deeds=deeds,
        warrior=owner,
        client_key=client_key,
    )


def price_for(row: Possession, content: Content) -> int:
    """What one piece of a belonging is sold for."""
    return 0 if row.free else sale_price(row.slug, content, made=row.made, brace=row.brace)


def _moved(
    words: str, deeds: Deeds, warrior: Warrior, by: User, client_key: UUID | None, *, leave: str = ""
) -> LedgerEntry:
    return write(
        warband=deeds.warband,
        kind=EntryKind.MOVE,
        words=f"{words}: {leave}" if leave else words,
        by=by,
        deeds=deeds,
        warrior=warrior,
        facts={LEAVE: leave} if leave else {},
        client_key=client_key,
    )


def _here(possession: Possession, warband: Warband) -> Possession:
    """The item as it is now, on somebody of the roster or in the stash."""
    row = warband.possessions.present().select_related("warrior").filter(pk=possession.pk).first()
    if row is None or row.kind != PossessionKind.ITEM or (row.warrior and row.warrior.removed_at):
        raise RefusedError("", "It is not there any more: it was sold, or its bearer has left.")
    if row.fixed:
        raise RefusedError("", "That belongs to him, and is never handed over.")
    row.warband = warband
    return row


def at_hand(warrior: Warrior, content: Content) -> tuple[Warrior, Unit]:
    """A warrior as he is now, and his unit."""
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    unit = unit_of(row, content)
    if row.removed_at or unit is None:
        raise RefusedError("", f"{row.name} is not on the roster any more.")
    return row, unit


def _name(row: Possession, content: Content) -> str:
    return name_of(row.slug, content, made=row.made, brace=row.brace)
