"""Where a warband came from that was read from a file."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from warbands.models.warband import Warband


class Origin(models.Model):
    """The mark of a warband that was read in: from which tool's file, when, and what of it could not be read.

    ``unread`` are lines of names and numbers, for everybody who sees the warband. ``private`` are lines in which its
    player may have written anything, and for him alone.
    """

    warband = models.OneToOneField(Warband, on_delete=models.CASCADE, related_name="origin")
    tool = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now, editable=False)
    unread = models.JSONField(default=list, blank=True)
    private = models.JSONField(default=list, blank=True)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(tool=""), name="origin_is_somewhere")]

    def __str__(self) -> str:
        return f"{self.warband} from {self.tool}"
