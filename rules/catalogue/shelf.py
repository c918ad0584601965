"""What the indexes and pages of the catalogue share: sections of lines, the way to the search, the frame of a page."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from rules.searching import asked


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an index."""

    name: str
    address: str
    small: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an index: its title, where its title leads if anywhere, and its lines."""

    slug: str
    title: str
    lines: tuple[Line, ...]
    address: str = ""
    small: str = ""


def one_search(request: HttpRequest, kind: str = "") -> HttpResponse | None:
    """Where ``?q=`` of an index leads: to the search of the whole book, with this kind picked. None without it."""
    query = asked(request)
    if not query:
        return None
    picked = {"kind": kind} if kind else {}
    return redirect(f"{reverse('rules:search')}?{urlencode({'q': query} | picked)}")


def index_page(
    request: HttpRequest, room: str, what: str, sections: Iterable[Section], *, kind: str = ""
) -> HttpResponse:
    """An index: its sections, and a box that searches the whole book for one ``kind`` before all others."""
    if search := one_search(request, kind):
        return search
    sections = list(sections)
    context = {
        "room": room,
        "what": what,
        "kind": kind,
        "sections": [section for section in sections if section.lines or section.address],
        "number": sum(len(section.lines) for section in sections),
    }
    return render(request, "rules/shelf.html", context)


def page(request: HttpRequest, template: str, room: str, **context: Any) -> HttpResponse:
    """One thing of a room, under its permanent address."""
    return render(request, template, context | {"room": room, "address": request.build_absolute_uri(request.path)})
