"""How something that happened is recorded and taken back: locked, with a reason, once for each form."""

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from warbands.fortunes import rows
from warbands.models import Fortune, FortuneKind, Warrior
from warbands.rosters.services import RefusedError, lock, save


def at_hand(warrior: Warrior, client_key: UUID | None = None) -> tuple[Warrior, Fortune | None]:
    """The warrior as he is now, locked with his warband, and what this form has recorded of him already.

    Refuses one who left the roster: nothing happens to him any more.
    """
    lock(warrior.warband)
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    made = row.fortunes.filter(client_key=client_key).first() if client_key else None
    if made is None and row.removed_at is not None:
        raise RefusedError("", f"{row.name} has left the roster.")
    return row, made


def reason_of(reason: str) -> str:
    """A reason, trimmed. Refuses one left empty."""
    if not reason.strip():
        raise RefusedError("reason", "Say why, so that others can follow it.")
    return reason.strip()


def record(row: Warrior, *, kind: FortuneKind, words: str, reason: str, by: User | None, **effects: Any) -> Fortune:
    """Write down what happened to a warrior who is ``at_hand``, and let it act on him. Refuses one without a reason."""
    return rows.record(row, kind=kind, words=words, reason=reason_of(reason), by=by, **effects)


@transaction.atomic
def take_back(*, event: Fortune, reason: str, by: User | None, client_key: UUID | None = None) -> Fortune:
    """Take back something that was recorded. The row stays, marked; taking back twice is the same as once.

    Refuses the beginning, a row that itself takes one back, and whatever later rows stand on.
    """
    lock(event.warband)
    event = Fortune.objects.select_related("warrior__warband").get(pk=event.pk)
    if undone := Fortune.objects.filter(undoes=event).first():
        return undone
    reason = reason_of(reason)
    row = event.warrior
    if event.kind in {FortuneKind.OPENING, FortuneKind.UNDO}:
        raise RefusedError("", "That cannot be taken back: record what is right instead.")
    if event.kind == FortuneKind.PROMOTED:
        raise RefusedError("", "Take back the promotion in the history of the group he came from.")
    if row.experience < event.experience:
        raise RefusedError("", f"{row.name} would have less than no experience.")
    if event.kind == FortuneKind.PROMOTION:
        _unmake(event, reason, by)
    return rows.undo(event, reason=reason, by=by, client_key=client_key)


def _unmake(event: Fortune, reason: str, by: User | None) -> None:
    """Let the hero whom a promotion made leave the roster, so that the group has its man back."""
    begun = Fortune.objects.standing().select_related("warrior__warband")
    made = begun.filter(kind=FortuneKind.PROMOTED, warrior__public_id=event.facts.get("hero", "")).first()
    if made is None:
        return
    hero = made.warrior
    his = hero.possessions.present()
    given = event.facts.get("gear", ())
    lacks = his.filter(pk__in=given).count() < len(given)
    if lacks or hero.fortunes.standing().exclude(pk=made.pk).exists() or his.exclude(pk__in=given).exists():
        raise RefusedError("", f"{hero.name} has gone on since: take that back first.")
    rows.undo(made, reason=reason, by=by)
    rows.put_away(hero)
    hero.removed_at = timezone.now()
    save(hero)
