"""A warband, its warriors, and the special rules given or taken by hand.

Content is pointed to by slug and by nothing else, so that a row is understood without a join and outlives a reload of
the rules. Nothing saved is ever lost: a warrior who leaves and a rule that is withdrawn keep their rows.
"""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

PUBLIC_ID_LENGTH = 12
# No vowels and no look-alikes: it spells nothing, and can be read aloud.
PUBLIC_ID_ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"

HERO = "hero"

LARGEST_GROUP = 20
"""Most models in a henchman group whose list names no limit: as many as the largest warband holds."""


def new_public_id() -> str:
    """A name for an address that tells nothing and cannot be guessed."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class Sharing(models.TextChoices):
    """Who may look at a warband besides its owner."""

    PRIVATE = "private", "Private"
    LINK = "link", "Secret link"
    PUBLIC = "public", "Public"


class Warband(models.Model):
    """A player's warband.

    ``version`` counts changes of the row itself (name, notes); a warrior has a version of his own. ``client_key`` is
    the key of the form that made it: the same form sent twice makes one warband. ``link_hash`` is what is kept of the
    secret link, from which nobody can tell the link itself. ``deleted_at`` is set for one that was deleted and can
    still be brought back.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="warbands")
    warband_type = models.ForeignKey("rules.WarbandType", to_field="slug", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=80)
    notes = models.TextField(blank=True, max_length=10_000)
    version = models.PositiveIntegerField(default=1)
    client_key = models.UUIDField(null=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    sharing = models.CharField(max_length=8, choices=Sharing, default=Sharing.PRIVATE)
    link_hash = models.CharField(max_length=64, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True)

    own: bool
    """Whether it belongs to whoever asked. As ``editable``."""
    role: str | None
    """What whoever asked is in the campaign that holds it. As ``editable``."""
    editable: bool
    """Whether whoever asked may change it. Only ``warbands.access`` says so; a row read otherwise does not know."""

    class Meta:
        ordering: ClassVar = ["-changed", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "client_key"], name="warband_made_once_per_form"),
            models.UniqueConstraint(fields=["link_hash"], condition=~models.Q(link_hash=""), name="link_opens_one"),
            models.CheckConstraint(
                condition=models.Q(sharing="link") ^ models.Q(link_hash=""), name="link_only_where_shared_by_link"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("warbands:warband", args=[self.public_id])


class WarriorQuerySet(models.QuerySet["Warrior"]):
    """Warriors of one or many warbands."""

    def present(self) -> "WarriorQuerySet":
        """Those who have not been removed."""
        return self.filter(removed_at=None)

    def gone(self) -> "WarriorQuerySet":
        """Those who have been removed, the last first."""
        return self.exclude(removed_at=None).order_by("-removed_at", "-pk")


class Warrior(models.Model):
    """A hero, a henchman group or a hired sword on a roster; which of them, ``kind_of`` says.

    ``size`` is the number of models: 1 for all but henchman groups. ``promoted`` marks a henchman who became a hero.
    ``version`` counts every change of the warrior, the rules given and taken by hand included. ``removed_at`` is set
    for one who left the roster and can be brought back.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="warriors")
    unit_type = models.ForeignKey("rules.UnitType", to_field="slug", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=80)
    size = models.PositiveSmallIntegerField(default=1)
    position = models.PositiveIntegerField(default=0)
    experience = models.PositiveSmallIntegerField(default=0)
    promoted = models.BooleanField(default=False)
    notes = models.TextField(blank=True, max_length=5_000)
    version = models.PositiveIntegerField(default=1)
    client_key = models.UUIDField(null=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    fate: str = ""
    """How he left, in a word, where a page has found out."""

    objects = WarriorQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["position", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(size__gte=1), name="warrior_has_a_model"),
            models.UniqueConstraint(fields=["warband", "client_key"], name="warrior_added_once_per_form"),
        ]
        indexes: ClassVar = [models.Index(fields=["warband", "position"], name="warrior_in_order")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("warbands:warrior", args=[self.warband.public_id, self.public_id])

    def kind_of(self, printed: str) -> str:
        """What he is, where his unit is a ``printed``: a henchman who was promoted is a hero."""
        return HERO if self.promoted and printed else printed


class WarriorRule(models.Model):
    """A special rule given to a warrior by hand, or (``taken``) taken away from him, with who did it, when and why.

    ``arguments`` maps the rule's parameters to numbers or slugs, as in ``rules.engine.rulebook.Held``. A change that no
    longer holds is withdrawn, never deleted.
    """

    warrior = models.ForeignKey(Warrior, on_delete=models.CASCADE, related_name="rule_changes")
    rule = models.ForeignKey("rules.SpecialRule", to_field="slug", on_delete=models.PROTECT, related_name="+")
    taken = models.BooleanField(default=False)
    arguments = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="rule_by_hand_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{'without' if self.taken else 'with'} {self.rule_id}"
