"""Rules that somebody or something holds: bound, what does not bind noted down, all remembered for *appears on*."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rules.binding import Problem, bind_attachment
from rules.engine.rulebook import From, Held, Rulebook
from rules.engine.sentences import SentenceError
from rules.labels import Labels
from rules.names import ArgumentError, Block, Names
from rules.prose import RULES
from rules.values import Chip, Holder


class Where(NamedTuple):
    """A part of the book where rules are held, in the order they are shown: the lists by name, then the catalogue."""

    order: int
    name: str
    slug: str
    address: str


def list_place(slug: str, name: str) -> Where:
    """A warband list as such a part."""
    return Where(0, name, slug, f"{RULES}lists/{slug}/")


EQUIPMENT = Where(1, "Equipment", "items", f"{RULES}items/")
SKILLS = Where(2, "Skills", "skills", f"{RULES}skills/")
SPELLS = Where(3, "Spells and prayers", "spells", f"{RULES}spells/")
UPGRADES = Where(4, "Mutations, blessings, markings", "upgrades", f"{RULES}upgrades/")
SWORDS = Where(5, "Hired swords", "hired-swords", f"{RULES}hired-swords/")

type Appears = Mapping[str, Mapping[Where, Mapping[str, Holder]]]
"""Rule, then part of the book, then holder."""


@dataclass(frozen=True, slots=True)
class Attached:
    """Attachments that bound, each with its scope, and the slugs of those that did not."""

    held: tuple[tuple[Held, str], ...] = ()
    unread: tuple[str, ...] = ()

    def of(self, *scopes: str) -> tuple[Held, ...]:
        """What is held under these scopes."""
        return tuple(held for held, scope in self.held if scope in scopes)


@dataclass(frozen=True)
class Attacher:
    """Binds attachments of one document. ``rules`` are the slugs it has."""

    rulebook: Rulebook
    labels: Labels
    names: Names
    problems: list[Problem]
    appears: dict[str, dict[Where, dict[str, Holder]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(dict))
    )

    def attached(
        self, problem: tuple[str, str, str], written: Iterable[Block], origin: From, name: str, *, weapon: str = ""
    ) -> Attached:
        """What a block gives. ``problem`` is its kind, slug and path; ``weapon`` whose attacks may hold rules."""
        kind, slug, path = problem
        held, unread = [], []
        for index, block in enumerate(written):
            scope = block.get("scope") or block.get("to") or "members"
            try:
                bound = bind_attachment(block, self.names)
            except (ArgumentError, SentenceError) as error:
                self.problems.append(Problem(kind, slug, f"{path}.{index}", f"{block['rule']}: {error}"))
                unread.append(self.names.resolve(block["rule"]))
                continue
            with_weapon = weapon if scope == "attacks" else ""
            held.append((replace(bound, origin=origin, origin_name=name, weapon=with_weapon), scope))
        return Attached(tuple(held), tuple(slug for slug in unread if slug in self.names.parameters))

    def chips(self, held: Iterable[Held], note: str = "") -> tuple[Chip, ...]:
        """Rules as they are shown, with a note on each."""
        return tuple(noted(self.labels.chip(one), note) for one in held)

    def remember(self, where: Where, holder: Holder, held: Held) -> None:
        """Note down who holds a rule, and every rule that it includes."""
        key = f"{holder.slug}/{holder.short}/{holder.name}"
        for one in self.rulebook.expand((held,)):
            notes = [f"by {self.rulebook.rules[one.via].name}" if one.via else ""]
            notes += [self.labels.telling(one).strip("()"), self.labels.chip(one).note, holder.note]
            found = replace(holder, note="; ".join(filter(None, notes)))
            known = self.appears[one.rule][where].setdefault(key, found)
            if known.note.startswith("by ") and not one.via:  # his own holding is better news than a composite's
                self.appears[one.rule][where][key] = found


def noted(chip: Chip, note: str) -> Chip:
    """A chip with a further note."""
    return replace(chip, note="; ".join(filter(None, (chip.note, note))))
