"""The warband lists, one page a list, and one a unit. Everything shown comes from the published content."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.catalogue import showing
from rules.catalogue.shelf import Line, Section, index_page
from rules.content import current
from rules.pages import by_version
from rules.values import WarbandList

KINDS = (("hero", "Heroes"), ("henchman", "Henchmen"), ("hired-sword", "Hired swords"))


@require_safe
@by_version
def index(request: HttpRequest) -> HttpResponse:
    """Every warband list by name."""
    lists = sorted(current().warbands.values(), key=lambda warband: warband.name)
    sections = [Section("all", "Warband lists", tuple(map(_line, lists)))]
    return index_page(request, "lists", "Warband lists", sections)


def _line(listed: WarbandList) -> Line:
    said = [f"{listed.grade.capitalize()}." if listed.grade else "", f"{len(listed.units)} kinds of warrior."]
    said += [f"{listed.setting}." if listed.setting else ""]
    address = reverse("rules:list", args=[listed.slug])
    return Line(listed.name, address, " ".join(filter(None, said)))


@require_safe
@by_version
def warband(request: HttpRequest, slug: str) -> HttpResponse:
    """One warband list: its units with profiles and rules, what they buy and learn, and whom it hires."""
    book = current()
    found = book.warbands.get(slug)
    if found is None:
        raise Http404
    kinds = [(title, [showing.unit(unit, book) for unit in found.units if unit.kind == kind]) for kind, title in KINDS]
    context = {
        "list": found,
        "kinds": [(title, units) for title, units in kinds if units],
        "room": "lists",
        "given": showing.given(found.chips, book),
        "address": request.build_absolute_uri(reverse("rules:list", args=[slug])),
    }
    return render(request, "rules/list.html", context | showing.warband(found, book))


@require_safe
@by_version
def unit(request: HttpRequest, slug: str, short: str) -> HttpResponse:
    """One unit of a list."""
    book = current()
    listed = book.warbands.get(slug)
    found = listed.unit(short) if listed else None
    if listed is None or found is None:
        raise Http404
    context = {
        "list": listed,
        "room": "lists",
        "address": request.build_absolute_uri(reverse("rules:unit", args=[slug, short])),
        "given": showing.given(found.chips, book),
        "asked": book.clarified.about("units", found.slug),
    }
    return render(request, "rules/unit_page.html", context | {"one": showing.unit(found, book)})
