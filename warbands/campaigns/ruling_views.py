"""Pages of rulings: what differs here from the book's usual reading, every point with its choices, and why it is so."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules.engine.rulings import BY_ID, Ruling
from warbands.access import get_arbitrated_or_404, get_campaign_or_404
from warbands.campaigns import rulings as services
from warbands.campaigns.forms import RulingForm
from warbands.campaigns.points import point_of, points_of, told
from warbands.doors import Request, signed_in
from warbands.models import Campaign
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.views import CONFLICT, GET_OR_POST, UNPROCESSABLE

MOST_SOUGHT = 100
"""As many letters as anybody looks for a ruling by."""


@signed_in
@require_safe
def rulings(request: Request, campaign: str) -> HttpResponse:
    """Every ruling of a campaign, those that differ from the usual reading first, or those that are looked for."""
    row = get_campaign_or_404(request.user, campaign)
    changes = list(row.ruling_changes.select_related("by"))
    sought, only_ours = request.GET.get("q", "")[:MOST_SOUGHT], "ours" in request.GET
    points = [point for point in points_of(row, changes) if point.speaks_of(sought)]
    facts = {
        "campaign": row,
        "sought": sought,
        "only_ours": only_ours,
        "differing": [point for point in points if point.differs],
        "usual": [] if only_ours else [point for point in points if not point.differs],
        "changes": told(changes),
    }
    part = "#points" if request.htmx else ""
    return render(request, f"warbands/campaigns/rulings.html{part}", facts)


@signed_in
@require_http_methods(GET_OR_POST)
def ruling(request: Request, campaign: str, ruling: str) -> HttpResponse:
    """One ruling, with all that was said about it; an arbiter changes it here, and says why."""
    row = get_campaign_or_404(request.user, campaign)
    found = BY_ID.get(ruling)
    if found is None:
        raise Http404("There is no such ruling.")
    if request.method != "POST":
        return _page(request, row, found, RulingForm.of(found, services.choice_in(row, found.key)))
    row = get_arbitrated_or_404(request.user, campaign)
    form = RulingForm(request.POST, ruling=found)
    status = UNPROCESSABLE
    if form.is_valid():
        try:
            change = services.change_ruling(campaign=row, key=found.key, by=request.user, **form.cleaned_data)
        except StaleError:
            row = get_campaign_or_404(request.user, campaign)
            form, status = form.over(services.choice_in(row, found.key)), CONFLICT
        except RefusedError as refused:
            refused.beside(form)
        else:
            words = f"{found.id} is ruled otherwise from now on." if change else f"{found.id} is ruled so already."
            messages.success(request, words)
            return redirect("campaigns:rulings", row.public_id)
    return _page(request, row, found, form, status=status)


def _page(request: Request, row: Campaign, found: Ruling, form: RulingForm, *, status: int = 200) -> HttpResponse:
    changes = list(row.ruling_changes.filter(key=found.key).select_related("by"))
    facts = {"campaign": row, "point": point_of(row, found, changes), "form": form, "changes": told(changes)}
    return render(request, "warbands/campaigns/ruling.html", facts, status=status)
