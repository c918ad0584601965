"""Why a file is not read in: always in words that help whoever sent it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file, and where: ``$.warriors[3].size``, or empty for the file as a whole."""

    words: str
    at: str = ""


class UnreadableError(ValueError):
    """A file that is not read in; nothing was changed."""

    def __init__(self, problems: str | Iterable[Problem]) -> None:
        self.problems = (Problem(problems),) if isinstance(problems, str) else tuple(problems)
        super().__init__("; ".join(problem.words for problem in self.problems))
