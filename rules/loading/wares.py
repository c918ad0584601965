"""Rows of the catalogue from blocks, and blocks from rows, for every shelf in one way."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch, QuerySet

from rules.digests import digest_of
from rules.loading.dump import compact, dump_attachment, dump_dispute
from rules.loading.rows import attachments_of, disputes_of
from rules.loading.shelves import Holding, Shelf
from rules.models import Dispute, RuleAttachment, SpecialRule

type Block = dict[str, Any]

# --- Blocks from rows ------------------------------------------------------------------------------------------------


def rows_with_parts(shelf: Shelf) -> QuerySet[Any]:
    """The rows of a shelf with everything their blocks need, in a few queries."""
    rows: QuerySet[Any] = shelf.holding.model.objects.prefetch_related(*_hanging(shelf.holding))
    if shelf.parts:
        parts = shelf.parts.model.objects.prefetch_related(*_hanging(shelf.parts))
        rows = rows.prefetch_related(Prefetch("parts", parts))
    return rows


def _hanging(holding: Holding) -> list[str]:
    found = ["disputes"] if holding.link in LINKS_OF_DISPUTES else []
    return [*found, "attachments__rule"] if holding.link in LINKS_OF_RULES else found


# The keys by which rules hang on rows, and disputed points.
LINKS_OF_RULES = frozenset({"unit", "equipment", "skill", "spell", "upgrade"})
LINKS_OF_DISPUTES = LINKS_OF_RULES | {"skill_list", "spell_list"}


def block_of(shelf: Shelf, row: Any) -> Block:
    """A row with all that hangs on it, as one block."""
    block = own_block(shelf.holding, row)
    if shelf.parts:
        block[shelf.parts_key] = [own_block(shelf.parts, part) for part in row.parts.all()]
    return block


def own_block(holding: Holding, row: Any) -> Block:
    """A row with what hangs on it, without its parts."""
    block = {"slug": getattr(row, holding.slug)} | row.facts
    for key, column in holding.columns.items():
        value = getattr(row, column)
        if value != default_of(row, column):
            block[key] = value
    if holding.link in LINKS_OF_RULES:
        by_use: dict[bool, list[Block]] = {False: [], True: []}
        for attachment in row.attachments.all():
            by_use[attachment.used].append(dump_attachment(attachment, "to" if holding.link != "unit" else "scope"))
        if by_use[False]:
            block["rules"] = by_use[False]
        if by_use[True]:
            block[holding.used] = block.get(holding.used, {}) | {"rules": by_use[True]}
    if holding.link in LINKS_OF_DISPUTES and (disputes := [dump_dispute(d, "question") for d in row.disputes.all()]):
        block["disputes"] = disputes
    return compact(block)


# --- Rows from blocks ------------------------------------------------------------------------------------------------


def write_wares(shelf: Shelf, blocks: Iterable[Block], rules: Mapping[str, SpecialRule]) -> None:
    """Blocks of one shelf into their rows, with all that hangs on them, in a few statements for all."""
    blocks = list(blocks)
    holding = shelf.holding
    rows = []
    for block in blocks:
        whole = {key: value for key, value in block.items() if key != shelf.parts_key}
        rows.append(_row(holding, whole, block_hash=digest_of(block)))
    written = _write(holding, rows, blocks, rules, key=("slug",))
    if shelf.parts:
        _write_parts(shelf, written, blocks, rules)


def _write_parts(shelf: Shelf, wholes: list[Any], blocks: list[Block], rules: Mapping[str, SpecialRule]) -> None:
    holding = shelf.parts
    assert holding is not None  # noqa: S101 # asked by whoever calls
    parts: list[Any] = []
    said: list[Block] = []
    for whole, block in zip(wholes, blocks, strict=True):
        written = block[shelf.parts_key]
        slugs = [part["slug"] for part in written]
        for gone in whole.parts.exclude(slug__in=slugs):
            gone.delete()
        parts += [_row(holding, part, whole=whole, order=order) for order, part in enumerate(written)]
        said += written
    _write(holding, parts, said, rules, key=("whole_id", "slug"))


def _row(holding: Holding, block: Block, **further: Any) -> Any:
    """A block as a row that is not saved yet."""
    taken = {"slug", "rules", "disputes", *holding.columns} if holding.link else {"slug", *holding.columns}
    facts = {key: value for key, value in block.items() if key not in taken}
    if holding.used in facts:
        facts[holding.used] = {key: value for key, value in facts[holding.used].items() if key != "rules"}
        if not facts[holding.used]:
            del facts[holding.used]
    row = holding.model(**{holding.slug: block["slug"]}, facts=facts, **further)
    for key, column in holding.columns.items():
        if key in block:
            setattr(row, column, block[key])
    if hasattr(row, "settle"):
        row.settle()
    return row


def _write(
    holding: Holding, rows: list[Any], blocks: list[Block], rules: Mapping[str, SpecialRule], *, key: tuple[str, ...]
) -> list[Any]:
    """Save rows over those that stand under the same key, and hang on them what their blocks say."""
    if not rows:
        return []
    options = holding.model._meta  # noqa: SLF001 # Django documents it
    fields = [f.attname for f in options.concrete_fields if not f.primary_key and f.attname not in key]
    unique = [options.get_field(name).name if name != "whole_id" else "whole" for name in key]
    base = options.concrete_model  # bulk_create wants the model behind a proxy
    base.objects.bulk_create(
        rows if base is holding.model else [_as(base, row) for row in rows],
        update_conflicts=True,
        unique_fields=unique,
        update_fields=fields,
    )
    there = {tuple(getattr(row, name) for name in key): row for row in holding.model.objects.all()}
    saved = [there[tuple(getattr(row, name) for name in key)] for row in rows]
    if holding.link in LINKS_OF_RULES:
        RuleAttachment.objects.filter(**{f"{holding.link}__in": saved}).delete()
        RuleAttachment.objects.bulk_create(
            attachment
            for row, block in zip(saved, blocks, strict=True)
            for used, said in ((False, block), (True, block.get(holding.used, {})))
            for attachment in attachments_of(said, rules, used=used, **{holding.link: row})
        )
    if holding.link in LINKS_OF_DISPUTES:
        Dispute.objects.filter(**{f"{holding.link}__in": saved}).delete()
        Dispute.objects.bulk_create(
            dispute
            for row, block in zip(saved, blocks, strict=True)
            for dispute in disputes_of(block, "question", **{holding.link: row})
        )
    return saved


def default_of(row: Any, column: str) -> Any:
    """What stands in a column of which a block says nothing."""
    return row._meta.get_field(column).get_default()  # noqa: SLF001 # Django documents it


def _as(model: Any, row: Any) -> Any:
    """A row of a proxy as one of the model behind it."""
    row.__class__ = model
    return row
