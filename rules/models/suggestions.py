"""What readers say is wrong with the rules, and what became of it."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from rules.models.fields import SlugField
from rules.models.versions import RulebookVersion


class SuggestionQuerySet(models.QuerySet["Suggestion"]):
    """Suggestions by where they are on their way."""

    def open(self) -> Self:
        """Those that wait for an editor."""
        return self.filter(state=Suggestion.State.OPEN)

    def under_way(self) -> Self:
        """Those that were accepted and are not published yet."""
        return self.filter(state=Suggestion.State.ACCEPTED, version=None)


class Suggestion(models.Model):
    """A correction that a reader suggests for one page of the rules; plain text, whatever it looks like.

    ``kind`` and ``slug`` name the page, ``block_kind`` and ``block_slug`` the block (as in ``Draft``) that says it.
    ``version`` is the first that changed that block after it was accepted.
    """

    class State(models.TextChoices):
        OPEN = "open", "waits for an editor"
        ACCEPTED = "accepted", "accepted"
        ANSWERED = "answered", "answered"
        DECLINED = "declined", "declined"

    kind = models.CharField(max_length=20)
    slug = SlugField()
    name = models.CharField(max_length=250)
    block_kind = models.CharField(max_length=20)
    block_slug = SlugField()
    text = models.TextField()
    wording = models.TextField(blank=True, default="")
    source = models.CharField(max_length=250, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answer = models.TextField(blank=True, default="")
    handled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    handled_at = models.DateTimeField(null=True)
    version = models.ForeignKey(RulebookVersion, on_delete=models.PROTECT, null=True, related_name="+")

    objects = SuggestionQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["by", "-at"], name="suggestions_of_a_reader"),
            models.Index(fields=["state", "block_kind", "block_slug"], name="suggestions_for_a_block"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted"]) | ~Q(answer=""), name="suggestion_is_answered_in_words"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.text[:60]}"
