"""A warband written out in words: what plain text, the printed sheet and the cards all say.

As on the roster, a warrior written once is good wherever his key comes up again. Four queries and the digest's.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.content import Content
from rules.engine.rulings import Rulings
from rules.values import Unit
from warbands.exchange.explaining import Chapter, Explained, called, chapters, explained, rules_explained
from warbands.fortunes.shown import learnt
from warbands.holdings import Change
from warbands.legality.shown import Legality, legality_of
from warbands.models import Possession, Warband, Warrior
from warbands.profiles import profile_of
from warbands.readiness import state_words
from warbands.rosters.chips import Chip, chips_of, chips_of_list
from warbands.rosters.figures import Figure, Losses, figures_of
from warbands.rosters.sheet import UNKNOWN, Kept, by_kind, set_apart, sums
from warbands.rulebooks import content_for
from warbands.rulings import rulings_for
from warbands.snapshots import STASH, changes_of
from warbands.trade.ledger import gold_of
from warbands.trade.shown import outfit, thing


@dataclass(frozen=True, slots=True)
class Written:
    """A warrior as he is written down.

    ``silent`` are rules of his that have no effect, each with the reason, ``given`` those he was given by hand. ``has``
    is gear, upgrades and spells by heading, ``explained`` all that his card names, each in a line.
    """

    name: str
    unit_name: str
    size: int
    experience: int | None
    cells: tuple[tuple[str, int | str], ...]
    rules: tuple[str, ...]
    silent: tuple[Chip, ...]
    given: tuple[Chip, ...]
    figures: tuple[Figure, ...]
    has: tuple[tuple[str, tuple[str, ...]], ...]
    explained: tuple[Explained, ...]
    notes: str

    @property
    def tally(self) -> tuple[str, range] | None:
        """What is counted off in a battle, one by one: models of a group, or wounds; None where one blow is all."""
        wounds = dict(self.cells).get("W")
        if self.size > 1:
            return "Models", range(self.size)
        return ("Wounds", range(wounds)) if isinstance(wounds, int) and wounds > 1 else None


@dataclass(frozen=True, slots=True)
class Section:
    """Warriors of one kind, in order."""

    title: str
    warriors: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole warband. ``stash`` is what nobody carries.

    ``rules`` are those of the warband as a whole, and ``explained`` says what these do; ``chapters`` explain all that
    stands in it.
    """

    name: str
    list_name: str
    models: int
    rating: int
    losses: Losses
    gold: int
    stash: tuple[str, ...]
    legality: Legality
    rules: tuple[str, ...]
    explained: tuple[Explained, ...]
    sections: tuple[Section, ...]
    chapters: tuple[Chapter, ...]

    @property
    def warriors(self) -> Iterator[Written]:
        """All of them, in order."""
        for section in self.sections:
            yield from section.warriors


_warriors: Kept[Written] = Kept()


def written(warband: Warband) -> Document:
    """A warband as it is now, written out. It holds the notes of its warriors: showing them is the page's to decide."""
    content = content_for(warband)
    everybody = list(warband.warriors.all())
    rows = [row for row in everybody if row.removed_at is None]
    changes = changes_of(warband, content)
    listed = content.warbands.get(warband.warband_type_id)
    whole = chips_of_list(listed, content)
    rulings = rulings_for(warband)
    sections = tuple(
        Section(title, tuple(_kept(row, changes.get(row.pk, ()), content, rulings) for row in warriors))
        for _, title, warriors in by_kind(rows, content)
    )
    rating, losses = sums(warband, rows, changes, content)
    of_list = rules_explained(whole, content)
    told = [one for section in sections for man in section.warriors for one in man.explained]
    return Document(
        name=warband.name,
        list_name=listed.name if listed else UNKNOWN,
        models=sum(row.size for row in rows),
        rating=rating,
        losses=losses,
        gold=gold_of(warband, rows, content),
        stash=tuple(_stash(changes.get(STASH, ()), content)),
        legality=legality_of(warband, everybody, changes, content),
        rules=_labels(whole),
        explained=of_list,
        sections=sections,
        chapters=chapters([*of_list, *told]),
    )


def _kept(row: Warrior, changes: Sequence[Change], content: Content, rulings: Rulings) -> Written:
    key = (
        content.digest,
        rulings,
        row.unit_type_id,
        row.name,
        row.size,
        row.experience,
        row.promoted,
        row.notes,
        set_apart(changes),
    )
    return _warriors.get(key, lambda: _warrior(row, changes, content, rulings))


def _warrior(row: Warrior, changes: Sequence[Change], content: Content, rulings: Rulings) -> Written:
    unit = content.units.get(row.unit_type_id)
    chips = chips_of(unit, changes, content)
    standing = [chip for chip in chips if not chip.muted]
    return Written(
        name=row.name,
        unit_name=unit.name if unit else UNKNOWN,
        size=row.size,
        experience=row.experience if unit is None or unit.gains_experience or row.promoted else None,
        cells=profile_of(unit, changes, content).cells if unit else (),
        rules=_labels(standing),
        silent=tuple(chip for chip in chips if chip.muted),
        given=tuple(chip for chip in standing if chip.by_hand),
        figures=figures_of(unit, changes, content, rulings),
        has=tuple(_parts(unit, changes, content)),
        explained=explained(unit, standing, changes, content),
        notes=row.notes,
    )


def _labels(chips: Iterable[Chip]) -> tuple[str, ...]:
    """What rules are called; one that somebody has twice over once."""
    return tuple(dict.fromkeys(map(called, chips)))


def _stash(rows: Iterable[Change], content: Content) -> Iterator[str]:
    for row in rows:
        if isinstance(row, Possession):
            name = thing(row, content).name
            yield f"{row.quantity} × {name}" if row.quantity > 1 else name


def _parts(unit: Unit | None, changes: Sequence[Change], content: Content) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What he has, what he learnt, and why he does not fight next time, each part with its heading."""
    for words, things in outfit(unit, changes, content).parts:
        yield words, tuple(one.name for one in things)
    if skills := learnt(changes, content):
        yield "Learnt", tuple(one.name for one in skills)
    if state := state_words(changes):
        yield "Next battle", (state,)
