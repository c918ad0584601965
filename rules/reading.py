"""A document as values: the rulebook, the entries of the glossary, the warband lists and their units.

Reading never raises for content that does not bind; ``Read.problems`` lists it, and ``rules_report`` shows it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from rules.binding import Problem, RuleBinder, bind_attachment, cycles
from rules.engine.rulebook import From, Held, Rule, Rulebook
from rules.engine.sentences import SentenceError
from rules.entries import EntryWriter, dispute_of
from rules.labels import Labels
from rules.names import ArgumentError, Block, Names, full_slug, names_of
from rules.prose import folded
from rules.values import Chip, Entry, Holder, Limits, Profile, Unit, WarbandList

SCOPE_NOTES = {"members": "every member", "roster": "the warband as a whole", "counted": "already in the profiles"}


@dataclass(frozen=True)
class Read:
    """What a document comes to."""

    rulebook: Rulebook
    labels: Labels
    names: Names
    entries: Mapping[str, Entry]
    warbands: Mapping[str, WarbandList]
    units: Mapping[str, Unit]
    problems: tuple[Problem, ...]


def read(document: Mapping[str, Any], digest: str = "") -> Read:
    """A document as values; whatever does not bind has no effect and leaves a problem."""
    return _Reader(document, digest).read()


class _Reader:
    def __init__(self, document: Mapping[str, Any], digest: str) -> None:
        self.blocks: dict[str, Block] = {block["slug"]: block for block in document["rules"]}
        self.lists: list[Block] = document["warbands"]
        self.names: Names = names_of(document)
        self.problems: list[Problem] = []
        self.rulebook = Rulebook(MappingProxyType(self._rules()), MappingProxyType(dict(self.names.aliases)), digest)
        self.labels = Labels(self.rulebook, MappingProxyType(self._words()))
        # rule -> list -> holders, in the order of the lists; filled while units are read
        self.appears: dict[str, dict[str, dict[str, Holder]]] = defaultdict(lambda: defaultdict(dict))

    def read(self) -> Read:
        warbands = {block["slug"]: self._warband(block) for block in self.lists}
        units = {unit.slug: unit for warband in warbands.values() for unit in warband.units}
        writer = EntryWriter(self.blocks, self.names, self.labels, self.appears)
        entries = {slug: writer.entry(block) for slug, block in self.blocks.items()}
        by_name = dict(sorted(entries.items(), key=lambda item: folded(item[1].name)))
        return Read(
            self.rulebook,
            self.labels,
            self.names,
            MappingProxyType(by_name),
            MappingProxyType(warbands),
            MappingProxyType(units),
            tuple(self.problems),
        )

    # --- The engine's rules ------------------------------------------------------------------------------------

    def _rules(self) -> dict[str, Rule]:
        rules = {}
        for slug, block in self.blocks.items():
            binder = RuleBinder(block, self.names)
            rules[slug] = binder.rule()
            self.problems += binder.problems
        for way in cycles({slug: [part.rule for part in rule.includes] for slug, rule in rules.items()}):
            self.problems.append(Problem("rule", way[0], "includes", f"includes itself: {' → '.join(way)}"))
        for alias, slug in self.names.aliases.items():
            if alias in rules:
                self.problems.append(Problem("rule", slug, "aliases", f"“{alias}” is a rule of its own"))
        # A rule that cancels another is cancelled by it, whichever of the two says so.
        for slug, rule in list(rules.items()):
            for opposite in rule.opposites & rules.keys():
                rules[opposite] = replace(rules[opposite], opposites=rules[opposite].opposites | {slug})
        return rules

    # --- Warband lists and units -------------------------------------------------------------------------------

    def _warband(self, block: Block) -> WarbandList:
        bound = self._attached(block["slug"], "rules", block.get("rules", ()), From.WARBAND, block["name"])
        by_scope: dict[str, list[Held]] = {"members": [], "roster": [], "counted": []}
        for held, scope in bound.held:
            by_scope[scope].append(held)
            self._note_holder(block["slug"], Holder("", SCOPE_NOTES[scope]), held)
        units = tuple(
            self._unit(block, unit, f"units.{index}", tuple(by_scope["members"]))
            for index, unit in enumerate(block["units"])
        )
        simple = ("grade", "source", "setting", "alignment", "starting_gold", "min_warriors", "max_warriors")
        return WarbandList(
            slug=block["slug"],
            name=block["name"],
            units=units,
            aliases=tuple(alias["slug"] for alias in block.get("aliases", ())),
            peoples=tuple(block.get("peoples", ())),
            choice_notes=tuple(block.get("choice_notes", ())),
            members_rules=tuple(by_scope["members"]),
            roster_rules=tuple(by_scope["roster"]),
            counted_rules=tuple(by_scope["counted"]),
            unread=bound.unread,
            chips=tuple(self._noted(self.labels.chip(held), SCOPE_NOTES[scope]) for held, scope in bound.held),
            disputes=tuple(dispute_of(dispute) for dispute in block.get("disputes", ())),
            **{key: block[key] for key in simple if key in block},
        )

    def _unit(self, warband: Block, block: Block, path: str, members: tuple[Held, ...]) -> Unit:
        slug = full_slug(warband["slug"], block["slug"])
        bound = self._attached(warband["slug"], f"{path}.rules", block.get("rules", ()), From.UNIT, block["name"])
        own = tuple(held for held, scope in bound.held if scope != "counted")
        held = own + members
        for one, scope in bound.held:
            note = SCOPE_NOTES["counted"] if scope == "counted" else ""
            self._note_holder(warband["slug"], Holder(block["slug"], block["name"], note), one)
        siblings = {unit["slug"] for unit in warband["units"]}
        for index, needed in enumerate(block.get("requires", ())):
            if needed not in siblings:
                message = f"the list has no unit “{needed}”"
                self.problems.append(Problem("warband", warband["slug"], f"{path}.requires.{index}", message))
        simple = ("save", "start_xp", "group_max", "gains_experience", "promotable")
        return Unit(
            slug=slug,
            short=block["slug"],
            name=block["name"],
            warband=warband["slug"],
            kind=block["kind"],
            peoples=tuple(block.get("peoples", ())),
            tags=frozenset(
                {block["slug"], slug, block["kind"], warband["slug"], *block.get("peoples", ()), *block.get("tags", ())}
            ),
            cost=block["cost"],
            limits=Limits(
                block.get("min", 0),
                block.get("max"),
                block.get("max_note", ""),
                tuple(full_slug(warband["slug"], needed) for needed in block.get("requires", ())),
            ),
            profile=_profile(block["profile"]),
            racial_maximum=_profile(block["racial_maximum"]) if "racial_maximum" in block else None,
            held=held,
            counted=tuple(one for one, scope in bound.held if scope == "counted"),
            unread=bound.unread,
            rules=frozenset(one.rule for one in self.rulebook.expand(held)),
            chips=tuple(self.labels.chip(one) for one in held),
            **{key: block[key] for key in simple if key in block},
        )

    def _attached(self, warband: str, path: str, written: Iterable[Block], origin: From, name: str) -> "_Attached":
        held, unread = [], []
        for index, block in enumerate(written):
            try:
                bound = bind_attachment(block, self.names)
            except (ArgumentError, SentenceError) as error:
                message = f"{block['rule']}: {error}"
                self.problems.append(Problem("warband", warband, f"{path}.{index}", message))
                unread.append(self.names.resolve(block["rule"]))
                continue
            held.append((replace(bound, origin=origin, origin_name=name), block.get("scope", "members")))
        return _Attached(tuple(held), tuple(slug for slug in unread if slug in self.blocks))

    # --- Where rules are held -------------------------------------------------------------------------------------

    def _words(self) -> dict[str, str]:
        """Tags by the name a reader knows them under."""
        words = {}
        for warband in self.lists:
            words[warband["slug"]] = warband["name"]
            for unit in warband["units"]:
                words[unit["slug"]] = words[full_slug(warband["slug"], unit["slug"])] = unit["name"]
        return words | {slug: block["name"] for slug, block in self.blocks.items()}

    @staticmethod
    def _noted(chip: Chip, note: str) -> Chip:
        return replace(chip, note="; ".join(filter(None, (chip.note, note))))

    def _note_holder(self, warband: str, holder: Holder, held: Held) -> None:
        """Note down who holds a rule, and every rule that it includes."""
        for one in self.rulebook.expand((held,)):
            notes = [f"by {self.rulebook.rules[one.via].name}" if one.via else ""]
            notes += [self.labels.telling(one).strip("()"), self.labels.chip(one).note, holder.note]
            found = replace(holder, note="; ".join(filter(None, notes)))
            known = self.appears[one.rule][warband].setdefault(f"{holder.short}/{holder.name}", found)
            if known.note.startswith("by ") and not one.via:  # his own holding is better news than a composite's
                self.appears[one.rule][warband][f"{holder.short}/{holder.name}"] = found


@dataclass(frozen=True, slots=True)
class _Attached:
    """Attachments that bound, each with its scope, and the slugs of those that did not."""

    held: tuple[tuple[Held, str], ...]
    unread: tuple[str, ...]


def _profile(written: Block) -> Profile:
    return Profile(**{name.lower(): value for name, value in written.items()})
