"""What every deed is made of: the dice it may throw, what came of it, and how it is refused."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.dice import Dice, FacesError
from rules.engine.plans import Trial, Verdict
from warbands.battles.stored import Doc
from warbands.battles.table import Table
from warbands.psychology.records import stored_verdict, trial_of


class DeedError(ValueError):
    """A deed that cannot be done so: the field it belongs to, and a sentence that says why."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def trial_told(deed: Mapping[str, Any]) -> Trial:
    """The trial that a deed names. Raises ``DeedError``."""
    try:
        return trial_of(deed["trial"])
    except (KeyError, TypeError, ValueError):
        raise DeedError("This test is not due any more.") from None


@dataclass
class Throw:
    """The dice of one event. Faces kept from an undone throw come first, else those typed, else ``face`` throws.

    Where the same test takes more dice now than were kept, only those still wanting are typed or thrown; where it takes
    fewer, the first of the kept ones count. ``kept_typed`` says where the kept ones came from, ``was_typed`` whether
    any of those that count was typed.
    """

    face: Callable[[], int]
    typed: Sequence[int] | None = None
    kept: Sequence[int] = ()
    kept_typed: bool = False
    was_typed: bool = False

    def of(self, dice: Dice) -> tuple[int, ...]:
        """The faces for these dice. Raises ``DeedError`` for typed ones that they cannot show."""
        kept = list(self.kept[: dice.count])
        wanting = dice.count - len(kept)
        try:
            typed = None if self.typed is None or not wanting else dice.check(self.typed)
            more = [self.face() for _ in range(wanting)] if typed is None else typed[len(kept) :]
            faces = dice.check([*kept, *more])
        except FacesError as error:
            raise DeedError(str(error), "faces") from None
        self.was_typed = typed is not None or (self.kept_typed and bool(kept))
        return faces


@dataclass(frozen=True)
class Done:
    """What came of a deed: the table after it, in words, for which side, and the verdicts where there were any."""

    table: Table
    text: str
    side: str = ""
    verdicts: tuple[Verdict, ...] = ()
    faces: tuple[int, ...] = ()
    extra: Doc = field(default_factory=dict)

    @property
    def verdict(self) -> Doc:
        """The verdicts as they are kept: the first with its kind and whose; under ``also`` those that followed it."""
        if not self.verdicts:
            return dict(self.extra)
        first, *others = (stored_verdict(verdict) for verdict in self.verdicts)
        trial = self.verdicts[0].trial
        found = {**first, "trial": trial.kind.value, "who": trial.who, **self.extra}
        return found | ({"also": others} if others else {})
