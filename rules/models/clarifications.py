"""What was asked about the rules and answered, and what of them was corrected."""

from django.db import models

from rules.models.wares import Ware


class Clarification(Ware):
    """A question with its answer (``faq``), or a correction (``erratum``), and who says so.

    Where it stands, of when it is, and what it is about are facts, in the shape of its block.
    """

    class Kind(models.TextChoices):
        FAQ = "faq", "question and answer"
        ERRATUM = "erratum", "correction"

    class Voice(models.TextChoices):
        OFFICIAL = "official", "the publisher"
        AUTHOR = "author", "the game's author"
        COMMUNITY = "community", "players, in a compilation"
        HOUSE = "house", "nobody: it is how Muster plays it"

    name = models.CharField("question", max_length=250, help_text="What is asked, or what is corrected, in a line.")
    text = models.TextField("answer", help_text="In our own words. Markdown; HTML is shown as text.")
    source = models.CharField(max_length=250, help_text="Where it was said, by title.")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.FAQ)
    voice = models.CharField("who says so", max_length=10, choices=Voice)

    class Meta(Ware.Meta):
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=["faq", "erratum"]), name="clarification_kind_known"),
            models.CheckConstraint(
                condition=models.Q(voice__in=["official", "author", "community", "house"]),
                name="clarification_voice_known",
            ),
        ]
