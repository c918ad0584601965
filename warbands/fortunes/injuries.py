"""The table of serious injuries as a player chooses from it: every row that leaves something, read from the content."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.content import Content

FEUD, HATRED = "feud", "hatred"


@dataclass(frozen=True, slots=True)
class Injury:
    """A row of the table. ``misses`` is a number of battles, or dice that are rolled; ``asks`` wants an answer."""

    slug: str
    name: str
    roll: str
    modifiers: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    misses: int | str = 0
    asks: str = ""
    again: str = ""
    text: str = ""
    experience: int = 0
    captured: bool = False
    dead: bool = False
    robbed: bool = False

    @property
    def asks_foe(self) -> bool:
        """Whether it must be said whom he hates from now on, by name."""
        return FEUD in self.rules

    @property
    def asks_list(self) -> bool:
        """Whether it must be said which kind of warband he hates from now on."""
        return HATRED in self.rules

    @property
    def asks_battles(self) -> bool:
        """Whether dice say how many battles he misses."""
        return isinstance(self.misses, str)


def injuries(content: Content) -> tuple[Injury, ...]:
    """The rows of the table of heroes that leave something to be recorded, in its order."""
    table = content.tables.get("injuries")
    data = table.data if table else None
    heroes = data.get("heroes", {}) if isinstance(data, Mapping) else {}
    return tuple(_flat(heroes.get("rows", ()), ""))


def injury(slug: str, content: Content) -> Injury | None:
    """One of them."""
    return next((one for one in injuries(content) if one.slug == slug), None)


def _flat(rows: Iterable[Mapping[str, Any]], within: str) -> Iterator[Injury]:
    """Rows, those that are rolled for once more opened; what means no more than rolling again is left out."""
    for row in rows:
        if "rows" in row:
            text = row.get("text", "")
            yield from _flat([{"text": text, **one} for one in row["rows"]], f"{row['name']} {_roll(row)}: ")
        elif "rolls_again" not in row:
            yield _read(row, within)


def _roll(row: Mapping[str, Any]) -> str:
    return f"{row['from']}" if row["from"] == row["to"] else f"{row['from']}–{row['to']}"


def _read(row: Mapping[str, Any], within: str) -> Injury:
    return Injury(
        slug=row["slug"],
        name=row["name"],
        roll=f"{within}{_roll(row)}",
        modifiers=dict(row.get("modifiers", {})),
        rules=tuple(row.get("rules", ())),
        misses=row.get("misses", 0),
        asks=row.get("asks", ""),
        again=row.get("again", ""),
        text=row.get("text", ""),
        experience=row.get("experience", 0),
        captured=row.get("captured", False),
        dead=row.get("dead", False),
        robbed="equipment" in row.get("loses", ()) and not row.get("dead", False),
    )
