"""How often somebody may do what costs something or could be guessed at: counted in the database, for all processes.

A count is one statement, which two processes cannot both win. Signing in and up are counted by django-allauth, in the
cache, which stands in the same database.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, cast

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django_htmx.http import reswap

from warbands.models import CacheRow, Tries

type View[R: HttpRequest, **P] = Callable[Concatenate[R, P], HttpResponse]

MINUTE = 60
HOUR = 60 * MINUTE

# The row of a count begins anew with each stretch of time, so there is never more than one for each of them.
COUNT = """
INSERT INTO warbands_tries (what, who, since, many) VALUES (%s, %s, %s, 1)
ON CONFLICT (what, who) DO UPDATE SET
    many = CASE WHEN warbands_tries.since = excluded.since THEN warbands_tries.many + 1 ELSE 1 END,
    since = excluded.since
RETURNING many
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` times in ``seconds``; ``words`` say what was done too often."""

    most: int
    seconds: int
    words: str


LIMITS = {
    "rolls": Limit(120, MINUTE, "So many dice in one minute are more than a table throws."),
    "invitations": Limit(30, HOUR, "So many invitations in one hour are more than a group needs."),
    "links": Limit(30, 10 * MINUTE, "So many links were tried from here in a short time."),
    "joins": Limit(30, HOUR, "So many campaigns in one hour are more than anybody plays in."),
    "exports": Limit(10, HOUR, "Everything of yours was asked for again and again."),
    "deletions": Limit(10, HOUR, "The password was tried too often."),
}
"""What is limited, and how. Generous: whoever plays never meets them."""


def count(what: str, who: str) -> int:
    """Seconds to wait before somebody may do this again; 0 where he may now, and that is counted."""
    limit = LIMITS[what]
    now = int(time.time())
    since = now - now % limit.seconds
    hidden = salted_hmac("warbands.limits", who, algorithm="sha256").hexdigest()
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [what, hidden, since])
        (many,) = cursor.fetchone()
    return since + limit.seconds - now if many > limit.most else 0


def limited[R: HttpRequest, **P](what: str) -> Callable[[View[R, P]], View[R, P]]:
    """Let nobody send a form of this view more often than ``LIMITS[what]`` says.

    Whoever signed in is counted by who he is, anybody else by where he comes from.
    """

    def guard(view: View[R, P]) -> View[R, P]:
        @wraps(view)
        def guarded(request: R, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            wait = count(what, _who(request)) if request.method == "POST" else 0
            return too_often(request, LIMITS[what], wait) if wait else view(request, *args, **kwargs)

        return cast("View[R, P]", guarded)

    return guard


def too_often(request: HttpRequest, limit: Limit, wait: int) -> HttpResponse:
    """What is answered instead: a page, or to htmx the words among the messages, with the page left as it is."""
    minutes = -(-wait // MINUTE)
    when = f"Try again in {minutes} minute{'' if minutes == 1 else 's'}."
    if request.headers.get("HX-Request"):
        messages.error(request, f"{limit.words} Nothing was done. {when}")
        answer = reswap(render(request, "base.html#messages", status=HTTPStatus.TOO_MANY_REQUESTS), "none")
    else:
        facts = {"words": limit.words, "when": when}
        answer = render(request, "429.html", facts, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(wait)
    return answer


def forget_old() -> None:
    """Remove counts and cached entries whose time is over."""
    Tries.objects.filter(since__lt=int(time.time()) - 24 * HOUR).delete()
    CacheRow.objects.filter(expires__lt=timezone.now()).delete()


def _who(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{get_adapter().get_client_ip(request)}"
