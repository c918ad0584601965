"""The full wording of a rule, as those who own the book typed it in for themselves."""

from django.conf import settings
from django.db import models

from rules.models.fields import SlugField


class Wording(models.Model):
    """What a book says of a rule, word for word. It stays on this site, and is shown to those who have signed in.

    It is no part of the content: no block, version or export of rules has it, and loading, publishing and taking back
    leave it alone. ``slug`` is the rule's and no key to it, so that a rule that goes and comes back has its wording.
    """

    slug = SlugField("rule", unique=True)
    book = models.CharField(
        "book and page",
        max_length=250,
        blank=True,
        default="",
        help_text="Which of your books, and where in it.",
    )
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["slug"]
        verbose_name = "full wording"

    def __str__(self) -> str:
        return str(self.slug)
