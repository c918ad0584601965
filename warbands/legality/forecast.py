"""What a list would say of what is being picked, before it is hired or bought: told, and forbidding nothing."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rules.content import Content
from rules.values import Unit
from warbands.holdings import printed
from warbands.legality.checker import check
from warbands.legality.rows import entries_of, former_of, stash_of
from warbands.legality.values import Entry, Finding, Piece
from warbands.models import Warband, Warrior
from warbands.rulebooks import content_for
from warbands.snapshots import Changes, changes_of

NEW = "new"
"""The id of whoever is not hired yet."""


class Forecast:
    """A warband as it stands: four queries. Its findings, and those of the same warband with something changed."""

    def __init__(self, warband: Warband) -> None:
        self.content: Content = content_for(warband)
        self.listed = self.content.warbands.get(warband.warband_type_id)
        self.rows = list(warband.warriors.all())
        self.changes: Changes = changes_of(warband, self.content)
        self.entries = entries_of(self.rows, self.changes, self.content)

    def hiring(
        self,
        unit: Unit,
        name: str,
        size: int = 1,
        *,
        gear: Iterable[Piece] = (),
        upgrades: Iterable[str] = (),
        along: Iterable[Piece] = (),
    ) -> tuple[Finding, ...]:
        """What would be wrong if somebody joined: what is not yet, and what is already where he has a part in it.

        ``along`` is what each model takes from the stash.
        """
        along = tuple(along)
        joined = Entry(
            id=NEW,
            name=name,
            unit=unit.slug,
            size=size,
            gear=(*gear, *along),
            upgrades=tuple(upgrades),
            held=printed(unit, self.content),
            experience=unit.start_xp,
        )
        before = {one.key for one in self._found(self.entries)}
        after = self._found((*self.entries, joined), taken=Counter(along * size))
        return tuple(one for one in after if one.key not in before or NEW in one.warriors)

    def buying(
        self, warrior: Warrior, *, gear: Iterable[Piece] = (), upgrades: Iterable[str] = ()
    ) -> tuple[Finding, ...]:
        """What would be wrong, and is not yet, if every model of a warrior had more."""
        gear, upgrades = tuple(gear), tuple(upgrades)
        bought = tuple(
            replace(one, gear=one.gear + gear, upgrades=one.upgrades + upgrades) if one.id == warrior.public_id else one
            for one in self.entries
        )
        before = {one.key for one in self._found(self.entries)}
        return tuple(one for one in self._found(bought) if one.key not in before)

    def _found(self, entries: tuple[Entry, ...], *, taken: Counter[Piece] | None = None) -> tuple[Finding, ...]:
        if self.listed is None:
            return ()
        stash: Counter[Piece] = Counter()
        for piece, many in stash_of(self.changes):
            stash[piece] += many
        left, former = (stash - (taken or Counter())).items(), former_of(self.rows)
        found = check(self.listed, entries, self.content, stash=left, former=former)
        return tuple(one for one in found if one.error)
