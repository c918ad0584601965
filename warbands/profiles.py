"""A warrior's characteristics as they are now, and where each change comes from: a function of what he went through."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.content import Content
from rules.values import Profile, Unit
from warbands.holdings import Change
from warbands.models import Fortune, FortuneKind, Possession, PossessionKind

NAMES: Mapping[str, str] = {
    "M": "Movement",
    "WS": "Weapon Skill",
    "BS": "Ballistic Skill",
    "S": "Strength",
    "T": "Toughness",
    "W": "Wounds",
    "I": "Initiative",
    "A": "Attacks",
    "Ld": "Leadership",
}
"""The characteristics in the order of a profile."""

UNNUMBERED = "is no number, and stays as printed"


@dataclass(frozen=True, slots=True)
class Cell:
    """A characteristic: its short name, what it is, what his list prints, and what made the difference."""

    name: str
    value: int | str
    printed: int | str
    why: tuple[str, ...] = ()

    @property
    def turn(self) -> str:
        """Whether it is ``up`` or ``down`` against what is printed."""
        if not isinstance(self.value, int) or not isinstance(self.printed, int) or self.value == self.printed:
            return ""
        return "up" if self.value > self.printed else "down"

    @property
    def words(self) -> str:
        """The characteristic and its value: “Toughness 4”."""
        return f"{NAMES[self.name]} {self.value}"


def cells_of(unit: Unit | None, changes: Iterable[Change], content: Content) -> tuple[Cell, ...]:
    """The nine characteristics of a warrior; none where the published lists no longer hold his unit.

    Nothing falls below nought. A Movement that is rolled for is left as it is.
    """
    if unit is None:
        return ()
    found: dict[str, list[tuple[int, str]]] = {}
    for name, change, words in _changes(changes, content):
        found.setdefault(name, []).append((change, words))
    return tuple(_cell(name, printed, found.get(name, ())) for name, printed in unit.profile.cells)


def profile_of(unit: Unit, changes: Iterable[Change], content: Content) -> Profile:
    """The same as a profile."""
    return Profile(*(cell.value for cell in cells_of(unit, changes, content)))  # type: ignore[arg-type] # only M is text


def _cell(name: str, printed: int | str, changes: Iterable[tuple[int, str]]) -> Cell:
    changes = tuple(changes)
    if not changes:
        return Cell(name, printed, printed)
    if not isinstance(printed, int):
        return Cell(name, printed, printed, (f"{NAMES[name]} {UNNUMBERED}",))
    value = max(printed + sum(change for change, _ in changes), 0)
    return Cell(name, value, printed, (f"{printed} printed", *(f"{words}: {_signed(by)}" for by, words in changes)))


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def _changes(changes: Iterable[Change], content: Content) -> Iterator[tuple[str, int, str]]:
    """What is added to which characteristic, and in which words."""
    for change in changes:
        if isinstance(change, Fortune):
            for name, by in change.modifiers.items():
                yield name, by, source_of(change)
        elif isinstance(change, Possession):
            named, modifiers = _of_possession(change, content)
            for name, by in modifiers:
                yield name, by, named


def source_of(event: Fortune) -> str:
    """Where a change of a characteristic comes from, in words."""
    return "Advance" if event.kind == FortuneKind.ADVANCE else event.facts.get("name") or event.words


def _of_possession(row: Possession, content: Content) -> tuple[str, tuple[tuple[str, int], ...]]:
    if row.kind == PossessionKind.ITEM and (item := content.items.get(row.slug)) and not item.lasts:
        return item.name, item.modifiers
    if row.kind == PossessionKind.UPGRADE and (family := content.upgrades.get(row.slug.partition("--")[0])):
        for option in family.options:
            if option.slug == row.slug:
                return option.name, option.modifiers
    return "", ()
