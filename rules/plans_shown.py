"""Plans as a page shows them: plain values, so that templates only lay out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rules.content import Content
from rules.engine import odds
from rules.engine.plans import Choose, Exempt, Outcome, Plan, Roll, Settled, TrialKind
from rules.engine.rulings import BY_ID
from rules.engine.situation import Situation
from rules.engine.standing import Reason
from rules.values import NO_OVERLAY, Clarification, Overlay


@dataclass(frozen=True, slots=True)
class Why:
    """A reason, with the ruling it rests on: its id, its question and what holds; and what was answered about that.

    ``address`` says where the page of its rule stands, if that was a house rule when it was told.
    """

    text: str
    rule: str = ""
    ruling: str = ""
    question: str = ""
    answers: tuple[Clarification, ...] = ()
    address: str = ""

    @property
    def named(self) -> str:
        """The beginning of the text that names the rule, as the words of a link to it."""
        return (self.text.partition(":")[0] if ":" in self.text else self.text) if self.rule else ""

    @property
    def rest(self) -> str:
        """What follows the name of the rule."""
        return self.text[len(self.named) :]


def reasons(told: Iterable[Reason], overlay: Overlay = NO_OVERLAY) -> list[Why]:
    """Reasons of the engine, for a page. ``overlay`` are the house rules they were told under."""
    return addressed((why(reason.text, reason.rule, reason.ruling) for reason in told), overlay)


def addressed(told: Iterable[Why], overlay: Overlay) -> list[Why]:
    """The same reasons, each that a house rule gave with the address of its page; its slug may be the book's own."""
    return [replace(one, address=overlay.addresses.get(one.rule, "")) for one in told]


def why(text: str, rule: str = "", ruling: str = "") -> Why:
    """A reason, for a page."""
    known = BY_ID.get(ruling)
    # The engine writes plain inches and apostrophes; pages print the marks that the rest of them does.
    printed = text.replace('"', "″").replace("'", "’")
    return Why(printed[:1].upper() + printed[1:], rule, ruling, known.question if known else "")


def with_answers(told: Iterable[Why], book: Content | None) -> list[Why]:
    """The same reasons, each with what was answered about the ruling it rests on; every answer stands once."""
    found: list[Why] = []
    seen: set[str] = set()
    for one in told:
        asked = book.clarified.about("rulings", one.ruling) if book else ()
        new = tuple(answer for answer in asked if answer.slug not in seen)
        seen.update(answer.slug for answer in new)
        found.append(replace(one, answers=new) if new else one)
    return found


def asked_besides(kind: TrialKind, told: Iterable[Why], book: Content | None) -> tuple[Clarification, ...]:
    """What was asked about a kind of test and the rules of its reasons, and hangs on no ruling."""
    return book.clarified.test(kind, {one.rule for one in told}) if book else ()


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
    """A plan: ``state`` is roll, settled, exempt or choose; the rest is what a page needs of it.

    ``asked`` was asked about such tests and the rules of the reasons, and hangs on no ruling.
    """

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
    asked: tuple[Clarification, ...] = ()


def plan_shown(planned: Plan, situation: Situation, book: Content | None = None) -> PlanShown:
    """A plan, for a page. ``book`` says what was asked and answered about it; without one nothing is said of that."""
    told = with_answers(reasons(planned.reasons, book.overlay if book else NO_OVERLAY), book)
    return replace(_shown(planned, situation, told), asked=asked_besides(planned.trial.kind, told, book))


def _shown(planned: Plan, situation: Situation, told: list[Why]) -> PlanShown:
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
