"""Every version of the content that was ever published, and what editors took out of it."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from rules.models.fields import SlugField


class AppendOnlyError(TypeError):
    """A published version was to be changed or deleted. Verdicts and battles point to it, so neither is possible."""


class VersionQuerySet(models.QuerySet["RulebookVersion"]):
    """Versions can be read and added, nothing else."""

    def newest_digest(self) -> str:
        """The digest of what is published now; empty before the first publication. One look at the primary key."""
        return self.order_by("-pk").values_list("digest", flat=True).first() or ""

    def update(self, **kwargs: Any) -> NoReturn:  # noqa: ARG002 # the signature is Django's
        raise AppendOnlyError("A published rulebook version is never changed; publish a new one.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("A published rulebook version is never deleted: verdicts point to it.")


class RulebookVersion(models.Model):
    """The whole content at one moment. ``digest`` is the sha256 of ``document``; the newest row is what holds.

    ``broken`` lists the worked cases that turn out otherwise since then, ``despite`` says why that is right.
    """

    digest = models.CharField(max_length=64, unique=True)
    document = models.JSONField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    published_at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=250)
    broken = models.JSONField(default=list)
    despite = models.CharField(max_length=250, blank=True, default="")

    objects = VersionQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(digest=""), name="version_has_digest")]

    def __str__(self) -> str:
        return f"{self.short} ({self.why})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("A published rulebook version is never changed; publish a new one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002 # the signature is Django's
        raise AppendOnlyError("A published rulebook version is never deleted: verdicts point to it.")

    @property
    def short(self) -> str:
        """As much of the digest as people read, and as its address carries."""
        return self.digest[:12]


class RemovedBlock(models.Model):
    """A shipped block that an editor deleted. Loading leaves it out until it is told to overwrite."""

    kind = models.CharField(max_length=20)
    slug = SlugField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "slug"], name="removed_block_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"
