"""The page that searches everything."""

from collections import Counter

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.content import current
from rules.finding.documents import KINDS
from rules.finding.index import index_of
from rules.pages import HtmxRequest, by_version
from rules.searching import asked, page_of


@require_safe
@by_version
def search(request: HtmxRequest) -> HttpResponse:
    """What answers ``?q=``, the best first, of every kind or of ``?kind=``."""
    book = current()
    query, kind = asked(request), request.GET.get("kind", "")
    every = index_of(book).find(query) if query else []
    counted = Counter(one.document.kind for one in every)
    kind = kind if kind in counted else ""
    context = {
        "query": query,
        "room": "search",
        "kind": kind,
        "every": len(every),
        "kinds": [(slug, label, counted[slug]) for slug, label in KINDS.items() if counted[slug]],
        "found": page_of([one for one in every if kind in {"", one.document.kind}], request.GET.get("page")),
    }
    return render(request, "rules/search.html#found" if request.htmx else "rules/search.html", context)
