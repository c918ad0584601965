"""The rules by letter, by name and alias; and with which of them to begin."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.content import Content
from rules.prose import RULES, folded
from rules.values import Entry

MOST_HELD = 24


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the index: a rule under its own name, or under another one that leads to it."""

    name: str
    entry: Entry
    alias: bool = False

    @property
    def address(self) -> str:
        return f"{RULES}{self.entry.slug}/"

    @property
    def small(self) -> str:
        """What it does, and whose it is alone; of another name, whose."""
        if self.alias:
            return f"another name of {self.entry.name}"
        return f"{self.entry.owner}: {self.entry.summary}" if self.entry.owner else self.entry.summary


def letter_of(name: str) -> str:
    """The letter a name stands under; what begins with no letter stands under #."""
    first = folded(name)[:1].upper()
    return first if first.isalpha() else "#"


def letters(entries: Iterable[Entry]) -> list[str]:
    """The letters under which something stands."""
    return sorted({letter_of(name) for entry in entries for name in (entry.name, *(a.name for a in entry.aliases))})


def under(entries: Iterable[Entry], letter: str) -> list[Line]:
    """Every name and alias of a letter."""
    lines = [Line(entry.name, entry) for entry in entries]
    lines += [Line(alias.name, line.entry, alias=True) for line in lines for alias in line.entry.aliases]
    found = (line for line in lines if letter_of(line.name) == letter)
    return sorted(found, key=lambda line: (folded(line.name), line.entry.slug))


def the_tests(entries: Iterable[Entry]) -> list[Line]:
    """The tests themselves."""
    return [Line(entry.name, entry) for entry in entries if entry.kind == "test"]


def most_held(book: Content) -> list[Line]:
    """The rules that most kinds of warrior hold, by name."""
    places = {*book.warbands, "hired-swords"}
    held = {
        slug: sum(len(part.holders) for part in entry.appears if part.slug in places)
        for slug, entry in book.entries.items()
        if entry.kind != "test"
    }
    most = sorted(filter(held.get, held), key=lambda slug: -held[slug])[:MOST_HELD]
    return sorted(
        (Line(book.entries[slug].name, book.entries[slug]) for slug in most), key=lambda one: folded(one.name)
    )
