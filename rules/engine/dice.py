"""Dice: which are thrown, which are kept, and faces checked. Rolling takes its random source as an argument."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


class FacesError(ValueError):
    """Faces that cannot have come from these dice: a wrong number of them, or one out of range."""


@dataclass(frozen=True, slots=True)
class Dice:
    """``count`` six-sided dice of which ``drop`` takes one away before they are added: "high", "low" or "" (none).

    On a tie one die is dropped, not both (psychology-spec, section 1, point 6).
    """

    count: int
    drop: str = ""

    @property
    def word(self) -> str:
        """``2D6``, ``D6``, or ``3D6, drop the highest``."""
        plain = f"{self.count}D6" if self.count > 1 else "D6"
        if not self.drop:
            return plain
        return f"{plain}, drop the {'highest' if self.drop == 'high' else 'lowest'}"

    def check(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces as a tuple. Raises ``FacesError`` in words a player understands."""
        if len(faces) != self.count:
            dice = "one die" if self.count == 1 else f"{self.count} dice"
            raise FacesError(f"This roll takes {dice}; you gave {len(faces)}.")
        for face in faces:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= 6:
                raise FacesError(f"A die shows 1 to 6, not {face}.")
        return tuple(faces)

    def dropped(self, faces: Sequence[int]) -> int | None:
        """The place of the die that is dropped, or None."""
        if not self.drop:
            return None
        worst = max(faces) if self.drop == "high" else min(faces)
        return len(faces) - 1 - list(reversed(faces)).index(worst)

    def total(self, faces: Sequence[int]) -> int:
        """The sum of the dice that are kept."""
        out = self.dropped(faces)
        return sum(faces) - (faces[out] if out is not None else 0)

    def roll(self, face: Callable[[], int]) -> tuple[int, ...]:
        """Throw the dice; ``face`` gives one face from 1 to 6 at each call."""
        return self.check([face() for _ in range(self.count)])


D6 = Dice(1)
TWO_D6 = Dice(2)
DROP_HIGHEST = Dice(3, "high")
DROP_LOWEST = Dice(3, "low")
