"""What was asked about the rules and answered, and what of them was corrected."""

from dataclasses import dataclass

from rules.prose import rendered

VOICES = {
    "official": "an official answer",
    "author": "the author’s own remark",
    "community": "a reading of players",
    "house": "how Muster plays it",
}
"""Who says so, in words."""


@dataclass(frozen=True, slots=True)
class About:
    """One thing that a clarification is about: what it is (a key of ``about``), its slug, its name and its page."""

    what: str
    slug: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Clarification:
    """A question with its answer (``faq``), or a correction (``erratum``); ``voice`` is one of ``VOICES``."""

    slug: str
    kind: str
    name: str
    text: str
    voice: str
    source: str
    page: str
    url: str
    date: str
    about: tuple[About, ...]
    address: str
    searched: str

    @property
    def word(self) -> str:
        """What it is."""
        return "Correction" if self.kind == "erratum" else "Answered"

    @property
    def said_by(self) -> str:
        """Who says so."""
        said = VOICES.get(self.voice, self.voice)
        return said[:1].upper() + said[1:]

    @property
    def printed(self) -> str:
        """Where it was said, and when."""
        dated = "" if self.date in self.source else self.date
        return ", ".join(filter(None, (self.source, self.page, dated)))

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings it settles or explains."""
        return tuple(one.slug for one in self.about if one.what == "rulings")

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)
