"""What was tested in this stage of the turn, as the board keeps it in sight until the stage is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.engine.plans import TrialKind
from rules.engine.trials import KINDS
from rules.plans_shown import addressed
from warbands.battles.reading import Line, Read
from warbands.battles.shown import percent
from warbands.battles.table import Table
from warbands.psychology.shown import Die, Why, lasting, why

TESTS = frozenset({"test", "again", "stand"})


@dataclass(frozen=True)
class Settled:
    """A test that was taken: whose, the dice that count, what it came to and for how long, and why.

    ``first`` are the dice of a throw that was taken again, ``chance`` is that of passing, before the dice fell.
    """

    line: Line
    title: str
    who: str
    mark: str
    text: str
    chance: str
    dice: list[Die]
    first: list[Die]
    lasting: list[str]
    why: list[Why]

    @property
    def headline(self) -> str:
        """The first sentence: passed or failed, by how much."""
        return f"{self.text.partition('. ')[0].removesuffix('.')}."

    @property
    def rest(self) -> str:
        """What is said after it."""
        return self.text.partition(". ")[2]


def settled(read: Read) -> list[Settled]:
    """The tests of this stage that stand, the last first. A failed one that may be taken again is not settled yet."""
    found: list[Settled] = []
    thrown: list[Die] = []
    for line in reversed(read.stage):
        event = line.event
        if event.kind not in TESTS or not event.verdict.get("trial"):
            continue
        if event.kind == "test" and event.verdict["offers"]:
            thrown = line.dice
            continue
        found.append(_settled(line, thrown if event.kind in {"again", "stand"} else [], read.board.table))
    return found[::-1]


def _settled(line: Line, thrown: list[Die], table: Table) -> Settled:
    verdict: Mapping[str, Any] = line.event.verdict
    mark = {True: "pass", False: "fail", None: "plain"}[verdict["passed"]]
    rolled = verdict["total"] is not None and verdict["passed"] is not None
    return Settled(
        line,
        KINDS[TrialKind(verdict["trial"])].name,
        table.name(str(verdict.get("who") or line.event.deed.get("trial", {}).get("who", ""))),
        mark,
        str(verdict["text"]),
        percent(Fraction(verdict["chance"])) if rolled and "chance" in verdict else "",
        line.dice or thrown,
        thrown if line.dice else [],
        lasting(verdict["changes"], str(verdict["text"])),
        addressed((why(**reason) for reason in verdict["reasons"]), table.overlay),
    )
