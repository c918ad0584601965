"""Warband types, unit types, hired swords, and the rules attached to whatever holds any."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from rules.models.fields import Shipped, SlugField, exactly_one
from rules.models.glossary import SpecialRule
from rules.names import HIRED_SWORDS, full_slug


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
    facts = models.JSONField(blank=True, default=dict)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(min_warriors__lte=F("max_warriors")), name="warband_limits_in_order"),
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="warband_has_slug_and_name"),
        ]

    def __str__(self) -> str:
        return self.name


class UnitType(Shipped):
    """An entry of a warband list, or a hired sword, who belongs to none. Its full slug, ``list--unit``, is unique.

    ``facts`` is what trade says of him (his equipment list, skills and spells; fee and upkeep of a hired sword), in the
    shape of its block.
    """

    class Kind(models.TextChoices):
        HERO = "hero", "hero"
        HENCHMAN = "henchman", "henchman"
        HIRED_SWORD = "hired-sword", "hired sword"

    warband = models.ForeignKey(WarbandType, on_delete=models.CASCADE, null=True, related_name="units")
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
    facts = models.JSONField(blank=True, default=dict)
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
            models.CheckConstraint(
                condition=Q(warband__isnull=False) | Q(kind="hired-sword"), name="unit_of_a_list_or_hired"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.warband.name if self.warband else 'hired sword'})"

    def settle(self) -> None:
        """Fill in what follows from the rest: the full slug, and that whoever belongs to no list is a hired sword."""
        self.slug = full_slug(self.warband.slug if self.warband else HIRED_SWORDS, self.short)
        if self.warband is None:
            self.kind = self.Kind.HIRED_SWORD
            self.cost = self.facts.get("hire", {}).get("gold", 0)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.settle()
        super().save(*args, **kwargs)


class HiredSwordManager(models.Manager["HiredSword"]):
    """Units that belong to no list."""

    def get_queryset(self) -> models.QuerySet["HiredSword"]:
        return super().get_queryset().filter(warband=None)


class HiredSword(UnitType):
    """A unit that no list has and several may hire, for a fee and upkeep."""

    objects = HiredSwordManager()  # type: ignore[misc] # a proxy has a manager of its own

    class Meta:
        proxy = True
        ordering = ["name"]
        verbose_name = "hired sword"

    def __str__(self) -> str:
        return self.name


class RuleAttachment(models.Model):
    """A rule given to whatever holds rules, with its parameters and perhaps a clause of its own.

    ``used``: it is given only while an item or skill is used, or a spell is cast.
    """

    class Scope(models.TextChoices):
        MEMBERS = "members", "its bearer, the unit, or every member of the warband"
        ROSTER = "roster", "the warband as a whole"
        COUNTED = "counted", "nobody: already counted in the profile"
        ATTACKS = "attacks", "the attacks made with it"
        MOUNT = "mount", "the mount"
        CREW = "crew", "its crew"

    unit = models.ForeignKey(UnitType, on_delete=models.CASCADE, null=True, blank=True, related_name="attachments")
    warband = models.ForeignKey(
        WarbandType, on_delete=models.CASCADE, null=True, blank=True, related_name="attachments"
    )
    equipment = models.ForeignKey("rules.Equipment", on_delete=models.CASCADE, null=True, related_name="attachments")
    skill = models.ForeignKey("rules.Skill", on_delete=models.CASCADE, null=True, related_name="attachments")
    spell = models.ForeignKey("rules.Spell", on_delete=models.CASCADE, null=True, related_name="attachments")
    upgrade = models.ForeignKey("rules.Upgrade", on_delete=models.CASCADE, null=True, related_name="attachments")
    rule = models.ForeignKey(SpecialRule, on_delete=models.PROTECT, related_name="attachments")
    arguments = models.JSONField(blank=True, default=dict)
    clause = models.CharField(max_length=200, blank=True, default="")
    scope = models.CharField(max_length=8, choices=Scope, default=Scope.MEMBERS)
    used = models.BooleanField("while used", default=False)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=exactly_one("unit", "warband", "equipment", "skill", "spell", "upgrade"),
                name="attachment_to_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(scope__in=["members", "roster", "counted", "attacks", "mount", "crew"]),
                name="attachment_scope_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rule} for {self.holder}"

    @property
    def holder(self) -> models.Model | None:
        """Whatever holds the rule."""
        return self.unit or self.warband or self.equipment or self.skill or self.spell or self.upgrade
