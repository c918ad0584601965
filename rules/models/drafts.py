"""What editors have changed and not yet published, and what each published version changed."""

from django.conf import settings
from django.db import models

from rules.models.fields import SlugField
from rules.models.versions import RulebookVersion


class Draft(models.Model):
    """A block whose rows differ from what is published: ``kind`` and ``slug`` name it, as in ``RemovedBlock``.

    The rows themselves hold what was written; ``by`` and ``at`` tell who wrote last, and when. One that ``goes`` is to
    be taken out: its rows stand until that is published.
    """

    kind = models.CharField(max_length=20)
    slug = SlugField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now=True)
    goes = models.BooleanField(default=False)

    class Meta:
        ordering = ["kind", "slug"]
        constraints = [models.UniqueConstraint(fields=["kind", "slug"], name="draft_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}{', to be removed' if self.goes else ''}"

    @property
    def key(self) -> tuple[str, str]:
        """What it is a draft of."""
        return self.kind, self.slug


class BlockChange(models.Model):
    """What a version changed: one block as it stood from then on; ``block`` is empty where it was taken out."""

    version = models.ForeignKey(RulebookVersion, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=20)
    slug = SlugField()
    block = models.JSONField(null=True)

    class Meta:
        ordering = ["kind", "slug"]
        constraints = [models.UniqueConstraint(fields=["version", "kind", "slug"], name="block_changed_once")]
        indexes = [models.Index(fields=["kind", "slug", "-version"], name="history_of_a_block")]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug} in {self.version_id}"

    @property
    def key(self) -> tuple[str, str]:
        """Which block it is."""
        return self.kind, self.slug
