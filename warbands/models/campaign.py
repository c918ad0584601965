"""A group that plays together: who belongs to it, which warbands it sees, what it ruled.

Whoever joins, changes his role or leaves begins or ends a row of his own, and so does a warband that comes and goes:
nothing is overwritten, and the story of a campaign is read from these rows.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from warbands.models.append_only import AppendOnly
from warbands.models.warband import PUBLIC_ID_LENGTH, Warband, new_public_id


class CampaignStatus(models.TextChoices):
    """How far a campaign is."""

    GATHERING = "gathering", "Gathering"
    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"


class Role(models.TextChoices):
    """What somebody is in a campaign, the one who may most first."""

    ARBITER = "arbiter", "Arbiter"
    PLAYER = "player", "Player"
    SPECTATOR = "spectator", "Spectator"

    @property
    def rank(self) -> int:
        """Smaller for whoever may do more."""
        return list(Role).index(self)

    @property
    def words(self) -> str:
        """What somebody is, in a sentence."""
        return f"{'an' if self is Role.ARBITER else 'a'} {self.label.lower()}"


class Campaign(models.Model):
    """A group, with what holds for its warbands.

    ``starting_gold`` is None where each list's own is used, ``allowed_lists`` holds slugs of warband lists and is empty
    where every list is welcome. ``rulings`` are the choices that differ from the defaults, by key: what the rows of
    ``RulingChange`` come to, as ``house`` is what its house special rules come to. ``version`` counts changes of the
    row, ``client_key`` is the key of the form that made it.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=80)
    description = models.TextField(blank=True, max_length=10_000)
    house_rules = models.TextField(blank=True, max_length=20_000)
    status = models.CharField(max_length=10, choices=CampaignStatus, default=CampaignStatus.GATHERING)
    starting_gold = models.PositiveIntegerField(null=True, blank=True)
    allowed_lists = models.JSONField(default=list, blank=True)
    rulings = models.JSONField(default=dict, blank=True)
    house = models.ForeignKey(
        "HouseRulebook", to_field="digest", null=True, editable=False, on_delete=models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveIntegerField(default=1)
    client_key = models.UUIDField(null=True, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    role: str
    """What whoever asked is here. Only ``warbands.access`` says so; a row read otherwise does not know."""

    class Meta:
        ordering: ClassVar = ["-changed", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "client_key"], name="campaign_made_once_per_form"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaigns:campaign", args=[self.public_id])

    @property
    def finished(self) -> bool:
        """Whether it is over: it can be looked at, and nothing enters it any more."""
        return self.status == CampaignStatus.FINISHED


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Who belongs, or belonged, to one or many campaigns."""

    def present(self) -> "MembershipQuerySet":
        """Those who belong to it now."""
        return self.filter(until=None)

    def arbiters(self) -> "MembershipQuerySet":
        """Those who run it now."""
        return self.present().filter(role=Role.ARBITER)


class Membership(models.Model):
    """A time during which somebody was something in a campaign; it lasts while ``until`` is empty.

    A change of role ends one row and begins the next. ``began_by`` is who gave the role where that was somebody else,
    ``ended_by`` who ended it: himself for one who left.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    began_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "user"], condition=Q(until=None), name="member_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["user"], condition=Q(until=None), name="present_memberships")]

    def __str__(self) -> str:
        return f"{self.user}, {self.words}"

    @property
    def words(self) -> str:
        """What he is, in a sentence."""
        return Role(self.role).words


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations to one or many campaigns."""

    def in_force(self) -> "InvitationQuerySet":
        """Those by which somebody may join now."""
        found = self.filter(Q(most_uses=None) | Q(uses__lt=F("most_uses")), revoked_at=None)
        in_time = found.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
        return in_time.exclude(campaign__status=CampaignStatus.FINISHED)


class Invitation(models.Model):
    """A link by which others join. Of what is secret in it only ``token_hash`` is kept, as of a warband's link.

    ``most_uses`` and ``expires_at`` are None where nothing limits it; a revoked one keeps its row.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    most_uses = models.PositiveSmallIntegerField(null=True, blank=True)
    uses = models.PositiveSmallIntegerField(default=0)
    expires_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(most_uses=None) | Q(uses__lte=F("most_uses")), name="invitation_not_used_up_twice"
            ),
        ]


