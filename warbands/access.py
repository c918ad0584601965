"""Who may see and who may change what belongs to players. Nothing else decides it.

Today a warband is its owner's alone. Sharing and campaigns widen ``_sees`` and ``_edits``; every page follows.
"""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Q, QuerySet, Value, When
from django.http import Http404

from warbands.models import Warband

type Anybody = AbstractBaseUser | AnonymousUser


def _edits(user: Anybody) -> Q:
    return Q(owner_id=user.pk)


def _sees(user: Anybody) -> Q:
    return _edits(user)


def visible_to(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user may look at, each with ``editable``: whether he may change it too. Nobody sees none."""
    if not user.is_authenticated:
        return Warband.objects.none()
    editable = Case(When(_edits(user), then=Value(True)), default=Value(False))
    return Warband.objects.filter(_sees(user)).annotate(editable=editable)  # type: ignore[no-redef] # declared there too


def editable_by(user: Anybody) -> QuerySet[Warband]:
    """The warbands this user may change."""
    return visible_to(user).filter(_edits(user))


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
