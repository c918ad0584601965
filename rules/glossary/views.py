"""The index of the rules and one page a rule. Everything shown comes from the published content."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from rules.catalogue.shelf import one_search
from rules.content import current
from rules.glossary.removed import Removed, removed
from rules.glossary.search import letters, most_held, the_tests, under
from rules.glossary.wording import wording_of
from rules.pages import HtmxRequest, by_version


@require_safe
@by_version
def index(request: HtmxRequest) -> HttpResponse:
    """Rules of a ``?letter=``, or else the tests and what most hold. ``?q=`` leads to the one search."""
    if search := one_search(request, "rule"):
        return search
    book = current()
    letter = request.GET.get("letter", "")[:1].upper()
    entries = book.entries.values()
    known = letters(entries)
    letter = letter if letter in known else ""
    context = {"number": len(entries), "lists": len(book.warbands), "room": "index", "kind": "rule"}
    context |= {"letters": known, "letter": letter}
    if letter:
        context["lines"] = under(entries, letter)
    else:
        context["parts"] = [("The tests", the_tests(entries)), ("What most warriors hold", most_held(book))]
    return render(request, "rules/index.html", context)


@require_safe
@by_version
def rule(request: HtmxRequest, slug: str) -> HttpResponseBase:
    """One rule. An alias leads to its rule for good, and the page says so; a removed rule is gone, but still told."""
    book = current()
    entry = book.entry(slug)
    if entry is None:
        return _removed_page(request, slug)
    if entry.slug != slug:
        return redirect(f"{reverse('rules:rule', args=[entry.slug])}?{urlencode({'as': slug})}", permanent=True)
    called = request.GET.get("as", "")
    context = {
        "entry": entry,
        "room": "rule",
        "asked": book.clarified.about("rules", entry.slug),
        "alias": next((alias for alias in entry.aliases if alias.slug == called), None),
        "address": request.build_absolute_uri(reverse("rules:rule", args=[entry.slug])),
    }
    context["wording"] = wording_of(request.user, entry.slug)
    response = render(request, "rules/rule.html", context)
    if context["wording"]:
        patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
@by_version
def summary(request: HtmxRequest, slug: str) -> HttpResponseBase:
    """What a chip on a roster shows of a rule, be it removed. Without htmx it is the rule's own page."""
    entry = current().entry(slug) or _removed(slug)
    if not request.htmx:
        return redirect("rules:rule", entry.slug)
    return render(request, "rules/summary.html", {"entry": entry})


def _removed_page(request: HtmxRequest, slug: str) -> HttpResponse:
    entry = _removed(slug)
    address = request.build_absolute_uri(reverse("rules:rule", args=[slug]))
    context = {"entry": entry, "room": "rule", "address": address, "printed": "; ".join(entry.sources)}
    return render(request, "rules/removed.html", context, status=HTTPStatus.GONE)


def _removed(slug: str) -> Removed:
    entry = removed(slug)
    if entry is None:
        raise Http404
    return entry
