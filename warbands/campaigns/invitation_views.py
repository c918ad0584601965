"""Pages of invitations: an arbiter makes and revokes them; whoever has the link looks, and joins."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from warbands.access import Anybody, campaigns_of, get_arbitrated_or_404, get_invitation_or_404, invitation_opened_by
from warbands.campaigns import invitations as services
from warbands.campaigns.forms import InviteForm
from warbands.doors import Request, open_to_readers, remember_link, signed_in
from warbands.limits import limited
from warbands.models import Campaign, Invitation, Role
from warbands.rosters.keeping_forms import LinkForm
from warbands.rosters.services import RefusedError
from warbands.rosters.sharing import new_token, plain
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE


@sensitive_post_parameters("token")
@signed_in
@never_cache
@require_http_methods(GET_OR_POST)
@limited("invitations")
def invitations(request: Request, campaign: str) -> HttpResponse:
    """The invitations of a campaign; a new link and its QR code are shown here this once."""
    row = get_arbitrated_or_404(request.user, campaign)
    if request.method != "POST":
        return _page(request, row, InviteForm())
    form = InviteForm(request.POST)
    if form.is_valid():
        try:
            token = plain(form.cleaned_data.pop("token"), row)
            services.invite(campaign=row, by=request.user, token=token, **form.cleaned_data)
        except RefusedError as refused:
            form.add_error(None, refused.message)
        else:
            # Not led back by a redirect: what is shown once would have to be kept somewhere on the way.
            return _page(
                request, row, InviteForm(), link=f"{request.build_absolute_uri(reverse('campaigns:join'))}#{token}"
            )
    return _page(request, row, form, status=UNPROCESSABLE)


def _page(request: Request, row: Campaign, form: InviteForm, *, link: str = "", status: int = 200) -> HttpResponse:
    every = row.invitations.select_related("by")
    in_force = list(every.in_force())
    facts = {
        "campaign": row,
        "form": form,
        "token": new_token(row),
        "link": link,
        "qr": services.qr_code(link) if link else "",
        "in_force": in_force,
        "past": [one for one in every if one not in in_force],
    }
    return render(request, "warbands/campaigns/invitations.html", facts, status=status)


@signed_in
@require_POST
def revoke(request: Request, campaign: str, invitation: str) -> HttpResponse:
    """Let an invitation admit nobody any more."""
    row = get_arbitrated_or_404(request.user, campaign)
    services.revoke(invitation=get_object_or_404(Invitation, campaign=row, public_id=invitation), by=request.user)
    messages.success(request, "It is revoked: nobody joins by it any more.")
    return redirect("campaigns:invitations", row.public_id)


@sensitive_post_parameters("token")
@never_cache
@require_http_methods(GET_OR_POST)
@limited("links")
def join(request: HttpRequest) -> HttpResponse:
    """Open an invitation. What is secret in its link comes by the form: a script sends it, or it is pasted."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        found = invitation_opened_by(form.cleaned_data["token"])
        if found is not None:
            remember_link(request, found.token_hash)
            return redirect("campaigns:invitation", found.public_id)
        form.add_error("token", "This link opens nothing. It was mistyped or is no longer in force: ask for a new one.")
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "warbands/campaigns/join.html", {"form": form}, status=status)


@open_to_readers
@never_cache
@require_http_methods(GET_OR_POST)
@limited("joins")
def invitation(request: Request, invitation: str) -> HttpResponse:
    """To what somebody is invited, and as what; whoever has signed in joins here."""
    row = get_invitation_or_404(request.user, invitation)
    error = ""
    if request.method == "POST":
        if cast(Anybody, request.user).is_anonymous:
            return redirect_to_login(request.path)
        try:
            member = services.accept(invitation=row, user=request.user)
        except RefusedError as refused:
            error = refused.message
        else:
            messages.success(request, f"You are {member.words} in {row.campaign.name}.")
            return redirect(row.campaign)
    belongs = campaigns_of(request.user).filter(pk=row.campaign_id).first()
    enough = belongs is not None and Role(belongs.role).rank <= Role(row.role).rank
    facts = {"invitation": row, "as_what": Role(row.role).words, "belongs": enough, "error": error}
    return render(request, "warbands/campaigns/invitation.html", facts, status=UNPROCESSABLE if error else 200)
