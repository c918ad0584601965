"""What may legally come next in a sentence that is being written, found by asking the reader of sentences itself."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rules.engine.grammar import DICE_WORDS
from rules.engine.legal import LEGAL
from rules.engine.sentences import SentenceError, parse
from rules.engine.vocabulary import FACT_ENGLISH, Fact, Limit, Matter, NearWho, ReachWhom, Verb

MOST_TAGS = 24
"""How many tags are offered at once; typing on narrows them down."""

_CONNECTIVES = ("against", "for", "when", "unless", "once", "per", "of", "within", "warband", "has", "lacks")
_WORDS = tuple(
    dict.fromkeys(map(str, (*Verb, *Matter, *_CONNECTIVES, *ReachWhom, *Fact, *NearWho, *Limit, *DICE_WORDS)))
)
_SOME_TAG = "zz-zz"
_SOME_NUMBERS = ("1", "2", "3", "1/2")

_SAYS: dict[str, str] = {
    "against": "whom it is aimed at",
    "for": "whom it reaches besides him",
    "when": "only while something holds",
    "unless": "but not while something holds",
    "once": "how often it may be used",
    "of": "only those of a people, unit, kind or rule",
    "within": "how many inches away",
    "warband": "whether somebody belongs to his warband",
} | DICE_WORDS


@dataclass(frozen=True, slots=True)
class Offer:
    """A word that may come next, and what it says."""

    word: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Offers:
    """What may follow. ``complete``: it may also end here. ``wanted`` names what is no closed list.

    ``after``: the words come after the last one that stands there; else they complete it.
    """

    words: tuple[Offer, ...] = ()
    complete: bool = False
    wanted: str = ""
    after: bool = True


def may_follow(line: str, *, parameters: Collection[str] = (), tags: Collection[str] = ()) -> Offers:
    """What may come after a line, or complete its last word where no space follows it; nothing after a wrong word."""
    words = line.split()
    begun = words.pop() if words and not line[-1].isspace() else ""
    named = [name if name == "X" else f"{{{name}}}" for name in parameters]
    if not begins(words):
        return Offers()
    if begun and begins([*words, begun]) and not _grows(words, begun, tags):
        return may_follow(f"{line} ", parameters=parameters, tags=tags)
    complete = _reads([*words, begun] if begun else words)
    if begins([*words, _SOME_TAG]):
        found = sorted(tag for tag in tags if tag.startswith(begun))[:MOST_TAGS]
        offered = (*(name for name in named if name.startswith(begun) and name != "X"), *found)
        return Offers(tuple(map(Offer, offered)), complete, "a people, unit, kind, warband or rule", not begun)
    numbers = begins([*words, _SOME_NUMBERS[0]])
    candidates = [*_WORDS, *(named if numbers else ()), *(_SOME_NUMBERS if numbers else ())]
    fitting = tuple(_offers(words, begun, candidates))
    return Offers(fitting, complete, "a number" if numbers else "", not begun)


def _grows(words: list[str], begun: str, tags: Collection[str]) -> bool:
    """Whether a word that may stand there is also the beginning of a longer one."""
    longer = (word for word in (*_WORDS, *tags) if word.startswith(begun) and word != begun)
    return any(begins([*words, word]) for word in longer)


def begins(words: list[str]) -> bool:
    """Whether a legal sentence begins with these words."""
    try:
        parse(" ".join(words))
    except SentenceError as error:
        return not error.word and error.index >= len(words)
    return True


def _reads(words: list[str]) -> bool:
    try:
        parse(" ".join(words))
    except SentenceError:
        return False
    return True


def _offers(words: list[str], begun: str, candidates: Iterable[str]) -> Iterator[Offer]:
    for word in candidates:
        if word.startswith(begun) and begins([*words, word]):
            yield Offer(word, _hint(words, word))


def _hint(words: list[str], word: str) -> str:
    """What a word says after these."""
    if len(words) == 1 and words[0] in set(Verb) and word in set(Matter):
        shape = LEGAL.get((Verb(words[0]), Matter(word)))
        return shape.says.replace("{amount}", "…") if shape else ""
    if words and words[-1] in {"when", "unless"} and word in set(Fact):
        return FACT_ENGLISH[Fact(word)][words[-1] == "unless"]
    return _SAYS.get(word, "")
