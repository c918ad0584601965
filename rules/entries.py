"""The entries of the glossary: a rule's block, what the engine made of it, and who holds it, as its page shows them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.binding import read_sentence
from rules.engine.rulebook import Held, Rule, Rulebook
from rules.engine.rulings import BY_ID
from rules.engine.sentences import SentenceError, describe
from rules.labels import Labels
from rules.names import Block, Names
from rules.prose import folded, plain
from rules.values import (
    Alias,
    Appearance,
    Dispute,
    Entry,
    Holder,
    Link,
    Reading,
    RulingNote,
    Sentence,
    Source,
    TableRow,
)

STATUS_ORDER = ("modelled", "reminder", "text")

type Appears = Mapping[str, Mapping[Any, Mapping[str, Holder]]]
"""Rule, then the part of the book (``rules.attaching.Where``), then holder."""


@dataclass(frozen=True)
class EntryWriter:
    """Writes entries of one document: blocks and labels by slug, and who holds what."""

    blocks: Mapping[str, Block]
    names: Names
    labels: Labels
    appears: Appears

    @property
    def rulebook(self) -> Rulebook:
        return self.labels.rulebook

    def entry(self, block: Block) -> Entry:
        slug = block["slug"]
        rule = self.rulebook.rules[slug]
        sentences = tuple(self._sentences(block, rule))
        unread = bool(block.get("sentences")) and not rule.effects
        disputes = tuple(dispute_of(dispute) for dispute in block.get("disputes", ()))
        aliases = tuple(Alias(alias["slug"], alias["name"]) for alias in block.get("aliases", ()))
        reason = "Its sentences no longer read, so it is shown as text." if unread else block.get("reason", "")
        reminder = block.get("reminder", {})
        summary = block.get("summary", "") or _first_sentence(block.get("text", ""))
        return Entry(
            slug=slug,
            name=block["name"],
            kind=block.get("kind", "rule"),
            status=self._status(block, rule),
            owner=self.labels.words.get(slug.partition("--")[0], "") if "--" in slug else "",
            reason=reason,
            nature=block.get("nature", ""),
            summary=summary,
            text=block.get("text", ""),
            sentences=sentences,
            parameters=tuple(p.label or p.name for p in rule.parameters),
            table=tuple(
                TableRow(
                    str(row.low) if row.low == row.high else f"{row.low}–{row.high}",
                    row.slug,
                    row.name,
                    row.text,
                )
                for row in rule.table
            ),
            sources=tuple(Source(source["title"], source.get("page", "")) for source in block.get("source", ())),
            disputes=disputes,
            rulings=tuple(_rulings(block, {dispute.ruling for dispute in disputes})),
            aliases=aliases,
            parts=tuple(
                self._link(part.rule, self.labels.detail(Held(part.rule, part.arguments))) for part in rule.includes
            ),
            wholes=tuple(self._link(other) for other in self._wholes.get(slug, ())),
            opposites=tuple(self._link(other) for other in sorted(rule.opposites & self.blocks.keys())),
            related=tuple(self._link(other) for other in self._related(slug)),
            appears=tuple(self._appearances(slug)),
            cap=rule.cap,
            lost_on=tuple(word.replace("_", " ") for word in sorted(rule.lost_on)),
            reminder_moment=reminder.get("moment", "").replace("_", " "),
            reminder=reminder.get("text", ""),
            unread=unread,
            searched=folded(" ".join([block["name"], *(a.name for a in aliases), *_said(block, summary)])),
        )

    def _status(self, block: Block, rule: Rule) -> str:
        """Modelled when the engine acts on it, else a reminder, else text; the block may own up to less, never more."""
        modelled = rule.effects or block.get("kind") == "test" or self._part_is_modelled(rule)
        found = "modelled" if modelled else "reminder" if block.get("reminder") else "text"
        said: str = block.get("status", found)
        return max(found, said, key=STATUS_ORDER.index)

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
                yield Sentence(line, _in_words(describe(effect, defaults), rule))

    def _link(self, slug: str, note: str = "") -> Link:
        return Link(slug, self.blocks[slug]["name"], note)

    @cached_property
    def _wholes(self) -> dict[str, list[str]]:
        """The rules that include another, by that other."""
        found: dict[str, list[str]] = {}
        for rule in self.rulebook.rules.values():
            for part in dict.fromkeys(part.rule for part in rule.includes):
                found.setdefault(part, []).append(rule.slug)
        return found

    @cached_property
    def _relations(self) -> dict[str, set[str]]:
        """Related rules; being related is mutual, whichever of the two says so."""
        found: dict[str, set[str]] = {}
        for slug, block in self.blocks.items():
            for other in map(self.names.resolve, block.get("related", ())):
                found.setdefault(slug, set()).add(other)
                found.setdefault(other, set()).add(slug)
        return found

    def _related(self, slug: str) -> list[str]:
        return sorted(self._relations.get(slug, set()) & self.blocks.keys() - {slug})

    def _appearances(self, slug: str) -> Iterator[Appearance]:
        for where, holders in sorted(self.appears.get(slug, {}).items()):
            yield Appearance(where.slug, where.name, tuple(holders.values()), where.address)


def dispute_of(written: Block) -> Dispute:
    """A dispute of a rule or a list; ``holds`` names a reading by its words or by its number, or sums up in its own."""
    holds = written.get("holds", "")
    readings = tuple(
        Reading(
            reading["text"],
            reading.get("source", ""),
            holds in {reading["text"], str(number)},
        )
        for number, reading in enumerate(written["readings"], start=1)
    )
    settled = any(reading.holds for reading in readings)
    question = written.get("question") or written.get("subject", "")
    return Dispute(question, readings, "" if settled else holds, written.get("ruling", ""))


def _rulings(block: Block, disputed: set[str]) -> Iterator[RulingNote]:
    """The rulings a block speaks of, in order, but for those that one of its disputes already shows."""
    prose = [block.get("text", ""), block.get("reason", ""), block.get("summary", "")]
    prose += [str(dispute) for dispute in block.get("disputes", ())]
    for name in sorted(set(re.findall(r"R-\d\d", " ".join(prose))) - disputed):
        if ruling := BY_ID.get(name):
            default = {"true": "yes", "false": "no"}.get(ruling.default, ruling.default.replace("_", " "))
            yield RulingNote(ruling.id, ruling.question, default, ruling.basis)


def _in_words(english: str, rule: Rule) -> str:
    """A sentence whose open parameters are called by their labels: ``against [whom he hates]``."""
    for parameter in rule.parameters:
        label = parameter.label or parameter.name.replace("_", " ")
        english = english.replace(f"{{{parameter.name}}}", f"[{label[0].lower()}{label[1:]}]")
    return english


def _said(block: Block, summary: str) -> Iterator[str]:
    """What a block says in prose, without marks."""
    yield summary
    yield plain(block.get("text", ""))
    yield block.get("reminder", {}).get("text", "")
    for row in block.get("table", ()):
        yield f"{row.get('name', '')} {plain(row.get('text', ''))}"


def _first_sentence(text: str) -> str:
    """The first sentence of a text, for a rule without a summary of its own."""
    first = re.sub(r"\s+", " ", plain(text.split("\n\n", maxsplit=1)[0])).strip()
    return re.split(r"(?<=[.!?])\s", first, maxsplit=1)[0]
