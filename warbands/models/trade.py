"""Gold and what it bought: the ledger of a warband, and what its warriors and its stash hold.

The gold of a warband is the sum of its ledger and stands nowhere else. Everything that trade changes is written down in
the entry that brought it about, so that the last entry can be taken back exactly.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.utils import timezone

from warbands.models.psychology import AppendOnlyError
from warbands.models.warband import Warband, Warrior


class EntryKind(models.TextChoices):
    """What an entry of the ledger is about."""

    OPENING = "opening", "Opening"
    HIRE = "hire", "Hired"
    RECRUIT = "recruit", "Recruited"
    BUY = "buy", "Bought"
    UPGRADE = "upgrade", "Gained"
    MOVE = "move", "Handed over"
    SELL = "sell", "Sold"
    HAND = "hand", "By hand"
    BATTLE = "battle", "Battle fought"
    SEARCH = "search", "Searched"
    POOL = "pool", "Veterans"
    UPKEEP = "upkeep", "Upkeep"
    UNDO = "undo", "Taken back"


class LedgerQuerySet(models.QuerySet["LedgerEntry"]):
    """Entries of one or many ledgers."""

    def gold(self) -> int:
        """What they come to."""
        return self.aggregate(gold=Sum("amount"))["gold"] or 0

    def standing(self) -> "LedgerQuerySet":
        """Those that were not taken back, and take nothing back themselves."""
        return self.filter(undone_by=None).exclude(kind=EntryKind.UNDO)


class LedgerEntry(models.Model):
    """A signed sum of gold crowns, what it was for, who wrote it and when. Never changed, never deleted.

    ``lines`` are the sums it consists of (``warbands.trade.quotes``), ``dice`` the faces that fell, ``changes`` what it
    did to warriors and belongings (``warbands.trade.changes``), and ``facts`` what else is to be kept of it: what a
    search was for and whether it found it, what was given up besides gold, by whose leave it was. An entry that
    ``undoes`` another carries the opposite sum. The same ``client_key`` in a warband is the same entry.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="ledger")
    amount = models.IntegerField()
    kind = models.CharField(max_length=8, choices=EntryKind)
    words = models.CharField(max_length=200)
    lines = models.JSONField(default=list, blank=True)
    dice = models.JSONField(default=dict, blank=True)
    changes = models.JSONField(default=list, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    warrior = models.ForeignKey(Warrior, null=True, on_delete=models.SET_NULL, related_name="ledger")
    undoes = models.OneToOneField("self", null=True, on_delete=models.CASCADE, related_name="undone_by")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    client_key = models.UUIDField(null=True, editable=False)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["warband", "client_key"], name="entry_made_once_per_form"),
            models.UniqueConstraint(fields=["warband"], condition=Q(kind="opening"), name="ledger_opened_once"),
            models.CheckConstraint(condition=~Q(words=""), name="entry_has_a_reason"),
            models.CheckConstraint(condition=Q(kind="undo") ^ Q(undoes=None), name="only_an_undo_undoes"),
        ]

    def __str__(self) -> str:
        return f"{self.amount:+d} gc: {self.words}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new entry. Raises ``AppendOnlyError`` for one that is stored already."""
        if not self._state.adding:
            raise AppendOnlyError("An entry of the ledger is never changed; it is taken back by another.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refused: raises ``AppendOnlyError``."""
        raise AppendOnlyError("An entry of the ledger is never deleted.")


class PossessionKind(models.TextChoices):
    """What somebody has."""

    ITEM = "item", "Item"
    UPGRADE = "upgrade", "Upgrade"
    SPELL = "spell", "Spell"


class PossessionQuerySet(models.QuerySet["Possession"]):
    """Belongings of one or many warbands."""

    def present(self) -> "PossessionQuerySet":
        """Those that were not sold."""
        return self.filter(gone_at=None)


class Possession(models.Model):
    """What a warrior has, or (an item without ``warrior``) what lies in the stash: in one place, always.

    ``quantity`` counts pieces. What a henchman group carries, every model carries: there are as many pieces as models,
    and a second one for each is a row of its own. ``made`` is what a weapon is made of or improved by
    (``gromril-weapon``), ``brace`` a matched pair. ``price`` was paid for each piece; ``free`` is the first dagger and
    what comes with its bearer, which nobody buys back; what is ``fixed`` he never hands over. ``gone_at`` is set for
    what was sold or lost.
    """

    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="possessions")
    warrior = models.ForeignKey(Warrior, null=True, on_delete=models.CASCADE, related_name="possessions")
    kind = models.CharField(max_length=8, choices=PossessionKind, default=PossessionKind.ITEM)
    slug = models.CharField(max_length=100)
    made = models.CharField(max_length=100, blank=True)
    brace = models.BooleanField(default=False)
    quantity = models.PositiveSmallIntegerField(default=1)
    price = models.PositiveIntegerField(default=0)
    free = models.BooleanField(default=False)
    fixed = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    gone_at = models.DateTimeField(null=True, blank=True)

    objects = PossessionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(quantity__gte=1), name="possession_is_something"),
            models.CheckConstraint(
                condition=Q(kind="item") | Q(warrior__isnull=False), name="only_items_lie_in_a_stash"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["warband"], condition=Q(gone_at=None), name="possessions_at_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.slug}"
