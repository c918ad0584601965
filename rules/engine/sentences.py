"""Sentences: parsing them, refusing them in words, printing them back and saying them in English.

The grammar (design, section 2)::

    sentence  := verb matter amount? against? reach? clause? limit?
    amount    := 3 | -1 | 1/2 | 3d6-high | 3d6-low | X | -X | 7-X | {name}
    against   := "against" tag
    reach     := "for" (friends | foes | warband) ("of" tag)? ("within" amount)?
    clause    := ("when" | "unless") condition
    condition := fact | (leader | friend | foe) ("of" tag)? ("within" amount)? | warband (has | lacks) tag
    limit     := "once per" (turn | combat | battle)

``parse`` and ``str`` are inverse: ``parse(str(effect)) == effect`` for every legal effect.
"""

import re
from collections.abc import Mapping
from fractions import Fraction

from rules.engine.grammar import (
    DICE_WORDS,
    Amount,
    Clause,
    Condition,
    Effect,
    Near,
    Reach,
    Tag,
    Value,
    WarbandHas,
)
from rules.engine.legal import LEGAL, AmountKind
from rules.engine.vocabulary import (
    FACT_ENGLISH,
    FACT_QUESTIONS,
    Fact,
    Limit,
    Matter,
    NearWho,
    ReachWhom,
    Verb,
)

__all__ = [
    "Amount",
    "Clause",
    "Condition",
    "Effect",
    "Near",
    "Reach",
    "SentenceError",
    "Tag",
    "Value",
    "WarbandHas",
    "describe",
    "parse",
    "question",
    "say_clause",
]

ORDER = "against, for, when or unless, and once per, each at most once and in this order"

_TAG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:--[a-z0-9]+(?:-[a-z0-9]+)*)?\Z")
_NUMBER = re.compile(r"-?\d{1,3}\Z")
_FRACTION = re.compile(r"(\d{1,2})/(\d{1,2})\Z")
_BRACED = re.compile(r"(?:(\d{1,2})-|(-))?\{([a-z][a-z0-9_]*)\}\Z")
_X = re.compile(r"(?:(\d{1,2})-|(-))?X\Z")


