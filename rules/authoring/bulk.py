"""Many rules at once: out as YAML, in the format of the shipped glossary, and in again as drafts, all or nothing."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import yaml
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from yaml.nodes import SequenceNode

from rules import blocks
from rules.authoring.differences import Difference, difference
from rules.authoring.forms import MOST_CAP
from rules.authoring.hostile import composed
from rules.authoring.services import RefusedError, said
from rules.binding import Problem
from rules.blocks import Block, HeldError, Key
from rules.content import Content
from rules.digests import digest_of
from rules.loading.document import document_of_rows
from rules.loading.dump import rule_block, rules_with_parts
from rules.loading.nodes import FaultError, Place
from rules.loading.schema import RULE
from rules.models import Dispute, OutcomeRow, RuleAlias, Source, SpecialRule
from rules.publishing import note_drafts


def as_yaml(slugs: Iterable[str] | None = None) -> str:
    """These rules, or all, as their rows stand: a file of the glossary."""
    rows = rules_with_parts() if slugs is None else rules_with_parts().filter(slug__in=list(slugs))
    found = [rule_block(rule) for rule in rows.order_by("slug")]
    return "\n".join(str(yaml.safe_dump([block], sort_keys=False, allow_unicode=True, width=110)) for block in found)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that is not taken in: where, and why."""

    line: int
    slug: str
    why: str


