"""Founding and trading visits. The ledger marks each battle: up to the first a warband is founded, each opens a visit.

A visit lasts to the next battle. Whether the founding is over, what a hero has searched for, whose upkeep is paid and
how many veterans are at hand follows from the entries since the mark, so that taking the mark back takes all that back.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from warbands.fortunes import harms
from warbands.models import EntryKind, LedgerEntry, Warband
from warbands.rosters.services import RefusedError
from warbands.trade.ledger import begun as ledger_of
from warbands.trade.ledger import write

MOST_BATTLES = 500
BATTLE = "battle"
"""The fact of a mark that names a battle which was played here."""


@dataclass(frozen=True)
class Visit:
    """The time since the last battle: how many were fought, when the mark was set, and what stands in the ledger since.

    ``mark`` is the key of the mark, 0 while the warband is founded; ``battle`` the id of one that was played here.
    """

    number: int = 0
    mark: int = 0
    began: datetime | None = None
    entries: tuple[LedgerEntry, ...] = ()
    battle: str = ""

    @property
    def founding(self) -> bool:
        return not self.number

    def of(self, kind: EntryKind) -> tuple[LedgerEntry, ...]:
        """The entries of a kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)

    @cached_property
    def found(self) -> Counter[str]:
        """What searches have found and nobody has bought yet, by what was sought."""
        found = Counter(str(one.facts.get("item")) for one in self.of(EntryKind.SEARCH) if one.facts.get("found"))
        for one in self.of(EntryKind.BUY):
            found.subtract({str(one.facts["sought"]): one.facts["pieces"]} if "sought" in one.facts else {})
        return +found

    @property
    def searchers(self) -> frozenset[int | None]:
        """The keys of the heroes who have searched."""
        return frozenset(one.warrior_id for one in self.of(EntryKind.SEARCH))


def visit_of(warband: Warband) -> Visit:
    """The visit a warband is on: two queries."""
    standing = warband.ledger.standing().exclude(kind=EntryKind.OPENING)
    battles = list(standing.filter(kind=EntryKind.BATTLE))
    since = standing.filter(pk__gt=battles[-1].pk) if battles else standing
    return visit_in([*battles, *since])


def visit_in(standing: Iterable[LedgerEntry]) -> Visit:
    """The visit that entries come to which all stand: the marks of battles, and what came after the last of them."""
    standing = list(standing)
    battles = [entry for entry in standing if entry.kind == EntryKind.BATTLE]
    mark = battles[-1] if battles else None
    since = standing[standing.index(mark) + 1 :] if mark else standing
    if mark is None:
        return Visit(entries=tuple(since))
    number, played = int(mark.facts.get("number", len(battles))), str(mark.facts.get(BATTLE, ""))
    return Visit(number, mark.pk, mark.at, tuple(since), played)


def founding(warband: Warband) -> bool:
    """Whether a warband is still being founded: one query."""
    return not warband.ledger.standing().filter(kind=EntryKind.BATTLE).exists()


@transaction.atomic
def fought(
    *, warband: Warband, by: User, client_key: UUID | None = None, battle: str = "", begun: datetime | None = None
) -> LedgerEntry:
    """Mark that a battle was fought: the first ends the founding, each opens a trading visit.

    Whoever missed it misses one less. ``battle`` names one that was played here, and when it was ``begun``. The mark is
    taken back like every entry of the ledger, as long as nothing was bought since.
    """
    _, made = ledger_of(warband, by, client_key)
    if made:
        return made
    number = visit_of(warband).number + 1
    if number > MOST_BATTLES:
        raise RefusedError("", "That is more battles than anybody fought.")
    missed = [event.warrior.name for event in harms.fought(warband=warband, number=number, by=by, begun=begun)]
    return write(
        warband=warband,
        kind=EntryKind.BATTLE,
        words=f"Battle {number} is fought{', and the founding over' if number == 1 else ''}{without(missed)}",
        by=by,
        client_key=client_key,
        facts={"number": number} | ({BATTLE: battle} if battle else {}),
    )


def without(names: Sequence[str]) -> str:
    """Who missed a battle, as the words of its mark end."""
    if not names:
        return ""
    return f"; {', '.join(names[:-1])} and {names[-1]} missed it" if names[1:] else f"; {names[0]} missed it"


def mark_of(warband: Warband, battle: str, begun: datetime) -> LedgerEntry | None:
    """The mark that stands for a battle that was played here: its own, or one set by hand while it was played."""
    for mark in reversed(warband.ledger.standing().filter(kind=EntryKind.BATTLE)):
        if mark.facts.get(BATTLE) == battle or (BATTLE not in mark.facts and mark.at >= begun):
            return mark
    return None
