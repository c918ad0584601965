"""Who may see and who may change what belongs to players. Nothing else decides it.

A warband is its owner's to change. Others may look at one that is public, whose secret link they have opened, or that
is in a campaign of theirs; every page follows. One that was deleted is nowhere, but for its owner in ``deleted_of``.
A campaign is there for those who belong to it, and its arbiters' to change. An arbiter changes a warband of another
only where he has begun to amend it (``warbands.amendments``), in the session in which he did, and for ``AMENDING``.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.http import Http404
from django.utils import timezone

from rules.models import RulebookVersion
from warbands.models import (
    Amendment,
    Battle,
    BattleEvent,
    BattleSide,
    Campaign,
    Invitation,
    LegalityOverride,
    Membership,
    Role,
    Sharing,
    Warband,
)

type Anybody = AbstractBaseUser | AnonymousUser

RESTORABLE = timedelta(days=30)
"""How long a deleted warband can be brought back."""


AMENDING = timedelta(hours=1)
"""How long an arbiter may work on a warband before he says anew why."""


def hash_of(token: str) -> str:
    """What is kept of a secret link: 256 random bits need no salt, and cannot be found from this."""
    return sha256(token.encode()).hexdigest()


def carry(user: Anybody, link_hashes: Iterable[str], amendments: Iterable[int] = ()) -> None:
    """Let somebody come with the secret links he has opened in his session, and with what he amends in it.

    A link that was revoked opens nothing any more, and an amendment that is over changes nothing.
    """
    user.link_hashes = frozenset(link_hashes)  # type: ignore[union-attr] # a user as he stands at the door
    user.amendments = frozenset(amendments)  # type: ignore[union-attr] # as in the line above


def _owns(user: Anybody) -> Q:
    return Q(owner_id=user.pk) if user.is_authenticated else Q(pk__in=())


def _edits(user: Anybody) -> Q:
    edits = _owns(user)
    if begun := getattr(user, "amendments", None):
        edits |= Q(Exists(_amended_by(user, begun)))
    return edits


def _amended_by(user: Anybody, begun: Collection[int]) -> QuerySet[Amendment]:
    """Those of these amendments by which this user, still an arbiter of its campaign, may change a warband now."""
    return Amendment.objects.filter(
        pk__in=begun,
        by=user.pk,
        closed_at=None,
        at__gt=timezone.now() - AMENDING,
        warband=OuterRef("pk"),
        campaign__memberships__user=user.pk,
        campaign__memberships__until=None,
        campaign__memberships__role=Role.ARBITER,
        campaign__enrolments__warband=OuterRef("pk"),
        campaign__enrolments__holds=True,
    )


def _sees(user: Anybody) -> Q:
    sees = _owns(user) | Q(sharing=Sharing.PUBLIC)
    if user.is_authenticated:
        sees |= Q(Exists(_shared_with(user)))
    if hashes := getattr(user, "link_hashes", None):
        sees |= Q(sharing=Sharing.LINK, link_hash__in=hashes)
    return sees


def _shared_with(user: Anybody) -> QuerySet[Membership]:
    """The memberships by which somebody sees a warband (of the query around this one)."""
    return Membership.objects.present().filter(
        user=user.pk, campaign__enrolments__warband=OuterRef("pk"), campaign__enrolments__until=None
    )


def visible_to(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user may look at.

    Each says whether it is his (``own``), whether he may change it (``editable``), and what he is in the campaign that
    holds it (``role``, empty for whoever does not belong there).
    Whose they are, what is let stand in them and the campaign whose rulings hold for them (``holding``) are read in the
    same query, for every page shows what comes of them.
    """
    found = Warband.objects.filter(_sees(user), deleted_at=None)
    found = found.annotate(holding=FilteredRelation("enrolments", condition=Q(enrolments__holds=True)))
    found = found.select_related("owner", "holding__campaign")  # type: ignore[misc] # named in the line above
    here = Membership.objects.present().filter(user=user.pk, campaign=OuterRef("holding__campaign"))
    told = LegalityOverride.objects.told_with(OuterRef("pk"))
    role = Subquery(here.order_by().values("role"))
    return found.annotate(overrides=told, own=_owns(user), editable=_edits(user), role=role)  # type: ignore[no-redef] # declared there too


