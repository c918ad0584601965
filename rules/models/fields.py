"""Validators that several models share."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from rules.names import SLUG


def validate_slug(value: str) -> None:
    """Refuse what no block, sentence or address could name."""
    if not SLUG.match(value):
        raise ValidationError(
            "A slug is small letters, digits and hyphens; “--” stands between a list and what is its own.",
            code="slug",
        )


class SlugField(models.CharField):  # type: ignore[type-arg] # generic for the type checker alone
    """A slug of ours: ``leader``, or ``list--slug`` for what belongs to one list."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("max_length", 100)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type] # Django types its fields by each argument
        self.validators = [*self.validators, validate_slug]


class Shipped(models.Model):
    """A row that may come from a block of the shipped files.

    ``block_hash`` is the digest of that block; empty for a row an editor made. A row whose own digest differs was
    changed by an editor, and loading leaves it alone.
    """

    block_hash = models.CharField(max_length=64, blank=True, default="", editable=False)

    class Meta:
        abstract = True


def exactly_one(*names: str) -> Q:
    """A condition for rows that hang on one of several things: one of these keys is filled, the others are not."""
    found = Q()
    for name in names:
        found |= Q(**{f"{other}__isnull": other != name for other in names})
    return found
