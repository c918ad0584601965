"""The first line of every ledger. Stands below the services, so that founding a warband may write it too."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from rules.content import Content
from rules.values import Unit
from warbands.models import EntryKind, LedgerEntry, Warband, Warrior
from warbands.trade.quotes import Line, Quote


def price_of(unit: Unit) -> int:
    """What one of a unit costs without gear: its price, or a hired sword's fee without dice."""
    return unit.hiring.fee.gold if unit.hiring else unit.cost


def opening_of(
    warband: Warband, warriors: Iterable[Warrior], content: Content, starting_gold: int | None = None
) -> Quote:
    """What a ledger opens with: starting gold, less the price of those who joined before it was kept.

    The gold is the list's unless ``starting_gold`` says otherwise, as a campaign may.

    Such a warband may have cost more than it started with; then nothing is left, and the player says what he has.
    """
    listed = content.warbands.get(warband.warband_type_id)
    printed = listed.starting_gold if listed else 0
    lines = [Line("Starting gold", printed if starting_gold is None else starting_gold)]
    for row in warriors:
        unit = content.units.get(row.unit_type_id)
        if unit is not None and price_of(unit):
            lines.append(Line(f"{row.name}, who joined before gold was counted", -price_of(unit), row.size))
    missing = sum(line.total for line in lines)
    if missing < 0:
        lines.append(Line("Gained before gold was counted", -missing))
    return Quote(tuple(lines))


def open_ledger(
    *, warband: Warband, content: Content, by: User | None, starting_gold: int | None = None
) -> LedgerEntry:
    """The opening entry of a warband, written if it is not there yet (``opening_of``)."""
    found = warband.ledger.filter(kind=EntryKind.OPENING).first()
    if found is not None:
        return found
    quote = opening_of(warband, warband.warriors.present(), content, starting_gold)
    later = len(quote.lines) > 1
    return LedgerEntry.objects.create(
        warband=warband,
        amount=quote.total,
        kind=EntryKind.OPENING,
        words="Starting gold, less those who had joined before gold was counted" if later else "Starting gold",
        lines=quote.stored(),
        by=by,
    )
