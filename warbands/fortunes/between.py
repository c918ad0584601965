"""The page between battles: everybody with what is due for him and how he fares."""

from dataclasses import dataclass

from django.urls import reverse

from rules.content import Content
from warbands.fortunes.experience import Due, due_of
from warbands.fortunes.leading import Succession, succession
from warbands.models import Fortune, Warband, Warrior
from warbands.readiness import misses, state_words
from warbands.rosters.sheet import by_kind
from warbands.rulebooks import content_for
from warbands.snapshots import Changes, changes_of


@dataclass(frozen=True, slots=True)
class Line:
    """A warrior: what he is, what is due for him, how he fares, and what can be recorded of him."""

    row: Warrior
    unit_name: str
    due: Due | None
    state: str
    advance_href: str
    harm_href: str
    promote_href: str
    history_href: str


@dataclass(frozen=True, slots=True)
class Between:
    """All that the page shows."""

    sections: tuple[tuple[str, tuple[Line, ...]], ...]
    succession: Succession
    missing: int


def between(warband: Warband) -> Between:
    """The page of a warband, read with a fixed number of queries."""
    content = content_for(warband)
    changes = changes_of(warband, content)
    events: dict[int, list[Fortune]] = {}
    for event in warband.fortunes.standing():
        events.setdefault(event.warrior_id, []).append(event)
    rows = list(warband.warriors.present())
    sections = tuple(
        (title, tuple(_line(warband, row, events.get(row.pk, []), changes, content) for row in warriors))
        for _, title, warriors in by_kind(rows, content)
    )
    missing = sum(1 for row in rows if misses(changes.get(row.pk, ())))
    return Between(sections, succession(warband, content), missing)


def _line(warband: Warband, row: Warrior, events: list[Fortune], changes: Changes, content: Content) -> Line:
    unit = content.units.get(row.unit_type_id)
    address = [warband.public_id, row.public_id]
    due = due_of(row, unit, events, content)
    kind = row.kind_of(unit.kind) if unit else ""
    may = kind == "henchman" and unit is not None and unit.promotable
    return Line(
        row,
        unit.name if unit else "",
        due,
        state_words(changes.get(row.pk, ())),
        reverse("warbands:advance", args=address) if due else "",
        reverse("warbands:harm", args=address),
        reverse("warbands:promote", args=address) if may else "",
        reverse("warbands:warrior-history", args=address),
    )
