"""Documents of earlier versions, read as today's: a version is kept for ever, and what a block looks like has changed.

A key that is new needs nothing here, for reading knows what it means when it is missing. What changed its shape is put
into today's in this one place, before anything is read; the stored document stays as it was published.
"""

from collections.abc import Mapping
from typing import Any

from rules.names import Block

DUES = ("hire", "upkeep")


def as_today(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """A document in today's shape; the very same one where it is."""
    swords = document.get("hired_swords", ())
    if not any(_in_words(sword, due) for sword in swords for due in DUES):
        return document
    return {**document, "hired_swords": [_sword(block) for block in swords]}


def _sword(block: Block) -> Block:
    """What a hired sword takes instead of gold was a sentence once, and names an item now: the sentence is its note."""
    return {**block} | {due: _fee(block[due]) for due in DUES if _in_words(block, due)}


def _fee(fee: Block) -> Block:
    note = f"{fee['note']} " if "note" in fee else ""
    return {key: value for key, value in fee.items() if key != "or"} | {"note": f"{note}Instead: {fee['or']}"}


def _in_words(block: Block, due: str) -> bool:
    return isinstance(block.get(due, {}).get("or"), str)
