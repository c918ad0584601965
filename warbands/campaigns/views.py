"""Pages of a campaign: all of mine, a new one, the campaign itself, what holds in it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from warbands.access import campaigns_of, get_arbitrated_or_404, get_campaign_or_404
from warbands.campaigns import services
from warbands.campaigns.forms import NewCampaignForm, SettingsForm
from warbands.campaigns.shown import campaigns_shown, page_of
from warbands.doors import Request, signed_in
from warbands.models import CampaignStatus
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.views import CONFLICT, GET_OR_POST, UNPROCESSABLE


@signed_in
@require_safe
def mine(request: Request) -> HttpResponse:
    """The campaigns this user belongs to, the last changed first."""
    return render(request, "warbands/campaigns/mine.html", {"campaigns": campaigns_shown(campaigns_of(request.user))})


@signed_in
@require_http_methods(GET_OR_POST)
def new(request: Request) -> HttpResponse:
    """Found a campaign."""
    form = NewCampaignForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_campaign(by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{made.name} is founded, and you are its arbiter. Now invite the others.")
            return redirect(made)
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "warbands/campaigns/new.html", {"form": form}, status=status)


@signed_in
@require_safe
def campaign(request: Request, campaign: str) -> HttpResponse:
    """What a campaign is about, who plays in it with which warbands, and what holds."""
    row = get_campaign_or_404(request.user, campaign)
    return render(request, "warbands/campaigns/campaign.html", {"campaign": row, "page": page_of(row, request.user)})


@signed_in
@require_http_methods(GET_OR_POST)
def settings(request: Request, campaign: str) -> HttpResponse:
    """Change name, description, house rules, starting gold and allowed lists; let it run or finish it."""
    row = get_arbitrated_or_404(request.user, campaign)
    status = 200
    form = SettingsForm.of(row)
    if request.method == "POST":
        form, status = SettingsForm(request.POST), UNPROCESSABLE
        if form.is_valid():
            try:
                services.change_campaign(campaign=row, by=request.user, **form.cleaned_data)
            except StaleError as stale:
                form, status = form.over(stale.current), CONFLICT
            except RefusedError as refused:
                refused.beside(form)
            else:
                messages.success(request, "Saved.")
                return redirect(row)
    facts = {"campaign": row, "form": form, "statuses": CampaignStatus}
    return render(request, "warbands/campaigns/settings.html", facts, status=status)


@signed_in
@require_POST
def status(request: Request, campaign: str) -> HttpResponse:
    """Let a campaign gather, run or be finished."""
    row = get_arbitrated_or_404(request.user, campaign)
    wanted = request.POST.get("status", "")
    if wanted not in CampaignStatus.values:
        facts = {"campaign": row, "form": SettingsForm.of(row), "statuses": CampaignStatus, "error": "Choose one."}
        return render(request, "warbands/campaigns/settings.html", facts, status=UNPROCESSABLE)
    services.set_status(campaign=row, status=wanted, by=request.user)
    messages.success(request, services.BEGUN[CampaignStatus(wanted)])
    return redirect(row)
