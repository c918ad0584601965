"""Results of battles filed afterwards: they count once the other side, or an arbiter, has agreed.

As in ``services``.
"""

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from warbands.campaigns.services import running
from warbands.models import Campaign, FiledOutcome, FiledResult, Role, Warband
from warbands.rosters.services import RefusedError

SETTLED = "This report is settled already: see how it stands."


@transaction.atomic
def file_result(
    *,
    campaign: Campaign,
    by: User,
    first: Warband,
    second: Warband,
    outcome: str,
    fought_on: date,
    note: str = "",
    client_key: UUID | None = None,
) -> FiledResult:
    """Tell how a battle ended. An arbiter's report stands at once; so does one that says what the other side said.

    Refuses warbands that are not in the campaign, a warband against itself, a day to come, and a report by somebody who
    keeps neither warband and is no arbiter. The same key twice is the same report.
    """
    row = running(campaign)
    if client_key and (made := row.filed.filter(client_key=client_key).first()):
        return made
    if first == second:
        raise RefusedError("second", "A warband does not fight itself.")
    for field, warband in (("first", first), ("second", second)):
        if not row.enrolments.present().filter(warband=warband).exists():
            raise RefusedError(field, f"{warband} is not in this campaign.")
    if fought_on > timezone.localdate():
        raise RefusedError("fought_on", "That day is still to come.")
    arbitrates = runs(row, by)
    if by.pk not in {first.owner_id, second.owner_id} and not arbitrates:
        raise RefusedError("first", "One of the two must be yours.")
    result = FiledResult(
        campaign=row, first=first, second=second, first_name=first.name, second_name=second.name,
        outcome=FiledOutcome(outcome), fought_on=fought_on, note=note, by=by, client_key=client_key,
    )  # fmt: skip
    same = next((one for one in _open(row) if one.battle == result.battle and says_the_same(one, result)), None)
    if same is not None and may_agree(same, by, arbitrates=arbitrates):
        return _settle(same, by, stands=True)
    if same is not None:
        raise RefusedError("", "You have filed this already. It waits for the other side, or for an arbiter.")
    result.save()
    return _settle(result, by, stands=True) if arbitrates else result


@transaction.atomic
def agree(*, result: FiledResult, by: User) -> FiledResult:
    """Let a report stand; others that tell the same battle otherwise do not. Refuses whoever may not agree to it."""
    row = _locked(result)
    if not may_agree(row, by, arbitrates=runs(row.campaign, by)):
        raise RefusedError("", "The other side agrees to it, or an arbiter.")
    return _settle(row, by, stands=True)


@transaction.atomic
def withdraw(*, result: FiledResult, by: User) -> FiledResult:
    """Take a report back. Refuses whoever did not file it and is no arbiter."""
    row = _locked(result)
    if row.by_id != by.pk and not runs(row.campaign, by):
        raise RefusedError("", "Whoever filed it takes it back, or an arbiter.")
    return _settle(row, by, stands=False)


def runs(campaign: Campaign, user: User) -> bool:
    """Whether somebody is an arbiter of a campaign."""
    return campaign.memberships.present().filter(user=user, role=Role.ARBITER).exists()


def may_agree(result: FiledResult, user: User, *, arbitrates: bool) -> bool:
    """Whether somebody may let a report stand: he keeps the other side's warband, or is an arbiter."""
    if arbitrates:
        return True
    keepers = {one.owner_id for one in (result.first, result.second) if one is not None}
    return user.pk in keepers and user.pk != result.by_id


def marked(results: Iterable[FiledResult]) -> list[FiledResult]:
    """Reports, each with whether another open one contradicts it."""
    rows = list(results)
    waiting = [row for row in rows if row.stands is None]
    for row in waiting:
        row.contradicted = any(
            other.pk != row.pk and other.battle == row.battle and not says_the_same(other, row) for other in waiting
        )
    return rows


def says_the_same(one: FiledResult, other: FiledResult) -> bool:
    """Whether two reports of a battle tell the same winner."""
    return one.winner_id == other.winner_id


def _open(campaign: Campaign) -> list[FiledResult]:
    return list(campaign.filed.filter(stands=None).select_related("first", "second"))


def _locked(result: FiledResult) -> FiledResult:
    """The report as it is now, one change after the other. Refuses one that is settled."""
    running(result.campaign)
    row = FiledResult.objects.select_related("campaign", "first", "second").get(pk=result.pk)
    if row.stands is not None:
        raise RefusedError("", SETTLED)
    return row


def _settle(row: FiledResult, by: User, *, stands: bool) -> FiledResult:
    now = timezone.now()
    row.stands, row.settled_by, row.settled_at = stands, by, now
    row.save(update_fields=["stands", "settled_by", "settled_at"])
    if stands:
        others = [one.pk for one in _open(row.campaign) if one.battle == row.battle]
        FiledResult.objects.filter(pk__in=others).update(stands=False, settled_by=by, settled_at=now)
    return row
