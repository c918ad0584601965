"""What a list would say of somebody before he is hired: told while he is picked, and forbidding nothing."""

from collections.abc import Iterable

from rules.content import current
from rules.values import Unit
from warbands.holdings import printed
from warbands.legality.checker import check
from warbands.legality.rows import entries_of, stash_of
from warbands.legality.values import Entry, Finding, Piece
from warbands.models import Warband
from warbands.snapshots import changes_of

NEW = "new"
"""The id of whoever is not hired yet."""


def would_break(
    warband: Warband,
    *,
    unit: Unit,
    name: str,
    size: int = 1,
    gear: Iterable[Piece] = (),
    upgrades: Iterable[str] = (),
) -> tuple[Finding, ...]:
    """What would be wrong with a warband, and is not yet, if somebody joined it. Four queries."""
    content = current()
    listed = content.warbands.get(warband.warband_type_id)
    if listed is None:
        return ()
    rows, changes = list(warband.warriors.all()), changes_of(warband)
    entries = entries_of(rows, changes, content)
    former = {row.unit_type_id for row in rows if row.removed_at is not None}
    stash = stash_of(changes)
    before = {one.key for one in check(listed, entries, content, stash=stash, former=former)}
    joined = Entry(
        id=NEW,
        name=name,
        unit=unit.slug,
        size=size,
        gear=tuple(gear),
        upgrades=tuple(upgrades),
        held=printed(unit, content),
        experience=unit.start_xp,
    )
    after = check(listed, [*entries, joined], content, stash=stash, former=former)
    # What is wrong already and stays so is told again only where he has a part in it.
    return tuple(one for one in after if one.error and (one.key not in before or NEW in one.warriors))
