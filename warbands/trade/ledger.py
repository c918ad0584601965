"""The one way gold moves: entries of the ledger, and taking the last one back.

Every service that trades is one transaction of the same shape: ``begun`` locks the warband and opens its ledger,
``write`` checks the gold and writes the entry.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from rules.content import Content, current
from warbands.fortunes.harms import not_fought
from warbands.models import EntryKind, LedgerEntry, Warband, Warrior
from warbands.rosters.services import RefusedError, lock
from warbands.trade.changes import Deeds, take_back
from warbands.trade.leave import no_longer
from warbands.trade.opening import open_ledger, opening_of
from warbands.trade.quotes import Line, Quote

MOST_GOLD = 100_000
"""More than any warband ever had; what is larger was mistyped."""


def gold_of(warband: Warband, warriors: Iterable[Warrior] | None = None, content: Content | None = None) -> int:
    """The gold of a warband: the sum of its ledger, or what it would open with. ``warriors`` are those at hand."""
    gold: int | None = warband.ledger.aggregate(gold=Sum("amount"))["gold"]
    if gold is not None:
        return gold
    present = warband.warriors.present() if warriors is None else warriors
    return opening_of(warband, present, content or current()).total


def begun(warband: Warband, by: User, client_key: UUID | None = None) -> tuple[Content, LedgerEntry | None]:
    """The content, and the entry that a form sent twice has made already. The warband is locked, its ledger open."""
    lock(warband)
    content = current()
    open_ledger(warband=warband, content=content, by=by)
    made = warband.ledger.filter(client_key=client_key).first() if client_key else None
    return content, made


def write(
    *,
    warband: Warband,
    kind: EntryKind,
    words: str,
    by: User,
    quote: Quote | None = None,
    amount: int | None = None,
    deeds: Deeds | None = None,
    warrior: Warrior | None = None,
    dice: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
    client_key: UUID | None = None,
    field: str = "",
) -> LedgerEntry:
    """Write an entry that costs what was quoted, or brings ``amount``. Refuses what there is not gold enough for."""
    change = -quote.total if amount is None and quote else amount or 0
    gold = warband.ledger.gold()
    if gold + change < 0:
        raise RefusedError(field, f"That costs {-change} gc, and the warband has {gold}: {-change - gold} too few.")
    entry = LedgerEntry.objects.create(
        warband=warband,
        amount=change,
        kind=kind,
        words=words[:200],
        lines=quote.stored() if quote else [],
        changes=deeds.steps if deeds else [],
        dice=dice or {},
        facts=facts or {},
        warrior=warrior,
        by=by,
        client_key=client_key,
    )
    Warband.objects.filter(pk=warband.pk).update(changed=timezone.now())
    return entry


@transaction.atomic
def adjust(*, warband: Warband, by: User, amount: int, reason: str, client_key: UUID | None = None) -> LedgerEntry:
    """Gold gained or lost outside of trade: a battle, an upkeep, a find. Refuses what has no reason or is not there."""
    _, made = begun(warband, by, client_key)
    if made:
        return made
    if not reason.strip():
        raise RefusedError("reason", "Say what it is for, so that others can follow it.")
    if not amount or abs(amount) > MOST_GOLD:
        raise RefusedError("amount", "Say how many gold crowns: with a minus where they are spent.")
    quote = Quote((Line(reason.strip(), amount),))
    return write(
        warband=warband,
        kind=EntryKind.HAND,
        words=reason.strip(),
        by=by,
        quote=quote,
        amount=amount,
        client_key=client_key,
        field="amount",
    )


def last_of(warband: Warband) -> LedgerEntry | None:
    """The entry that may be taken back next: the last one that stands."""
    return warband.ledger.standing().exclude(kind=EntryKind.OPENING).last()


@transaction.atomic
def undo(*, warband: Warband, entry: int, by: User) -> LedgerEntry:
    """Take back an entry, which must be the last that stands: gold, warriors and belongings are as they were before.

    Dice that fell are not thrown again: whoever hires or buys the same afterwards gets the same faces. Taking back what
    is taken back already changes nothing.
    """
    begun(warband, by)
    row = warband.ledger.filter(pk=entry).first()
    if row is None or row.kind in {EntryKind.OPENING, EntryKind.UNDO}:
        raise RefusedError("", "There is nothing of that kind to take back.")
    if undone := LedgerEntry.objects.filter(undoes=row).first():
        return undone
    if row != last_of(warband):
        raise RefusedError("", "Something was bought or sold since: take that back first.")
    no_longer(row, by=by)
    if row.kind == EntryKind.BATTLE:
        not_fought(warband=warband, number=row.facts.get("number", 0), by=by)
    take_back(row.changes)
    return LedgerEntry.objects.create(
        warband=warband,
        amount=-row.amount,
        kind=EntryKind.UNDO,
        words=f"Taken back: {row.words}"[:200],
        warrior_id=row.warrior_id if row.warrior_id and Warrior.objects.filter(pk=row.warrior_id).exists() else None,
        undoes=row,
        by=by,
    )
