"""A battle and its log: what both phones see.

The log is append-only. Each event keeps what was done, the dice, the verdict, and which values of the state it changed
(``changes``: path, before, after), so that a battle is replayed and undone from its rows alone, whatever becomes of the
engine. ``Battle.state`` is the same state kept at hand; a test replays every battle and compares.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from warbands.models.append_only import AppendOnly
from warbands.models.campaign import Campaign
from warbands.models.warband import PUBLIC_ID_LENGTH, Warband, new_public_id

SIDES = ("a", "b")
"""The sides of a battle, by which everything in it speaks of them."""


class Battle(models.Model):
    """A battle of two sides.

    ``muster`` is who takes part, as everybody was at the start, and who stayed away and why; ``opening`` the state
    before the first event and ``state`` the one after the last, whose number is ``last``. The rulebook version, the
    ``house`` rules over it and the ``rulings`` (those that differ from their defaults) are fixed at the start.
    ``one_phone`` lets the starter act for both sides. ``link_hash`` is what is kept of the spectators' secret link. In
    a ``campaign`` every member may watch.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    starter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="battles_started"
    )
    version = models.ForeignKey("rules.RulebookVersion", to_field="digest", on_delete=models.PROTECT, related_name="+")
    house = models.ForeignKey("HouseRulebook", to_field="digest", null=True, on_delete=models.PROTECT, related_name="+")
    rulings = models.JSONField(default=dict)
    muster = models.JSONField(default=dict)
    opening = models.JSONField(default=dict)
    state = models.JSONField(default=dict)
    last = models.PositiveIntegerField(default=0)
    one_phone = models.BooleanField(default=False)
    link_hash = models.CharField(max_length=64, blank=True, editable=False)
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.SET_NULL, related_name="battles")
    client_key = models.UUIDField(editable=False)
    begun = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    ended = models.DateTimeField(null=True, blank=True)

    acts_for: tuple[str, ...]
    """The sides whoever asked may act for. Only ``warbands.access`` says so; a row read otherwise does not know."""
    newest_version: str
    """The digest of what is published now, read with the row by ``warbands.access``."""

    class Meta:
        ordering: ClassVar = ["-changed", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["starter", "client_key"], name="battle_begun_once_per_form"),
            models.UniqueConstraint(fields=["link_hash"], condition=~Q(link_hash=""), name="link_opens_one_battle"),
        ]

    def __str__(self) -> str:
        return " against ".join(side["name"] for side in self.muster.get("sides", ()))

    def get_absolute_url(self) -> str:
        return reverse("warbands:battle", args=[self.public_id])

    @property
    def outdated(self) -> bool:
        """Whether a newer rulebook version was published since it began."""
        return self.newest_version != self.version_id


class BattleSide(models.Model):
    """A side: which warband, and whose phone acts for it. Both are gone for an opponent without a roster."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="sides")
    slug = models.CharField(max_length=1, choices=[(side, side) for side in SIDES])
    name = models.CharField(max_length=80)
    warband = models.ForeignKey(Warband, null=True, on_delete=models.SET_NULL, related_name="battles")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering: ClassVar = ["battle", "slug"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["battle", "slug"], name="battle_side_once")]

    def __str__(self) -> str:
        return self.name


class BattleEvent(AppendOnly):
    """An event of a battle; never changed, never deleted.

    ``deed`` is what was done with what it was told; ``side`` for whom. ``slot`` names the throw (turn, stage, test) of
    an event with dice: an undone throw keeps its faces for the next one of its slot, which names it in ``keeps``.
    ``reverses`` is the number of the event that this one undoes.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    side = models.CharField(max_length=1, blank=True)
    deed = models.JSONField(default=dict)
    faces = models.JSONField(default=list)
    typed = models.BooleanField(default=False)
    text = models.CharField(max_length=400)
    verdict = models.JSONField(default=dict)
    changes = models.JSONField(default=list)
    slot = models.CharField(max_length=160, blank=True)
    keeps = models.PositiveIntegerField(null=True)
    reverses = models.PositiveIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    client_key = models.UUIDField(editable=False)

    undone_in: int | None
    undone_by: str | None
    """The number of the event that reverses it, and whose that is. Only ``warbands.battles.reading`` says so."""

    class Meta:
        ordering: ClassVar = ["battle", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["battle", "number"], name="battle_event_number_once"),
            models.UniqueConstraint(fields=["battle", "client_key"], name="battle_event_once_per_form"),
            models.UniqueConstraint(
                fields=["battle", "reverses"], condition=~Q(reverses=None), name="battle_event_undone_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["battle", "slot"], condition=~Q(slot=""), name="battle_throws_of_a_slot"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.text}"