class EnrolmentQuerySet(models.QuerySet["Enrolment"]):
    """Warbands in one or many campaigns."""

    def present(self) -> "EnrolmentQuerySet":
        """Those that are in it now and were not deleted."""
        return self.filter(until=None, warband__deleted_at=None)


class Enrolment(models.Model):
    """A time during which a warband was in a campaign; it lasts while ``until`` is empty.

    ``holds`` marks the one unfinished campaign whose rulings hold for the warband: a finished one keeps its warbands
    to be looked at, and lets them go elsewhere.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="enrolments")
    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="enrolments")
    since = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    holds = models.BooleanField(default=True)

    objects = EnrolmentQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["warband"], condition=Q(holds=True), name="warband_in_one_unfinished_campaign"
            ),
            models.UniqueConstraint(
                fields=["campaign", "warband"], condition=Q(until=None), name="warband_once_in_a_campaign"
            ),
            models.CheckConstraint(condition=Q(holds=False) | Q(until=None), name="who_left_is_not_held"),
        ]


class CampaignChange(AppendOnly):
    """Something an arbiter changed in a campaign, in words: its status, its gold, its lists, its house rules."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="changes")
    words = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.words


class RulingChange(AppendOnly):
    """A ruling that was changed: from which choice to which, by whom, when and why. It holds from then on.

    ``key``, ``was`` and ``choice`` are the words of ``rules.engine.rulings``.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="ruling_changes")
    key = models.CharField(max_length=40)
    was = models.CharField(max_length=40)
    choice = models.CharField(max_length=40)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_changed_for_a_reason"),
            models.CheckConstraint(condition=~Q(was=F("choice")), name="ruling_changed_to_another"),
        ]
        indexes: ClassVar = [models.Index(fields=["campaign", "key", "-id"], name="rulings_newest_first")]


class Amendment(models.Model):
    """An arbiter's work on a warband of his campaign, and why. What he changed stands in its ``notes``.

    It is open until it is closed or ``warbands.access.AMENDING`` has passed; only ``closed_at`` is ever written later.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="amendments")
    warband = models.ForeignKey(Warband, on_delete=models.CASCADE, related_name="amendments")
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    client_key = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="amendment_has_a_reason"),
            models.UniqueConstraint(fields=["warband", "client_key"], name="amendment_opened_once_per_form"),
        ]

    def __str__(self) -> str:
        return self.reason


class AmendmentNoteKind(models.TextChoices):
    """Whether something was changed, or said about it."""

    CHANGE = "change", "Changed"
    ANSWER = "answer", "Answered"


class AmendmentNote(AppendOnly):
    """What an arbiter changed in the course of an amendment, in words, or what was answered to it."""

    amendment = models.ForeignKey(Amendment, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=6, choices=AmendmentNoteKind)
    words = models.CharField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    client_key = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(words=""), name="amendment_note_says_something"),
            models.UniqueConstraint(fields=["amendment", "client_key"], name="amendment_answered_once_per_form"),
        ]

    def __str__(self) -> str:
        return self.words


def known_to_a_group() -> Exists:
    """Whether a warband (of the query around this) is or was in a campaign others know: its story is theirs too."""
    others = Membership.objects.filter(campaign__enrolments__warband=OuterRef("pk")).exclude(user=OuterRef("owner"))
    return Exists(others)


def campaign_of(warband: Warband) -> Campaign | None:
    """The one unfinished campaign a warband is in. ``warbands.access`` reads it with the warband's row."""
    if hasattr(warband, "own"):  # a row of theirs, which has no ``holding`` where none was found
        holding: Enrolment | None = getattr(warband, "holding", None)
        return holding.campaign if holding else None
    return Campaign.objects.filter(enrolments__warband=warband, enrolments__holds=True).first()
