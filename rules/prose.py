"""Words for pages: Markdown with HTML switched off, and text folded for search."""

import unicodedata

from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import normalizeLink

from rules.binding import SLUG

RULES = "/rules/"
"""Where the glossary stands. Content is read without Django's addresses, so a test holds the two together."""


def _led(url: str) -> str:
    """In our texts ``[Fear](fear)`` leads to the rule of that slug."""
    return f"{RULES}{url}/" if SLUG.match(url) else normalizeLink(url)


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": False}).enable("table").disable("image")
_MARKDOWN.normalizeLink = _led  # type: ignore[method-assign] # the hook that markdown-it-py documents for this

_LOOKALIKES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "″": '"', "′": "'"})


def rendered(text: str) -> str:
    """Markdown as HTML that is safe to show: whatever looks like HTML is text."""
    return _MARKDOWN.render(text) if text.strip() else ""


def folded(text: str) -> str:
    """Text as search compares it: no case, no accents, plain quotation marks."""
    plain = unicodedata.normalize("NFKD", text.translate(_LOOKALIKES))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()
