"""What is sold, learnt and cast: equipment and the lists it is sold from, upgrades, skills, spells, groups of buyers.

A row has columns for what editors look for and the rules engine binds. Everything else its block says stands in
``facts``, in the shape of the block, and is read by the same schema wherever it is written.
"""

from django.db import models

from rules.models.catalogue import WarbandType
from rules.models.fields import Shipped, SlugField


class Ware(Shipped):
    """What these have in common."""

    slug = SlugField(unique=True, help_text="Its address, for good. Small letters, digits and hyphens.")
    name = models.CharField(max_length=120)
    source = models.CharField(max_length=250, blank=True, default="")
    text = models.TextField(blank=True, default="", help_text="What no rule says, in our own words. Markdown.")
    facts = models.JSONField(blank=True, default=dict)

    class Meta:
        abstract = True
        ordering = ["name", "slug"]

    def __str__(self) -> str:
        return self.name


class WarePart(models.Model):
    """One of several that stand together on a list."""

    slug = SlugField()
    name = models.CharField(max_length=120)
    text = models.TextField(blank=True, default="")
    facts = models.JSONField(blank=True, default=dict)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        ordering = ["order", "pk"]

    def __str__(self) -> str:
        return self.name


class Equipment(Ware):
    """An item: what it costs, who may buy it, and what it gives to its bearer and to the attacks made with it."""

    category = models.CharField(max_length=40)

    class Meta(Ware.Meta):
        verbose_name_plural = "equipment"


class SkillList(Ware):
    """A list of skills."""

    kind = models.CharField(max_length=20, blank=True, default="")


class Skill(Ware):
    """A skill, and the lists it stands on."""

    lists = models.JSONField(default=list)


class SpellList(Ware):
    """A list of spells, prayers or runes."""

    kind = models.CharField(max_length=20, blank=True, default="")


class Spell(WarePart):
    """A spell of one list."""

    whole = models.ForeignKey(SpellList, on_delete=models.CASCADE, related_name="parts")

    class Meta(WarePart.Meta):
        constraints = [models.UniqueConstraint(fields=["whole", "slug"], name="spell_once_on_its_list")]


class UpgradeFamily(Ware):
    """Mutations, blessings, markings: what some lists sell to some of their warriors besides equipment."""

    class Meta(Ware.Meta):
        verbose_name_plural = "upgrade families"


class Upgrade(WarePart):
    """One of a family of upgrades."""

    whole = models.ForeignKey(UpgradeFamily, on_delete=models.CASCADE, related_name="parts")

    class Meta(WarePart.Meta):
        constraints = [models.UniqueConstraint(fields=["whole", "slug"], name="upgrade_once_in_its_family")]


class BuyerGroup(Ware):
    """A word for several buyers, beside the slugs of lists and units: mercenaries, undead, riders of warhorses."""


class CampaignTable(Ware):
    """What holds for every warband, in the shape of its file: injuries, exploration, experience, casting, trading."""


class EquipmentList(models.Model):
    """What some warriors of a warband may buy, at which price; ``lines`` are in the shape of their block."""

    warband = models.ForeignKey(WarbandType, on_delete=models.CASCADE, related_name="equipment_lists")
    slug = SlugField()
    name = models.CharField(max_length=120)
    note = models.CharField(max_length=250, blank=True, default="")
    lines = models.JSONField(default=list)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["warband", "slug"], name="equipment_list_once_in_its_warband"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.warband})"
