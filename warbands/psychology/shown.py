"""Plans and verdicts as a page shows them: plain values, so that templates only lay out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.engine import odds
from rules.engine.plans import UNTIL_ENGLISH, Choose, Exempt, Outcome, Plan, Roll, Settled, TrialKind, Until
from rules.engine.rulings import BY_ID
from rules.engine.situation import Situation
from rules.engine.standing import Reason
from rules.engine.trials import KINDS
from warbands.models import TestRecord

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


@dataclass(frozen=True, slots=True)
class Why:
    """A reason, with the ruling it rests on: its id, its question and what holds."""

    text: str
    rule: str = ""
    ruling: str = ""
    question: str = ""

    @property
    def named(self) -> str:
        """The beginning of the text that names the rule, as the words of a link to it."""
        return (self.text.partition(":")[0] if ":" in self.text else self.text) if self.rule else ""

    @property
    def rest(self) -> str:
        """What follows the name of the rule."""
        return self.text[len(self.named) :]


def reasons(told: Iterable[Reason]) -> list[Why]:
    """Reasons of the engine, for a page."""
    return [why(reason.text, reason.rule, reason.ruling) for reason in told]


def why(text: str, rule: str = "", ruling: str = "") -> Why:
    """A reason, for a page."""
    known = BY_ID.get(ruling)
    # The engine writes plain inches and apostrophes; pages print the marks that the rest of them does.
    printed = text.replace('"', "″").replace("'", "’")
    return Why(printed[:1].upper() + printed[1:], rule, ruling, known.question if known else "")


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance as ways out of all ways, and in percent."""

    label: str
    good: int
    every: int

    @property
    def percent(self) -> str:
        """Rounded, but never to a certainty that it is not."""
        share = 100 * self.good / self.every
        rounded = round(share)
        if rounded in {0, 100} and self.good not in {0, self.every}:
            return "under 1" if rounded == 0 else "over 99"
        return str(rounded)


def _chance(label: str, roll: Roll, chance: Fraction) -> Chance:
    good, every = odds.ways(roll.dice, chance)
    return Chance(label, good, every)


@dataclass(frozen=True)
class PlanShown:
    """A plan: ``state`` is roll, settled, exempt or choose; the rest is what a page needs of it."""

    state: str
    why: list[Why]
    text: str = ""
    need: int | None = None
    dice: str = ""
    boxes: int = 0
    whose: str = ""
    chances: list[Chance] = field(default_factory=list)
    with_reroll: str = ""
    options: list[tuple[str, str]] = field(default_factory=list)


def plan_shown(planned: Plan, situation: Situation) -> PlanShown:
    """A plan, for a page."""
    told = reasons(planned.reasons)
    match planned:
        case Roll():
            return _roll_shown(planned, situation, told)
        case Settled():
            return PlanShown("settled", told, planned.outcome.text)
        case Choose():
            options = [(option.slug, option.text) for option in planned.options]
            return PlanShown("choose", told, planned.question, options=options)
        case Exempt():
            text = "Nothing to roll." if not planned.follow else "No test: what follows comes at once."
            return PlanShown("exempt" if not planned.follow else "settled", told, text)


def _named(outcome: Outcome, roll: Roll, situation: Situation) -> str:
    """What an outcome of a D6 is called: by the table of the rule it belongs to, where that has a row of this name."""
    slug = outcome.slug.replace("_", "-")
    for reason in roll.reasons:
        rule = situation.rulebook.get(reason.rule) if reason.rule else None
        for row in rule.table if rule is not None else ():
            if row.slug == slug and row.name:
                return row.name
    return outcome.slug.replace("_", " ").capitalize()


def _roll_shown(roll: Roll, situation: Situation, told: list[Why]) -> PlanShown:
    if roll.target is None:
        listed = () if roll.trial.kind is TrialKind.FLIGHT else roll.outcomes
        chances = [_chance(_named(one, roll, situation), roll, roll.chance_of(one.slug)) for one in listed]
        return PlanShown("roll", told, dice=roll.dice.word, boxes=roll.dice.count, chances=chances)
    own = roll.provider == roll.trial.who
    whose = "his own Leadership" if own else f"{situation.fighter(roll.provider).called}’s Leadership"
    again = roll.chance_with_reroll
    words = f"with the re-roll of {roll.offers[0].name}: {round(100 * again)} %" if roll.offers else ""
    return PlanShown(
        "roll",
        told,
        need=roll.target,
        dice=roll.dice.word,
        boxes=roll.dice.count,
        whose=whose,
        chances=[_chance("passes", roll, roll.chance)],
        with_reroll=words,
    )


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

    @property
    def failed(self) -> bool:
        """Whether it failed."""
        return self.mark == "fail"


def verdict_shown(record: TestRecord, replaced_by: str = "") -> VerdictShown:
    """A record, for a page. ``replaced_by`` is the public id of its correction or re-roll."""
    verdict = record.verdict
    passed = verdict["passed"]
    title, text = _worded(verdict, against=record.plan.get("target"))
    return VerdictShown(
        record=record,
        kind=KINDS[TrialKind(record.kind)].name,
        title=title,
        mark={True: "pass", False: "fail", None: "plain"}[passed],
        text=text,
        dice=_dice(record.faces, verdict["dropped"]),
        lasting=_lasting(verdict["changes"], str(verdict["text"])),
        why=[why(**reason) for reason in verdict["reasons"]],
        how=_how(record),
        notes=_notes(record),
        rerolls=[] if replaced_by else [(offer["rule"], offer["name"]) for offer in verdict["offers"]],
        replaced_by=replaced_by,
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


def _lasting(changes: Iterable[Mapping[str, str]], said: str) -> list[str]:
    """The consequences that last, each with how long; what the verdict says already is not said again."""
    found = []
    for change in changes:
        until = Until(change["until"])
        if until is Until.AT_ONCE:
            continue
        words = change["text"].rstrip(".")
        found.append(f"Lasts {UNTIL_ENGLISH[until]}." if words in said else f"{words}, {UNTIL_ENGLISH[until]}.")
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
