"""Special rules: what they are called, what they say, and the sentences the engine reads."""

from django.db import models
from django.db.models import F, Q

from rules.models.fields import Shipped, SlugField, exactly_one


class SpecialRule(Shipped):
    """One entry of the glossary: text for players, sentences for the engine, sources for doubters."""

    class Kind(models.TextChoices):
        RULE = "rule", "special rule"
        TEST = "test", "test"
        LIST = "list", "rule of one list"

    class Status(models.TextChoices):
        MODELLED = "modelled", "modelled"
        REMINDER = "reminder", "reminder"
        TEXT = "text", "text only"

    slug = SlugField(unique=True, help_text="Its address, for good. Small letters, digits and hyphens.")
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.RULE)
    nature = models.CharField(
        max_length=20,
        blank=True,
        default="",
        help_text="The family it belongs to. An immunity to that family silences it.",
    )
    summary = models.CharField(max_length=400, blank=True, default="", help_text="One line, for chips on a roster.")
    text = models.TextField(
        blank=True, default="", help_text="What it says, in our own words. Markdown; HTML is shown as text."
    )
    sentences = models.TextField(blank=True, default="", help_text="What it does, one sentence a line.")
    parameters = models.JSONField(blank=True, default=list)
    cap = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="The most that several holdings add up to. Empty: holding it twice adds nothing.",
    )
    lost_on = models.JSONField(blank=True, default=list)
    reminder_moment = models.CharField(max_length=40, blank=True, default="")
    reminder_text = models.CharField(max_length=400, blank=True, default="")
    status = models.CharField(
        max_length=8,
        choices=Status,
        blank=True,
        default="",
        help_text="Leave empty: it follows from the sentences. Set it lower where the sentences do not say everything.",
    )
    reason = models.CharField(max_length=400, blank=True, default="", help_text="Why not all of it is modelled.")
    related = models.ManyToManyField("self", symmetrical=False, blank=True)

    class Meta:
        ordering = ["name", "slug"]
        constraints = [
            models.CheckConstraint(condition=Q(cap__isnull=True) | Q(cap__gte=1), name="rule_cap_at_least_one"),
            models.CheckConstraint(condition=Q(kind__in=["rule", "test", "list"]), name="rule_kind_known"),
            models.CheckConstraint(condition=~Q(slug="") & ~Q(name=""), name="rule_has_slug_and_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.slug})" if "--" in self.slug else self.name


class RuleAlias(models.Model):
    """Another name of a rule, with a slug of its own that leads to it."""

    rule = models.ForeignKey(SpecialRule, on_delete=models.CASCADE, related_name="aliases")
    slug = SlugField(unique=True)
    name = models.CharField(max_length=120)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        verbose_name_plural = "rule aliases"

    def __str__(self) -> str:
        return self.name


class RuleInclusion(models.Model):
    """One rule contains another, with the parameters it contains it with. A contained rule cannot be deleted."""

    whole = models.ForeignKey(SpecialRule, on_delete=models.CASCADE, related_name="inclusions")
    part = models.ForeignKey(SpecialRule, on_delete=models.PROTECT, related_name="included_by")
    arguments = models.JSONField(blank=True, default=dict)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["whole", "part"], name="inclusion_once"),
            models.CheckConstraint(condition=~Q(whole=F("part")), name="inclusion_not_of_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.whole} includes {self.part}"


class RuleOpposite(models.Model):
    """Two rules that cancel each other. It is mutual, whichever of the two says so."""

    rule = models.ForeignKey(SpecialRule, on_delete=models.CASCADE, related_name="opposites")
    opposite = models.ForeignKey(SpecialRule, on_delete=models.PROTECT, related_name="opposed_by")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["rule", "opposite"], name="opposite_once"),
            models.CheckConstraint(condition=~Q(rule=F("opposite")), name="opposite_not_of_itself"),
        ]

    def __str__(self) -> str:
        return f"{self.rule} against {self.opposite}"


class OutcomeRow(models.Model):
    """A row of a rule's D6 table."""

    rule = models.ForeignKey(SpecialRule, on_delete=models.CASCADE, related_name="table")
    low = models.PositiveSmallIntegerField("from")
    high = models.PositiveSmallIntegerField("to")
    slug = SlugField()
    name = models.CharField(max_length=120, blank=True, default="")
    text = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["low", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["rule", "slug"], name="outcome_slug_once"),
            models.CheckConstraint(
                condition=Q(low__gte=1) & Q(high__lte=6) & Q(low__lte=F("high")), name="outcome_on_a_d6"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.low}–{self.high}: {self.name or self.slug}"


class Source(models.Model):
    """Where a rule is printed."""

    rule = models.ForeignKey(SpecialRule, on_delete=models.CASCADE, related_name="sources")
    title = models.CharField(max_length=250)
    page = models.CharField(max_length=60, blank=True, default="")
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]

    def __str__(self) -> str:
        return f"{self.title}, {self.page}" if self.page else self.title


class Dispute(models.Model):
    """A point where sources differ, about one thing of the book: every reading, and which one holds."""

    rule = models.ForeignKey(SpecialRule, on_delete=models.CASCADE, null=True, blank=True, related_name="disputes")
    warband = models.ForeignKey(
        "rules.WarbandType", on_delete=models.CASCADE, null=True, blank=True, related_name="disputes"
    )
    unit = models.ForeignKey("rules.UnitType", on_delete=models.CASCADE, null=True, related_name="disputes")
    equipment = models.ForeignKey("rules.Equipment", on_delete=models.CASCADE, null=True, related_name="disputes")
    skill_list = models.ForeignKey("rules.SkillList", on_delete=models.CASCADE, null=True, related_name="disputes")
    skill = models.ForeignKey("rules.Skill", on_delete=models.CASCADE, null=True, related_name="disputes")
    spell_list = models.ForeignKey("rules.SpellList", on_delete=models.CASCADE, null=True, related_name="disputes")
    spell = models.ForeignKey("rules.Spell", on_delete=models.CASCADE, null=True, related_name="disputes")
    upgrade = models.ForeignKey("rules.Upgrade", on_delete=models.CASCADE, null=True, related_name="disputes")
    question = models.CharField(max_length=400)
    readings = models.JSONField(default=list)
    holds = models.TextField(blank=True, default="", help_text="The reading that holds: its number, or its words.")
    ruling = models.CharField(max_length=8, blank=True, default="", help_text="The ruling that settles it: R-30.")
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=exactly_one(
                    "rule",
                    "warband",
                    "unit",
                    "equipment",
                    "skill_list",
                    "skill",
                    "spell_list",
                    "spell",
                    "upgrade",
                ),
                name="dispute_about_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return self.question
