"""Warband types, unit types, and the rules attached to them."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from rules.models.fields import Shipped, SlugField
from rules.models.glossary import SpecialRule
from rules.names import full_slug


class WarbandType(Shipped):
    """A warband list: who may be hired, with how much gold, under which rules."""

    slug = SlugField(unique=True)
    name = models.CharField(max_length=120)
    aliases = models.JSONField(blank=True, default=list)
    grade = models.CharField(max_length=40, blank=True, default="")
    source = models.CharField(max_length=250, blank=True, default="")
    setting = models.CharField(max_length=120, blank=True, default="")
    alignment = models.CharField(max_length=40, blank=True, default="")
    peoples = models.JSONField(blank=True, default=list)
    starting_gold = models.PositiveIntegerField(default=500)
    min_warriors = models.PositiveSmallIntegerField(default=3)
    max_warriors = models.PositiveSmallIntegerField(default=15)
    choice_notes = models.JSONField(blank=True, default=list)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(min_warriors__lte=F("max_warriors")), name="warband_limits_in_order"),
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="warband_has_slug_and_name"),
        ]

    def __str__(self) -> str:
        return self.name


class UnitType(models.Model):
    """An entry of a warband list. Its full slug, ``list--unit``, is unique among all lists."""

    class Kind(models.TextChoices):
        HERO = "hero", "hero"
        HENCHMAN = "henchman", "henchman"
        HIRED_SWORD = "hired-sword", "hired sword"

    warband = models.ForeignKey(WarbandType, on_delete=models.CASCADE, related_name="units")
    slug = SlugField(unique=True, max_length=160, editable=False)
    short = SlugField("slug", max_length=60)
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.HENCHMAN)
    peoples = models.JSONField(blank=True, default=list)
    tags = models.JSONField(blank=True, default=list)
    cost = models.PositiveIntegerField(default=0)
    minimum = models.PositiveSmallIntegerField("min", default=0)
    maximum = models.PositiveSmallIntegerField("max", null=True, blank=True, help_text="Empty: no limit of its own.")
    max_note = models.CharField(max_length=250, blank=True, default="")
    requires = models.JSONField(blank=True, default=list)
    start_xp = models.PositiveSmallIntegerField("experience at the start", default=0)
    group_max = models.PositiveSmallIntegerField("largest group", null=True, blank=True)
    profile = models.JSONField(default=dict)
    save_on = models.PositiveSmallIntegerField("save", null=True, blank=True, help_text="5 means 5+.")
    racial_maximum = models.JSONField(null=True, blank=True)
    gains_experience = models.BooleanField(default=True)
    promotable = models.BooleanField(default=False)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["warband", "short"], name="unit_once_in_its_list"),
            models.CheckConstraint(
                condition=Q(maximum__isnull=True) | Q(minimum__lte=F("maximum")), name="unit_limits_in_order"
            ),
            models.CheckConstraint(condition=Q(kind__in=["hero", "henchman", "hired-sword"]), name="unit_kind_known"),
            models.CheckConstraint(
                condition=Q(save_on__isnull=True) | Q(save_on__gte=2, save_on__lte=6), name="unit_save_on_a_die"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.warband.name})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.slug = full_slug(self.warband.slug, self.short)
        super().save(*args, **kwargs)


class RuleAttachment(models.Model):
    """A rule given to a unit, or to a whole warband list, with its parameters and perhaps a clause of its own."""

    class Scope(models.TextChoices):
        MEMBERS = "members", "the unit, or every member of the warband"
        ROSTER = "roster", "the warband as a whole"
        COUNTED = "counted", "nobody: already counted in the profile"

    unit = models.ForeignKey(UnitType, on_delete=models.CASCADE, null=True, blank=True, related_name="attachments")
    warband = models.ForeignKey(
        WarbandType, on_delete=models.CASCADE, null=True, blank=True, related_name="attachments"
    )
    rule = models.ForeignKey(SpecialRule, on_delete=models.PROTECT, related_name="attachments")
    arguments = models.JSONField(blank=True, default=dict)
    clause = models.CharField(max_length=200, blank=True, default="")
    scope = models.CharField(max_length=8, choices=Scope, default=Scope.MEMBERS)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(unit__isnull=False, warband__isnull=True) | Q(unit__isnull=True, warband__isnull=False),
                name="attachment_to_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(scope__in=["members", "roster", "counted"]), name="attachment_scope_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} for {self.unit or self.warband}"
