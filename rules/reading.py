"""A document as values: the rulebook, the entries of the glossary, the warband lists and their units.

Reading never raises for content that does not bind; ``Read.problems`` lists it, and ``manage.py rules_report`` shows it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from rules.binding import (
    ArgumentError,
    Block,
    Names,
    Problem,
    RuleBinder,
    bind_attachment,
    cycles,
    full_slug,
    names_of,
    read_sentence,
)
from rules.engine.rulebook import From, Held, Rule, Rulebook
from rules.engine.rulings import BY_ID, Ruling
from rules.engine.sentences import SentenceError, describe
from rules.labels import Labels
from rules.prose import folded, rendered
from rules.values import (
    Alias,
    Appearance,
    Chip,
    Dispute,
    Entry,
    Holder,
    Limits,
    Link,
    Profile,
    Reading,
    Sentence,
    Source,
    TableRow,
    Unit,
    WarbandList,
)

STATUS_ORDER = ("modelled", "reminder", "text")
SCOPE_NOTES = {"members": "every member", "roster": "the warband as a whole", "counted": "already in the profiles"}


@dataclass(frozen=True)
class Read:
    """What a document comes to."""

    rulebook: Rulebook
    labels: Labels
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
        entries = {slug: self._entry(block) for slug, block in self.blocks.items()}
        by_name = dict(sorted(entries.items(), key=lambda item: folded(item[1].name)))
        return Read(
            self.rulebook,
            self.labels,
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
            disputes=tuple(_dispute(dispute) for dispute in block.get("disputes", ())),
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
            notes += [self.labels.detail(one).strip("()"), self.labels.chip(one).note, holder.note]
            found = replace(holder, note="; ".join(filter(None, notes)))
            known = self.appears[one.rule][warband].setdefault(f"{holder.short}/{holder.name}", found)
            if known.note.startswith("by ") and not one.via:  # his own holding is better news than a composite's
                self.appears[one.rule][warband][f"{holder.short}/{holder.name}"] = found

    # --- Entries ------------------------------------------------------------------------------------------------

    def _entry(self, block: Block) -> Entry:
        slug = block["slug"]
        rule = self.rulebook.rules[slug]
        sentences = tuple(self._sentences(block, rule))
        unread = bool(block.get("sentences")) and not rule.effects
        disputes = tuple(_dispute(dispute) for dispute in block.get("disputes", ()))
        aliases = tuple(Alias(alias["slug"], alias["name"]) for alias in block.get("aliases", ()))
        reason = "Its sentences no longer read, so it is shown as text." if unread else block.get("reason", "")
        reminder = block.get("reminder", {})
        summary = block.get("summary", "") or _first_sentence(block.get("text", ""))
        return Entry(
            slug=slug,
            name=block["name"],
            kind=block.get("kind", "rule"),
            status=self._status(block, rule),
            reason=reason,
            nature=block.get("nature", ""),
            summary=summary,
            html=rendered(block.get("text", "")),
            sentences=sentences,
            parameters=tuple(p.label or p.name for p in rule.parameters),
            table=tuple(
                TableRow(
                    str(row.low) if row.low == row.high else f"{row.low}–{row.high}",
                    row.slug,
                    row.name,
                    rendered(row.text),
                )
                for row in rule.table
            ),
            sources=tuple(Source(source["title"], source.get("page", "")) for source in block.get("source", ())),
            disputes=disputes,
            rulings=tuple(_rulings(block)),
            aliases=aliases,
            parts=tuple(
                self._link(part.rule, self.labels.detail(Held(part.rule, part.arguments))) for part in rule.includes
            ),
            wholes=tuple(
                self._link(other.slug)
                for other in self.rulebook.rules.values()
                if any(part.rule == slug for part in other.includes)
            ),
            opposites=tuple(self._link(other) for other in sorted(rule.opposites & self.blocks.keys())),
            related=tuple(self._link(other) for other in self._related(slug)),
            appears=tuple(self._appearances(slug)),
            cap=rule.cap,
            lost_on=tuple(word.replace("_", " ") for word in sorted(rule.lost_on)),
            reminder_moment=reminder.get("moment", "").replace("_", " "),
            reminder=reminder.get("text", ""),
            unread=unread,
            searched=folded(" ".join([block["name"], *(a.name for a in aliases), summary, block.get("text", "")])),
        )

    def _status(self, block: Block, rule: Rule) -> str:
        """Modelled when the engine acts on it, else a reminder, else text; the block may own up to less, never more."""
        modelled = rule.effects or block.get("kind") == "test" or self._part_is_modelled(rule)
        found = "modelled" if modelled else "reminder" if block.get("reminder") else "text"
        return max(found, block.get("status", found), key=STATUS_ORDER.index)

    def _part_is_modelled(self, rule: Rule) -> bool:
        whole = self.rulebook.expand((Held(rule.slug),))
        return any(self.rulebook.rules[one.rule].effects for one in whole)

    def _sentences(self, block: Block, rule: Rule) -> Iterator[Sentence]:
        defaults = {p.name: p.default for p in rule.parameters if p.default is not None}
        for line in block.get("sentences", ()):
            try:
                effect = read_sentence(line, (p.name for p in rule.parameters), self.names)
            except SentenceError:
                yield Sentence(line, "")
            else:
                yield Sentence(line, describe(effect, defaults))

    def _link(self, slug: str, note: str = "") -> Link:
        return Link(slug, self.blocks[slug]["name"], note)

    def _related(self, slug: str) -> list[str]:
        """Related rules; being related is mutual, whichever of the two says so."""
        said = {self.names.resolve(other) for other in self.blocks[slug].get("related", ())}
        said |= {
            other for other, block in self.blocks.items() if slug in map(self.names.resolve, block.get("related", ()))
        }
        return sorted(said & self.blocks.keys() - {slug})

    def _appearances(self, slug: str) -> Iterator[Appearance]:
        for warband, holders in sorted(self.appears.get(slug, {}).items(), key=lambda item: self.labels.words[item[0]]):
            yield Appearance(warband, self.labels.words[warband], tuple(holders.values()))


@dataclass(frozen=True, slots=True)
class _Attached:
    """Attachments that bound, each with its scope, and the slugs of those that did not."""

    held: tuple[tuple[Held, str], ...]
    unread: tuple[str, ...]


def _profile(written: Block) -> Profile:
    return Profile(**{name.lower(): value for name, value in written.items()})


def _dispute(written: Block) -> Dispute:
    holds = written.get("holds", "")
    readings = tuple(
        Reading(reading["text"], reading.get("source", ""), holds in {reading["text"], str(number)})
        for number, reading in enumerate(written["readings"], start=1)
    )
    settled = any(reading.holds for reading in readings)
    question = written.get("question") or written.get("subject", "")
    return Dispute(question, readings, "" if settled else holds, written.get("ruling", ""))


def _rulings(block: Block) -> Iterator[Ruling]:
    """The rulings a block speaks of, in order."""
    prose = [block.get("text", ""), block.get("reason", ""), block.get("summary", "")]
    prose += [str(dispute) for dispute in block.get("disputes", ())]
    for name in sorted(set(re.findall(r"R-\d\d", " ".join(prose)))):
        if name in BY_ID:
            yield BY_ID[name]


def _first_sentence(text: str) -> str:
    """The first sentence of a text, for a rule without a summary of its own."""
    plain = re.sub(r"\s+", " ", re.sub(r"[*_`#|]", "", text.split("\n\n")[0])).strip()
    return re.split(r"(?<=[.!?])\s", plain, maxsplit=1)[0]
