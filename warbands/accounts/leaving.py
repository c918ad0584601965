"""Leaving for good: what was a player's alone is deleted, and what a group keeps no longer says who he was.

As in ``rosters.services``.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from warbands.campaigns.overlays import let_go
from warbands.campaigns.services import set_status
from warbands.models import (
    Battle,
    BattleSide,
    Campaign,
    CampaignStatus,
    Enrolment,
    Membership,
    Role,
    Sharing,
    Warband,
    known_to_a_group,
)
from warbands.rosters.keeping import forget_notes
from warbands.rosters.services import RefusedError

FORMER = "a former player"
"""Whose what is kept becomes. Nobody can sign up by a name with spaces in it, and nobody signs in by this one."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """What will become of what is his: names, each list in order.

    ``deleted`` and ``kept`` are warbands, ``closed`` campaigns that end with him. ``held`` are campaigns which nobody
    else runs, though others belong to them: he cannot go before somebody does.
    """

    deleted: tuple[str, ...]
    kept: tuple[str, ...]
    closed: tuple[str, ...]
    held: tuple[Campaign, ...]


def farewell(user: User) -> Farewell:
    """What deleting this account would do. Four queries."""
    kept = _kept_warbands(user)
    return Farewell(
        tuple(Warband.objects.filter(owner=user).exclude(pk__in=kept.values("pk")).values_list("name", flat=True)),
        tuple(kept.values_list("name", flat=True)),
        tuple(_left_empty(user).values_list("name", flat=True)),
        tuple(_held(user)),
    )


@transaction.atomic
def delete_account(*, user: User, name: str, password: str) -> None:
    """Delete a player who wants it himself, as ``remove_account`` does.

    Refuses a name and a password that are not his too.
    """
    if name.strip() != user.get_username():
        raise RefusedError("name", f"That is not your name here. Type “{user.get_username()}” to delete it.")
    if not user.check_password(password):
        raise RefusedError("password", "That is not your password.")
    remove_account(user=user)


@transaction.atomic
def remove_account(*, user: User) -> None:
    """Delete a player.

    His warbands go, but for those that were in a campaign others belong to: these keep what happened to them, without
    notes, and belong to nobody; nobody sees them. Tests and battles of others keep their dice, and lose who threw them.
    Refuses somebody who alone runs a campaign of others. No account goes by another way: the database's own rows
    (``PROTECT``) would refuse it, so that no group loses its story.
    """
    # One after the other, so that of two arbiters who leave at once the second is told that he is the last.
    list(Campaign.objects.select_for_update().filter(memberships__user=user, memberships__until=None).order_by("pk"))
    if held := list(_held(user)):
        names = ", ".join(campaign.name for campaign in held)
        raise RefusedError("", f"Others belong to {names}, and only you run it: hand it over first.")
    _end_campaigns(user)
    _let_go(user)
    user.delete()


def _end_campaigns(user: User) -> None:
    """Delete the campaigns nobody else ever belonged to, and finish those in which nobody else is left."""
    for campaign in _left_empty(user):
        if Membership.objects.filter(campaign=campaign).exclude(user=user).exists():
            set_status(campaign=campaign, status=CampaignStatus.FINISHED, by=user)
        else:
            campaign.delete()


def _let_go(user: User) -> None:
    """Delete what was his alone, and give the rest to nobody."""
    now = timezone.now()
    kept = list(_kept_warbands(user).values_list("pk", flat=True))
    Warband.objects.filter(owner=user).exclude(pk__in=kept).delete()
    _battles_of_his_own(user).delete()
    if not kept and not Membership.objects.filter(user=user).exists():
        return
    nobody = _former()
    inside = Enrolment.objects.filter(warband__in=kept, until=None)
    campaigns = list(Campaign.objects.filter(enrolments__in=inside).distinct())
    inside.update(until=now, holds=False, ended_by=None)
    for campaign in campaigns:
        let_go(campaign, kept, None)
    forget_notes(Warband.objects.filter(pk__in=kept))
    Warband.objects.filter(pk__in=kept).update(owner=nobody, sharing=Sharing.PRIVATE, link_hash="")
    Membership.objects.filter(user=user, until=None).update(until=now)
    Membership.objects.filter(user=user).update(user=nobody)


def _former() -> User:
    nobody, made = User.objects.get_or_create(username=FORMER, defaults={"is_active": False})
    if made:
        nobody.set_unusable_password()
        nobody.save(update_fields=["password"])
    return nobody


def _others(user: User) -> QuerySet[Membership]:
    """Everybody else who is or was in a campaign (of the query around this one)."""
    return Membership.objects.filter(campaign=OuterRef("pk")).exclude(user=user)


def _present(user: User) -> QuerySet[Campaign]:
    """The campaigns he belongs to now."""
    mine = Membership.objects.present().filter(campaign=OuterRef("pk"), user=user)
    return Campaign.objects.filter(Exists(mine)).order_by("name", "pk")


def _held(user: User) -> QuerySet[Campaign]:
    """Those which others belong to and nobody else runs."""
    others = _others(user).filter(until=None)
    return _present(user).filter(Exists(others)).exclude(Exists(others.filter(role=Role.ARBITER)))


def _left_empty(user: User) -> QuerySet[Campaign]:
    """Those to which nobody else belongs."""
    return _present(user).exclude(Exists(_others(user).filter(until=None)))


def _kept_warbands(user: User) -> QuerySet[Warband]:
    """His warbands that are or were in a campaign which others know."""
    return Warband.objects.filter(known_to_a_group(), owner=user)


def _battles_of_his_own(user: User) -> QuerySet[Battle]:
    """The battles he started, in which nobody else played and which belong to no group."""
    others = BattleSide.objects.filter(battle=OuterRef("pk")).exclude(player=None).exclude(player=user)
    return Battle.objects.filter(starter=user, campaign=None).exclude(Exists(others))
