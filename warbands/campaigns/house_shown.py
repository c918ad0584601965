"""What the pages of house special rules show: a rule as it was written, who holds it, and the bench it is tried on."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.http import Http404

from rules.authoring.bench import Bench
from rules.content import Content, current
from rules.overlaying import overlaid
from rules.values import Entry, Overlay
from warbands.doors import Request
from warbands.holders import WarbandHolders
from warbands.models import Campaign, HouseChange, HouseHolding, HouseRule, Warrior
from warbands.rulebooks import overlay_of
from warbands.rulings import rulings_of


class CampaignHolders(WarbandHolders):
    """The warriors of a campaign, on whom its arbiter tries a rule."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.rulings = rulings_of(campaign)

    def rows(self, user: object) -> QuerySet[Warrior]:
        del user
        return warriors_of(self.campaign)


def warriors_of(campaign: Campaign) -> QuerySet[Warrior]:
    """The warriors of the warbands that a campaign holds."""
    return Warrior.objects.present().filter(
        warband__deleted_at=None, warband__enrolments__campaign=campaign, warband__enrolments__until=None
    )


@dataclass(frozen=True)
class Tried:
    """A house rule as it was typed, laid over the rules of its campaign: what it comes to, and the bench."""

    rule: HouseRule
    request: Request

    @cached_property
    def overlay(self) -> Overlay:
        """The campaign's house rules, with this one as it was typed."""
        campaign = self.rule.campaign
        now = overlay_of(campaign.house_id or "")
        return Overlay("typed", {**now.blocks, self.rule.slug: self.rule.block}, now.given, now.addresses)

    @cached_property
    def bench(self) -> Bench:
        """The bench, with the rule on it."""
        content = overlaid(current(), self.overlay)
        theirs = CampaignHolders(self.rule.campaign), "Warriors of this campaign"
        return Bench(content, self.rule.slug, self.request.user, self.request.POST, *theirs)


def entry_of(rule: HouseRule, content: Content) -> Entry:
    """A rule as its page shows it, one that is retired too; ``content`` is what holds in its campaign."""
    known = content.entries.get(rule.slug) if rule.retired_at is None else None
    return known or overlaid(current(), Overlay("retired", {rule.slug: rule.block})).entries[rule.slug]


def rule_of(campaign: Campaign, short: str) -> HouseRule:
    """The rule at an address. Raises ``Http404``."""
    rule = campaign.special_rules.filter(short=short).first()
    if rule is None:
        raise Http404("This campaign has no such house rule.")
    rule.campaign = campaign
    return rule


def holders_of(rule: HouseRule) -> QuerySet[HouseHolding]:
    """Who holds a rule now."""
    return rule.holdings.filter(ended_at=None).select_related("warband", "warrior", "by")


def changes_of(rule: HouseRule) -> QuerySet[HouseChange]:
    """What was done with a rule, the last first."""
    return rule.changes.select_related("by")
