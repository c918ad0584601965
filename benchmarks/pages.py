"""Something that is asked for over HTTP, and what was measured of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlencode

from benchmarks.server import Answer, Client

TOKEN = "a" * 32
"""What forms send against forgery."""


@dataclass
class Page:
    """Something to ask for, what must stand in the answer and how often, and what was measured."""

    name: str
    path: str
    mark: str = ""
    marks: int = 1
    form: Callable[[], dict[str, str]] | None = None
    query: Callable[[], dict[str, str]] | None = None
    status: int = 200
    times: list[float] = field(default_factory=list)
    floors: list[float] = field(default_factory=list)
    queries: int = 0
    size: int = 0

    def ask(self, client: Client, *, count: bool = False) -> Answer:
        """Ask once, and insist on a whole answer. Raises ``RuntimeError`` for any other."""
        if self.form is None:
            query = f"?{urlencode(self.query())}" if self.query else ""
            answer = client.ask(f"{self.path}{query}", count=count)
        else:
            headers = {"HX-Request": "true", "X-CSRFToken": TOKEN}
            answer = client.ask(self.path, body=urlencode(self.form()), headers=headers, count=count)
        found = answer.body.count(self.mark.encode())
        if answer.status != self.status or (self.mark and found < self.marks):
            raise RuntimeError(f"{self.name}: answer {answer.status}, {found} of {self.marks} × {self.mark!r}")
        return answer

    @property
    def milliseconds(self) -> float:
        return median(self.times) * 1000

    @property
    def in_floors(self) -> float:
        return median(self.times) / median(self.floors)

    @property
    def at_best(self) -> float:
        """The quickest answer in floors: what is left when other programs of the machine are out of the way."""
        return min(self.times) / min(self.floors)
