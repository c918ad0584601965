"""Finding rules by name, by alias and by what they say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.prose import folded
from rules.values import Entry


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the index: a rule under its own name, or under another one that leads to it."""

    name: str
    entry: Entry
    alias: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the index and its lines."""

    letter: str
    lines: tuple[Line, ...]


def a_to_z(entries: Mapping[str, Entry]) -> list[Letter]:
    """Every name and alias under its letter; what begins with no letter stands under #."""
    by_letter: dict[str, list[Line]] = {}
    for line in _lines(entries.values()):
        first = folded(line.name)[:1].upper()
        by_letter.setdefault(first if first.isalpha() else "#", []).append(line)
    return [Letter(letter, tuple(lines)) for letter, lines in sorted(by_letter.items())]


def find(entries: Mapping[str, Entry], query: str) -> list[Line]:
    """Rules that have every word of the query in name, alias or text: those so named first, then those that say it."""
    words = folded(query).split()
    found = []
    for entry in entries.values():
        if not all(word in entry.searched for word in words):
            continue
        alias = next((alias.name for alias in entry.aliases if _has_all(alias.name, words)), "")
        if _has_all(entry.name, words):
            found.append((0 if folded(entry.name).startswith(words[0]) else 1, Line(entry.name, entry)))
        elif alias:
            found.append((1, Line(alias, entry, alias=True)))
        else:
            found.append((2, Line(entry.name, entry)))
    return [line for _, line in sorted(found, key=lambda pair: (pair[0], folded(pair[1].name)))]


def _has_all(name: str, words: list[str]) -> bool:
    return all(word in folded(name) for word in words)


def _lines(entries: Iterable[Entry]) -> list[Line]:
    lines = [Line(entry.name, entry) for entry in entries]
    lines += [Line(alias.name, line.entry, alias=True) for line in lines for alias in line.entry.aliases]
    return sorted(lines, key=lambda line: (folded(line.name), line.entry.slug))
