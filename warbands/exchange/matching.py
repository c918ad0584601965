"""Which of our names another tool's name means: folded, with a score, best guesses first."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher

SURE = 0.84
"""From here on a match is proposed as such; below it is a guess."""
WORTH_SAYING = 0.5
MOST_GUESSES = 3
MOST_KNOWN = 5_000
NEAR = 0.4
"""How many pairs of letters two names share at least before they are compared closely, which takes its time."""
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Match:
    """One of our names, and how like it is: 1 is the same."""

    slug: str
    name: str
    score: float

    @property
    def sure(self) -> bool:
        return self.score >= SURE


def folded(words: str) -> str:
    """Words without case, accents, marks and plural: ``Großer Kroxigors`` becomes ``grosser kroxigor``."""
    plain = unicodedata.normalize("NFKD", words.casefold().replace("&", " and ").replace("’", "'"))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign)).replace("'s ", " ").replace("'", "")
    return " ".join(_singular(word) for word in re.findall(r"[a-z0-9]+", plain) if word not in {"the", "of", "a"})


def _singular(word: str) -> str:
    for plural, single in (("ies", "y"), ("men", "man"), ("ves", "f"), ("sses", "ss"), ("xes", "x")):
        if word.endswith(plural) and len(word) > len(plural) + 1:
            return word.removesuffix(plural) + single
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) and len(word) > 3 else word


def likeness(one: str, other: str) -> float:
    """How like two folded names are, from 0 to 1; the order of their words counts for little."""
    if one == other:
        return 1.0
    words, others = one.split(), other.split()
    if not words or not others:
        return 0.0
    shared = 2 * len(set(words) & set(others)) / (len(set(words)) + len(set(others)))
    within = set(words) <= set(others) or set(others) <= set(words)
    inside = 0.85 if within and shared > 0.6 else 0.0
    spelt = SequenceMatcher(None, one, other, autojunk=False).ratio()
    turned = SequenceMatcher(None, " ".join(sorted(words)), " ".join(sorted(others)), autojunk=False).ratio()
    return min(0.99, max(spelt, 0.97 * turned, 0.95 * shared, inside))


def _pairs(bare: str) -> frozenset[str]:
    return frozenset(bare[place : place + 2] for place in range(len(bare) - 1))


@dataclass(slots=True)
class Matcher:
    """Names of ours, each leading to a slug; several may lead to the same one."""

    names: Mapping[str, str]
    """Slug by name."""
    aliases: Iterable[tuple[str, str]] = ()
    _folded: list[tuple[str, frozenset[str], Match]] = field(default_factory=list)
    _exact: dict[str, Match] = field(default_factory=dict)
    _known: dict[str, tuple[Match, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shown = {slug: name for name, slug in self.names.items()}
        for name, slug in (*self.names.items(), *self.aliases):
            bare = folded(name)
            match = Match(slug, shown.get(slug, name), 1.0)
            self._folded.append((bare, _pairs(bare), match))
            self._exact.setdefault(bare, match)

    def exact(self, told: str) -> Match | None:
        """The name of ours that is the same when both are folded."""
        return self._exact.get(folded(told[:LONGEST]))

    def matches(self, told: str) -> tuple[Match, ...]:
        """The best guesses, best first; none that is not worth saying."""
        bare = folded(told[:LONGEST])
        if bare not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            found: dict[str, Match] = {}
            pairs = _pairs(bare)
            for name, others, match in self._folded:
                if 2 * len(pairs & others) < NEAR * (len(pairs) + len(others)):
                    continue
                score = likeness(bare, name)
                if score >= WORTH_SAYING and score > (found[match.slug].score if match.slug in found else 0):
                    found[match.slug] = Match(match.slug, match.name, score)
            ordered = sorted(found.values(), key=lambda match: (-match.score, match.name))
            self._known[bare] = tuple(ordered[:MOST_GUESSES])
        return self._known[bare]

    def best(self, told: str) -> Match | None:
        """The best match that is sure."""
        found = self.exact(told) or next(iter(self.matches(told)), None)
        return found if found and found.sure else None
