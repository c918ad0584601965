"""The whole content of the database as one plain document."""

from collections.abc import Iterable
from typing import Any

from rules.loading.dump import rule_block, rules_with_parts, warband_block, warbands_with_parts
from rules.loading.shelves import SHELVES
from rules.loading.wares import block_of, rows_with_parts

type Block = dict[str, Any]


def document_of_rows() -> dict[str, list[Block]]:
    """Every row as its block, in a stable order. A shelf that is empty is left out, as in older documents."""
    document = {
        "rules": _in_order(map(rule_block, rules_with_parts())),
        "warbands": _in_order(map(warband_block, warbands_with_parts())),
    }
    for shelf in SHELVES:
        if blocks := _in_order(block_of(shelf, row) for row in rows_with_parts(shelf)):
            document[shelf.key] = blocks
    return document


def _in_order(blocks: Iterable[Block]) -> list[Block]:
    """By slug as Python sorts them: databases have orders of their own."""
    return sorted(blocks, key=lambda block: block["slug"])
