"""Blocks by their kind and slug: taken out of documents, compared, put into others, and written back into rows."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any

from django.db.models import Model, ProtectedError

from rules.digests import digest_of
from rules.loading.dump import rule_block, rules_with_parts, unit_block, warband_block, warbands_with_parts
from rules.loading.rows import link_rules, write_rules, write_warband
from rules.loading.shelves import BY_KIND, PLACES, SHELVES
from rules.loading.wares import block_of, own_block, rows_with_parts, write_wares
from rules.models import SpecialRule, UnitType, WarbandType

type Key = tuple[str, str]
"""What kind of block, as in ``PLACES``, and its slug."""
type Block = dict[str, Any]
type Document = Mapping[str, Any]
type Blocks = Mapping[Key, Block | None]
"""Blocks as they are to stand; None for one that is to go."""

_KINDS: dict[type[Model], str] = {SpecialRule: "rule", WarbandType: "warband"} | {
    shelf.holding.model: shelf.kind for shelf in SHELVES
}
_PARTS = {shelf.parts.model: shelf.kind for shelf in SHELVES if shelf.parts}


class HeldError(ValueError):
    """A block that cannot be written back, because somebody holds what it no longer has."""


def is_part(row: Any) -> bool:
    """Whether a row is part of a list's block, and has none of its own."""
    return type(row) in _PARTS or (isinstance(row, UnitType) and row.warband is not None)


def key_of(row: Any) -> Key:
    """The block a row belongs to: its own, or that of the list it is a part of."""
    if isinstance(row, UnitType) and row.warband is not None:
        return "warband", row.warband.slug
    if isinstance(row, UnitType):
        return "hired sword", row.short
    if type(row) in _PARTS:
        return _PARTS[type(row)], row.whole.slug
    return _KINDS[type(row)], row.slug


def blocks_in(document: Document) -> dict[Key, Block]:
    """Every block of a document."""
    return {(kind, block["slug"]): block for kind, place in PLACES.items() for block in document.get(place, ())}


def changed(before: Document, after: Document) -> dict[Key, Block | None]:
    """The blocks of ``after`` that ``before`` has otherwise or not at all; None for those it alone has."""
    old, new = blocks_in(before), blocks_in(after)
    found: dict[Key, Block | None] = {key: block for key, block in new.items() if old.get(key) != block}
    return found | dict.fromkeys(old.keys() - new.keys())


def with_blocks(document: Document, blocks: Blocks) -> dict[str, list[Block]]:
    """The document with these blocks in place of its own. A place that is left empty is left out."""
    standing = {key: block for key, block in {**blocks_in(document), **blocks}.items() if block is not None}
    found: dict[str, list[Block]] = {}
    for kind, place in PLACES.items():
        of_kind = sorted((slug, block) for (other, slug), block in standing.items() if other == kind)
        if of_kind or place in {"rules", "warbands"}:
            found[place] = [block for _, block in of_kind]
    return found


def picked(document: Document, keys: Iterable[Key]) -> dict[Key, Block | None]:
    """These blocks as a document has them; None for those it has not."""
    there = blocks_in(document)
    return {key: there.get(key) for key in keys}


def own_digest(row: Any) -> str:
    """What names the state of a row as its page in the admin shows it: without parts that have pages of their own."""
    if isinstance(row, SpecialRule):
        return digest_of(rule_block(row))
    if isinstance(row, WarbandType):
        block = warband_block(row)
        trade = {key: value for key, value in block.get("trade", {}).items() if key != "units"}
        return digest_of({key: value for key, value in block.items() if key != "units"} | {"trade": trade})
    if isinstance(row, UnitType) and row.warband is not None:
        return digest_of(unit_block(row) | {"facts": row.facts})
    holdings = [shelf.holding for shelf in SHELVES] + [shelf.parts for shelf in SHELVES if shelf.parts]
    return digest_of(own_block(next(one for one in holdings if one.model is type(row)), row))


def _rows(kind: str) -> tuple[Any, Any, str]:
    if kind == "rule":
        return rules_with_parts(), rule_block, "slug"
    if kind == "warband":
        return warbands_with_parts(), warband_block, "slug"
    shelf = BY_KIND[kind]
    return rows_with_parts(shelf), partial(block_of, shelf), shelf.holding.slug


def write(blocks: Blocks) -> None:
    """Rows as these blocks have them. What was shipped stays known, so that loading sees an editor's change.

    Raises ``HeldError`` where something is to go that somebody holds.
    """
    hashes = {key: shipped_hash(key) for key in blocks}
    rules = [block for (kind, _), block in blocks.items() if kind == "rule" and block is not None]
    write_rules(rules)
    there = {rule.slug: rule for rule in SpecialRule.objects.all()}
    try:
        link_rules(rules, there)
        for (kind, _), block in blocks.items():
            if block is not None and kind == "warband":
                write_warband(block, there)
            elif block is not None and kind != "rule":
                write_wares(BY_KIND[kind], [block], there)
        # Rules go last, when nothing that goes with them holds them any more.
        for key in sorted((key for key, block in blocks.items() if block is None), key=lambda key: key[0] == "rule"):
            _remove(key)
    except ProtectedError as error:
        raise HeldError(_holders(error.protected_objects)) from None
    except KeyError as error:
        raise HeldError(f"there is no rule “{error.args[0]}”") from None
    for key, stood in hashes.items():
        if blocks[key] is not None:
            rows, _, slugs = _rows(key[0])
            rows.filter(**{slugs: key[1]}).update(block_hash=stood)


def _remove(key: Key) -> None:
    rows, _, slugs = _rows(key[0])
    for row in rows.filter(**{slugs: key[1]}):
        row.delete()


def shipped_hash(key: Key) -> str:
    """The digest of the shipped block a row came from; empty for one that an editor made."""
    rows, _, slugs = _rows(key[0])
    return rows.filter(**{slugs: key[1]}).values_list("block_hash", flat=True).first() or ""


def _holders(rows: Collection[Any]) -> str:
    names = sorted({str(row) for row in rows})
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more} would be left without it"
