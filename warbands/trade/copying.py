"""The treasury of a copy: its gold, its stash, and what its warriors have, without the history that led there."""

from collections.abc import Mapping

from rules.content import current
from warbands.models import EntryKind, LedgerEntry, Possession, Warband, Warrior
from warbands.trade.ledger import gold_of
from warbands.trade.quotes import Line, Quote
from warbands.trade.visits import visit_of


def copy_treasury(warband: Warband, copy: Warband, twins: Mapping[int, Warrior]) -> None:
    """Give a copy the gold and the belongings of a warband; ``twins`` are its warriors by the key of the original's."""
    gold = gold_of(warband, content=current())
    quote = Quote((Line(f"What {warband.name} had", gold),))
    LedgerEntry.objects.create(
        warband=copy,
        amount=gold,
        kind=EntryKind.OPENING,
        words="The gold of the warband this is a copy of",
        lines=quote.stored(),
        by_id=copy.owner_id,
    )
    if number := visit_of(warband).number:
        LedgerEntry.objects.create(
            warband=copy,
            kind=EntryKind.BATTLE,
            amount=0,
            words=f"Battle {number} was fought by the warband this is a copy of",
            facts={"number": number},
            by_id=copy.owner_id,
        )
    kept = ("kind", "slug", "made", "brace", "quantity", "price", "free", "fixed")
    Possession.objects.bulk_create(
        Possession(
            warband=copy,
            warrior=twins[row.warrior_id] if row.warrior_id else None,
            **{field: getattr(row, field) for field in kept},
        )
        for row in warband.possessions.present()
        if row.warrior_id is None or row.warrior_id in twins
    )
