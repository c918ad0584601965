"""Pages of those who belong to a campaign: roles, handing over, leaving and removing."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from warbands.access import get_arbitrated_or_404, get_campaign_or_404
from warbands.campaigns import members as services
from warbands.campaigns.shown import members_of
from warbands.doors import Request, signed_in
from warbands.models import Campaign, Membership, Role
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE


@signed_in
@require_safe
def members(request: Request, campaign: str) -> HttpResponse:
    """Who belongs to a campaign; an arbiter changes roles here, and hands over."""
    return _page(request, get_campaign_or_404(request.user, campaign))


def _page(request: Request, campaign: Campaign, *, error: str = "", status: int = 200) -> HttpResponse:
    facts = {"campaign": campaign, "members": members_of(campaign), "roles": Role, "error": error}
    return render(request, "warbands/campaigns/members.html", facts, status=status)


def _member(campaign: Campaign, member: int) -> Membership:
    found = get_object_or_404(campaign.memberships.select_related("user"), pk=member)
    found.campaign = campaign
    return found


@signed_in
@require_POST
def role(request: Request, campaign: str, member: int) -> HttpResponse:
    """Make a member something else."""
    row = get_arbitrated_or_404(request.user, campaign)
    found = _member(row, member)
    wanted = request.POST.get("role", "")
    if wanted not in Role.values:
        return _page(request, row, error="Choose what he shall be.", status=UNPROCESSABLE)
    try:
        changed = services.change_role(member=found, role=wanted, by=request.user)
    except RefusedError as refused:
        return _page(request, row, error=refused.message, status=UNPROCESSABLE)
    messages.success(request, f"{changed.user} is {changed.words} now.")
    return redirect("campaigns:members", row.public_id)


@signed_in
@require_POST
def hand_over(request: Request, campaign: str, member: int) -> HttpResponse:
    """Make another member arbiter in one's own place."""
    row = get_arbitrated_or_404(request.user, campaign)
    to = _member(row, member)
    try:
        services.hand_over(campaign=row, to=to, by=request.user)
    except RefusedError as refused:
        return _page(request, row, error=refused.message, status=UNPROCESSABLE)
    messages.success(request, f"{to.user} runs {row.name} now. You are a player in it.")
    return redirect("campaigns:members", row.public_id)


@signed_in
@require_http_methods(GET_OR_POST)
def remove(request: Request, campaign: str, member: int) -> HttpResponse:
    """Remove a member, once it is confirmed."""
    row = get_arbitrated_or_404(request.user, campaign)
    return _end(request, row, _member(row, member))


@signed_in
@require_http_methods(GET_OR_POST)
def leave(request: Request, campaign: str) -> HttpResponse:
    """Leave a campaign, once it is confirmed."""
    row = get_campaign_or_404(request.user, campaign)
    found = row.memberships.present().select_related("user").get(user=request.user)
    found.campaign = row
    return _end(request, row, found)


def _end(request: Request, campaign: Campaign, member: Membership) -> HttpResponse:
    himself = member.user_id == request.user.pk
    error = ""
    if request.method == "POST":
        try:
            services.end(member=member, by=request.user)
        except RefusedError as refused:
            error = refused.message
        else:
            words = f"You have left {campaign.name}." if himself else f"{member.user} no longer belongs to it."
            messages.success(request, words)
            return redirect("campaigns:list") if himself else redirect("campaigns:members", campaign.public_id)
    theirs = campaign.enrolments.present().filter(warband__owner=member.user_id)
    facts = {"campaign": campaign, "member": member, "himself": himself, "error": error,
             "warbands": theirs.values_list("warband__name", flat=True)}  # fmt: skip
    return render(request, "warbands/campaigns/end.html", facts, status=UNPROCESSABLE if error else 200)