@dataclass(frozen=True)
class Import:
    """A text that is to be taken in, held against the rows. Nothing of it is saved."""

    text: str
    standing: Mapping[str, Any]
    refusals: list[Refusal] = field(default_factory=list)
    places: dict[str, dict[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> "Import":
        """Read a text against the rows as they stand."""
        return cls(text, document_of_rows())

    @cached_property
    def blocks(self) -> dict[Key, Block]:
        """What reads as a rule, by its key; what does not is refused."""
        found: dict[Key, Block] = {}
        try:
            node = composed(self.text)
        except FaultError as error:
            self._refuse(error.line, "", error.message)
            return {}
        if not isinstance(node, SequenceNode):
            self._refuse(1, "", "It must be a list of rules, each beginning with a dash.")
            return {}
        for child in node.value:
            place = Place("", lines={"": child.start_mark.line + 1})
            block = place.tried(RULE, child)
            slug = block.get("slug", "") if block else ""
            for fault in place.faults:
                self._refuse(fault.line, slug, f"“{fault.key}”: {fault.message}" if fault.key else fault.message)
            if place.faults:
                continue
            if ("rule", slug) in found:
                self._refuse(place.lines[""], slug, "It stands there twice.")
            found["rule", slug] = _canonical(block)
            self.places[slug] = place.lines
        return found

    @cached_property
    def refused(self) -> list[Refusal]:
        """All that keeps it from being taken in, by line."""
        read = self.blocks
        for (_, slug), block in read.items():
            for why in _unsound(block):
                self._refuse(self._line(slug), slug, why)
        if not self.refusals:
            for problem in self._problems():
                line = self._line(problem.slug, problem.path) if problem.slug in self.places else 0
                self._refuse(line, problem.slug, problem.message if line else said(problem))
        return sorted(self.refusals, key=lambda refusal: refusal.line)

    def _problems(self) -> Iterator[Problem]:
        """What would be bound to nothing that is not so now, and slugs that two rules claim."""
        before = {said(problem) for problem in Content.of_document(self.standing).problems}
        after = blocks.with_blocks(self.standing, self.blocks)
        yield from (problem for problem in Content.of_document(after).problems if said(problem) not in before)
        owner: dict[str, str] = {}
        for block in after["rules"]:
            for number, alias in enumerate(block.get("aliases", ())):
                if owner.setdefault(alias["slug"], block["slug"]) != block["slug"]:
                    other = owner[alias["slug"]]
                    yield Problem(
                        "rule", block["slug"], f"aliases.{number}", f"“{alias['slug']}” is another name of “{other}”"
                    )

    def _line(self, slug: str, path: str = "") -> int:
        lines = self.places.get(slug, {"": 1})
        while path and path not in lines:
            path = path.rpartition(".")[0]
        return lines[path]

    def _refuse(self, line: int, slug: str, why: str) -> None:
        self.refusals.append(Refusal(line, slug, why))

    @cached_property
    def differences(self) -> list[Difference]:
        """What is added and changed."""
        there = blocks.picked(self.standing, self.blocks)
        found = (difference(key, there[key], block) for key, block in self.blocks.items())
        return [one for one in found if there[one.key] != self.blocks[one.key]]

    @property
    def unchanged(self) -> list[str]:
        """The names of what stands there as it is."""
        changed = {one.key for one in self.differences}
        return [block["name"] for key, block in self.blocks.items() if key not in changed]

    @cached_property
    def digest(self) -> str:
        """Names what was looked at: the text, and the rows it was held against."""
        return digest_of({"text": self.text.encode(errors="replace").hex(), "rows": digest_of(self.standing)})


@transaction.atomic
def take_in(*, text: str, seen: str, by: User) -> Import:
    """Take in a text as drafts. Raises ``RefusedError``, and changes nothing, if any of it is refused."""
    found = Import.of(text)
    if found.refused:
        raise RefusedError("Nothing was taken in: some of it is refused.")
    if found.digest != seen:
        raise RefusedError("The rules have changed since you looked. Here is what it comes to now.")
    changes: blocks.Blocks = {one.key: found.blocks[one.key] for one in found.differences}
    try:
        with transaction.atomic():
            blocks.write(changes)
    except (HeldError, DatabaseError, ValueError, OverflowError) as error:
        raise RefusedError(f"Nothing was taken in: {error}.") from None
    note_drafts(changes, by=by)
    return found


def _canonical(block: Block) -> Block:
    """The block as its row would dump it: sets in order, tables by their faces."""
    for key in ("opposites", "related"):
        if key in block:
            block[key] = sorted(set(block[key]))
    if "table" in block:
        block["table"].sort(key=lambda row: row["from"])
    return block


def _unsound(block: Block) -> Iterator[str]:
    """What the columns of its rows would not take."""
    try:
        digest_of(block)
    except UnicodeError:
        yield "It has a character that cannot be kept."
        return
    if "\\u0000" in json.dumps(block):
        yield "It has a character that cannot be kept."
        return
    if block.get("cap", 1) > MOST_CAP:
        yield f"“cap”: it is {MOST_CAP} at most."
    for row in _rows(block):
        yield from _invalid(row)
    for key, what in (("includes", "rule"), ("table", "slug"), ("aliases", "slug")):
        slugs = [one[what] for one in block.get(key, ())]
        if twice := sorted({slug for slug in slugs if slugs.count(slug) > 1}):
            yield f"“{key}” has “{twice[0]}” twice."
    own = block["slug"]
    if own in {part["rule"] for part in block.get("includes", ())} or own in block.get("opposites", ()):
        yield "It includes or cancels itself."


def _rows(block: Block) -> Iterator[models.Model]:
    """The rows it would become, as far as their columns ask anything of them."""
    reminder = block.get("reminder", {})
    named = ("slug", "name", "kind", "nature", "summary", "text", "status", "reason", "cap")
    rule = {key: block[key] for key in named if key in block}
    rule |= {"reminder_moment": reminder.get("moment", ""), "reminder_text": reminder.get("text", "")}
    yield SpecialRule(**rule)
    yield from (RuleAlias(**alias) for alias in block.get("aliases", ()))
    yield from (Source(**source) for source in block.get("source", ()))
    for row in block.get("table", ()):
        yield OutcomeRow(low=row["from"], high=row["to"], slug=row["slug"], name=row.get("name", ""))
    for dispute in block.get("disputes", ()):
        yield Dispute(question=dispute["question"], ruling=dispute.get("ruling", ""))


def _invalid(row: models.Model) -> Iterator[str]:
    try:
        row.clean_fields(exclude=["id", "readings", *(field.name for field in row._meta.fields if field.is_relation)])  # noqa: SLF001 # Django documents it
    except ValidationError as error:
        for name, lines in error.message_dict.items():
            yield f"“{name}”: {' '.join(lines)}"
