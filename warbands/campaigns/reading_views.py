"""Pages of a campaign that only read what was recorded: how its dice fell."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from warbands.access import get_campaign_or_404
from warbands.campaigns.dice import ENOUGH, HEIGHT, WIDTH
from warbands.campaigns.dice_counts import throwers
from warbands.doors import Request, signed_in


@signed_in
@require_safe
def dice(request: Request, campaign: str) -> HttpResponse:
    """How the dice of a campaign fell, all together and of each player."""
    row = get_campaign_or_404(request.user, campaign)
    facts = {"campaign": row, "throwers": throwers(row), "enough": ENOUGH, "wide": 6 * WIDTH, "high": HEIGHT}
    return render(request, "warbands/campaigns/dice.html", facts)
