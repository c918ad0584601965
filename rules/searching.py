"""Search in names and texts: a plural finds its singular and is found by it, and a slip of the pen what was meant."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from re import findall
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from rules.prose import folded

LONGEST_QUERY = 80
ON_A_PAGE = 60
ALIKE = 0.75
"""How much of two words must agree for one to be a slip for the other."""

_ENDINGS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"), ("es", ""), ("s", "'s"), ("s", ""))
"""The end of a plural, and of its singular. What lacks an apostrophe may have one."""


def forms(word: str) -> tuple[str, ...]:
    """A word as it is written, and in the number it may stand in instead. Short words have no other."""
    found = [word]
    if len(word) > 3:
        found += [word.removesuffix(many) + one for many, one in _ENDINGS if word.endswith(many) and word[-2:] != "ss"]
        found += [word.removesuffix(one) + many for many, one in _ENDINGS[:4] if word.endswith(one)]
    return tuple(dict.fromkeys(form for form in found if form == word or len(form) > 2))


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for. A text has it when it has every word, in one of its forms."""

    query: str

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        return tuple(forms(word) for word in folded(self.query).split())

    def is_in(self, text: str) -> bool:
        """Whether a folded text has every word; none has a query without words."""
        return bool(self.words) and all(any(form in text for form in word) for word in self.words)

    def rank(self, name: str) -> int:
        """How well a folded name answers: 0 begins with the first word, 1 has every word, 2 is found by its text."""
        if not self.is_in(name):
            return 2
        return 0 if any(name.startswith(form) for form in self.words[0]) else 1


def meant(query: str, texts: Iterable[str]) -> str:
    """The query with each word that stands nowhere replaced by the likest one that does; empty where there is none."""
    texts = list(texts)
    known = {word for text in texts for word in findall(r"[^\W\d_]{3,}", text)}
    words = list(_meant(folded(query).split(), texts, known))
    changed = " ".join(words)
    return "" if changed == folded(query) or "" in words else changed


def _meant(words: Iterable[str], texts: list[str], known: set[str]) -> Iterator[str]:
    for word in words:
        if any(form in text for form in forms(word) for text in texts):
            yield word
        else:
            near = [other for other in known if abs(len(other) - len(word)) <= 2]
            yield next(iter(get_close_matches(word, near, n=1, cutoff=ALIKE)), "")


def asked(request: HttpRequest) -> str:
    """The query ``?q=`` of a page, without what is too long or no text."""
    return request.GET.get("q", "")[:LONGEST_QUERY].replace("\x00", "").strip()


def page_of(found: list[Any], number: str | None) -> Page[Any]:
    """Some of what was found. Any number is one of a page: too high is the last, nonsense the first."""
    return Paginator(found, ON_A_PAGE).get_page(number)
