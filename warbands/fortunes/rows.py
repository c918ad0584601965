"""Rows as they are written. Stands below the services, so that a roster's own forms may write them too.

What a warrior carries himself (experience, whether he was promoted, whether he left) follows from the rows that stand,
and is worked out from them at the end of every change.
"""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Sum
from django.utils import timezone

from warbands.models import Fortune, FortuneKind, Warband, Warrior

LONGEST = 200


def open_fortunes(row: Warrior, by: User | None) -> None:
    """Begin a warrior's rows with the experience he has so far."""
    if not row.fortunes.exists():
        words = f"Begins with {row.experience} experience"
        write(
            row,
            kind=FortuneKind.OPENING,
            words=words,
            reason="As the roster has it",
            by=by,
            experience=row.experience,
        )


def write(row: Warrior, *, words: str, reason: str, **fields: Any) -> Fortune:
    """A new row, and nothing else."""
    return Fortune.objects.create(
        warband=row.warband, warrior=row, words=words[:LONGEST], reason=reason[:LONGEST], **fields
    )


def record(row: Warrior, *, by: User | None, **fields: Any) -> Fortune:
    """Write down what happened to a warrior whose warband is locked, and let it act on him."""
    open_fortunes(row, by)
    event = write(row, by=by, **fields)
    _resize(row, event.figures)
    settle(row)
    return event


def undo(event: Fortune, *, reason: str, by: User | None, client_key: UUID | None = None) -> Fortune:
    """Write down that something is taken back, and let everything be as it was without it."""
    row = event.warrior
    undone = write(
        row,
        kind=FortuneKind.UNDO,
        words=f"Taken back: {event.words}",
        reason=reason,
        by=by,
        undoes=event,
        client_key=client_key,
    )
    _resize(row, -event.figures)
    if lost := event.facts.get("lost"):
        row.possessions.filter(pk__in=lost).update(gone_at=None)
    if event.leaves and not row.fortunes.standing().filter(leaves=True).exists():
        row.removed_at = None
    settle(row)
    return undone


def _resize(row: Warrior, figures: int) -> None:
    if figures:
        row.size += figures
        row.possessions.present().update(quantity=row.size)  # what a group carries, every model carries


def put_away(row: Warrior) -> list[int]:
    """Let all that a warrior has be gone, and say what it was, so that taking back what did it gives it back."""
    had = row.possessions.present()
    keys = list(had.values_list("pk", flat=True))
    had.update(gone_at=timezone.now())
    return keys


def settle(row: Warrior) -> Warrior:
    """Work out from the rows that stand what the warrior himself carries."""
    standing = row.fortunes.standing()
    row.experience = max(standing.aggregate(sum=Sum("experience"))["sum"] or 0, 0)
    row.promoted = standing.filter(kind=FortuneKind.PROMOTED).exists()
    if standing.filter(leaves=True).exists():
        row.removed_at = row.removed_at or timezone.now()
    row.version += 1
    row.save()
    Warband.objects.filter(pk=row.warband_id).update(changed=timezone.now())
    return row


def signed(number: int) -> str:
    """A number with its sign, as pages print it."""
    return f"{'+' if number >= 0 else '−'}{abs(number)}"


def set_total(row: Warrior, total: int, by: User | None) -> Warrior:
    """Let a warrior have the total that was typed into his form: what is missing is recorded as such."""
    number = total - row.experience
    words = f"{signed(number)} experience"
    reason = f"Set to {total} by hand"
    record(row, by=by, kind=FortuneKind.EXPERIENCE, words=words, reason=reason, experience=number)
    return row


def come_back(row: Warrior, by: User | None) -> None:
    """Take back whatever made a warrior leave: he was restored to the roster."""
    for event in row.fortunes.standing().filter(leaves=True).select_related("warrior__warband"):
        undo(event, reason="Restored to the roster", by=by)
