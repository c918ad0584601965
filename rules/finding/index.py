"""The index of everything that can be found, and how well each answers a query. In memory, once per version.

No search of a database, so that SQLite and PostgreSQL find the same: a few thousand lines, their words and where these
stand. A word is looked up as it is, in its other number, as the beginning of longer ones, and last as a slip of the
pen.
"""

import math
from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from threading import Lock

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.content import Content
from rules.finding.documents import KIND_WORDS, KINDS, Document, documents
from rules.finding.query import forms_of, readings, words_of

ALIKE = 0.7
"""How much of two words must agree for one to be a slip for the other."""
SLIPS = 6
TEXT = 0.12
"""What a word that stands in a text counts beside one that stands in a name."""
PART = 0.8
"""What the beginning of a word counts beside the word."""
MOST = 300
ORDER = {kind: place for place, kind in enumerate(KINDS)}
SPOKEN = frozenset({"question", "ruling"})
"""What is called by whole sentences: a word of these says less than one of a name."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that answers a query, by the name that does."""

    document: Document
    name: str
    score: float

    @property
    def label(self) -> str:
        """What kind of thing it is."""
        return KINDS[self.document.kind]

    @property
    def small(self) -> str:
        """A line about it; of another name, whose."""
        return self.document.small if self.name == self.document.name else f"another name of {self.document.name}"


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a query, and for each the words of the book it may stand for, with how well."""

    words: list[str]
    near: list[dict[str, float]]

    @property
    def nothing(self) -> list[float]:
        """That none of the words is there."""
        return [0.0] * len(self.words)

    def hits(self, where: Mapping[str, set[int]]) -> dict[int, list[float]]:
        """How well each word is there, by the number of what has it."""
        found: dict[int, list[float]] = {}
        for place, alike in enumerate(self.near):
            for word, quality in alike.items():
                for number in where.get(word, ()):
                    own = found.setdefault(number, self.nothing)
                    own[place] = max(own[place], quality)
        return found

    def likeness(self, name: tuple[str, ...], hits: list[float]) -> float:
        """How much of a name was asked for, and whether in its order: “Fear” before “Cause Fear”."""
        exact = 0.5 if list(name) == self.words else 0.0
        begins = 0.1 if name[0].startswith(self.words[0]) else 0.0
        return min(1.0, sum(hits) / len(name)) + exact + begins


def _shares(weighs: list[float], hits: list[float], says: list[float]) -> tuple[float, float]:
    """How much of what is asked is there at all, and how well, a word of a text for little."""
    whole = sum(weighs)
    covered = sum(w for w, hit, said in zip(weighs, hits, says, strict=True) if hit or said)
    score = sum(w * max(hit, said * TEXT) for w, hit, said in zip(weighs, hits, says, strict=True))
    return covered / whole, score / whole


class Index:
    """The words of all documents of one version."""

    def __init__(self, every: Iterable[Document]) -> None:
        self.documents = list(every)
        self.names: list[tuple[int, str, tuple[str, ...]]] = []
        """Every name: whose, as it is written, as words."""
        in_names: dict[str, set[int]] = defaultdict(set)
        in_texts: dict[str, set[int]] = defaultdict(set)
        for number, document in enumerate(self.documents):
            for name in document.names:
                words = tuple(words_of(name))
                for word in words:
                    in_names[word].add(len(self.names))
                self.names.append((number, name, words))
            for word in {*words_of(document.text), *KIND_WORDS[document.kind]}:
                in_texts[word].add(number)
        self.in_names: Mapping[str, set[int]] = dict(in_names)
        self.in_texts: Mapping[str, set[int]] = dict(in_texts)
        self.vocabulary = sorted(in_names.keys() | in_texts.keys())
        self.numbers: Mapping[str, set[str]] = self._numbers()
        self.weights = {word: self._weight(word) for word in self.vocabulary}

    def _numbers(self) -> dict[str, set[str]]:
        """By a word, those of the book of which it is another number or form: ``elves`` by ``elf``."""
        found: dict[str, set[str]] = defaultdict(set)
        for word in self.vocabulary:
            for form in forms_of(word):
                found[form].add(word)
        return dict(found)

    def _weight(self, word: str) -> float:
        """How much a word tells: the rarer the more."""
        many = len(self.in_names.get(word, ())) + len(self.in_texts.get(word, ())) / 8
        return math.log(1 + len(self.documents) / (1 + many))

    def find(self, query: str) -> list[Found]:
        """What answers a query, the best first: what has every word, and where nothing has, what has most of them."""
        best: dict[int, Found] = {}
        for words in readings(query):
            for found in self._answers(words):
                number = id(found.document)
                if number not in best or found.score > best[number].score:
                    best[number] = found
        return sorted(best.values(), key=lambda one: (-round(one.score, 3), *_standing(one)))[:MOST]

    def _answers(self, words: list[str]) -> Iterator[Found]:
        """What answers these words, each document once, by its best name."""
        asked = Asked(words, [self._near(word, last=place == len(words)) for place, word in enumerate(words, 1)])
        weighs = [max(map(self.weights.__getitem__, alike), default=1.0) for alike in asked.near]
        named, told = asked.hits(self.in_names), asked.hits(self.in_texts)
        names: dict[int, list[int]] = {number: [] for number in told}
        for name in named:
            names.setdefault(self.names[name][0], []).append(name)
        best = {}
        for number, own in names.items():
            says = told.get(number, asked.nothing)
            by_name = (self._scored(asked, weighs, name, named[name], says) for name in own)
            by_text = (*_shares(weighs, asked.nothing, says), self.documents[number].name)
            best[number] = max(by_name, default=by_text)
        full = max((covered for covered, _, _ in best.values()), default=0.0)
        for number, (covered, score, called) in best.items():
            if covered >= full - 0.05 or (covered > 0.6 and score > 0.6):
                yield Found(self.documents[number], called, score + covered)

    def _scored(
        self, asked: "Asked", weighs: list[float], name: int, hits: list[float], says: list[float]
    ) -> tuple[float, float, str]:
        """How much of what is asked a name and its text have, how well, and the name to show."""
        number, called, own = self.names[name]
        document = self.documents[number]
        covered, score = _shares(weighs, hits, says)
        score += asked.likeness(own, hits) * (0.25 if document.kind in SPOKEN else 1)
        return covered, score, document.name if document.kind == "ruling" else called

    def _near(self, word: str, *, last: bool) -> dict[str, float]:
        """The words of the book that a word may stand for, and how well: 1 for itself."""
        found = {form: 0.95 for form in (*forms_of(word), *self.numbers.get(word, ())) if form in self.weights}
        if word in found:
            found[word] = 1.0
        if len(word) > 2 or (last and len(word) > 1):
            start = bisect_left(self.vocabulary, word)
            for other in self.vocabulary[start : start + 80]:
                if not other.startswith(word):
                    break
                found.setdefault(other, PART * len(word) / len(other) + 0.1)
        if len(word) > 3 and not any(form in self.in_names for form in found):
            similar = process.extract(
                word, self.vocabulary, scorer=OSA.normalized_similarity, score_cutoff=ALIKE, limit=SLIPS
            )
            for other, likeness, _ in similar:
                found.setdefault(other, likeness * 0.8)
        return found


def _standing(one: Found) -> tuple[bool, int, str]:
    return one.document.own, ORDER[one.document.kind], one.document.name


_HELD = 2
_indexes: OrderedDict[str, Index] = OrderedDict()
_lock = Lock()


def index_of(book: Content) -> Index:
    """The index of a book, made once for each version that is asked for."""
    with _lock:
        if book.digest not in _indexes:
            _indexes[book.digest] = Index(documents(book))
        _indexes.move_to_end(book.digest)
        while len(_indexes) > _HELD:
            _indexes.popitem(last=False)
        return _indexes[book.digest]
