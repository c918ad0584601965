"""Many rules at once: out as YAML, in the format of the shipped glossary, and in again as drafts, all or nothing."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import yaml
from django.contrib.auth.models import User
from django.db import DatabaseError, models, transaction
from yaml.nodes import Node

from rules import blocks
from rules.authoring.forms import MOST_CAP
from rules.authoring.importing import Imported, Refusal, invalid
from rules.authoring.services import RefusedError, said
from rules.binding import Problem
from rules.blocks import Block, Blocks, HeldError
from rules.content import Content
from rules.loading.document import document_of_rows
from rules.loading.dump import rule_block, rules_with_parts
from rules.loading.nodes import Place
from rules.loading.schema import RULE
from rules.models import Dispute, OutcomeRow, RuleAlias, Source, SpecialRule
from rules.publishing import note_drafts


def as_yaml(slugs: Iterable[str] | None = None) -> str:
    """These rules, or all, as their rows stand: a file of the glossary."""
    rows = rules_with_parts() if slugs is None else rules_with_parts().filter(slug__in=list(slugs))
    found = [rule_block(rule) for rule in rows.order_by("slug")]
    return "\n".join(str(yaml.safe_dump([block], sort_keys=False, allow_unicode=True, width=110)) for block in found)


class Import(Imported):
    """Rules that are to be taken in."""

    kind = "rule"

    @staticmethod
    def read(node: Node, place: Place) -> Block:
        block: Block = RULE(node, place)
        return block

    @staticmethod
    def standing_now() -> Mapping[str, Any]:
        return document_of_rows()

    def _there(self) -> Blocks:
        return blocks.picked(self.standing, self.blocks)

    def _canonical(self, block: Block) -> Block:
        """Sets in order, tables by their faces."""
        for key in ("opposites", "related"):
            if key in block:
                block[key] = sorted(set(block[key]))
        if "table" in block:
            block["table"].sort(key=lambda row: row["from"])
        return block

    @cached_property
    def refused(self) -> list[Refusal]:
        found = super().refused
        if not found:
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

    def _unsound(self, block: Block) -> Iterator[str]:
        if block.get("cap", 1) > MOST_CAP:
            yield f"“cap”: it is {MOST_CAP} at most."
        for row in _rows(block):
            yield from invalid(row)
        for key, what in (("includes", "rule"), ("table", "slug"), ("aliases", "slug")):
            slugs = [one[what] for one in block.get(key, ())]
            if twice := sorted({slug for slug in slugs if slugs.count(slug) > 1}):
                yield f"“{key}” has “{twice[0]}” twice."
        own = block["slug"]
        if own in {part["rule"] for part in block.get("includes", ())} or own in block.get("opposites", ()):
            yield "It includes or cancels itself."
        if both := sorted({part["rule"] for part in block.get("includes", ())} & set(block.get("opposites", ()))):
            yield f"It includes “{both[0]}” and cancels it."
        if own in {alias["slug"] for alias in block.get("aliases", ())}:
            yield f"“aliases”: “{own}” is its own slug."


@transaction.atomic
def take_in(*, text: str, seen: str, by: User) -> Imported:
    """Take in a text as drafts. Raises ``RefusedError``, and changes nothing, if any of it is refused."""
    found = Import.of(text)
    changes = found.changes(seen)
    try:
        with transaction.atomic():
            blocks.write(changes)
    except (HeldError, DatabaseError, ValueError, OverflowError) as error:
        raise RefusedError(f"Nothing was taken in: {error}.") from None
    note_drafts(changes, by=by)
    return found


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
