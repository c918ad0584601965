"""Who belongs to a campaign: roles, handing over, leaving, removing. A campaign is never without an arbiter.

As in ``services``.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from warbands.campaigns.overlays import let_go
from warbands.campaigns.services import lock
from warbands.models import Campaign, Membership, Role
from warbands.rosters.services import RefusedError

LAST_ARBITER = "Somebody must run this campaign: make another member an arbiter first."


@transaction.atomic
def join(*, campaign: Campaign, user: User, role: Role) -> Membership:
    """Let somebody be something here. Whoever belongs already keeps what he is, unless this is more."""
    lock(campaign)
    found = campaign.memberships.present().filter(user=user).first()
    if found is not None and Role(found.role).rank <= role.rank:
        return found
    return _begin(campaign, user, role, by=user)


@transaction.atomic
def change_role(*, member: Membership, role: str, by: User) -> Membership:
    """Make a member something else. Refuses one who is gone, and to take the last arbiter away."""
    row = _present(member)
    if row.role == role:
        return row
    _needs_another_arbiter(row)
    return _begin(row.campaign, row.user, Role(role), by=by)


@transaction.atomic
def hand_over(*, campaign: Campaign, to: Membership, by: User) -> Membership:
    """Make another member arbiter in place of ``by``, who goes on as a player. Refuses whoever is none himself."""
    change_role(member=to, role=Role.ARBITER, by=by)
    mine = campaign.memberships.arbiters().filter(user=by).exclude(user=to.user).first()
    if mine is None:
        raise RefusedError("", "Only an arbiter hands a campaign over, and to somebody else.")
    return change_role(member=mine, role=Role.PLAYER, by=by)


@transaction.atomic
def end(*, member: Membership, by: User) -> Membership:
    """Let a member leave, or (``by`` an arbiter) remove him; his warbands leave with him and stay his own.

    Ending twice is the same as once. Refuses the last arbiter.
    """
    lock(member.campaign)
    row = Membership.objects.get(pk=member.pk)
    if row.until is not None:
        return row
    _needs_another_arbiter(row)
    now = timezone.now()
    row.until, row.ended_by = now, by
    row.save(update_fields=["until", "ended_by"])
    theirs = row.campaign.enrolments.filter(until=None, warband__owner=row.user_id)
    left = list(theirs.values_list("warband", flat=True))
    theirs.update(until=now, ended_by=by, holds=False)
    let_go(row.campaign, left, by)
    return row


def _begin(campaign: Campaign, user: User, role: Role, *, by: User) -> Membership:
    """End what somebody was, and let him be something else."""
    now = timezone.now()
    campaign.memberships.present().filter(user=user).update(until=now, ended_by=by)
    began_by = None if by == user else by
    return Membership.objects.create(campaign=campaign, user=user, role=role, since=now, began_by=began_by)


def _present(member: Membership) -> Membership:
    lock(member.campaign)
    row = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
    if row.until is not None:
        raise RefusedError("", f"{row.user} is no longer what this page says: see how it stands.")
    return row


def _needs_another_arbiter(row: Membership) -> None:
    """Refuse what would leave the campaign without an arbiter."""
    if row.role == Role.ARBITER and not row.campaign.memberships.arbiters().exclude(pk=row.pk).exists():
        raise RefusedError("", LAST_ARBITER)
