"""Pages of sharing: who may look at a warband, and the door that a secret link opens."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from warbands.access import battle_opened_by, get_own_or_404, opened_by
from warbands.doors import Request, remember_link, signed_in
from warbands.limits import limited
from warbands.models import Sharing, Warband
from warbands.rosters.keeping_forms import LinkForm, SharingForm
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.sharing import new_token, plain, share
from warbands.rosters.views import CONFLICT, GET_OR_POST, UNPROCESSABLE

SAID = {
    Sharing.PRIVATE: "It is private now: nobody but you sees it.",
    Sharing.PUBLIC: "It is public now: whoever has its address may look at it.",
}


@sensitive_post_parameters("token")
@signed_in
@never_cache
@require_http_methods(GET_OR_POST)
def sharing(request: Request, warband: str) -> HttpResponse:
    """Who may look at a warband; a new secret link is shown here this once."""
    row = get_own_or_404(request.user, warband)
    if request.method != "POST":
        return _page(request, row)
    form = SharingForm(request.POST)
    if not form.is_valid():
        return _page(request, row, error="Choose one of these three.", status=UNPROCESSABLE)
    wanted, token = Sharing(form.cleaned_data["sharing"]), ""
    try:
        if wanted is Sharing.LINK:
            token = plain(form.cleaned_data["token"], row)
        saved = share(warband=row, version=form.cleaned_data["version"], sharing=wanted, token=token)
    except RefusedError as refused:
        return _page(request, row, error=refused.message, status=UNPROCESSABLE)
    except StaleError:
        words = "This was changed in the meantime; perhaps by you, elsewhere. See how it stands, and choose again."
        return _page(request, get_own_or_404(request.user, warband), error=words, status=CONFLICT)
    if token:
        # Not led back by a redirect: what is shown once would have to be kept somewhere on the way.
        link = f"{request.build_absolute_uri(reverse('warbands:link'))}#{token}"
        return _page(request, saved, link=link)
    messages.success(request, SAID[wanted])
    return redirect("warbands:sharing", row.public_id)


def _page(request: Request, row: Warband, *, link: str = "", error: str = "", status: int = 200) -> HttpResponse:
    facts = {
        "warband": row,
        "link": link,
        "error": error,
        "token": new_token(row),
        "address": request.build_absolute_uri(row.get_absolute_url()),
    }
    return render(request, "warbands/sharing.html", facts, status=status)


@sensitive_post_parameters("token")
@never_cache
@require_http_methods(GET_OR_POST)
@limited("links")
def link(request: HttpRequest) -> HttpResponse:
    """Open a secret link. What is secret in it comes by the form: a script sends it, or it is pasted."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        token = form.cleaned_data["token"]
        found = opened_by(token) or battle_opened_by(token)
        if found is not None:
            remember_link(request, found.link_hash)
            return redirect(found)
        form.add_error("token", "This link opens nothing. It was mistyped or is no longer in force: ask for a new one.")
    return render(request, "warbands/link.html", {"form": form}, status=UNPROCESSABLE if form.is_bound else 200)
