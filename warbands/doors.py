"""The door of every page that is a player's own."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """A request as the views behind ``signed_in`` get it: somebody's, and with what htmx says of itself."""

    user: User
    htmx: HtmxDetails


type View[**P] = Callable[Concatenate[Request, P], HttpResponse]
type OpenView[**P] = Callable[Concatenate[HttpRequest, P], HttpResponse]


def signed_in[**P](view: View[P]) -> OpenView[P]:
    """Let nobody in who is not signed in, and lead him back here once he is.

    To htmx a plain redirect would put the sign-in page inside the page, so it is told to leave the page instead. What
    htmx gets and what a browser gets have one address, and caches must keep them apart.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own = cast(Request, request)
        if request.user.is_authenticated:
            return view(own, *args, **kwargs)
        if own.htmx:
            back = urlencode({"next": own.htmx.current_url_abs_path or "/"})
            return HttpResponseClientRedirect(f"{resolve_url(settings.LOGIN_URL)}?{back}")
        # A form cannot be sent again by coming back to its address: the page it stood on is the warbands' own.
        return redirect_to_login(request.get_full_path() if request.method == "GET" else resolve_url("warbands:list"))

    return cast("OpenView[P]", vary_on_headers("HX-Request")(guarded))
