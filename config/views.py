"""The few pages that belong to the house and to no room of it."""

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Muster is, for somebody who has never seen it."""
    return render(request, "home.html", {"trial": settings.DEBUG})


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell a monitor that the server answers and that its database does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=60 * 60 * 24)
def robots(request: HttpRequest) -> HttpResponse:
    """Let search engines read the rules, and keep them out of what belongs to players."""
    return HttpResponse(
        "User-agent: *\nDisallow: /accounts/\nDisallow: /admin/\nDisallow: /warbands/\nDisallow: /campaigns/\n",
        content_type="text/plain; charset=utf-8",
    )
