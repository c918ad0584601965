"""Words for pages: Markdown with HTML switched off, and text folded for search."""

import re
import unicodedata
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import normalizeLink

from rules.names import SLUG

RULES = "/rules/"
"""Where the glossary stands. Content is read without Django's addresses, so a test holds the two together."""


def _led(url: str) -> str:
    """In our texts ``[Fear](fear)`` leads to the rule of that slug."""
    return f"{RULES}{url}/" if SLUG.match(url) else normalizeLink(url)


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": False}).enable("table").disable("image")
_MARKDOWN.normalizeLink = _led  # type: ignore[method-assign] # the hook that markdown-it-py documents for this

# As in CommonMark, brackets within a link's target are part of it if they close; a title may follow.
_TARGET = re.compile(r"""\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"\n]*")?\)""")

_LOOKALIKES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "″": '"', "′": "'"})


@lru_cache(maxsize=2048)
def rendered(text: str) -> str:
    """Markdown as HTML that is safe to show: whatever looks like HTML is text."""
    return _MARKDOWN.render(text) if text.strip() else ""


@lru_cache(maxsize=1024)
def inline(text: str) -> str:
    """A line of Markdown as HTML without a paragraph around it."""
    rendered_line: str = _MARKDOWN.renderInline(text)
    return rendered_line


def plain(text: str) -> str:
    """Markdown without its marks, for search and for summaries."""
    return re.sub(r"[*_`#|\[\]]", "", _TARGET.sub("]", text))


def folded(text: str) -> str:
    """Text as search compares it: no case, no accents, plain quotation marks."""
    if text.isascii():
        return text.lower()
    split = unicodedata.normalize("NFKD", text.translate(_LOOKALIKES))
    return "".join(letter for letter in split if not unicodedata.combining(letter)).casefold()
