"""Pages of a campaign that only read what was recorded: its story, the standings, and how its dice fell."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from warbands.access import get_campaign_or_404
from warbands.campaigns.dice import ENOUGH, HEIGHT, WIDTH
from warbands.campaigns.dice_counts import throwers
from warbands.campaigns.feed import entries_of, told
from warbands.campaigns.feed_forms import FeedForm
from warbands.campaigns.standings import HIGH, WIDE, standings_of
from warbands.doors import Request, signed_in
from warbands.rosters.views import UNPROCESSABLE

ON_A_PAGE = 50


@signed_in
@require_safe
def feed(request: Request, campaign: str) -> HttpResponse:
    """What happened in a campaign, the last first, narrowed as the address says."""
    row = get_campaign_or_404(request.user, campaign)
    form = FeedForm(row, request.GET, label_suffix="")
    valid = form.is_valid()
    topic, user = (form.cleaned_data["what"], form.cleaned_data["who"]) if valid else ("", None)
    page = Paginator(entries_of(row, topic, user), ON_A_PAGE).get_page(request.GET.get("page"))
    facts = {"campaign": row, "form": form, "page": page, "entries": told(row, page.object_list)}
    part = "#story" if request.htmx else ""
    status = 200 if valid else UNPROCESSABLE
    return render(request, f"warbands/campaigns/feed.html{part}", facts, status=status)


@signed_in
@require_safe
def standings(request: Request, campaign: str) -> HttpResponse:
    """Where every warband of a campaign stands, and how its rating came there."""
    row = get_campaign_or_404(request.user, campaign)
    facts = {"campaign": row, "standings": standings_of(row, request.user), "wide": WIDE, "high": HIGH}
    return render(request, "warbands/campaigns/standings.html", facts)


@signed_in
@require_safe
def dice(request: Request, campaign: str) -> HttpResponse:
    """How the dice of a campaign fell, all together and of each player."""
    row = get_campaign_or_404(request.user, campaign)
    facts = {"campaign": row, "throwers": throwers(row), "enough": ENOUGH, "wide": 6 * WIDTH, "high": HEIGHT}
    return render(request, "warbands/campaigns/dice.html", facts)
