"""What makes one block of another, in lines that a person reads: key by key, texts and sentences line by line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import yaml

from rules.blocks import Block, Key

_WORDS = {
    "text": "Text",
    "sentences": "Sentences",
    "includes": "Includes",
    "with": "Parameters",
    "lost_on": "Lost on",
    "rules": "Rules it holds",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it was (``gone``), as it is now (``new``), or as it stays."""

    how: str
    text: str

    @property
    def mark(self) -> str:
        """A sign for those who see no colour."""
        return {"gone": "−", "new": "+"}.get(self.how, "")

    @property
    def aloud(self) -> str:
        """The same for those who see nothing."""
        return {"gone": "was", "new": "now"}.get(self.how, "")


@dataclass(frozen=True, slots=True)
class Part:
    """A key of a block with the lines of it that changed."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What a block was and is: ``how`` is added, changed or removed."""

    key: Key
    name: str
    how: str
    lines: tuple[Part, ...]

    @property
    def kind(self) -> str:
        """What it is."""
        return self.key[0]

    @property
    def slug(self) -> str:
        """Its slug."""
        return self.key[1]

    @property
    def id(self) -> str:
        """How forms name it."""
        return f"{self.kind}/{self.slug}"


def difference(key: Key, before: Block | None, after: Block | None) -> Difference:
    """What makes ``after`` of ``before``; either may be missing."""
    how = "added" if before is None else "removed" if after is None else "changed"
    block = after or before or {}
    return Difference(key, block.get("name", key[1]), how, tuple(_parts(key[0], before or {}, after or {})))


def _parts(kind: str, before: Mapping[str, Any], after: Mapping[str, Any], within: str = "") -> Iterator[Part]:
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old == new or name == "slug":
            continue
        if name == "units" and kind == "warband":
            yield from _units(old or [], new or [])
            continue
        lines = tuple(_lines(_written(old), _written(new)))
        yield Part(within + _WORDS.get(name, name.replace("_", " ").capitalize()), lines)


def _units(before: list[Block], after: list[Block]) -> Iterator[Part]:
    """The units of a list, each by itself."""
    old, new = ({unit["slug"]: unit for unit in units} for units in (before, after))
    for slug in {**old, **new}:
        name = (new.get(slug) or old[slug])["name"]
        yield from _parts("unit", old.get(slug, {}), new.get(slug, {}), f"{name}: ")


def _written(value: Any) -> list[str]:
    """A value as lines."""
    if value is None or value == "":
        return []
    if isinstance(value, str):
        return value.splitlines()
    if isinstance(value, list):
        return [_flow(item) for item in value]
    return _flow(value).splitlines()


def _flow(value: Any) -> str:
    if isinstance(value, str):
        return value
    written = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=True)
    return str(written).removesuffix("\n...\n").strip()


def _lines(before: list[str], after: list[str]) -> Iterator[Line]:
    """Lines that went and came, with those that stay between them."""
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            kept = before[a:b]
            yield from (Line("kept", text) for text in (kept if len(kept) <= 2 else [kept[0], "…", kept[-1]]))
            continue
        yield from (Line("gone", text) for text in before[a:b])
        yield from (Line("new", text) for text in after[c:d])
