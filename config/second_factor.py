"""The second factor of signing in: an authenticator app, asked for by django-allauth, and codes for when it is lost.

Optional for players. Keepers of the glossary need one where ``STAFF_SECOND_FACTOR`` says so: whoever gets hold of their
password could rewrite the rules for everybody.
"""

from collections.abc import Callable

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

NEEDED = "Keepers of the glossary need a second factor on this server. Switch it on here, then come back."


def has_one(user: object) -> bool:
    """Whether this user signs in with an authenticator app."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def keepers_have_one(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: lead a keeper who has no second factor from the admin to the page where he switches it on."""

    def answer(request: HttpRequest) -> HttpResponse:
        kept_apart = settings.STAFF_SECOND_FACTOR and request.path.startswith(reverse("admin:index"))
        if kept_apart and request.user.is_authenticated and request.user.is_staff and not has_one(request.user):
            messages.warning(request, NEEDED)
            return redirect("mfa_activate_totp")
        return get_response(request)

    return answer


class Adapter(DefaultMFAAdapter):  # type: ignore[misc] # allauth ships no types
    """Draws the code to be photographed as invitations do, and calls the account what its owner does."""

    def get_totp_label(self, user: object) -> str:
        return str(user)

    def build_totp_svg(self, url: str) -> str:
        drawn: str = segno.make(url, micro=False).svg_inline(
            border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
        )
        return drawn
