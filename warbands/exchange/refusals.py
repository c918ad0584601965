"""Why a file is not read in: always in words that help whoever sent it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file, and where: ``$.warriors[3].size``, or empty for the file as a whole."""

    words: str
    at: str = ""


def printable(words: str) -> str:
    """A stranger's words as they can be shown and kept: without halves of characters and the character nought."""
    return words.encode("utf-8", "ignore").decode().replace("\0", "")


class UnreadableError(ValueError):
    """A file that is not read in; nothing was changed."""

    def __init__(self, problems: str | Iterable[Problem]) -> None:
        told = (Problem(problems),) if isinstance(problems, str) else problems
        self.problems = tuple(Problem(printable(problem.words), printable(problem.at)) for problem in told)
        super().__init__("; ".join(problem.words for problem in self.problems))
