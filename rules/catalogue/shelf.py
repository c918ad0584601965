"""What the indexes and pages of the catalogue share: sections of lines, search in them, and the frame of a page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from rules.catalogue.finding import answer
from rules.content import current
from rules.pages import HtmxRequest
from rules.prose import folded
from rules.searching import Wanted, asked


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


def index_page(
    request: HtmxRequest, room: str, what: str, sections: Iterable[Section], *, unlisted: Iterable[Line] = ()
) -> HttpResponse:
    """An index with its search: the sections as they are, or the lines that have every word of ``?q=``.

    ``unlisted`` lines are only found by search.
    """
    sections = list(sections)
    query = asked(request)
    lines = {line.address: line for section in sections for line in section.lines}
    context = {
        "room": room,
        "what": what,
        "address": reverse(f"rules:{room}"),
        "query": query,
        "sections": [section for section in sections if section.lines or section.address],
        "number": len(lines),
    }
    if query:
        listed = [*lines.values(), *unlisted]

        def find(words: str) -> list[Line]:
            return _matching(listed, words)

        texts = (line.searched for line in listed)
        context |= answer(request, current(), room, find, texts)
    return render(request, "rules/shelf.html#found" if request.htmx else "rules/shelf.html", context)


def _matching(lines: Iterable[Line], query: str) -> list[Line]:
    """The lines that have every word of a query, those so named first."""
    wanted = Wanted(query)
    found = [line for line in lines if wanted.is_in(line.searched)]
    return sorted(found, key=lambda line: (wanted.rank(folded(line.name)), folded(line.name)))


def page(request: HtmxRequest, template: str, room: str, **context: Any) -> HttpResponse:
    """One thing of a room, under its permanent address."""
    return render(request, template, context | {"room": room, "address": request.build_absolute_uri(request.path)})
