"""Loading the shipped files into the database: idempotent, and never over an editor's change unless told to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from rules.digests import digest_of
from rules.loading.dump import rule_block, rules_with_parts, warband_block, warbands_with_parts
from rules.loading.load import DATA, Shipped, read_files
from rules.loading.nodes import DataError, FaultError
from rules.loading.rows import link_rules, removed, write_rules, write_warband
from rules.loading.shelves import PLACES, SHELVES
from rules.loading.wares import block_of, rows_with_parts, write_wares
from rules.models import RemovedBlock, RuleAlias, RulebookVersion, SpecialRule, WarbandType
from rules.publishing import forget_drafts, publish
from rules.reading import read

type Block = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A row that loading left alone, and why."""

    kind: str
    slug: str
    why: str

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}: {self.why}"


@dataclass
class Loaded:
    """What a load came to. Slugs carry their kind: ``rule leader``, ``warband undead``."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    version: RulebookVersion = field(init=False)
    new_version: bool = False

    @property
    def written(self) -> set[tuple[str, str]]:
        """Kind and slug of all that was written or removed."""
        names = (name.rpartition(" ") for name in (*self.added, *self.changed, *self.removed))
        return {(kind, slug) for kind, _, slug in names}

    @property
    def nothing_changed(self) -> bool:
        return not (self.added or self.changed or self.removed or self.new_version)


def load_rules(*, overwrite: bool = False, data: Path = DATA) -> Loaded:
    """Bring the database up to the shipped files and publish what came of it.

    A row whose content differs from the block it was loaded from was changed by an editor: it is kept and reported,
    unless ``overwrite``. Raises ``DataError``, and changes nothing, where a file breaks the format or binds to nothing.
    """
    shipped = read_files(data)
    if faults := faults_of(shipped):
        raise DataError(faults)
    with transaction.atomic():
        return _Load(shipped, overwrite=overwrite).run()


def faults_of(shipped: Shipped) -> list[FaultError]:
    """What in the shipped files is bound to nothing, by file and line."""
    return [shipped.fault(problem) for problem in read(shipped.document).problems]


class _Load:
    """One run over all blocks: rules, then what holds them, then what is no longer shipped."""

    def __init__(self, shipped: Shipped, *, overwrite: bool) -> None:
        self.blocks: dict[str, dict[str, Block]] = {
            kind: {block["slug"]: block for block in shipped.document.get(key, ())} for kind, key in PLACES.items()
        }
        self.overwrite = overwrite
        self.done = Loaded()
        gone = set() if overwrite else set(RemovedBlock.objects.values_list("kind", "slug"))
        self.gone: set[tuple[str, str]] = gone

    def run(self) -> Loaded:
        rules = self._load_rules()
        for shelf in SHELVES:
            slug = shelf.holding.slug
            rows = {getattr(row, slug): row for row in rows_with_parts(shelf)}
            due = [
                block
                for block in self.blocks[shelf.kind].values()
                if self._is_due(shelf.kind, block, rows.get(block["slug"]), partial(block_of, shelf))
            ]
            write_wares(shelf, due, rules)
        self._load_warbands(rules)
        self._remove_unshipped()
        RemovedBlock.objects.exclude(pk__in=self._still_removed()).delete()
        forget_drafts(self.done.written)
        published = publish(by=None, why="The shipped rules were loaded")
        self.done.version, self.done.new_version = published.version, published.new
        return self.done

    def _load_rules(self) -> dict[str, SpecialRule]:
        due = self._due_rules()
        RuleAlias.objects.filter(rule__slug__in=due).delete()  # an alias may move from one rule to another
        blocks = [self.blocks["rule"][slug] for slug in due]
        write_rules(blocks)
        rules = {rule.slug: rule for rule in SpecialRule.objects.all()}
        link_rules(blocks, rules)
        return rules

    def _due_rules(self) -> list[str]:
        shipped = self.blocks["rule"]
        rows = {rule.slug: rule for rule in rules_with_parts()}
        wanted = [slug for slug, block in shipped.items() if self._is_due("rule", block, rows.get(slug), rule_block)]
        # A rule that an editor deleted comes back when something that is loaded now refers to it.
        blocks = [shipped[slug] for slug in wanted]
        blocks += [block for kind, of_kind in self.blocks.items() if kind != "rule" for block in of_kind.values()]
        needed = {("rule", slug) for block in blocks for slug in _referred(block)} & self.gone
        self.gone -= needed
        self.done.kept = [kept for kept in self.done.kept if (kept.kind, kept.slug) not in needed]
        back = [slug for _, slug in sorted(needed) if slug in shipped and slug not in rows]
        self.done.added += [f"rule {slug}" for slug in back]
        return wanted + back

    def _load_warbands(self, rules: dict[str, SpecialRule]) -> None:
        rows = {warband.slug: warband for warband in warbands_with_parts()}
        for slug, block in self.blocks["warband"].items():
            if not self._is_due("warband", block, rows.get(slug), warband_block):
                continue
            try:
                with transaction.atomic():
                    write_warband(block, rules)
            except ProtectedError:
                self.done.changed.remove(f"warband {slug}")
                self._keep("warband", slug, "a unit that is no longer shipped still stands on somebody's roster")

    def _is_due(self, kind: str, block: Block, row: Any, dump: Callable[[Any], Block]) -> bool:
        """Whether a block is to be written; notes down what becomes of it."""
        name = f"{kind} {block['slug']}"
        if row is None:
            if (kind, block["slug"]) in self.gone:
                self._keep(kind, block["slug"], "an editor deleted it")
                return False
            self.done.added.append(name)
            return True
        shipped, stands = digest_of(block), digest_of(dump(row))
        if shipped == stands:
            if row.block_hash != shipped:  # an editor's change that has become the shipped one
                type(row).objects.filter(pk=row.pk).update(block_hash=shipped)
            return False
        if stands != row.block_hash and not self.overwrite:
            self._keep(kind, block["slug"], "an editor changed it")
            return False
        self.done.changed.append(name)
        return True

    def _remove_unshipped(self) -> None:
        everything: list[tuple[str, str, Any, Callable[[Any], Block]]] = [
            ("warband", "slug", warbands_with_parts(), warband_block),
            *((shelf.kind, shelf.holding.slug, rows_with_parts(shelf), partial(block_of, shelf)) for shelf in SHELVES),
            ("rule", "slug", rules_with_parts(), rule_block),
        ]
        for kind, slug_field, rows, dump in everything:
            for row in rows.exclude(block_hash="").exclude(**{f"{slug_field}__in": self.blocks[kind]}):
                slug = getattr(row, slug_field)
                if digest_of(dump(row)) != row.block_hash and not self.overwrite:
                    self._keep(kind, slug, "it is no longer shipped, but an editor changed it")
                elif removed(row):
                    self.done.removed.append(f"{kind} {slug}")
                else:
                    self._keep(kind, slug, "it is no longer shipped, but something still holds it")

    def _keep(self, kind: str, slug: str, why: str) -> None:
        self.done.kept.append(Kept(kind, slug, why))

    def _still_removed(self) -> list[int]:
        there = {("rule", slug) for slug in SpecialRule.objects.values_list("slug", flat=True)}
        there |= {("warband", slug) for slug in WarbandType.objects.values_list("slug", flat=True)}
        for shelf in SHELVES:
            slugs = shelf.holding.model.objects.values_list(shelf.holding.slug, flat=True)
            there |= {(shelf.kind, slug) for slug in slugs}
        return [row.pk for row in RemovedBlock.objects.all() if (row.kind, row.slug) not in there]


def _referred(block: Block) -> set[str]:
    """Slugs of all rules a block cannot be written without."""
    return {*block.get("opposites", ()), *block.get("related", ())} | set(_held(block))


def _held(value: Any) -> Iterator[str]:
    """Wherever something is a mapping with the key ``rule``."""
    if isinstance(value, list):
        for item in value:
            yield from _held(item)
    elif isinstance(value, dict):
        if isinstance(value.get("rule"), str):
            yield value["rule"]
        for item in value.values():
            if isinstance(item, (dict, list)):
                yield from _held(item)
