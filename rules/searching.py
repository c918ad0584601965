"""What every search shares: the forms of a word, what was asked for, and the pages of what was found."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

LONGEST_QUERY = 80
ON_A_PAGE = 60

_ENDINGS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"), ("es", ""), ("s", "'s"), ("s", ""))
"""The end of a plural, and of its singular. What lacks an apostrophe may have one."""


def forms(word: str) -> tuple[str, ...]:
    """A word as it is written, and in the number it may stand in instead. Short words have no other."""
    found = [word]
    if len(word) > 3:
        found += [word.removesuffix(many) + one for many, one in _ENDINGS if word.endswith(many) and word[-2:] != "ss"]
        found += [word.removesuffix(one) + many for many, one in _ENDINGS[:4] if word.endswith(one)]
    return tuple(dict.fromkeys(form for form in found if form == word or len(form) > 2))


def asked(request: HttpRequest) -> str:
    """The query ``?q=`` of a page, without what is too long or no text."""
    return request.GET.get("q", "")[:LONGEST_QUERY].replace("\x00", "").strip()


def page_of(found: list[Any], number: str | None) -> Page[Any]:
    """Some of what was found. Any number is one of a page: too high is the last, nonsense the first."""
    return Paginator(found, ON_A_PAGE).get_page(number)
