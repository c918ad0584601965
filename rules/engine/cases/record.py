"""What was played: the tests asked for, the verdicts, and the situation before and after each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.engine import turn
from rules.engine.combat import Blows
from rules.engine.dice import Dice
from rules.engine.plans import Change, Code, Roll, TrialKind, Verdict, rulings_of
from rules.engine.situation import Situation

NAMES = {TrialKind.FEAR_CHARGED: "fear", TrialKind.FEAR_TO_CHARGE: "fear"}
METHODS = {(1, ""): "d6", (2, ""): "2d6", (3, "high"): "3d6_drop_high", (3, "low"): "3d6_drop_low"}


def method(dice: Dice, kind: TrialKind) -> str:
    """The word of a case for a way to roll."""
    return "2d6_move" if kind is TrialKind.FLIGHT else METHODS[dice.count, dice.drop]


@dataclass(frozen=True)
class Asked:
    """A test the engine asked for, in the words of a case."""

    test: str
    who: str
    method: str
    result: object
    ld: int | None = None
    provider: str | None = None
    reroll: str | None = None

    @classmethod
    def rolled(cls, roll: Roll, verdict: Verdict, reroll: str | None = None) -> "Asked":
        """A test that was rolled; ``reroll`` names the rule by which it was rolled again."""
        trial = roll.trial
        result: object = verdict.outcome
        if roll.target is not None:
            result = "pass" if verdict.passed else "fail"
        elif trial.kind is TrialKind.FLIGHT:
            result = verdict.total
        lent = roll.provider and roll.provider != trial.who
        name = NAMES.get(trial.kind, str(trial.kind))
        how = method(roll.dice, trial.kind)
        return cls(name, trial.who, how, result, roll.target, roll.provider if lent else None, reroll)

    @classmethod
    def automatic(cls, verdict: Verdict) -> "Asked":
        """A test that passed or failed without dice."""
        kind = verdict.trial.kind
        return cls(NAMES.get(kind, str(kind)), verdict.trial.who, "auto", "pass" if verdict.passed else "fail")

    def as_case(self) -> dict[str, Any]:
        """The same, with the keys of a case; what does not apply is left out."""
        told = {"test": self.test, "who": self.who, "method": self.method, "result": self.result}
        rest = (("ld", self.ld), ("from", self.provider), ("reroll", self.reroll))
        return told | {key: value for key, value in rest if value is not None}


@dataclass
class Played:
    """Everything that happened in a case."""

    start: Situation
    asked: list[Asked] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    mismatches: list[str] = field(default_factory=list)
    blows: Blows | None = None
    bonus: int = 0
    faces: tuple[int, ...] = ()
    final: Situation = field(init=False)

    def __post_init__(self) -> None:
        self.final = self.start

    def record(self, verdict: Verdict, after: Situation) -> None:
        """Note a verdict and the situation it led to."""
        self.verdicts.append(verdict)
        self.final = after

    @property
    def changes(self) -> list[Change]:
        """Every consequence, in order."""
        return [change for verdict in self.verdicts for change in verdict.changes]

    def of(self, *codes: Code, who: str | None = None, other: str | None = None) -> list[Change]:
        """The consequences of these codes, for this one and with that one."""
        return [
            change
            for change in self.changes
            if change.code in codes and who in {None, change.who} and other in {None, change.other}
        ]

    @property
    def rulings(self) -> Iterator[str]:
        """The rulings named by any verdict, by the blows struck, and by what was not asked for."""
        for verdict in self.verdicts:
            yield from verdict.rulings
        if self.blows is not None:
            yield from self.blows.rulings
        for situation in (self.start, self.final):
            for planned in turn.spared(situation):
                yield from rulings_of(planned)
