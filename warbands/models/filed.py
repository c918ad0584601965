"""A battle that was fought without the turn tracker, as somebody tells it afterwards."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from warbands.models.campaign import Campaign
from warbands.models.warband import PUBLIC_ID_LENGTH, Warband, new_public_id


class FiledOutcome(models.TextChoices):
    """Who won."""

    FIRST = "first", "The first won"
    SECOND = "second", "The second won"
    DRAWN = "drawn", "Nobody won"


class FiledResult(models.Model):
    """Who says that two warbands fought, when, and who won.

    ``stands`` is None until the other side or an arbiter has agreed (True), or until it was withdrawn or another report
    of the same battle was believed instead (False). Names are kept for when a warband is gone.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="filed")
    first = models.ForeignKey(Warband, null=True, on_delete=models.SET_NULL, related_name="+")
    second = models.ForeignKey(Warband, null=True, on_delete=models.SET_NULL, related_name="+")
    first_name = models.CharField(max_length=80)
    second_name = models.CharField(max_length=80)
    outcome = models.CharField(max_length=6, choices=FiledOutcome)
    fought_on = models.DateField()
    note = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    stands = models.BooleanField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    settled_at = models.DateTimeField(null=True, blank=True)
    client_key = models.UUIDField(null=True, editable=False)

    contradicted: bool = False
    """Whether another open report tells the same battle otherwise, where a page has found out."""

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "client_key"], name="result_filed_once_per_form"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="nobody_fights_himself"),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} against {self.second_name}: {self.words}"

    @property
    def words(self) -> str:
        """Who won, by name."""
        if self.outcome == FiledOutcome.DRAWN:
            return "nobody won"
        return f"{self.first_name if self.outcome == FiledOutcome.FIRST else self.second_name} won"

    @property
    def winner_id(self) -> int | None:
        """The warband that won, whatever its place."""
        return {FiledOutcome.FIRST: self.first_id, FiledOutcome.SECOND: self.second_id}.get(FiledOutcome(self.outcome))

    @property
    def outcomes(self) -> tuple[tuple[int | None, str], tuple[int | None, str]]:
        """How it ended for each warband, in the words of a battle's side."""
        first, second = {
            FiledOutcome.FIRST: ("won", "lost"),
            FiledOutcome.SECOND: ("lost", "won"),
            FiledOutcome.DRAWN: ("drawn", "drawn"),
        }[FiledOutcome(self.outcome)]
        return (self.first_id, first), (self.second_id, second)

    @property
    def battle(self) -> tuple[object, ...]:
        """What two reports of the same battle share: the day, and the two, in whichever order."""
        return (self.fought_on, frozenset((self.first_id, self.second_id)))
