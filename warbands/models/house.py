"""House special rules of a campaign: what its arbiters wrote, who holds it, and what all of it comes to.

A rule is retired, never deleted; whoever held one keeps the row that says until when. ``HouseChange`` keeps every word
that ever stood. ``HouseRulebook`` keeps what was laid over the published rules, for verdicts and battles made under it.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from warbands.models.append_only import AppendOnly
from warbands.models.campaign import Campaign
from warbands.models.warband import Warband, Warrior

HOUSE = "house-"
"""What the slugs of all house rules begin with, but for those in place of the book's."""


class HouseRulebook(AppendOnly):
    """House rules as they once held in a campaign; what it was made of says its ``digest``.

    ``document`` is ``{"campaign": public id, "rules": [block], "given": [{"rule": slug, "warband": key, "warrior": key
    or None, "why": words}]}``. It outlives its campaign, as verdicts do.
    """

    digest = models.CharField(max_length=64, unique=True)
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.SET_NULL, related_name="rulebooks")
    document = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.digest[:10]


class HouseRule(models.Model):
    """A special rule of one campaign, in the sentences of the glossary (one a line).

    ``short`` names it within its campaign; ``replaces`` says that it stands in place of the published rule of that
    slug. ``includes`` are slugs of published rules. ``version`` counts changes.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="special_rules")
    short = models.CharField(max_length=80)
    replaces = models.BooleanField(default=False)
    name = models.CharField(max_length=80)
    text = models.TextField(blank=True, max_length=5_000)
    sentences = models.TextField(blank=True, max_length=2_000)
    includes = models.JSONField(default=list, blank=True)
    nature = models.CharField(max_length=20, blank=True)
    version = models.PositiveIntegerField(default=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "short"], name="house_rule_once_in_a_campaign"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaigns:house-rule", args=[self.campaign.public_id, self.short])

    @property
    def slug(self) -> str:
        """Its slug in the campaign's rulebook; no published rule has one like it, unless it takes that one's place."""
        return self.short if self.replaces else f"{prefix_of(self.campaign)}--{self.short}"

    @property
    def block(self) -> dict[str, Any]:
        """It as a block of the glossary."""
        return {
            "slug": self.slug,
            "name": self.name,
            "text": self.text,
            "sentences": self.sentences.splitlines(),
            "includes": [{"rule": slug} for slug in self.includes],
            **({"nature": self.nature} if self.nature else {}),
        }


def prefix_of(campaign: Campaign) -> str:
    """What the slugs of a campaign's own rules begin with."""
    return f"{HOUSE}{campaign.public_id}"


class HouseHolding(models.Model):
    """Who holds a house rule: a warrior, or without one every member of the warband; until ``ended_at`` says when."""

    rule = models.ForeignKey(HouseRule, on_delete=models.CASCADE, related_name="holdings")
    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="house_holdings")
    warrior = models.ForeignKey(Warrior, null=True, on_delete=models.CASCADE, related_name="house_holdings")
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="house_rule_held_for_a_reason"),
            models.UniqueConstraint(
                fields=["rule", "warrior"], condition=Q(ended_at=None), name="house_rule_held_once_by_a_warrior"
            ),
            models.UniqueConstraint(
                fields=["rule", "warband"],
                condition=Q(ended_at=None, warrior=None),
                name="house_rule_held_once_by_a_warband",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} for {self.whom}"

    @property
    def whom(self) -> str:
        """Who holds it, in words."""
        return f"{self.warrior.name} of {self.warband}" if self.warrior else f"everybody of {self.warband}"


class HouseChange(AppendOnly):
    """Something done with a house rule, by whom and why, with the ``block`` as it stood from then on.

    ``worded`` marks where it was its own words that were written or changed.
    """

    rule = models.ForeignKey(HouseRule, on_delete=models.CASCADE, related_name="changes")
    words = models.CharField(max_length=300)
    reason = models.CharField(max_length=300)
    block = models.JSONField()
    worded = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="house_rule_changed_for_a_reason"),
        ]

    def __str__(self) -> str:
        return self.words
