"""A warband written out in words: what plain text and the printed sheet both say.

As on the roster, a warrior written once is good wherever his key comes up again. Three queries.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.content import Content, current
from rules.values import Unit
from warbands.fortunes.shown import learnt
from warbands.holdings import Change
from warbands.models import Warband, Warrior
from warbands.profiles import profile_of
from warbands.readiness import state_words
from warbands.rosters.chips import Chip, chips_of, chips_of_list
from warbands.rosters.figures import Figure, Losses, figures_of
from warbands.rosters.sheet import UNKNOWN, Kept, by_kind, set_apart, sums
from warbands.snapshots import changes_of
from warbands.trade.shown import outfit


@dataclass(frozen=True, slots=True)
class Written:
    """A warrior as he is written down. ``silent`` are rules of his that have no effect, each with the reason.

    ``slugs`` are those of the rules that have one; ``has`` is gear, upgrades and spells by heading.
    """

    name: str
    unit_name: str
    size: int
    experience: int | None
    cells: tuple[tuple[str, int | str], ...]
    rules: tuple[str, ...]
    slugs: frozenset[str]
    silent: tuple[Chip, ...]
    figures: tuple[Figure, ...]
    has: tuple[tuple[str, tuple[str, ...]], ...]
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
    losses: Losses
    rules: tuple[str, ...]
    sections: tuple[Section, ...]
    explained: tuple[Explained, ...]


_warriors: Kept[Written] = Kept()


def written(warband: Warband) -> Document:
    """A warband as it is now, written out. It holds the notes of its warriors: showing them is the page's to decide."""
    content = current()
    rows = list(warband.warriors.present())
    changes = changes_of(warband)
    listed = content.warbands.get(warband.warband_type_id)
    whole = chips_of_list(listed, content)
    sections = tuple(
        Section(title, tuple(_kept(row, changes.get(row.pk, ()), content) for row in warriors))
        for _, title, warriors in by_kind(rows, content)
    )
    slugs = {chip.slug for chip in whole}.union(*(one.slugs for section in sections for one in section.warriors))
    rating, losses = sums(warband, rows, changes, content)
    return Document(
        warband.name,
        listed.name if listed else UNKNOWN,
        sum(row.size for row in rows),
        rating,
        losses,
        tuple(chip.label for chip in whole),
        sections,
        _explained(slugs, content),
    )


def _kept(row: Warrior, changes: Sequence[Change], content: Content) -> Written:
    key = (
        content.digest,
        row.unit_type_id,
        row.name,
        row.size,
        row.experience,
        row.promoted,
        row.notes,
        set_apart(changes),
    )
    return _warriors.get(key, lambda: _warrior(row, changes, content))


def _warrior(row: Warrior, changes: Sequence[Change], content: Content) -> Written:
    unit = content.units.get(row.unit_type_id)
    chips = chips_of(unit, changes, content)
    return Written(
        row.name,
        unit.name if unit else UNKNOWN,
        row.size,
        row.experience if unit is None or unit.gains_experience or row.promoted else None,
        profile_of(unit, changes, content).cells if unit else (),
        tuple(chip.label for chip in chips if not chip.muted),
        frozenset(chip.slug for chip in chips if not chip.muted),
        tuple(chip for chip in chips if chip.muted),
        figures_of(unit, changes, content),
        tuple(_parts(unit, changes, content)),
        row.notes,
    )


def _parts(unit: Unit | None, changes: Sequence[Change], content: Content) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What he has, what he learnt, and why he does not fight next time, each part with its heading."""
    for words, things in outfit(unit, changes, content).parts:
        yield words, tuple(one.name for one in things)
    if skills := learnt(changes, content):
        yield "Learnt", tuple(one.name for one in skills)
    if state := state_words(changes):
        yield "Next battle", (state,)


def _explained(slugs: Iterable[str], content: Content) -> tuple[Explained, ...]:
    found = {entry.slug: entry for slug in slugs if (entry := content.entry(slug)) is not None}
    return tuple(Explained(entry.name, entry.summary) for entry in sorted(found.values(), key=lambda one: one.name))
