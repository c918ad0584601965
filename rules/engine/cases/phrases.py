"""What a case says is true afterwards: phrases, each translated once into a question to what was played.

``holds(phrase, played)`` answers it. The phrases name no rule's values: they ask what the engine stated. Each module
``phrases_*`` adds those of its subject.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from rules.engine import turn
from rules.engine.allowed import Action, allowed
from rules.engine.cases.record import Played
from rules.engine.cases.words import CaseError
from rules.engine.plans import Until
from rules.engine.situation import Situation
from rules.engine.vocabulary import Flag

type Question = Callable[[Played, re.Match[str]], bool]

_TABLE: list[tuple[re.Pattern[str], Question]] = []

WHO = r"(?P<who>\w+(?:(?: and |, )\w+)*)"
ONE = r"(?P<who>\w+)"
TAIL = r"(?: \(.*\))?"


def says(*patterns: str) -> Callable[[Question], Question]:
    """Register a phrase in its various wordings. ``(?P<who>...)`` may name several fighters, joined by "and"."""

    def register(question: Question) -> Question:
        _TABLE.extend((re.compile(pattern), question) for pattern in patterns)
        return question

    return register


def holds(phrase: str, played: Played) -> bool:
    """Whether a phrase is true of what was played. Raises ``CaseError`` for one that nobody understands."""
    plain = re.sub(r"\s+", " ", phrase).strip().rstrip(".").replace('"', "")
    without_remark = re.sub(r" \([^()]*\)$", "", plain)
    for text in dict.fromkeys((plain, without_remark)):
        for pattern, question in _TABLE:
            if found := pattern.fullmatch(text):
                return question(played, found)
    raise CaseError(f"unknown phrase: {phrase}")


def names(found: re.Match[str], played: Played) -> list[str]:
    """The fighters a phrase names; "both" and "all" are those who were tested."""
    text = found["who"]
    if text in {"both", "all"}:
        return list(dict.fromkeys(one.who for one in played.asked))
    listed = re.split(r"\s+and\s+|,\s*", text)
    unknown = [one for one in listed if not played.final.knows(one)]
    if unknown:
        raise CaseError(f"nobody is called {unknown[0]}")
    return listed


def flagged(situation: Situation, who: str, flag: Flag) -> bool:
    """Whether a flag is set on a fighter."""
    return situation.fighter(who).has(flag)


def may(situation: Situation, who: str, action: Action) -> bool:
    """Whether a fighter may do this of his own will."""
    return allowed(situation.fighter(who), situation)[action] is None


def after(situation: Situation, *moments: Until) -> Situation:
    """The situation once these moments are over, one after another."""
    for moment in moments:
        situation = turn.expire(situation, moment)
    return situation


def next_own_turn(situation: Situation, who: str) -> Situation:
    """The situation as the next turn of a fighter's side begins."""
    own = situation.side_of(situation.fighter(who)).id
    return after(replace(situation, turn=own), Until.NEXT_OWN_TURN)
