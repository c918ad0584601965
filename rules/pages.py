"""What the public pages share: htmx requests, and conditional GET.

Pages say only what the book says, so what has not changed since a stranger last asked is not sent again.
"""

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import condition
from django_htmx.middleware import HtmxDetails

from rules.models import RulebookVersion


class HtmxRequest(HttpRequest):
    """A request that django-htmx has looked at."""

    htmx: HtmxDetails


SHOWN_BY = ("templates", "static", "rules", "config")


@cache
def _made_of() -> int:
    """When the newest file that shapes a page was written: pages change with the program, not with content alone."""
    root = Path(settings.BASE_DIR)
    files = (
        path
        for folder in SHOWN_BY
        for path in (root / folder).rglob("*")
        if path.suffix in {".html", ".py", ".css", ".js"}
    )
    return max((path.stat().st_mtime_ns for path in files), default=0)


def _etag(request: HttpRequest, *args: object, **kwargs: object) -> str | None:  # noqa: ARG001 # Django hands them over
    # Whoever has a session sees his own name on the page, and perhaps a message: nothing to remember there.
    own = {settings.SESSION_COOKIE_NAME, "messages"} & set(request.COOKIES)
    if settings.DEBUG or own:
        return None
    kind = "part" if request.headers.get("HX-Request") else "page"
    return f'"{RulebookVersion.objects.newest_digest()[:20]}-{_made_of():x}-{kind}"'


def by_version[**P](view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """Answer 304 to a stranger whose copy was made from the same version; others get the page afresh."""
    checked = condition(etag_func=_etag)(view)

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        response: HttpResponseBase = checked(*args, **kwargs)
        patch_vary_headers(response, ["HX-Request", "Cookie"])
        patch_cache_control(response, no_cache=True)
        return response

    return answer
