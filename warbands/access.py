"""Who may see and who may change what belongs to players. Nothing else decides it.

A warband is its owner's to change. Others may look at one that is public, or whose secret link they have opened.
Campaigns widen ``_sees`` and ``_edits``; every page follows. One that was deleted is nowhere, but for its owner in
``deleted_of``.
"""

from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Case, OuterRef, Q, QuerySet, Value, When
from django.http import Http404
from django.utils import timezone

from warbands.models import LegalityOverride, Sharing, Warband

type Anybody = AbstractBaseUser | AnonymousUser

RESTORABLE = timedelta(days=30)
"""How long a deleted warband can be brought back."""


def hash_of(token: str) -> str:
    """What is kept of a secret link: 256 random bits need no salt, and cannot be found from this."""
    return sha256(token.encode()).hexdigest()


def carry(user: Anybody, link_hashes: Iterable[str]) -> None:
    """Let somebody come with the secret links he has opened in his session; a revoked one opens nothing any more."""
    user.link_hashes = frozenset(link_hashes)  # type: ignore[union-attr] # a user as he stands at the door


def _edits(user: Anybody) -> Q:
    return Q(owner_id=user.pk) if user.is_authenticated else Q(pk__in=())


def _sees(user: Anybody) -> Q:
    sees = _edits(user) | Q(sharing=Sharing.PUBLIC)
    if hashes := getattr(user, "link_hashes", None):
        sees |= Q(sharing=Sharing.LINK, link_hash__in=hashes)
    return sees


def visible_to(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user may look at, each with ``editable``: whether he may change it too.

    Whose they are and what is let stand in them is read in the same query, for every page shows it.
    """
    editable = Case(When(_edits(user), then=Value(True)), default=Value(False))
    found = Warband.objects.filter(_sees(user), deleted_at=None).select_related("owner")
    found = found.annotate(overrides=LegalityOverride.objects.told_with(OuterRef("pk")))
    return found.annotate(editable=editable)  # type: ignore[no-redef] # declared there too


def editable_by(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user may change."""
    return visible_to(user).filter(_edits(user))


def deleted_of(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user deleted and may still bring back, the last deleted first."""
    since = timezone.now() - RESTORABLE
    return Warband.objects.filter(_edits(user), deleted_at__gt=since).order_by("-deleted_at", "-pk")


def opened_by(token: str) -> Warband | None:
    """The warband that a secret link opens, if it opens one."""
    return Warband.objects.filter(sharing=Sharing.LINK, link_hash=hash_of(token), deleted_at=None).first()


def get_visible_or_404(user: Anybody, public_id: str) -> Warband:
    """The warband at an address, with ``editable`` set. Raises ``Http404`` for one that this user may not see."""
    warband = visible_to(user).filter(public_id=public_id).select_related("owner").first()
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
