"""Index and page of all that is sold, learnt, cast and hired. Everything shown comes from the published content."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.catalogue import showing, words
from rules.catalogue.shelf import Line, Section, index_page, page
from rules.content import Content, current
from rules.pages import by_version


def _found[V](values: Mapping[str, V], slug: str) -> V:
    if slug not in values:
        raise Http404
    return values[slug]


# --- Equipment and upgrades ------------------------------------------------------------------------------------------


@require_safe
@by_version
def items(request: HttpRequest) -> HttpResponse:
    """Every item by category."""
    book = current()
    by_category: dict[str, list[Line]] = {slug: [] for slug in words.CATEGORIES}
    for one in book.items.values():
        small = " · ".join(filter(None, [words.cost(one), words.rarity(one.rarity), words.whom(one.who, book)]))
        line = Line(one.name, reverse("rules:item", args=[one.slug]), small)
        by_category.setdefault(one.category, []).append(line)
    sections = [Section(slug, words.CATEGORIES.get(slug, slug), tuple(lines)) for slug, lines in by_category.items()]
    return index_page(request, "items", "Equipment", sections, kind="item")


@require_safe
@by_version
def item(request: HttpRequest, slug: str) -> HttpResponse:
    """One item."""
    book = current()
    found = _found(book.items, slug)
    return page(request, "rules/item.html", "items", item=found, printed=found.source, **showing.item(found, book))


@require_safe
@by_version
def upgrades(request: HttpRequest) -> HttpResponse:
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
                )
                for option in family.options
            ),
            reverse("rules:family", args=[family.slug]),
            family.note,
        )
        for family in current().upgrades.values()
    ]
    return index_page(request, "upgrades", "Mutations, blessings, markings", sections, kind="upgrade")


@require_safe
@by_version
def family(request: HttpRequest, slug: str) -> HttpResponse:
    """A family of upgrades."""
    book = current()
    found = _found(book.upgrades, slug)
    options = [(option, words.whom(option.who, book), showing.given(option.chips, book)) for option in found.options]
    takers = [
        (unit, book.warbands[unit.warband])
        for unit in book.units.values()
        if unit.warband in book.warbands and any(use.family == slug for use in unit.upgrades)
    ]
    context = {"family": found, "printed": found.source, "options": options, "takers": takers}
    return page(request, "rules/family.html", "upgrades", **context)


# --- Skills and spells -----------------------------------------------------------------------------------------------


@require_safe
@by_version
def skills(request: HttpRequest) -> HttpResponse:
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
    return index_page(request, "skills", "Skills", sections, kind="skill")


def _skill_line(book: Content, slug: str) -> Line:
    one = book.skills[slug]
    small = showing.first_words(one.chips, one.text, book)
    return Line(one.name, reverse("rules:skill", args=[slug]), small)


@require_safe
@by_version
def skill(request: HttpRequest, slug: str) -> HttpResponse:
    """One skill."""
    book = current()
    found = _found(book.skills, slug)
    asked = book.clarified.about("skills", slug)
    shown = showing.skill(found, book)
    return page(request, "rules/skill.html", "skills", skill=found, printed=found.source, shown=shown, asked=asked)


@require_safe
@by_version
def skill_list(request: HttpRequest, slug: str) -> HttpResponse:
    """One skill list with its skills, and who learns from it."""
    book = current()
    found = _found(book.skill_lists, slug)
    members = [(book.skills[one], showing.skill(book.skills[one], book)) for one in found.skills]
    context = {
        "listed": found,
        "what": "skills",
        "members": members,
        "address_of": "rules:skill",
        "title": "Who learns from it",
        "parts": showing.units_where(book, lambda unit: slug in unit.skill_lists),
        "printed": found.source,
    }
    return page(request, "rules/listed.html", "skills", **context)


@require_safe
@by_version
def spells(request: HttpRequest) -> HttpResponse:
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
                )
                for one in listed.spells
            ),
            reverse("rules:spell-list", args=[listed.slug]),
            listed.note,
        )
        for listed in book.spell_lists.values()
    ]
    return index_page(request, "spells", "Spells and prayers", sections, kind="spell")


@require_safe
@by_version
def spell(request: HttpRequest, slug: str) -> HttpResponse:
    """One spell."""
    book = current()
    found = _found(book.spells, slug)
    listed = book.spell_lists[found.list]
    context = {"spell": found, "listed": listed, "printed": listed.source, "shown": showing.spell(found, book)}
    context["asked"] = book.clarified.about("spells", slug)
    return page(request, "rules/spell.html", "spells", **context)


@require_safe
@by_version
def spell_list(request: HttpRequest, slug: str) -> HttpResponse:
    """One list of spells, and who casts from it."""
    book = current()
    found = _found(book.spell_lists, slug)
    context = {
        "listed": found,
        "members": [(one, showing.spell(one, book)) for one in found.spells],
        "address_of": "rules:spell",
        "word": "When it succeeds",
        "title": "Who casts from it",
        "parts": showing.units_where(book, lambda unit: unit.spells == slug),
        "elsewhere": [book.word(word) for word in found.users if word in book.groups],
        "printed": found.source,
    }
    return page(request, "rules/listed.html", "spells", **context)


# --- Hired swords ----------------------------------------------------------------------------------------------------


@require_safe
@by_version
def swords(request: HttpRequest) -> HttpResponse:
    """Every hired sword, and the Dramatis Personae apart from them."""
    book = current()
    titles = {False: ("hired", "Hired swords"), True: ("personae", "Dramatis Personae")}
    by_kind: dict[bool, list[Line]] = {False: [], True: []}
    for sword in book.hired_swords.values():
        terms = sword.hiring
        if terms is None:
            continue
        small = f"Hire {terms.fee}, upkeep {terms.upkeep}. {showing.who_hires(sword, book)}"
        address = reverse("rules:hired-sword", args=[sword.short])
        by_kind[terms.persona].append(Line(sword.name, address, small))
    sections = [Section(*titles[persona], tuple(lines)) for persona, lines in by_kind.items()]
    return index_page(request, "hired-swords", "Hired swords", sections, kind="sword")


@require_safe
@by_version
def sword(request: HttpRequest, slug: str) -> HttpResponse:
    """One hired sword."""
    book = current()
    found = _found(book.hired_swords, slug)
    context = {"unit": found, "printed": found.hiring.source if found.hiring else "", **showing.sword(found, book)}
    return page(request, "rules/hired_sword.html", "hired-swords", **context)
