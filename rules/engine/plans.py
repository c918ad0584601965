"""The values a test passes through: a trial asked about, a plan for it, faces, a verdict with its consequences.

``plan`` answers with one of four: ``Exempt`` (nothing is tested), ``Settled`` (passed or failed without dice), ``Roll``
(dice are due) or ``Choose`` (somebody must say what happened). ``judge`` turns a roll and its faces into a ``Verdict``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rules.engine import odds
from rules.engine.consequences import UNTIL_ENGLISH, Change, Code, Until
from rules.engine.dice import Dice
from rules.engine.standing import Reason

__all__ = [
    "UNTIL_ENGLISH",
    "Change",
    "ChoiceError",
    "Choose",
    "Code",
    "Exempt",
    "Offer",
    "Outcome",
    "Plan",
    "Roll",
    "Settled",
    "Spend",
    "Trial",
    "TrialKind",
    "Until",
    "Verdict",
    "choose",
    "judge",
    "rulings_of",
    "settle",
]


class TrialKind(StrEnum):
    """Everything the engine can be asked to decide. ``trials.py`` says when each is due and what it needs to know."""

    ROUT = "rout"
    VOLUNTARY_ROUT = "voluntary_rout"
    RALLY = "rally"
    FEAR_CHARGED = "fear_charged"
    FEAR_TO_CHARGE = "fear_to_charge"
    ALL_ALONE = "all_alone"
    PARTING_HITS = "parting_hits"
    FLIGHT = "flight"
    STUPIDITY = "stupidity"
    STUPIDITY_TABLE = "stupidity_table"
    ANIMOSITY = "animosity"
    ANIMOSITY_TABLE = "animosity_table"
    DRUNKENNESS = "drunkenness"
    BLOODGREED = "bloodgreed"
    FRENZY_CHARGE = "frenzy_charge"
    LEADERSHIP = "leadership"


@dataclass(frozen=True, slots=True)
class Trial:
    """A question put to the engine: which kind, about whom (a fighter, or a side for Rout).

    ``by`` is the other party: who charges, is charged or was fled from. ``forced`` marks a charge nobody wished for,
    ``purpose`` tells kinds apart that are tested alike (an interception from a charge, a first run from a later one).
    """

    kind: TrialKind
    who: str
    by: tuple[str, ...] = ()
    forced: bool = False
    purpose: str = ""

    @property
    def key(self) -> str:
        """What marks it as settled within a moment."""
        # Whom a player picks to lend his Leadership to a Rout test does not make it another test.
        by = () if self.kind is TrialKind.ROUT else self.by
        return f"{self.kind}:{self.who}:{'+'.join(by)}:{self.purpose}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a plan can come out: for dice totals from ``low`` to ``high``.

    ``reasons`` are those that count only if it comes out so; a verdict adds them to those of the plan.
    """

    slug: str
    text: str
    passed: bool | None = None
    low: int = -99
    high: int = 99
    changes: tuple[Change, ...] = ()
    follow: tuple[Trial, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Spend:
    """A limited rule being used up: whose, which rule, and the key it is remembered by."""

    holder: str
    rule: str
    key: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A re-roll that a held rule allows: the rule, who holds it, and the key under which it is used up ("" never)."""

    rule: str
    name: str
    holder: str
    key: str = ""

    @property
    def spend(self) -> "Spend | None":
        """What taking it uses up."""
        return Spend(self.holder, self.rule, self.key) if self.key else None


@dataclass(frozen=True, slots=True)
class Exempt:
    """Nothing is tested, for these reasons; something may follow from that all the same."""

    trial: Trial
    reasons: tuple[Reason, ...]
    changes: tuple[Change, ...] = ()
    follow: tuple[Trial, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """Passed or failed without dice."""

    trial: Trial
    outcome: Outcome
    reasons: tuple[Reason, ...]
    spend: Spend | None = None

    @property
    def passed(self) -> bool | None:
        """Whether it is passed."""
        return self.outcome.passed


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice are due. ``target`` is the Leadership to roll against, ``provider`` whose it is; None and "" for tables."""

    trial: Trial
    dice: Dice
    outcomes: tuple[Outcome, ...]
    reasons: tuple[Reason, ...]
    target: int | None = None
    provider: str = ""
    offers: tuple[Offer, ...] = ()

    @property
    def chance(self) -> Fraction:
        """The chance of passing on one throw: for a table, that nothing bad comes of it."""
        good = (o for o in self.outcomes if o.passed)
        return sum((odds.between(self.dice, o.low, o.high) for o in good), Fraction(0))

    @property
    def chance_with_reroll(self) -> Fraction:
        """The chance of passing when an offered re-roll is taken after a failure."""
        return odds.with_reroll(self.chance) if self.offers else self.chance

    def chance_of(self, slug: str) -> Fraction:
        """The chance of one outcome."""
        return sum((odds.between(self.dice, o.low, o.high) for o in self.outcomes if o.slug == slug), Fraction(0))


@dataclass(frozen=True, slots=True)
class Choose:
    """Somebody must say what happened, or decide; the first option is the default."""

    trial: Trial
    question: str
    options: tuple[Outcome, ...]
    reasons: tuple[Reason, ...]


type Plan = Exempt | Settled | Roll | Choose


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a trial came to. ``faces`` is empty where nothing was rolled, ``dropped`` the place of a discarded die."""

    trial: Trial
    outcome: str
    text: str
    passed: bool | None
    reasons: tuple[Reason, ...]
    changes: tuple[Change, ...] = ()
    follow: tuple[Trial, ...] = ()
    faces: tuple[int, ...] = ()
    dropped: int | None = None
    total: int | None = None
    target: int | None = None
    provider: str = ""
    offers: tuple[Offer, ...] = ()
    spend: Spend | None = None
    automatic: bool = False

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings it depended on, each once, in the order they came up."""
        return tuple(dict.fromkeys(reason.ruling for reason in self.reasons if reason.ruling))


def rulings_of(plan: Plan) -> tuple[str, ...]:
    """The rulings a plan depends on, whichever way it comes out, each once."""
    reasons = list(plan.reasons)
    match plan:
        case Settled():
            reasons += plan.outcome.reasons
        case Roll():
            reasons += [reason for outcome in plan.outcomes for reason in outcome.reasons]
        case Choose():
            reasons += [reason for option in plan.options for reason in option.reasons]
        case _:
            pass
    return tuple(dict.fromkeys(reason.ruling for reason in reasons if reason.ruling))


def judge(roll: Roll, faces: Sequence[int], *, reroll_of: Offer | None = None) -> Verdict:
    """The verdict for these faces. Raises ``dice.FacesError`` for faces that these dice cannot show.

    ``reroll_of`` is the offer by which a failed first throw is taken again: its result stands, and nothing re-rolls it.
    """
    checked = roll.dice.check(faces)
    dropped = roll.dice.dropped(checked)
    total = sum(checked) if dropped is None else sum(checked) - checked[dropped]
    outcome = next(o for o in roll.outcomes if o.low <= total <= o.high)
    reasons = (*roll.reasons, *outcome.reasons)
    if reroll_of is not None:
        reasons = (*reasons, Reason(f"{reroll_of.name}: taken again; the second result stands", reroll_of.rule))
    return Verdict(
        roll.trial,
        outcome.slug,
        _headline(roll, outcome, total),
        outcome.passed,
        reasons,
        _measured(outcome.changes, total),
        outcome.follow,
        checked,
        dropped,
        total,
        roll.target,
        roll.provider,
        roll.offers if outcome.passed is False and reroll_of is None else (),
        reroll_of.spend if reroll_of else None,
    )


def settle(plan: Exempt | Settled) -> Verdict:
    """The verdict of a plan that needs no dice."""
    if isinstance(plan, Exempt):
        text = plan.reasons[0].text if plan.reasons else ""
        return Verdict(plan.trial, "exempt", text, None, plan.reasons, plan.changes, plan.follow)
    outcome = plan.outcome
    return Verdict(
        plan.trial,
        outcome.slug,
        outcome.text,
        outcome.passed,
        (*plan.reasons, *outcome.reasons),
        outcome.changes,
        outcome.follow,
        spend=plan.spend,
        automatic=True,
    )


class ChoiceError(ValueError):
    """An option that a ``Choose`` does not offer."""


def choose(plan: Choose, slug: str) -> Verdict:
    """The verdict for a chosen option. Raises ``ChoiceError``."""
    for option in plan.options:
        if option.slug == slug:
            reasons = (*plan.reasons, *option.reasons)
            return Verdict(plan.trial, slug, option.text, option.passed, reasons, option.changes, option.follow)
    raise ChoiceError(f"“{slug}” is not one of: {', '.join(option.slug for option in plan.options)}.")


def _headline(roll: Roll, outcome: Outcome, total: int) -> str:
    if roll.target is None:
        return outcome.text.replace("{total}", str(total))
    word = "Passed" if outcome.passed else "Failed"
    return f"{word}: {total} against {roll.target}. {outcome.text}".strip()


def _measured(changes: tuple[Change, ...], total: int) -> tuple[Change, ...]:
    """Changes with the distance of a run filled in from the dice."""
    return tuple(
        replace(change, amount=Fraction(total), text=change.text.replace("{total}", str(total)))
        if "{total}" in change.text
        else change
        for change in changes
    )