def editable_by(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user may change."""
    return visible_to(user).filter(_edits(user))


def owned_by(user: Anybody) -> QuerySet[Warband]:
    """The warbands that are this user's own."""
    return visible_to(user).filter(_owns(user))


def deleted_of(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user deleted and may still bring back, the last deleted first."""
    since = timezone.now() - RESTORABLE
    return Warband.objects.filter(_owns(user), deleted_at__gt=since).order_by("-deleted_at", "-pk")


def opened_by(token: str) -> Warband | None:
    """The warband that a secret link opens, if it opens one."""
    return Warband.objects.filter(sharing=Sharing.LINK, link_hash=hash_of(token), deleted_at=None).first()


def get_visible_or_404(user: Anybody, public_id: str) -> Warband:
    """The warband at an address, with ``editable`` set. Raises ``Http404`` for one that this user may not see."""
    warband = visible_to(user).filter(public_id=public_id).first()
    if warband is None:
        raise Http404("No warband of yours, and none shared with you, has this address.")
    return warband


def get_editable_or_404(user: Anybody, public_id: str) -> Warband:
    """The warband at an address, to be changed.

    Raises ``Http404`` for one that this user may not see, ``PermissionDenied`` for one that he may only look at.
    """
    warband = get_visible_or_404(user, public_id)
    if not warband.editable:
        raise PermissionDenied
    return warband


def get_own_or_404(user: Anybody, public_id: str) -> Warband:
    """The warband at an address, for what its owner alone does: share, export, delete it, write its notes.

    Raises ``Http404`` for one that this user may not see, ``PermissionDenied`` for somebody else's.
    """
    warband = get_visible_or_404(user, public_id)
    if not warband.own:
        raise PermissionDenied
    return warband


def campaigns_of(user: Anybody) -> QuerySet[Campaign]:
    """The campaigns this user belongs to, each with his ``role`` in it."""
    if not user.is_authenticated:
        return Campaign.objects.none()
    present = Q(memberships__user=user.pk, memberships__until=None)
    found = Campaign.objects.annotate(mine=FilteredRelation("memberships", condition=present)).exclude(mine=None)
    return found.annotate(role=F("mine__role"))  # type: ignore[no-redef] # declared there too


def get_campaign_or_404(user: Anybody, public_id: str) -> Campaign:
    """The campaign at an address, with ``role`` set. Raises ``Http404`` for one that this user does not belong to."""
    campaign = campaigns_of(user).filter(public_id=public_id).first()
    if campaign is None:
        raise Http404("You belong to no campaign at this address.")
    return campaign


def get_arbitrated_or_404(user: Anybody, public_id: str) -> Campaign:
    """The campaign at an address, to be run.

    Raises ``Http404`` for one that this user does not belong to, ``PermissionDenied`` for one that he does not run.
    """
    campaign = get_campaign_or_404(user, public_id)
    if campaign.role != Role.ARBITER:
        raise PermissionDenied
    return campaign


def get_played_or_404(user: Anybody, public_id: str) -> Campaign:
    """The campaign at an address, to be played in.

    Raises ``Http404`` for one that this user does not belong to, ``PermissionDenied`` where he only looks on.
    """
    campaign = get_campaign_or_404(user, public_id)
    if campaign.role == Role.SPECTATOR:
        raise PermissionDenied
    return campaign


def invitation_opened_by(token: str) -> Invitation | None:
    """The invitation that an invitation's link opens, if it is in force."""
    return Invitation.objects.in_force().filter(token_hash=hash_of(token)).first()


def get_invitation_or_404(user: Anybody, public_id: str) -> Invitation:
    """The invitation at an address. Raises ``Http404`` for one not in force, or whose link was not opened by him."""
    opened = Invitation.objects.in_force().filter(token_hash__in=getattr(user, "link_hashes", ()))
    invitation = opened.filter(public_id=public_id).select_related("campaign", "by").first()
    if invitation is None:
        raise Http404("No invitation in force has this address.")
    return invitation


# --- Battles ----------------------------------------------------------------------------------------------------------


def _watches(user: Anybody) -> Q:
    """His own battles, those of his campaigns, and those whose spectators' link he has opened."""
    watches = Q(pk__in=())
    if user.is_authenticated:
        members = Membership.objects.present().filter(user=user.pk, campaign=OuterRef("campaign"))
        plays = BattleSide.objects.filter(battle=OuterRef("pk"), player=user.pk)
        watches = Q(starter=user.pk) | Q(Exists(plays)) | Q(Exists(members))
    if hashes := getattr(user, "link_hashes", None):
        watches |= Q(link_hash__in=hashes)
    return watches


def battles_visible_to(user: Anybody) -> QuerySet[Battle]:
    """The battles this user may watch."""
    return Battle.objects.filter(_watches(user))


def battles_of(user: Anybody) -> QuerySet[Battle]:
    """The battles this user started or plays in, the last one first."""
    if not user.is_authenticated:
        return Battle.objects.none()
    plays = BattleSide.objects.filter(battle=OuterRef("pk"), player=user.pk)
    return Battle.objects.filter(Q(starter=user.pk) | Q(Exists(plays)))


def get_battle_or_404(user: Anybody, public_id: str) -> Battle:
    """The battle at an address, with ``acts_for`` and ``newest_version`` set.

    Raises ``Http404`` for one that this user may not watch.
    """
    newest = Subquery(RulebookVersion.objects.order_by("-pk").values("digest")[:1])
    found = battles_visible_to(user).filter(public_id=public_id).prefetch_related("sides")
    battle = found.annotate(newest_version=newest).first()  # type: ignore[no-redef] # declared there too
    if battle is None:
        raise Http404("You play in no battle at this address, and no link to it was given to you.")
    battle.acts_for = acts_for(user, battle)
    return battle


def get_acted_in_or_404(user: Anybody, public_id: str) -> Battle:
    """The battle at an address, to act in it.

    Raises ``Http404`` for one that this user may not watch, ``PermissionDenied`` for one that he only watches.
    """
    battle = get_battle_or_404(user, public_id)
    if not battle.acts_for:
        raise PermissionDenied
    return battle


def get_started_or_404(user: Anybody, public_id: str) -> Battle:
    """The battle at an address, for what its starter alone does: whose phones act, and who may watch by a link.

    Raises ``Http404`` for one that this user may not watch, ``PermissionDenied`` for one that somebody else started.
    """
    battle = get_battle_or_404(user, public_id)
    if battle.starter_id != user.pk:
        raise PermissionDenied
    return battle


def acts_for(user: Anybody, battle: Battle) -> tuple[str, ...]:
    """The sides of a battle that this user acts for.

    Each player acts for his own; the starter for a side without a player too, and with ``one_phone`` for both.
    """
    if not user.is_authenticated:
        return ()
    starts = battle.starter_id == user.pk
    sides = battle.sides.all()
    return tuple(
        side.slug
        for side in sides
        if side.player_id == user.pk or (starts and (battle.one_phone or side.player_id is None))
    )


def may_undo(user: Anybody, battle: Battle, event: BattleEvent) -> bool:
    """Whether an event is this player's to undo: his own, or his side's, or nobody's in particular."""
    return not event.side or event.by_id == user.pk or event.side in acts_for(user, battle)


def not_his_to_undo(user: Anybody, battle: Battle, events: QuerySet[BattleEvent]) -> QuerySet[BattleEvent]:
    """Those of these events that ``may_undo`` denies this player."""
    return events.exclude(side="").exclude(by=user.pk).exclude(side__in=acts_for(user, battle))


def battle_opened_by(token: str) -> Battle | None:
    """The battle that a spectators' link opens, if it opens one."""
    return Battle.objects.filter(link_hash=hash_of(token)).first()
