"""Whether dice fall as fair ones would: the spread of their faces, and one plain sentence about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

FACES = range(1, 7)

ENOUGH = 60
"""Below ten of each face to be expected, a spread tells nothing, so nothing is said of it."""

LEVELS = ((20.515, 1000), (15.086, 100), (11.070, 20))
"""Chi-square with five degrees of freedom: the value that fair dice exceed once in so many counts, to three places."""

HEIGHT = 100
WIDTH = 40
"""Of a bar of the chart, in its own units; the table beside it says the numbers."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A face on the chart: where its bar stands and how high it is."""

    face: int
    many: int
    x: int
    y: float
    height: float


@dataclass
class Spread:
    """How often each face fell."""

    counts: list[int] = field(default_factory=lambda: [0] * 6)

    def add(self, faces: Iterable[int], many: int = 1) -> None:
        """Count dice that fell, so ``many`` times."""
        for face in faces:
            self.counts[face - 1] += many

    @property
    def many(self) -> int:
        """All dice together."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often fair dice show each face."""
        return self.many / 6

    @property
    def chi_square(self) -> float:
        """How far this is from what fair dice are expected to show; 0 for none."""
        if not self.many:
            return 0.0
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def once_in(self) -> int:
        """Fair dice stray this far less than once in so many counts; 0 where they often do, or there are too few."""
        if self.many < ENOUGH:
            return 0
        return next((once for value, once in LEVELS if self.chi_square > value), 0)

    @property
    def words(self) -> str:
        """Whether it is unusual, in a sentence; nothing below ``ENOUGH`` dice."""
        if self.many < ENOUGH:
            return ""
        if not self.once_in:
            return f"Nothing unusual: {self.many} fair dice often stray this far from the even."
        told = f"{self.many} fair dice stray this far from the even in fewer than one of {self.once_in} such counts"
        if self.once_in < 100:
            return f"A little uneven: {told}. Among many counts, one like it is to be expected."
        return f"Unusual: {told}."

    @property
    def table(self) -> list[tuple[int, int, str]]:
        """Each face, how often it fell, and its share."""
        many = self.many or 1
        return [(face, count, f"{100 * count / many:.1f} %") for face, count in zip(FACES, self.counts, strict=True)]

    @property
    def bars(self) -> list[Bar]:
        """The chart: bars as high as their share, the highest or the expected one filling it."""
        return [
            Bar(face, count, (face - 1) * WIDTH, HEIGHT - self._height(count), self._height(count))
            for face, count in zip(FACES, self.counts, strict=True)
        ]

    @property
    def line(self) -> float:
        """Where the line of the expected runs on the chart."""
        return HEIGHT - self._height(self.expected)

    def _height(self, count: float) -> float:
        return round(HEIGHT * count / (1.1 * max(*self.counts, self.expected, 1)), 1)


@dataclass
class Passes:
    """How many tests were passed, and how many were to be expected by the chances shown before the throws."""

    taken: int = 0
    passed: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, chance: float, *, passed: bool, many: int = 1) -> None:
        """Count a test that was taken, or ``many`` that came to the same."""
        self.taken += many
        self.passed += many * passed
        self.expected += many * chance
        self.variance += many * chance * (1 - chance)

    @property
    def words(self) -> str:
        """Passed against expected, in a sentence, and how much luck alone accounts for."""
        if not self.taken:
            return ""
        told = f"{self.passed} of {self.taken} tests passed; {self.expected:.1f} were to be expected"
        around = 2 * sqrt(self.variance)
        return f"{told}, and up to {around:.1f} more or fewer is common luck."


def kept(faces: Sequence[int], before: Sequence[int]) -> Sequence[int]:
    """The dice that were thrown anew where those of an undone throw were used again: they were counted there."""
    return faces[len(before) :]
