"""Worked cases: plain data in, the list of what does not hold out.

``check(case, rulebook)`` plays a case (psychology-spec's companion ``rules/data/cases/psychology.yaml`` explains the
words) and returns a sentence for every expectation that does not hold; an empty list means that the case holds. Words
that nobody understands raise ``CaseError``. Nothing here knows a rule or an expected value: the words are translated
into a situation, the engine plays it, and what it did is compared.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.cases import (
    battle,
    catalogue,
    magic_cases,
    phrases_blows,
    phrases_deeds,
    phrases_moves,
    phrases_rout,
    roster_cases,
)
from rules.engine.cases.carrying import Bare
from rules.engine.cases.words import CaseError, only_keys
from rules.engine.rulebook import Rulebook

CASE_KEYS = {"id", "title", "certainty", "rulings", "given", "event", "expect", "otherwise", "source", "note"}

SUBJECTS = (magic_cases, roster_cases, phrases_blows, phrases_deeds, phrases_moves, phrases_rout)
"""Modules that are there for what they add to ``catalogue.EVENTS`` and to the phrases."""

__all__ = ["CaseError", "check"]


def check(case: Mapping[str, Any], rulebook: Rulebook, carries: battle.Carries = Bare) -> list[str]:
    """What of this case does not hold, in words. Raises ``CaseError`` for a key or phrase that nobody understands.

    A case that happens in a battle is carried out by what ``carries`` makes: the engine alone, or what stands on it.
    """
    only_keys(case, CASE_KEYS, "case")
    if "phase" in case["given"] and case["event"] not in catalogue.EVENTS:
        return battle.check(case, rulebook, carries)
    return catalogue.check(case, rulebook)
