"""What the pages of campaigns show, each in a fixed number of queries however many members and warbands there are."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from rules.prose import rendered
from warbands.access import visible_to
from warbands.campaigns.points import Point, points_of
from warbands.campaigns.services import list_names
from warbands.campaigns.sharing import hindrance
from warbands.models import Campaign, Enrolment, Membership, Role, Warband
from warbands.rosters.mine import Mine, mine


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """All that the page of a campaign shows. Texts are HTML that is safe to show."""

    description: str
    house_rules: str
    members: tuple[Membership, ...]
    warbands: tuple[tuple[Warband, Mine], ...]
    lists: str
    differing: tuple[Point, ...]

    @property
    def arbiters(self) -> tuple[Membership, ...]:
        """Those who run it."""
        return tuple(one for one in self.members if one.role == Role.ARBITER)


def campaigns_shown(campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """These campaigns, each with how many members (``many``) and warbands (``warbands``) it has: one query."""
    many = Membership.objects.present().filter(campaign=OuterRef("pk"))
    warbands = Enrolment.objects.present().filter(campaign=OuterRef("pk"))
    return campaigns.annotate(many=_count(many), warbands=_count(warbands))


def _count(rows: QuerySet[Membership] | QuerySet[Enrolment]) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values("campaign").annotate(n=Count("pk")).values("n")), 0)


def warbands_of(campaign: Campaign, user: User) -> QuerySet[Warband]:
    """The warbands of a campaign, as a member sees them."""
    return visible_to(user).filter(enrolments__campaign=campaign, enrolments__until=None)


def warband_in(campaign: Campaign, user: User, public_id: str) -> Warband:
    """The warband at an address below its campaign's. Raises ``Http404`` for one that is not in it."""
    found = warbands_of(campaign, user).filter(public_id=public_id).first()
    if found is None:
        raise Http404("No warband of this campaign has this address.")
    return found


def members_of(campaign: Campaign) -> tuple[Membership, ...]:
    """Who belongs to a campaign now: arbiters first, then by the time they joined."""
    rows = campaign.memberships.present().select_related("user")
    return tuple(sorted(rows, key=lambda row: (Role(row.role).rank, row.pk)))


def page_of(campaign: Campaign, user: User) -> CampaignPage:
    """The page of a campaign: six queries and the digest's."""
    rows = warbands_of(campaign, user)
    warbands = tuple(zip(rows, mine(rows), strict=True))
    return CampaignPage(
        rendered(campaign.description),
        rendered(campaign.house_rules),
        members_of(campaign),
        warbands,
        list_names(campaign.allowed_lists) if campaign.allowed_lists else "",
        tuple(point for point in points_of(campaign) if point.differs),
    )


@dataclass(frozen=True, slots=True)
class Brought:
    """A warband of one's own on the page where it is brought in; ``why`` says why it cannot be."""

    warband: Warband
    inside: bool
    why: str


def brought(campaign: Campaign, warbands: QuerySet[Warband]) -> list[Brought]:
    """These warbands (of ``warbands.access``), and whether each is in this campaign or may come in: two queries."""
    inside = set(campaign.enrolments.present().values_list("warband", flat=True))
    return [Brought(row, row.pk in inside, "" if row.pk in inside else hindrance(campaign, row)) for row in warbands]
