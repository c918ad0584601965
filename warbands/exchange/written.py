"""A warband written out in words: what plain text and the printed sheet both say. Three queries."""

from dataclasses import dataclass

from rules.content import Content, current
from warbands.models import Warband, Warrior
from warbands.rosters.chips import Chip, chips_of, chips_of_list
from warbands.rosters.figures import Figure, figures_of
from warbands.rosters.sheet import UNKNOWN, by_kind, sums
from warbands.snapshots import Changes, changes_of


@dataclass(frozen=True, slots=True)
class Written:
    """A warrior as he is written down. ``silent`` are rules of his that have no effect, each with the reason."""

    name: str
    unit_name: str
    size: int
    experience: int | None
    cells: tuple[tuple[str, int | str], ...]
    rules: tuple[str, ...]
    silent: tuple[Chip, ...]
    figures: tuple[Figure, ...]
    notes: str


@dataclass(frozen=True, slots=True)
class Section:
    """Warriors of one kind, in order."""

    title: str
    warriors: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """A rule that somebody holds, in one sentence."""

    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Document:
    """A whole warband; ``explained`` are all rules that stand in it, by name."""

    name: str
    list_name: str
    models: int
    rating: int
    losses: int
    rules: tuple[str, ...]
    sections: tuple[Section, ...]
    explained: tuple[Explained, ...]


def written(warband: Warband) -> Document:
    """A warband as it is now, written out. It holds the notes of its warriors: showing them is the page's to decide."""
    content = current()
    rows = list(warband.warriors.present())
    changes = changes_of(warband)
    listed = content.warbands.get(warband.warband_type_id)
    whole = chips_of_list(listed, content)
    slugs = {chip.slug for chip in whole}
    sections = []
    for _, title, warriors in by_kind(rows, content):
        sections.append(Section(title, tuple(_warrior(row, changes, content, slugs) for row in warriors)))
    rating, losses = sums(warband, rows, changes, content)
    return Document(
        warband.name,
        listed.name if listed else UNKNOWN,
        sum(row.size for row in rows),
        rating,
        losses,
        tuple(chip.label for chip in whole),
        tuple(sections),
        _explained(slugs, content),
    )


def _warrior(row: Warrior, changes: Changes, content: Content, slugs: set[str]) -> Written:
    unit = content.units.get(row.unit_type_id)
    by_hand = changes.get(row.pk, ())
    chips = chips_of(unit, by_hand, content)
    slugs.update(chip.slug for chip in chips if not chip.muted)
    return Written(
        row.name,
        unit.name if unit else UNKNOWN,
        row.size,
        row.experience if unit is None or unit.gains_experience else None,
        unit.profile.cells if unit else (),
        tuple(chip.label for chip in chips if not chip.muted),
        tuple(chip for chip in chips if chip.muted),
        figures_of(unit, by_hand, content),
        row.notes,
    )


def _explained(slugs: set[str], content: Content) -> tuple[Explained, ...]:
    found = {entry.slug: entry for slug in slugs if (entry := content.entry(slug)) is not None}
    return tuple(Explained(entry.name, entry.summary) for entry in sorted(found.values(), key=lambda one: one.name))
