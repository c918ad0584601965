"""Veterans: two dice after each battle say how much experience recruits may bring who join groups that have some."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.engine.dice import Dice
from warbands.models import EntryKind, LedgerEntry, Warband
from warbands.rosters.services import RefusedError
from warbands.trade.ledger import begun, write
from warbands.trade.throws import thrown
from warbands.trade.visits import Visit, visit_of

DICE = Dice(2)


def points_of(visit: Visit) -> int | None:
    """The experience that was thrown for since the last battle; None while nobody threw."""
    thrown_for = visit.of(EntryKind.POOL)
    return int(thrown_for[-1].facts["points"]) if thrown_for else None


def left_of(visit: Visit) -> int:
    """What is left of it for further recruits."""
    used = sum(int(one.facts.get("experience", 0)) for one in visit.of(EntryKind.RECRUIT))
    return (points_of(visit) or 0) - used


@transaction.atomic
def roll(*, warband: Warband, by: User, faces: Sequence[int] = (), client_key: UUID | None = None) -> LedgerEntry:
    """Throw for veterans: once after each battle. ``faces`` are two dice that fell on the table."""
    _, made = begun(warband, by, client_key)
    if made:
        return made
    visit = visit_of(warband)
    if visit.founding:
        raise RefusedError("faces", "Veterans come after a battle: none was fought.")
    if visit.of(EntryKind.POOL):
        raise RefusedError("faces", "That was thrown since the last battle.")
    dice = thrown(warband, f"veterans:{visit.number}", DICE, faces, field="faces")
    points = sum(dice["faces"])
    return write(
        warband=warband,
        kind=EntryKind.POOL,
        words=f"Veterans: {points} experience for recruits",
        by=by,
        dice=dice,
        facts={"points": points},
        client_key=client_key,
    )


def check(visit: Visit, experience: int) -> None:
    """Refuse recruits who need more experience than the veterans at hand have."""
    if visit.founding:
        words = (
            "Whoever joins a group with experience is a veteran: veterans come after a battle, so mark one as fought."
        )
        raise RefusedError("size", words)
    if points_of(visit) is None:
        raise RefusedError("size", "Whoever joins a group with experience is a veteran: throw for veterans first.")
    if experience > left_of(visit):
        words = f"They need {experience} experience together, and the veterans at hand have {left_of(visit)}."
        raise RefusedError("size", words)
