"""Index and page of all that is sold, learnt, cast and hired. Everything shown comes from the published content."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.catalogue import showing, words
from rules.content import Content, current
from rules.pages import HtmxRequest, by_version
from rules.prose import folded

LONGEST_QUERY = 80


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an index."""

    name: str
    address: str
    small: str = ""
    searched: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an index: its title, where its title leads if anywhere, and its lines."""

    slug: str
    title: str
    lines: tuple[Line, ...]
    address: str = ""
    small: str = ""


def _found[V](values: Mapping[str, V], slug: str) -> V:
    if slug not in values:
        raise Http404
    return values[slug]


def _index(request: HtmxRequest, room: str, what: str, sections: Iterable[Section], **further: Any) -> HttpResponse:
    """An index with its search: the sections as they are, or the lines that have every word of ``?q=``."""
    sections = list(sections)
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    asked = folded(query).split()
    lines = {line.address: line for section in sections for line in section.lines}
    found = [line for line in lines.values() if asked and all(word in line.searched for word in asked)]
    found.sort(key=lambda line: (not all(word in folded(line.name) for word in asked), folded(line.name)))
    context = {
        "room": room,
        "what": what,
        "address": reverse(f"rules:{room}"),
        "query": query,
        "found": found,
        "sections": [section for section in sections if section.lines or section.address],
        "number": len(lines),
        **further,
    }
    return render(request, "rules/shelf.html#found" if request.htmx else "rules/shelf.html", context)


def _page(request: HtmxRequest, template: str, room: str, **context: Any) -> HttpResponse:
    return render(request, template, context | {"room": room, "address": request.build_absolute_uri(request.path)})


# --- Equipment and upgrades ------------------------------------------------------------------------------------------


@require_safe
@by_version
def items(request: HtmxRequest) -> HttpResponse:
    """Every item by category, or those that match."""
    book = current()
    by_category: dict[str, list[Line]] = {slug: [] for slug in words.CATEGORIES}
    for one in book.items.values():
        small = " · ".join(filter(None, [words.cost(one), words.rarity(one.rarity), words.whom(one.who, book)]))
        line = Line(one.name, reverse("rules:item", args=[one.slug]), small, one.searched)
        by_category.setdefault(one.category, []).append(line)
    sections = [Section(slug, words.CATEGORIES.get(slug, slug), tuple(lines)) for slug, lines in by_category.items()]
    return _index(request, "items", "Equipment", sections)


@require_safe
@by_version
def item(request: HtmxRequest, slug: str) -> HttpResponse:
    """One item."""
    book = current()
    found = _found(book.items, slug)
    return _page(request, "rules/item.html", "items", item=found, **showing.item(found, book))


@require_safe
@by_version
def upgrades(request: HtmxRequest) -> HttpResponse:
    """Mutations, blessings and markings."""
    sections = [
        Section(
            family.slug,
            family.name,
            tuple(
                Line(
                    option.name,
                    f"{reverse('rules:family', args=[family.slug])}#{option.short}",
                    f"{option.cost} gc",
                    folded(f"{option.name} {family.name} {option.text}"),
                )
                for option in family.options
            ),
            reverse("rules:family", args=[family.slug]),
            family.note,
        )
        for family in current().upgrades.values()
    ]
    return _index(request, "upgrades", "Mutations, blessings, markings", sections)


@require_safe
@by_version
def family(request: HtmxRequest, slug: str) -> HttpResponse:
    """A family of upgrades."""
    book = current()
    found = _found(book.upgrades, slug)
    options = [(option, words.whom(option.who, book), showing.given(option.chips, book)) for option in found.options]
    takers = [
        (unit, book.warbands[unit.warband])
        for unit in book.units.values()
        if unit.warband in book.warbands and any(use.family == slug for use in unit.upgrades)
    ]
    return _page(request, "rules/family.html", "upgrades", family=found, options=options, takers=takers)


# --- Skills and spells -----------------------------------------------------------------------------------------------


@require_safe
@by_version
def skills(request: HtmxRequest) -> HttpResponse:
    """Every skill on its lists."""
    book = current()
    sections = [
        Section(
            listed.slug,
            listed.name,
            tuple(_skill_line(book, skill) for skill in listed.skills),
            reverse("rules:skill-list", args=[listed.slug]),
            listed.note or listed.who,
        )
        for listed in showing.skill_lists_in_order(book)
    ]
    return _index(request, "skills", "Skills", sections)


def _skill_line(book: Content, slug: str) -> Line:
    one = book.skills[slug]
    small = showing.first_words(one.chips, one.text, book)
    return Line(one.name, reverse("rules:skill", args=[slug]), small, one.searched)


@require_safe
@by_version
def skill(request: HtmxRequest, slug: str) -> HttpResponse:
    """One skill."""
    book = current()
    found = _found(book.skills, slug)
    return _page(request, "rules/skill.html", "skills", skill=found, **showing.skill(found, book))


@require_safe
@by_version
def skill_list(request: HtmxRequest, slug: str) -> HttpResponse:
    """One skill list with its skills, and who learns from it."""
    book = current()
    found = _found(book.skill_lists, slug)
    members = [(book.skills[one], showing.skill(book.skills[one], book)) for one in found.skills]
    learners = showing.units_where(book, lambda unit: slug in unit.skill_lists)
    return _page(request, "rules/skill_list.html", "skills", listed=found, members=members, learners=learners)


@require_safe
@by_version
def spells(request: HtmxRequest) -> HttpResponse:
    """Every spell on its list."""
    book = current()
    sections = [
        Section(
            listed.slug,
            listed.name,
            tuple(
                Line(
                    one.name,
                    reverse("rules:spell", args=[one.slug]),
                    f"{showing.difficulty(one)}. {showing.first_words((), one.text, book)}",
                    f"{one.searched} {folded(listed.name)}",
                )
                for one in listed.spells
            ),
            reverse("rules:spell-list", args=[listed.slug]),
            listed.note,
        )
        for listed in book.spell_lists.values()
    ]
    return _index(request, "spells", "Spells and prayers", sections)


@require_safe
@by_version
def spell(request: HtmxRequest, slug: str) -> HttpResponse:
    """One spell."""
    book = current()
    found = _found(book.spells, slug)
    listed = book.spell_lists[found.list]
    return _page(request, "rules/spell.html", "spells", listed=listed, **showing.spell(found, book))


@require_safe
@by_version
def spell_list(request: HtmxRequest, slug: str) -> HttpResponse:
    """One list of spells, and who casts from it."""
    book = current()
    found = _found(book.spell_lists, slug)
    members = [showing.spell(one, book) for one in found.spells]
    casters = showing.units_where(book, lambda unit: unit.spells == slug)
    return _page(request, "rules/spell_list.html", "spells", listed=found, members=members, casters=casters)


# --- Hired swords ----------------------------------------------------------------------------------------------------


@require_safe
@by_version
def swords(request: HtmxRequest) -> HttpResponse:
    """Every hired sword, and the Dramatis Personae apart from them."""
    book = current()
    titles = {False: ("hired", "Hired swords"), True: ("personae", "Dramatis Personae")}
    by_kind: dict[bool, list[Line]] = {False: [], True: []}
    for sword in book.hired_swords.values():
        terms = sword.hiring
        if terms is None:
            continue
        small = f"Hire {terms.fee}, upkeep {terms.upkeep}. {showing.who_hires(sword, book)}"
        searched = folded(" ".join([sword.name, small, *(chip.label for chip in sword.chips), sword.text]))
        line = Line(sword.name, reverse("rules:hired-sword", args=[sword.short]), small, searched)
        by_kind[terms.persona].append(line)
    sections = [Section(*titles[persona], tuple(lines)) for persona, lines in by_kind.items()]
    return _index(request, "hired-swords", "Hired swords", sections)


@require_safe
@by_version
def sword(request: HtmxRequest, slug: str) -> HttpResponse:
    """One hired sword."""
    book = current()
    found = _found(book.hired_swords, slug)
    return _page(request, "rules/hired_sword.html", "hired-swords", unit=found, **showing.sword(found, book))
