"""The rulings of a battle in words: what each asks, and what holds here."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.ruling_words import choice_words
from rules.engine.rulings import BY_ID, REGISTER, Ruling, Rulings


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling: its id, its question, what holds in this battle, and what usually does."""

    id: str
    question: str
    now: str
    usual: str

    @property
    def differs(self) -> bool:
        """Whether it is ruled otherwise than usual."""
        return self.now != self.usual


def every(rulings: Rulings) -> list[Ruled]:
    """Every ruling of the register, as it holds by these."""
    return [_ruled(ruling, rulings) for ruling in REGISTER]


def ruled(name: str, rulings: Rulings) -> Ruled | None:
    """A ruling by its id, as it holds by these; None for one that the register no longer has, or for no name."""
    known = BY_ID.get(name)
    return _ruled(known, rulings) if known else None


def of_verdict(verdict: Mapping[str, object], rulings: Rulings) -> list[Ruled]:
    """The rulings that a stored verdict depended on."""
    reasons = verdict.get("reasons")
    named = [str(one.get("ruling", "")) for one in reasons] if isinstance(reasons, list) else []
    found = (ruled(name, rulings) for name in dict.fromkeys(named))
    return [one for one in found if one is not None]


def _ruled(ruling: Ruling, rulings: Rulings) -> Ruled:
    held = getattr(rulings, ruling.key)
    choice = str(held).lower() if isinstance(held, bool) else str(held)
    question = ruling.question.replace("'", "’")
    return Ruled(ruling.id, question, choice_words(ruling.key, choice), choice_words(ruling.key, ruling.default))
