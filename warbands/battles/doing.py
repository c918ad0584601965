"""What every deed is made of: the dice it may throw, what came of it, and how it is refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rules.engine.dice import Dice, FacesError
from rules.engine.plans import Verdict
from warbands.battles.stored import Doc
from warbands.battles.table import Table
from warbands.psychology.records import stored_verdict


class DeedError(ValueError):
    """A deed that cannot be done so: the field it belongs to, and a sentence that says why."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass
class Throw:
    """The dice of one event. Faces kept from an undone throw come first, else those typed, else ``face`` throws."""

    face: Callable[[], int]
    typed: Sequence[int] | None = None
    kept: Sequence[int] = ()
    fell: tuple[int, ...] = ()

    def of(self, dice: Dice) -> tuple[int, ...]:
        """The faces for these dice. Raises ``DeedError`` for typed ones that they cannot show."""
        try:
            if self.kept:
                self.fell = dice.check([*self.kept[: dice.count], *self._more(dice.count - len(self.kept))])
            elif self.typed is not None:
                self.fell = dice.check(self.typed)
            else:
                self.fell = dice.roll(self.face)
        except FacesError as error:
            raise DeedError(str(error), "faces") from None
        return self.fell

    def _more(self, many: int) -> list[int]:
        """Dice thrown besides the kept ones, where the same test takes more of them now."""
        return [self.face() for _ in range(many)]


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
        """The verdicts as they are kept: the first, with the others that followed at once under ``also``."""
        if not self.verdicts:
            return dict(self.extra)
        first, *others = (stored_verdict(verdict) for verdict in self.verdicts)
        return {**first, **self.extra, **({"also": others} if others else {})}
