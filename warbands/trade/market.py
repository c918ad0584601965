"""The market: what is bought for the stash, and by leave of the arbiter whatever the charts hold. As in ``ledger``."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.values import Cost
from warbands.models import EntryKind, LedgerEntry, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.trade.changes import Deeds
from warbands.trade.gear import at_hand
from warbands.trade.leave import LEAVE, faults_of, let_stand, reason_of
from warbands.trade.ledger import MOST_GOLD, begun, write
from warbands.trade.quotes import Line, Quote
from warbands.trade.shelf import SHELVES, chart_cost, key_of, market_of, name_of
from warbands.trade.throws import dice_of, thrown
from warbands.trade.visits import visit_of

MOST_PIECES = 20


@transaction.atomic
def buy_for_stash(
    *,
    warband: Warband,
    by: User,
    item: str,
    quantity: int = 1,
    faces: Sequence[int] = (),
    client_key: UUID | None = None,
) -> LedgerEntry:
    """Buy from the market into the stash. ``faces`` are dice of the price that fell on the table.

    Refuses what is not on sale to this warband, a rare thing that no search has found since the last battle, and what
    there is not gold enough for.
    """
    content, made = begun(warband, by, client_key)
    if made:
        return made
    visit = visit_of(warband)
    market = market_of(warband.warband_type_id, content, founding=visit.founding)
    offer = next((one for one in market if one.key == item), None)
    if offer is None:
        raise RefusedError("item", "The market does not sell this to your warband.")
    if not 1 <= quantity <= MOST_PIECES:
        raise RefusedError("quantity", f"From 1 to {MOST_PIECES}.")
    if not offer.common and not visit.found[offer.sought]:
        raise RefusedError("item", f"{offer.name} is rare ({offer.rarity}): let a hero search for it first.")
    if not offer.common and quantity > visit.found[offer.sought]:
        raise RefusedError("quantity", f"The searches have found only {visit.found[offer.sought]}.")
    if offer.cost.dice and quantity > 1:
        raise RefusedError("quantity", "Its price is thrown for each: buy one at a time.")
    dice = thrown(warband, f"price:{offer.key}", dice_of(offer.cost.dice), faces, field="faces")
    price = offer.cost.gold(rolled=sum(dice.get("faces", ())))
    deeds = Deeds(warband)
    deeds.gain(warrior=None, slug=offer.slug, made=offer.made, brace=offer.brace, quantity=quantity, price=price)
    return write(
        warband=warband,
        kind=EntryKind.BUY,
        words=f"Stash: {offer.name.lower()}{f' × {quantity}' if quantity > 1 else ''}",
        by=by,
        quote=Quote((Line(offer.name, price, quantity),)),
        deeds=deeds,
        dice=dice,
        facts={} if offer.common else {"sought": offer.sought, "pieces": quantity},
        client_key=client_key,
        field="item",
    )


@transaction.atomic
def buy_by_leave(
    *,
    warband: Warband,
    by: User,
    item: str,
    reason: str,
    warrior: Warrior | None = None,
    quantity: int = 1,
    price: int | None = None,
    faces: Sequence[int] = (),
    client_key: UUID | None = None,
) -> LedgerEntry:
    """Buy, or be given (``price`` 0), what the market or a list does not sell: with a reason, and let stand for it.

    Without a ``price`` it costs what the charts say. For a warrior it is bought for each of his models. Refuses what
    no chart holds, a reason left empty, and what there is not gold enough for.
    """
    content, made = begun(warband, by, client_key)
    if made:
        return made
    leave = reason_of(reason)
    slug, better, brace = _thing(item, content)
    row = at_hand(warrior, content)[0] if warrior else None
    many = row.size if row else quantity
    if not 1 <= many <= MOST_PIECES:
        raise RefusedError("quantity", f"From 1 to {MOST_PIECES}.")
    if price is not None and not 0 <= price <= MOST_GOLD:
        raise RefusedError("price", "Say what each costs, 0 for what was found or given.")
    cost = Cost(price) if price is not None else chart_cost(slug, content, made=better, brace=brace)
    dice = thrown(warband, f"price:{item}", dice_of(cost.dice), faces, field="faces")
    each = cost.gold(rolled=sum(dice.get("faces", ())))
    before = faults_of(warband, content) if row else ()
    deeds, name = Deeds(warband), name_of(slug, content, made=better, brace=brace)
    deeds.gain(warrior=row, slug=slug, made=better, brace=brace, quantity=many, price=each)
    entry = write(
        warband=warband,
        kind=EntryKind.BUY,
        words=f"{row.name if row else 'Stash'}: {name.lower()}{f' × {many}' if many > 1 else ''}: {leave}",
        by=by,
        quote=Quote((Line(name, each, many),)),
        deeds=deeds,
        warrior=row,
        dice=dice,
        facts={LEAVE: leave},
        client_key=client_key,
        field="item",
    )
    if row:
        let_stand(warband, row, before, reason=leave, by=by, content=content)
    return entry


def _thing(key: str, content: Content) -> tuple[str, str, bool]:
    """A thing by its key: what it is, what it is made of, and whether it is a brace."""
    slug, *parts = key.split(".")
    brace = parts[-1:] == ["brace"]
    made = next((part for part in parts if part != "brace"), "")
    item, better = content.items.get(slug), content.items.get(made)
    fits = better is not None and SHELVES.get(better.slot) == SHELVES["upgrade"] if made else True
    if item is None or not fits or (brace and item.brace is None) or key_of(slug, made=made, brace=brace) != key:
        raise RefusedError("item", "No chart holds this.")
    return slug, made, brace
