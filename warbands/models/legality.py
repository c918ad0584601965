"""What a player lets stand although his list does not allow it, and why. Everybody who sees the roster sees it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Func, OuterRef, Q, StringAgg, Subquery, Value
from django.utils import timezone

from warbands.models.warband import Warband

BETWEEN_PARTS, BETWEEN_ROWS = " ", "\n"


class LegalityOverrideQuerySet(models.QuerySet["LegalityOverride"]):
    """Overrides of one or many warbands."""

    def standing(self) -> "LegalityOverrideQuerySet":
        """Those that were not withdrawn."""
        return self.filter(withdrawn_at=None)

    def told_with(self, warband: OuterRef) -> Subquery:
        """Those that stand, as one text to be read with the row of their warband (``read_told``)."""
        space = Value(BETWEEN_PARTS)
        parts = ("code", space, "about", space, "who", space, "reason")
        # Django's Concat asks of each column anew whether it is empty of anything; of these none is ever null.
        told = Func(*parts, template="(%(expressions)s)", arg_joiner=" || ", output_field=models.TextField())
        grouped = self.standing().filter(warband=warband).order_by().values("warband")
        return Subquery(grouped.annotate(told=StringAgg(told, Value(BETWEEN_ROWS))).values("told"))


class LegalityOverride(models.Model):
    """A finding of the checker that is let stand: which (``code``, ``about``, ``who``), and why.

    ``who`` is a warrior's public id, empty for what is the warband's. ``text`` is how the finding read when it was let
    stand. What no longer holds is withdrawn, never deleted.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="legality_overrides")
    code = models.CharField(max_length=40)
    about = models.CharField(max_length=120, blank=True)
    who = models.CharField(max_length=20, blank=True)
    text = models.CharField(max_length=500)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = LegalityOverrideQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["warband", "code", "about", "who"],
                condition=Q(withdrawn_at=None),
                name="finding_let_stand_once",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="override_has_a_reason"),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def key(self) -> tuple[str, str, str]:
        """Which finding it lets stand."""
        return self.code, self.about, self.who


def read_told(text: str | None) -> dict[tuple[str, str, str], str]:
    """The reasons in what ``told_with`` wrote, by the keys of the findings.

    Slugs hold no space, and reasons no line break.
    """
    found = (line.split(BETWEEN_PARTS, 3) for line in (text or "").split(BETWEEN_ROWS) if line)
    return {(code, about, who): reason for code, about, who, reason in found}
