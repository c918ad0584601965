"""Pages by which warbands come into a campaign, leave it, and are copied by other members."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from warbands.access import get_arbitrated_or_404, get_campaign_or_404, get_played_or_404, owned_by
from warbands.campaigns import sharing as services
from warbands.campaigns.forms import MakeForm
from warbands.campaigns.shown import brought, warband_in
from warbands.doors import Request, signed_in
from warbands.models import Campaign
from warbands.rosters.keeping import duplicate_warband
from warbands.rosters.keeping_forms import DuplicateForm
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE


@signed_in
@require_http_methods(GET_OR_POST)
def bring(request: Request, campaign: str) -> HttpResponse:
    """Bring warbands of one's own in, or make one for this campaign."""
    row = get_played_or_404(request.user, campaign)
    if request.method != "POST":
        return _bring_page(request, row, MakeForm(campaign=row))
    form = MakeForm(request.POST, campaign=row)
    if form.is_valid():
        try:
            made = services.make(campaign=row, owner=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{made.name} is in {row.name}. Now hire its warriors.")
            return redirect(made)
    return _bring_page(request, row, form, status=UNPROCESSABLE)


def _bring_page(
    request: Request, campaign: Campaign, form: MakeForm, *, error: str = "", status: int = 200
) -> HttpResponse:
    facts = {"campaign": campaign, "form": form, "mine": brought(campaign, owned_by(request.user)), "error": error}
    return render(request, "warbands/campaigns/bring.html", facts, status=status)


@signed_in
@require_POST
def enter(request: Request, campaign: str, warband: str) -> HttpResponse:
    """Bring a warband of one's own in."""
    row = get_played_or_404(request.user, campaign)
    mine = owned_by(request.user).filter(public_id=warband).first()
    if mine is None:
        raise Http404("None of your warbands has this address.")
    try:
        services.enter(campaign=row, warband=mine, by=request.user)
    except RefusedError as refused:
        return _bring_page(request, row, MakeForm(campaign=row), error=refused.message, status=UNPROCESSABLE)
    messages.success(request, f"{mine.name} is in {row.name}: all members see it.")
    return redirect(row)


@signed_in
@require_POST
def withdraw(request: Request, campaign: str, warband: str) -> HttpResponse:
    """Let a warband leave: its owner or an arbiter says so."""
    row = get_campaign_or_404(request.user, campaign)
    found = warband_in(row, request.user, warband)
    if not found.own:
        get_arbitrated_or_404(request.user, campaign)
    services.withdraw(campaign=row, warband=found, by=request.user)
    messages.success(
        request, f"{found.name} has left the campaign, and stays {'yours' if found.own else 'its owner’s'}."
    )
    return redirect(row)


@signed_in
@require_http_methods(GET_OR_POST)
def copy(request: Request, campaign: str, warband: str) -> HttpResponse:
    """Take a copy of a shared warband as a template for one's own."""
    row = get_campaign_or_404(request.user, campaign)
    found = warband_in(row, request.user, warband)
    form = DuplicateForm(request.POST or None, initial={"name": f"Copy of {found.name}"[:80]})
    if request.method == "POST" and form.is_valid():
        made = duplicate_warband(warband=found, owner=request.user, **form.cleaned_data)
        messages.success(request, f"This is your copy of {found.name}. It is private, and in no campaign.")
        return redirect(made)
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(
        request, "warbands/campaigns/copy.html", {"campaign": row, "warband": found, "form": form}, status=status
    )
