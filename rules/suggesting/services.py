"""What is done with suggestions: one is made, an editor accepts, answers or declines it. None is published by it."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.models import Suggestion
from rules.suggesting.subjects import Subject

AN_HOUR = timedelta(hours=1)
MOST_AN_HOUR = 10


class TooManyError(Exception):
    """A reader has suggested as much as one may in an hour."""


class HandledError(Exception):
    """Another editor was first: ``suggestion`` is as he left it."""

    def __init__(self, suggestion: Suggestion) -> None:
        super().__init__(f"It was {suggestion.get_state_display()} in the meantime.")
        self.suggestion = suggestion


@transaction.atomic
def suggest(*, subject: Subject, by: User, text: str, wording: str = "", source: str = "") -> Suggestion:
    """Keep what a reader suggests. Raises ``TooManyError`` beyond ``MOST_AN_HOUR``."""
    # One after the other, so that of two forms sent at once the second is counted.
    User.objects.select_for_update().get(pk=by.pk)
    if Suggestion.objects.filter(by=by, at__gt=timezone.now() - AN_HOUR).count() >= MOST_AN_HOUR:
        raise TooManyError
    kind, slug = subject.key
    return Suggestion.objects.create(
        kind=subject.kind,
        slug=subject.slug,
        name=subject.name,
        block_kind=kind,
        block_slug=slug,
        text=text,
        wording=wording,
        source=source,
        by=by,
    )


@transaction.atomic
def handle(*, suggestion: Suggestion, state: Suggestion.State, answer: str, by: User) -> Suggestion:
    """Accept, answer or decline an open suggestion, in words that its reader sees.

    Raises ``HandledError`` where another editor was first.
    """
    row = Suggestion.objects.select_for_update().get(pk=suggestion.pk)
    if row.state != Suggestion.State.OPEN:
        raise HandledError(row)
    row.state, row.answer, row.handled_by, row.handled_at = state, answer, by, timezone.now()
    row.save(update_fields=["state", "answer", "handled_by", "handled_at"])
    return row
