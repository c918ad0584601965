"""What somebody typed, as the words to look for: without case, apostrophes and parameters, abbreviations spelt out."""

import re
from functools import lru_cache

from rules.prose import folded
from rules.searching import forms

ABBREVIATIONS = {
    "mr": "magic resistance",
    "itp": "immune to psychology",
    "aa": "all alone",
    "ooa": "out of action",
    "ld": "leadership",
    "xbow": "crossbow",
    "xbows": "crossbow",
    "2h": "double handed",
    "2hw": "double handed weapon",
    "gw": "double handed weapon",
    "wh": "witch hunters",
    "sos": "sisters of sigmar",
    "cant": "may not",
    "cannot": "may not",
    "mage": "wizard",
    "ork": "orc",
    "orks": "orc",
    "armor": "armour",
    "morale": "rout",
    "panic": "all alone",
}
"""What players write, and what the book calls it."""

_RULING = re.compile(r"\br[- ]?(\d\d?)\b")
_PARAMETER = re.compile(r"\(\s*(?:\d\+?|x)\s*\)|\b\d\+(?!\w)")
_LETTERS = re.compile(r"[^\W_]+")
_MADE = (("ied", "y"), ("ied", "ies"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("er", ""), ("y", "ied"))
MOST_WORDS = 8


def words_of(text: str) -> list[str]:
    """The words of a text as the index keeps them: an apostrophe parts no word, a hyphen does."""
    return _LETTERS.findall(folded(text).replace("'", ""))


def readings(query: str) -> list[list[str]]:
    """The ways to read a query, each as words: as it is written, and with its abbreviations spelt out.

    A ruling (``R-7``, ``r07``) is one word, ``r07``. A parameter (``(2)``, ``5+``) is left out where anything else is
    asked for. Empty for a query without words.
    """
    text = _RULING.sub(lambda found: f"r{int(found[1]):02}", folded(query))
    words = words_of(_PARAMETER.sub(" ", text)) or words_of(text)
    words = words[:MOST_WORDS]
    spelt = [part for word in words for part in ABBREVIATIONS.get(word, word).split()]
    return [one for one in ([words] if spelt == words else [words, spelt]) if one]


@lru_cache(maxsize=4096)
def forms_of(word: str) -> tuple[str, ...]:
    """A word, the number it may stand in instead, and what it was made of: ``frenzied`` of ``frenzy``."""
    found = [form.replace("'", "") for form in forms(word)]
    found += [word.removesuffix(end) + one for end, one in _MADE if word.endswith(end) and len(word) > len(end) + 2]
    return tuple(dict.fromkeys(found))
