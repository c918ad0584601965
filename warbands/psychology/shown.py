"""Verdicts as a page shows them: plain values, so that templates only lay out. Plans are in ``rules.plans_shown``."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.content import Content
from rules.engine.plans import UNTIL_ENGLISH, TrialKind, Until
from rules.engine.trials import KINDS
from rules.plans_shown import PlanShown, Why, addressed, asked_besides, plan_shown, why, with_answers
from rules.values import Clarification
from warbands.models import TestRecord
from warbands.rulebooks import overlay_of

__all__ = ["Die", "PlanShown", "VerdictShown", "Why", "lasting", "plan_shown", "verdict_shown", "why"]

LONGEST_TITLE = 50

_PIPS = {
    1: ((20, 20),),
    2: ((11, 11), (29, 29)),
    3: ((11, 11), (20, 20), (29, 29)),
    4: ((11, 11), (29, 11), (11, 29), (29, 29)),
    5: ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29)),
    6: ((11, 11), (29, 11), (11, 20), (29, 20), (11, 29), (29, 29)),
}


@dataclass(frozen=True, slots=True)
class Die:
    """A die as a picture: its face, where its pips are, and whether it was discarded."""

    face: int
    out: bool

    @property
    def pips(self) -> tuple[tuple[int, int], ...]:
        """The centres of the pips in a box of 40."""
        return _PIPS[self.face]


@dataclass(frozen=True)
class VerdictShown:
    """A record, for a page: what fell, what it came to, why, and what may follow."""

    record: TestRecord
    kind: str
    title: str
    mark: str
    text: str
    dice: list[Die]
    lasting: list[str]
    why: list[Why]
    how: str
    notes: list[str]
    rerolls: list[tuple[str, str]]
    replaced_by: str = ""
    asked: tuple[Clarification, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether it failed."""
        return self.mark == "fail"


def verdict_shown(record: TestRecord, replaced_by: str = "", book: Content | None = None) -> VerdictShown:
    """A record, for a page. ``replaced_by`` is the public id of its correction or re-roll.

    ``book`` says what was asked and answered about its reasons; without one nothing is said of that.
    """
    verdict = record.verdict
    reasons = addressed((why(**reason) for reason in verdict["reasons"]), overlay_of(record.house_id or ""))
    told = with_answers(reasons, book)
    passed = verdict["passed"]
    title, text = _worded(verdict, against=record.plan.get("target"))
    return VerdictShown(
        record=record,
        kind=KINDS[TrialKind(record.kind)].name,
        title=title,
        mark={True: "pass", False: "fail", None: "plain"}[passed],
        text=text,
        dice=_dice(record.faces, verdict["dropped"]),
        lasting=lasting(verdict["changes"], str(verdict["text"])),
        why=told,
        how=_how(record),
        notes=_notes(record),
        rerolls=[] if replaced_by else [(offer["rule"], offer["name"]) for offer in verdict["offers"]],
        replaced_by=replaced_by,
        asked=asked_besides(TrialKind(record.kind), told, book),
    )


def _worded(verdict: Mapping[str, Any], against: int | None) -> tuple[str, str]:
    """What a verdict is headed by, and what is left to say."""
    said = str(verdict["text"])
    headline, _, rest = said.partition(". ")
    if verdict["total"] is not None:
        return (headline, rest) if against is not None else (f"Rolled {verdict['total']}", said)
    if verdict["automatic"] and verdict["passed"] is not None:
        return "Passed without rolling" if verdict["passed"] else "Failed without rolling", said
    if verdict["outcome"] == "exempt":
        return "No test", f"{said.rstrip('.')}."
    return (headline.rstrip("."), rest) if len(headline) <= LONGEST_TITLE else ("Noted", said)


def _dice(faces: Sequence[int], dropped: int | None) -> list[Die]:
    return [Die(face, number == dropped) for number, face in enumerate(faces)]


def lasting(changes: Iterable[Mapping[str, str]], said: str) -> list[str]:
    """The consequences that last, each with how long; what the verdict says already is not said again."""
    found = []
    for change in changes:
        until = Until(change["until"])
        if until is Until.AT_ONCE:
            continue
        words = change["text"].rstrip(".")
        if words in said:
            found.append(f"Lasts {UNTIL_ENGLISH[until]}.")
        elif words.endswith("this turn"):  # which is as long as it lasts
            found.append(f"{words}.")
        else:
            found.append(f"{words}, {UNTIL_ENGLISH[until]}.")
    return list(dict.fromkeys(found))


def _how(record: TestRecord) -> str:
    who = record.by.username if record.by else "somebody who has left"
    if not record.faces:
        return f"Noted by {who}"
    return f"Dice of the table, typed by {who}" if record.typed else f"Rolled by the app for {who}"


def _notes(record: TestRecord) -> list[str]:
    notes = []
    if record.corrects_id:
        notes.append(f"A correction: {record.reason}")
    if record.reroll_of_id:
        notes.append("A re-roll")
    if record.repeats:
        times = {1: "once", 2: "twice"}.get(record.repeats, f"{record.repeats} times")
        notes.append(f"A repeat: taken {times} in the two hours before")
    return notes
