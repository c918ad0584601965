"""Rows that are written once and stay as they are."""

from typing import Any

from django.db import models

from warbands.models.psychology import AppendOnlyError


class AppendOnly(models.Model):
    """A record: never changed and never deleted by itself, whoever asks."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new record. Raises ``AppendOnlyError`` for one that is stored already."""
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} is never changed; what is new is a record of its own.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused: raises ``AppendOnlyError``."""
        raise AppendOnlyError(f"{type(self).__name__} is never deleted.")
