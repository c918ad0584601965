"""The warband lists, and one page a list. Everything shown comes from the published content."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.content import current
from rules.pages import by_version

KINDS = (("hero", "Heroes"), ("henchman", "Henchmen"), ("hired-sword", "Hired swords"))


@require_safe
@by_version
def index(request: HttpRequest) -> HttpResponse:
    """Every warband list by name."""
    lists = sorted(current().warbands.values(), key=lambda warband: warband.name)
    return render(request, "rules/lists.html", {"lists": lists})


@require_safe
@by_version
def warband(request: HttpRequest, slug: str) -> HttpResponse:
    """One warband list with its units, their profiles and their rules."""
    book = current()
    found = book.warbands.get(slug)
    if found is None:
        raise Http404
    kinds = [(title, [unit for unit in found.units if unit.kind == kind]) for kind, title in KINDS]
    context = {"list": found, "kinds": [(title, units) for title, units in kinds if units], "units": book.units}
    return render(request, "rules/list.html", context)
