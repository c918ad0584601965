"""What was asked about the rules and answered, what was corrected, and the rulings where nobody has answered."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.catalogue.shelf import Line, Section, index_page, page
from rules.content import Content, current
from rules.engine.ruling_words import WORDS
from rules.engine.rulings import REGISTER, Ruling
from rules.pages import by_version
from rules.values import Clarification

SECTIONS = {
    "errata": "Corrections",
    "official": "The publisher’s answers",
    "author": "Remarks of the game’s author",
    "community": "Readings of players",
    "house": "How Muster plays it",
}


@require_safe
@by_version
def index(request: HttpRequest) -> HttpResponse:
    """Every question and correction, by who answered."""
    book = current()
    by_section: dict[str, list[Line]] = {slug: [] for slug in SECTIONS}
    for one in book.clarifications.values():
        line = Line(one.name, one.address, f"{one.said_by} · {one.printed}")
        by_section["errata" if one.kind == "erratum" else one.voice].append(line)
    sections = [Section(slug, SECTIONS[slug], tuple(lines)) for slug, lines in by_section.items() if lines]
    return index_page(request, "questions", "Questions and errata", sections, kind="question")


@require_safe
@by_version
def question(request: HttpRequest, slug: str) -> HttpResponse:
    """One question with its answer, or one correction, and all that it is about."""
    found = current().clarifications.get(slug)
    if found is None:
        raise Http404
    return page(request, "rules/question.html", "questions", one=found)


@dataclass(frozen=True, slots=True)
class Point:
    """A ruling in words: its choices, the usual one first, and what was asked about it."""

    ruling: Ruling
    choices: tuple[str, ...]
    touches: tuple[str, ...]
    asked: tuple[Clarification, ...]


def point_of(ruling: Ruling, book: Content) -> Point:
    """A ruling, for a page."""
    touches, words = WORDS[ruling.key]
    return Point(
        ruling,
        tuple(words[choice] for choice in ruling.choices),
        touches,
        book.clarified.about("rulings", ruling.id),
    )


@require_safe
@by_version
def rulings(request: HttpRequest) -> HttpResponse:
    """Every point that a campaign may rule on, with its choices and what was answered."""
    book = current()
    points = [point_of(ruling, book) for ruling in REGISTER]
    return page(request, "rules/rulings.html", "rulings", points=points, questions=reverse("rules:questions"))
