"""Tests taken inside a saved roster: kept as they fell, never changed."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from warbands.models.warband import PUBLIC_ID_LENGTH, Warband, Warrior, new_public_id


class AppendOnlyError(TypeError):
    """Somebody tried to change or delete a record of a test."""


class TestRecord(models.Model):
    """One test: what was told, what was planned, what fell, and what it came to.

    ``trial`` is what was asked (``rules.engine.plans.Trial``), ``facts`` the answers to its questions, ``plan`` dice,
    Leadership and chance as they were shown, ``verdict`` the outcome with reasons and consequences; their shapes are
    those of ``warbands.psychology.records``. ``faces`` are all dice in their order, empty where nothing was rolled;
    ``typed`` tells dice of the table from dice of the app. ``rulings`` are the settings that differed from defaults,
    ``house`` the house rules that were laid over the version.

    A record that ``follows`` another was demanded by its result; one that ``corrects`` another replaces it for a
    ``reason``; a ``reroll_of`` another is the same test taken again by a rule. ``repeats`` counts the same test of the
    same warrior shortly before. The same ``client_key`` in a warband is the same record.
    """

    __test__ = False  # not a test case of pytest's

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="tests")
    warrior = models.ForeignKey(Warrior, null=True, on_delete=models.CASCADE, related_name="tests")
    member = models.PositiveSmallIntegerField(default=0)
    subject = models.CharField(max_length=100)
    kind = models.CharField(max_length=24)
    trial = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    plan = models.JSONField(default=dict)
    faces = models.JSONField(default=list)
    typed = models.BooleanField(default=False)
    verdict = models.JSONField(default=dict)
    rulings = models.JSONField(default=dict)
    version = models.ForeignKey("rules.RulebookVersion", to_field="digest", on_delete=models.PROTECT, related_name="+")
    house = models.ForeignKey("HouseRulebook", to_field="digest", null=True, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    client_key = models.UUIDField(editable=False)
    follows = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="followed_by")
    corrects = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="corrected_by")
    reroll_of = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="rerolled_as")
    reason = models.CharField(max_length=200, blank=True)
    repeats = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["warband", "client_key"], name="test_taken_once_per_form"),
            models.UniqueConstraint(fields=["corrects"], name="test_corrected_once"),
            models.UniqueConstraint(fields=["reroll_of"], condition=Q(corrects=None), name="test_rerolled_once"),
            models.UniqueConstraint(
                fields=["follows"], condition=Q(corrects=None, reroll_of=None), name="test_followed_once"
            ),
            models.CheckConstraint(condition=Q(corrects=None) | ~Q(reason=""), name="correction_has_a_reason"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["warband", "-id"], name="tests_newest_first"),
            models.Index(fields=["warrior", "kind", "-id"], name="tests_of_a_warrior"),
        ]

    def __str__(self) -> str:
        return f"{self.subject}: {self.verdict.get('text', self.kind)}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new record. Raises ``AppendOnlyError`` for one that is stored already."""
        if not self._state.adding:
            raise AppendOnlyError("A record of a test is never changed; a correction is a record of its own.")
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("warbands:record", args=[self.warband.public_id, self.public_id])

    @property
    def taken_again(self) -> "TestRecord | None":
        """The throw that a rule allowed in place of this one."""
        return self.rerolled_as.filter(corrects=None).first()

    @property
    def demanded(self) -> "TestRecord | None":
        """The test that this one's result demanded, once it is taken."""
        return self.followed_by.filter(corrects=None, reroll_of=None).first()

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused: raises ``AppendOnlyError``."""
        raise AppendOnlyError("A record of a test is never deleted.")
