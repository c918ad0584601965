"""Warbands in a campaign: brought in, made for it, withdrawn. They stay their owner's. As in ``services``."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from warbands.campaigns.overlays import let_go
from warbands.campaigns.services import list_names, running
from warbands.models import Campaign, Enrolment, Role, Warband, campaign_of
from warbands.rosters.services import RefusedError, create_warband, lock


@transaction.atomic
def enter(*, campaign: Campaign, warband: Warband, by: User) -> Enrolment:
    """Bring a warband into a campaign, where all members see it. Entering twice is the same as once.

    Refuses whoever does not play in it, somebody else's warband, one that is in another unfinished campaign, and one
    whose list is not allowed here.
    """
    row = running(campaign)
    warband = Warband.objects.select_for_update().get(pk=warband.pk)  # as it is now, wherever it may have gone
    if found := row.enrolments.filter(warband=warband, until=None).first():
        return found
    _plays(row, by)
    if warband.owner_id != by.pk:
        raise RefusedError("", "Only its owner brings a warband in.")
    if reason := hindrance(row, warband):
        raise RefusedError("", reason)
    return Enrolment.objects.create(campaign=row, warband=warband, by=by)


def hindrance(campaign: Campaign, warband: Warband) -> str:
    """Why a warband cannot enter a campaign; empty where it can."""
    holding = campaign_of(warband)
    if holding is not None and holding != campaign:
        return f"{warband.name} is in {holding.name}, and a warband is in one campaign at a time."
    if campaign.allowed_lists and warband.warband_type_id not in campaign.allowed_lists:
        return f"The list of {warband.name} is not allowed here. Allowed are: {list_names(campaign.allowed_lists)}."
    return ""


@transaction.atomic
def make(*, campaign: Campaign, owner: User, warband_type: str, name: str, client_key: UUID | None = None) -> Warband:
    """A new warband for a campaign, with its starting gold, and brought in at once. The same key twice is the same one.

    Refuses as ``enter`` and ``create_warband`` do.
    """
    row = running(campaign)
    _plays(row, owner)
    if row.allowed_lists and warband_type not in row.allowed_lists:
        raise RefusedError("warband_type", "This campaign does not allow that list.")
    warband = create_warband(
        owner=owner, warband_type=warband_type, name=name, starting_gold=row.starting_gold, client_key=client_key
    )
    enter(campaign=row, warband=warband, by=owner)
    return warband


@transaction.atomic
def withdraw(*, campaign: Campaign, warband: Warband, by: User) -> Enrolment | None:
    """Let a warband leave a campaign, finished or not; None where it was not in it. Who may, the page has asked."""
    lock(warband)
    found = campaign.enrolments.filter(warband=warband, until=None).first()
    if found is not None:
        found.until, found.ended_by, found.holds = timezone.now(), by, False
        found.save(update_fields=["until", "ended_by", "holds"])
        let_go(campaign, [warband.pk], by)
    return found


def _plays(campaign: Campaign, user: User) -> None:
    """Refuse whoever is not there to play."""
    if not campaign.memberships.present().filter(user=user).exclude(role=Role.SPECTATOR).exists():
        raise RefusedError("", "Spectators bring no warband: ask an arbiter to make you a player.")