class SentenceError(ValueError):
    """A sentence that is not legal: ``message`` in words, ``word`` the offending one, ``index`` its place (from 0)."""

    def __init__(self, message: str, *, word: str = "", index: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.word = word
        self.index = index


class _Reader:
    """The words of a sentence, taken from left to right."""

    def __init__(self, text: str) -> None:
        self.words = text.split()
        self.at = 0

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def accept(self, word: str) -> bool:
        if self.peek() != word:
            return False
        self.at += 1
        return True

    def take(self, wanted: str) -> str:
        word = self.peek()
        if not word:
            raise SentenceError(f"the sentence ends where {wanted} should follow", index=self.at)
        self.at += 1
        return word

    def refuse(self, message: str, word: str) -> SentenceError:
        return SentenceError(message, word=word, index=max(self.at - 1, 0))


def parse(text: str) -> Effect:
    """Read one sentence. Raises ``SentenceError`` with the word that is wrong and what may stand there."""
    reader = _Reader(text)
    verb = _word(reader, Verb, "a verb")
    # "needs wulfen" names the companion itself, so its matter is understood.
    matter = Matter.COMPANION if verb is Verb.NEEDS else _word(reader, Matter, f"something that “{verb}” speaks of")
    shape = LEGAL.get((verb, matter))
    if shape is None:
        raise reader.refuse(_not_legal(verb, matter), str(matter))
    amount: Amount | Tag | None = None
    if shape.amount is AmountKind.TAG:
        amount = _tag(reader)
    elif shape.amount is not AmountKind.NONE:
        amount = _amount(reader, dice=shape.amount is AmountKind.DICE)
    against = None
    if reader.peek() == "against":
        if not shape.against:
            reader.at += 1
            raise reader.refuse(f"“{verb} {matter}” cannot be aimed against anybody", "against")
        reader.at += 1
        against = _tag(reader)
    reach = _reach(reader) if reader.accept("for") else None
    clause = None
    if reader.peek() in {"when", "unless"}:
        negated = reader.take("a clause") == "unless"
        clause = Clause(_condition(reader), negated)
    limit = _limit(reader, verb, matter, allowed=shape.limit) if reader.accept("once") else None
    if reader.peek():
        word = reader.take("nothing")
        before = " ".join(reader.words[: reader.at - 1])
        raise reader.refuse(f"“{word}” does not fit here; after “{before}” may follow {ORDER}", word)
    return Effect(verb, matter, amount, against, reach, clause, limit)


def _word[T: (Verb, Matter)](reader: _Reader, words: type[T], wanted: str) -> T:
    word = reader.take(wanted)
    try:
        return words(word)
    except ValueError:
        listed = ", ".join(str(member) for member in words)
        raise reader.refuse(f"“{word}” is not {wanted} that a rule knows. Known are: {listed}", word) from None


def _not_legal(verb: Verb, matter: Matter) -> str:
    legal = [str(other) for known, other in LEGAL if known is verb]
    if verb is Verb.IGNORES and matter is Matter.ROUT:
        return "nothing may ignore Rout: every warband takes its Rout tests, immune to psychology or not"
    return f"nothing {verb} {matter}. After “{verb}” may stand: {', '.join(legal)}"


def _amount(reader: _Reader, *, dice: bool) -> Amount:
    word = reader.take("an amount")
    if dice:
        if word in DICE_WORDS:
            return Amount(dice=word)
        raise reader.refuse(f"“{word}” is not a way to roll; it must be {' or '.join(DICE_WORDS)}", word)
    if _NUMBER.match(word):
        return Amount(Fraction(int(word)))
    if (found := _FRACTION.match(word)) and int(found[2]):
        return Amount(Fraction(int(found[1]), int(found[2])))
    for pattern, name in ((_X, "X"), (_BRACED, "")):
        if found := pattern.match(word):
            subtracted = bool(found[1] or found[2])
            return Amount(Fraction(int(found[1] or 0)), name or found[3], -1 if subtracted else 1)
    raise reader.refuse(f"“{word}” is not an amount: a number, a fraction, X, 7-X or {{name}}", word)


def _tag(reader: _Reader) -> Tag:
    word = reader.take("a people, unit, kind, warband or rule")
    found = _BRACED.match(word)
    if found and not (found[1] or found[2]):
        return Tag(name=found[3])
    if _TAG.match(word):
        return Tag(word)
    raise reader.refuse(f"“{word}” is not a slug (small letters, digits and hyphens) or {{name}}", word)


def _reach(reader: _Reader) -> Reach:
    word = reader.take("friends, foes or warband")
    try:
        whom = ReachWhom(word)
    except ValueError:
        raise reader.refuse(f"“for” is followed by friends, foes or warband, not by “{word}”", word) from None
    return Reach(whom, *_read_of_within(reader))


def _read_of_within(reader: _Reader) -> tuple[Tag | None, Amount | None]:
    of = _tag(reader) if reader.accept("of") else None
    within = _amount(reader, dice=False) if reader.accept("within") else None
    return of, within


def _condition(reader: _Reader) -> Condition:
    word = reader.take("a condition")
    if word == "warband":
        how = reader.take("has or lacks")
        if how not in {"has", "lacks"}:
            raise reader.refuse(f"“warband” is followed by has or lacks, not by “{how}”", how)
        return WarbandHas(_tag(reader), lacks=how == "lacks")
    if word in set(NearWho):
        return Near(NearWho(word), *_read_of_within(reader))
    try:
        return Fact(word)
    except ValueError:
        listed = ", ".join([*Fact, *NearWho, "warband has", "warband lacks"])
        raise reader.refuse(f"“{word}” is not a fact of the moment. Known are: {listed}", word) from None


def _limit(reader: _Reader, verb: Verb, matter: Matter, *, allowed: bool) -> Limit:
    if not allowed:
        raise reader.refuse(f"“{verb} {matter}” is not something that is used up", "once")
    if not reader.accept("per"):
        word = reader.take("per")
        raise reader.refuse(f"“once” is followed by “per”, not by “{word}”", word)
    word = reader.take("turn, combat or battle")
    try:
        return Limit(word)
    except ValueError:
        raise reader.refuse(f"“once per” is followed by turn, combat or battle, not by “{word}”", word) from None


def describe(effect: Effect, arguments: Mapping[str, Value] | None = None) -> str:
    """The sentence in plain English, arguments filled in: ``lends his Leadership to friends within 6" ...``."""
    known = arguments or {}
    shape = LEGAL[effect.verb, effect.matter]
    shown = effect.amount.shown(known) if effect.amount else ""
    said = shape.says.replace("{amount}", shown)
    if effect.against:
        said += f" against {effect.against.shown(known)}"
    if effect.reach:
        said += _say_reach(effect.reach, known)
    if effect.clause:
        said += ", " + say_clause(effect.clause, known)
    if effect.limit:
        said += f", once per {effect.limit}"
    return said[0].upper() + said[1:] + "."


def _say_reach(reach: Reach, known: Mapping[str, Value]) -> str:
    whom = {"friends": "friends", "foes": "enemies", "warband": "the whole warband"}[reach.whom]
    return f" (for {whom}{_say_of_within(reach.of, reach.within, known)})"


def _say_of_within(of: Tag | None, within: Amount | None, known: Mapping[str, Value]) -> str:
    said = f" ({of.shown(known)})" if of else ""
    return said + (f' within {within.shown(known)}"' if within else "")


def say_clause(clause: Clause, arguments: Mapping[str, Value] | None = None) -> str:
    """A clause in plain English."""
    known = arguments or {}
    condition = clause.condition
    if isinstance(condition, Fact):
        return FACT_ENGLISH[condition][clause.negated]
    word = "unless" if clause.negated else "while"
    if isinstance(condition, WarbandHas):
        return f"{word} the warband {'lacks' if condition.lacks else 'has'} a {condition.tag.shown(known)}"
    who = {"leader": "the leader", "friend": "a friend", "foe": "an enemy"}[condition.who]
    return f"{word} {who}{_say_of_within(condition.of, condition.within, known)} is there"


def question(condition: Condition, arguments: Mapping[str, Value] | None = None) -> str:
    """The yes/no question a condition asks of whoever can see the table."""
    known = arguments or {}
    if isinstance(condition, Fact):
        return FACT_QUESTIONS[condition]
    if isinstance(condition, WarbandHas):
        return f"Has the warband {'no' if condition.lacks else 'a'} {condition.tag.shown(known)}?"
    who = {"leader": "the leader", "friend": "a friend", "foe": "an enemy"}[condition.who]
    return f"Is {who}{_say_of_within(condition.of, condition.within, known)} there?"
