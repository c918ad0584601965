"""What the house rules of a campaign come to, kept whenever they change; and who loses them by leaving it.

Called within the transaction of what changed.
"""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.utils import timezone

from rules.digests import digest_of
from warbands.models import Campaign, HouseChange, HouseHolding, HouseRule, HouseRulebook

LEFT = "The warband left the campaign"


def compose(campaign: Campaign) -> None:
    """Keep what the house rules that are not retired come to, and let it hold from now on."""
    rules = list(campaign.special_rules.filter(retired_at=None).order_by("pk"))
    for rule in rules:
        rule.campaign = campaign
    slugs = {rule.pk: rule.slug for rule in rules}
    held = HouseHolding.objects.filter(rule__in=rules, ended_at=None).order_by("pk")
    document = {
        "campaign": campaign.public_id,
        "rules": [rule.block for rule in rules],
        "given": [
            {"rule": slugs[row.rule_id], "warband": row.warband_id, "warrior": row.warrior_id, "why": row.reason}
            for row in held
        ],
    }
    digest = None
    if rules:
        digest = digest_of(document)
        HouseRulebook.objects.get_or_create(digest=digest, defaults={"campaign": campaign, "document": document})
    campaign.house_id = digest
    campaign.save(update_fields=["house", "changed"])


def let_go(campaign: Campaign, warbands: Collection[int], by: User | None) -> None:
    """Let warbands that leave a campaign lose its house rules at once, and say so in their history."""
    held = HouseHolding.objects.filter(rule__campaign=campaign, warband__in=warbands, ended_at=None)
    rows = list(held.select_related("rule__campaign", "warband", "warrior"))
    if not rows:
        return
    held.update(ended_at=timezone.now())
    for row in rows:
        note(row.rule, f"{row.rule.name} is no longer held by {row.whom}.", LEFT, by)
    compose(campaign)


def note(rule: HouseRule, words: str, reason: str, by: User | None, *, worded: bool = False) -> HouseChange:
    """Keep what was done with a rule, and as what it stands from now on."""
    return HouseChange.objects.create(
        rule=rule, words=words[:300], reason=reason, block=rule.block, by=by, worded=worded
    )
