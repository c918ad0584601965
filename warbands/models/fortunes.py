"""What happens to warriors between battles: experience, advances, injuries, fates. Each is a row that stays.

What a warrior is now follows from the rows that stand: his experience is their sum, his profile and his rules are what
his unit prints with what they change (``warbands.profiles``, ``warbands.holdings``).
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from warbands.models.psychology import AppendOnlyError
from warbands.models.warband import Warband, Warrior


class FortuneKind(models.TextChoices):
    """What happened."""

    OPENING = "opening", "Begins"
    EXPERIENCE = "experience", "Experience"
    ADVANCE = "advance", "Advance"
    SKILL = "skill", "Skill"
    SPELL = "spell", "Spell"
    INJURY = "injury", "Injury"
    MISSING = "missing", "Misses a battle"
    FOUGHT = "fought", "A battle went by"
    CAPTURED = "captured", "Captured"
    RETURNED = "returned", "Returned"
    DEAD = "dead", "Dead"
    RETIRED = "retired", "Retired"
    PROMOTION = "promotion", "Promotion"
    PROMOTED = "promoted", "Promoted"
    LEADER = "leader", "Leads"
    UNDO = "undo", "Taken back"


LEARNT = (FortuneKind.ADVANCE, FortuneKind.SKILL, FortuneKind.SPELL)
"""What an advance brings."""

SUMMED = (FortuneKind.OPENING, FortuneKind.EXPERIENCE)
"""What changes nothing but experience, which the warrior carries himself."""


class FortuneQuerySet(models.QuerySet["Fortune"]):
    """What happened to one or many warriors."""

    def standing(self) -> "FortuneQuerySet":
        """What was not taken back, and takes nothing back itself, in the order in which it was recorded."""
        return self.filter(undone_by=None).exclude(kind=FortuneKind.UNDO)

    def acting(self) -> "FortuneQuerySet":
        """What stands and changes more than experience."""
        return self.standing().exclude(kind__in=SUMMED)


class Fortune(models.Model):
    """Something that happened to a warrior, or to each model of a group, with who recorded it, when and why.

    ``experience``, ``figures`` (models of a group) and ``misses`` (battles still to be missed) are added to what there
    was, ``modifiers`` maps characteristics to what is added to them, ``rules`` lists rules with their arguments, and
    ``leaves`` says that he leaves the roster. ``slug`` names the characteristic, skill, spell or injury; ``facts``
    keeps dice, names, lists of skills, what was lost. A row that ``undoes`` another takes it back. The same
    ``client_key`` for a warrior is the same row.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="fortunes")
    warrior = models.ForeignKey(Warrior, on_delete=models.CASCADE, related_name="fortunes")
    kind = models.CharField(max_length=12, choices=FortuneKind)
    slug = models.CharField(max_length=100, blank=True)
    words = models.CharField(max_length=200)
    reason = models.CharField(max_length=200)
    experience = models.SmallIntegerField(default=0)
    figures = models.SmallIntegerField(default=0)
    misses = models.SmallIntegerField(default=0)
    leaves = models.BooleanField(default=False)
    modifiers = models.JSONField(default=dict, blank=True)
    rules = models.JSONField(default=list, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    undoes = models.OneToOneField("self", null=True, on_delete=models.CASCADE, related_name="undone_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    client_key = models.UUIDField(null=True, editable=False)

    objects = FortuneQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["warrior", "client_key"], name="fortune_recorded_once_per_form"),
            models.UniqueConstraint(fields=["warrior"], condition=Q(kind="opening"), name="fortunes_opened_once"),
            models.CheckConstraint(condition=~Q(words="") & ~Q(reason=""), name="fortune_has_a_reason"),
            models.CheckConstraint(condition=Q(kind="undo") ^ Q(undoes=None), name="only_an_undo_undoes_fortune"),
        ]
        indexes: ClassVar = [models.Index(fields=["warband", "-id"], name="fortunes_newest_first")]

    def __str__(self) -> str:
        return self.words

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new row. Raises ``AppendOnlyError`` for one that is stored already."""
        if not self._state.adding:
            raise AppendOnlyError("What happened is never changed; it is taken back by a row of its own.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused: raises ``AppendOnlyError``."""
        raise AppendOnlyError("What happened is never deleted.")
