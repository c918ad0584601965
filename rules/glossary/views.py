"""The index of the rules and one page a rule. Everything shown comes from the published content."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.content import Content, current
from rules.glossary.search import a_to_z, find
from rules.pages import HtmxRequest, by_version
from rules.values import Entry

LONGEST_QUERY = 80


@require_safe
@by_version
def index(request: HtmxRequest) -> HttpResponse:
    """Every rule from A to Z, or those that match ``?q=``."""
    book = current()
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    context = {
        "query": query,
        "found": find(book.entries, query) if query else [],
        "letters": [] if query else a_to_z(book.entries),
        "number": len(book.entries),
        "lists": len(book.warbands),
        "room": "index",
    }
    return render(request, "rules/index.html#found" if request.htmx else "rules/index.html", context)


@require_safe
@by_version
def rule(request: HtmxRequest, slug: str) -> HttpResponseBase:
    """One rule. An alias leads to its rule for good, and the page says so."""
    book = current()
    entry = _entry(book, slug)
    if entry.slug != slug:
        return redirect(f"{reverse('rules:rule', args=[entry.slug])}?{urlencode({'as': slug})}", permanent=True)
    called = request.GET.get("as", "")
    context = {
        "entry": entry,
        "alias": next((alias for alias in entry.aliases if alias.slug == called), None),
        "address": request.build_absolute_uri(reverse("rules:rule", args=[entry.slug])),
    }
    return render(request, "rules/rule.html", context)


@require_safe
@by_version
def summary(request: HtmxRequest, slug: str) -> HttpResponseBase:
    """What a chip on a roster shows of a rule. Without htmx it is the rule's own page."""
    entry = _entry(current(), slug)
    if not request.htmx:
        return redirect("rules:rule", entry.slug)
    return render(request, "rules/summary.html", {"entry": entry})


def _entry(book: Content, slug: str) -> Entry:
    entry = book.entry(slug)
    if entry is None:
        raise Http404
    return entry
