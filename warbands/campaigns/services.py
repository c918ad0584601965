"""Making a campaign and changing what holds in it. Who belongs to it is ``members``, its warbands are ``sharing``.

Each function is one whole thing in one transaction, and returns what it made. Each raises ``StaleError`` where somebody
else saved first, and ``RefusedError`` for what a campaign does not allow; either way nothing is changed.
"""

from collections.abc import Iterable
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.content import current
from warbands.campaigns.overlays import let_go
from warbands.models import Campaign, CampaignChange, CampaignStatus, Enrolment, Membership, Role
from warbands.rosters.services import RefusedError, StaleError

MOST_GOLD = 10_000
"""More starting gold than any campaign ever gave; what is larger was mistyped."""

BEGUN = {
    CampaignStatus.GATHERING: "The campaign gathers again.",
    CampaignStatus.RUNNING: "The campaign is running.",
    CampaignStatus.FINISHED: "The campaign is finished.",
}


@transaction.atomic
def create_campaign(
    *,
    by: User,
    name: str,
    description: str = "",
    starting_gold: int | None = None,
    allowed_lists: Iterable[str] = (),
    client_key: UUID | None = None,
) -> Campaign:
    """A new campaign, which is gathering, with its maker as arbiter. Refuses unknown lists.

    The same key twice gives the same campaign.
    """
    if client_key and (made := Campaign.objects.filter(by=by, client_key=client_key).first()):
        return made
    campaign = Campaign.objects.create(
        by=by,
        name=name,
        description=description,
        starting_gold=starting_gold,
        allowed_lists=_lists(allowed_lists),
        client_key=client_key,
    )
    Membership.objects.create(campaign=campaign, user=by, role=Role.ARBITER, since=timezone.now())
    return campaign


@transaction.atomic
def change_campaign(
    *,
    campaign: Campaign,
    version: int,
    by: User,
    name: str,
    description: str,
    house_rules: str,
    starting_gold: int | None,
    allowed_lists: Iterable[str],
) -> Campaign:
    """Change what holds in a campaign; each thing that was changed is recorded. Refuses unknown lists."""
    row = lock(campaign)
    if row.version != version:
        raise StaleError(row)
    was = row.name, row.description, row.house_rules, row.starting_gold, row.allowed_lists
    row.name, row.description, row.house_rules = name, description, house_rules
    row.starting_gold, row.allowed_lists = starting_gold, _lists(allowed_lists)
    told = (
        f"It is called {row.name} now, and was called {was[0]}.",
        "Its description was written anew.",
        "The house rules were written anew.",
        f"Warbands made for it start with {_gold(starting_gold)}.",
        f"Allowed lists: {list_names(row.allowed_lists)}.",
    )
    now = row.name, row.description, row.house_rules, row.starting_gold, row.allowed_lists
    for before, after, words in zip(was, now, told, strict=True):
        if before != after:
            record(row, words, by)
    row.version += 1
    row.save()
    return row


@transaction.atomic
def set_status(*, campaign: Campaign, status: str, by: User) -> Campaign:
    """Let a campaign gather, run or be finished. Setting what it is already changes nothing.

    A finished one lets its warbands go elsewhere. One that goes on takes back those that are free; the others leave it.
    """
    row = lock(campaign)
    if row.status == status:
        return row
    was_finished = row.finished
    row.status = CampaignStatus(status)
    row.version += 1
    row.save()
    if row.finished:
        row.enrolments.update(holds=False)
    elif was_finished:
        elsewhere = Enrolment.objects.filter(holds=True).values("warband")
        back = row.enrolments.filter(until=None)
        gone = list(back.filter(warband__in=elsewhere).values_list("warband", flat=True))
        back.filter(warband__in=gone).update(until=timezone.now(), ended_by=by)
        let_go(row, gone, by)
        back.exclude(warband__in=elsewhere).update(holds=True)
    record(row, BEGUN[row.status], by)
    return row


def record(campaign: Campaign, words: str, by: User) -> CampaignChange:
    """Keep what was changed, in words."""
    return CampaignChange.objects.create(campaign=campaign, words=words[:500], by=by)


def lock(campaign: Campaign) -> Campaign:
    """The campaign as it is now. Changes of one campaign happen one after the other."""
    return Campaign.objects.select_for_update().get(pk=campaign.pk)


def running(campaign: Campaign) -> Campaign:
    """As ``lock``. Refuses a campaign that is finished."""
    row = lock(campaign)
    if row.finished:
        raise RefusedError("", "This campaign is finished: it can be looked at, and changed no more.")
    return row


def list_names(slugs: Iterable[str]) -> str:
    """Warband lists as a sentence names them; none of them is every list."""
    lists = current().warbands
    return ", ".join(lists[slug].name if slug in lists else slug for slug in slugs) or "every list"


def _lists(slugs: Iterable[str]) -> list[str]:
    """Slugs in their order, each once. Refuses a list that is not published."""
    found = sorted(set(slugs))
    if unknown := set(found) - set(current().warbands):
        raise RefusedError("allowed_lists", f"There is no list “{min(unknown)}”.")
    return found


def _gold(gold: int | None) -> str:
    return "the gold of their list" if gold is None else f"{gold} gold crowns"
