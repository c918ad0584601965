"""The values in which the standing rules of a fighter are told: reasons, fates, and the sentences that act on him."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.engine.rulebook import Held, Rule
from rules.engine.sentences import Effect, Value
from rules.engine.situation import Fighter
from rules.engine.vocabulary import Matter, Verb, covers


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: words, and the rule or ruling it rests on."""

    text: str
    rule: str = ""
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What is asked about: is he charging, who charges him, is nobody else left to lend Leadership, is he offended.

    None of it is a state of the fighter: it holds for the one question that is being asked.
    """

    charging: bool = False
    charger: str = ""
    last_resort: bool = False
    offended: bool = False


NO_CONTEXT = Context()


class Fate(StrEnum):
    """What becomes of a rule that somebody holds."""

    STANDS = "stands"
    NOT_SHARED = "not_shared"
    LOST = "lost"
    CANCELLED = "cancelled"
    NOT_NOW = "not_now"
    SILENCED = "silenced"


@dataclass(frozen=True, slots=True)
class RuleNow:
    """A rule he holds and its fate, with the reason where it does not stand."""

    held: Held
    rule: Rule
    fate: Fate
    why: str = ""


@dataclass(frozen=True, slots=True)
class Active:
    """A sentence that acts on somebody now, the rule it belongs to and the fighter who holds that rule."""

    effect: Effect
    rule: Rule
    held: Held
    holder: Fighter
    arguments: Mapping[str, Value]

    @property
    def number(self) -> int:
        """Its amount as a whole number."""
        return int(self.effect.number(self.arguments))


type Word = tuple[Verb, Matter]


@dataclass(frozen=True)
class Standing:
    """The rules of one fighter now: their fates, and the sentences that act, by verb and matter."""

    fighter: Fighter
    rules: tuple[RuleNow, ...]
    acting: Mapping[Word, tuple[Active, ...]]
    reasons: tuple[Reason, ...] = ()
    context: Context = NO_CONTEXT

    def all(self, verb: Verb, matter: Matter) -> tuple[Active, ...]:
        """Every acting sentence with this verb and matter."""
        return self.acting.get((verb, matter), ())

    def first(self, verb: Verb, matter: Matter) -> Active | None:
        """The first acting sentence with this verb and matter."""
        found = self.acting.get((verb, matter))
        return found[0] if found else None

    def about(self, verb: Verb, matter: Matter) -> tuple[Active, ...]:
        """Every acting sentence with this verb whose matter is, or covers, this one."""
        found: list[Active] = []
        for (known, wide), actives in self.acting.items():
            if known is verb and covers(wide, matter):
                found += actives
        return tuple(found)

    def covering(self, verb: Verb, matter: Matter) -> Active | None:
        """The first of these, one that names the very matter before one that merely covers it."""
        return self.first(verb, matter) or next(iter(self.about(verb, matter)), None)
