"""The doors of the pages of players: one for who is signed in, one for readers too."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from warbands.access import carry
from warbands.amendments import recorded

LINKS = "warband_links"
"""Where a session keeps the hashes of the secret links that were opened in it."""
MOST_LINKS = 50

SAFE = {"GET", "HEAD", "OPTIONS"}

AMENDMENTS = "warband_amendments"
"""Where a session keeps which amendment was begun in it, by the warband's public id."""


class Request(HttpRequest):
    """A request as the views behind a door get it: somebody's, and with what htmx says of itself.

    Behind ``open_to_readers`` nobody may have signed in: ask ``user`` no more than ``warbands.access`` does.
    """

    user: User
    htmx: HtmxDetails


type View[**P] = Callable[Concatenate[Request, P], HttpResponse]
type OpenView[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def signed_in[**P](view: View[P]) -> OpenView[P]:
    """Let nobody in who is not signed in, and lead him back here once he is.

    What htmx gets and what a browser gets have one address, and caches must keep them apart. What an arbiter changes in
    a warband he amends is recorded.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own = _arrived(request)
        if not request.user.is_authenticated:
            return _sign_in_first(own)
        amendment = amended_in(request, str(kwargs.get("warband", "")))
        if amendment is None or request.method in SAFE:
            return view(own, *args, **kwargs)
        with recorded(amendment, by=own.user):
            return view(own, *args, **kwargs)

    return cast("OpenView[P]", vary_on_headers("HX-Request")(guarded))


def open_to_readers[**P](view: View[P]) -> OpenView[P]:
    """Let anybody look at what is public or whose secret link he has opened, and ask the others to sign in first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own = _arrived(request)
        try:
            return view(own, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return _sign_in_first(own)

    return cast("OpenView[P]", vary_on_headers("HX-Request")(guarded))


def remember_link(request: HttpRequest, link_hash: str) -> None:
    """Keep in this session that a secret link was opened; of very many, the last."""
    known = [one for one in request.session.get(LINKS, ()) if one != link_hash]
    request.session[LINKS] = [*known, link_hash][-MOST_LINKS:]


def remember_amendment(request: HttpRequest, warband: str, amendment: int) -> None:
    """Keep in this session that a warband is amended in it: only there can it be changed."""
    request.session[AMENDMENTS] = {**request.session.get(AMENDMENTS, {}), warband: amendment}


def forget_amendment(request: HttpRequest, warband: str) -> None:
    """Let this session amend a warband no longer."""
    kept = request.session.get(AMENDMENTS, {})
    request.session[AMENDMENTS] = {one: amendment for one, amendment in kept.items() if one != warband}


def amended_in(request: HttpRequest, warband: str) -> int | None:
    """The amendment of a warband that was begun in this session."""
    found: int | None = request.session.get(AMENDMENTS, {}).get(warband)
    return found


def _arrived(request: HttpRequest) -> Request:
    carry(request.user, request.session.get(LINKS, ()), request.session.get(AMENDMENTS, {}).values())
    return cast(Request, request)


def _sign_in_first(request: Request) -> HttpResponse:
    """To htmx a plain redirect would put the sign-in page inside the page, so it is told to leave the page instead."""
    if request.htmx:
        back = urlencode({"next": request.htmx.current_url_abs_path or "/"})
        return HttpResponseClientRedirect(f"{resolve_url(settings.LOGIN_URL)}?{back}")
    # A form cannot be sent again by coming back to its address: the page it stood on is the warbands' own.
    return redirect_to_login(request.get_full_path() if request.method == "GET" else resolve_url("warbands:list"))
