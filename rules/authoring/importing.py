"""A list of blocks that somebody typed or sent as a file: read, and held against what stands, before any is saved."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from yaml.nodes import Node, SequenceNode

from rules.authoring.differences import Difference, difference
from rules.authoring.hostile import composed
from rules.authoring.services import RefusedError
from rules.blocks import Block, Blocks, Key
from rules.digests import digest_of
from rules.loading.nodes import FaultError, Place


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that is not taken in: where, and why."""

    line: int
    slug: str
    why: str


@dataclass(frozen=True)
class Imported(ABC):
    """A text that is to be taken in, held against ``standing``, which is what ``standing_now`` gives.

    ``kind`` says what its blocks are, ``named`` which key of a block is its slug.
    """

    kind: ClassVar[str]
    named: ClassVar[str] = "slug"

    text: str
    standing: Mapping[str, Any]
    refusals: list[Refusal] = field(default_factory=list)
    places: dict[str, dict[str, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> "Imported":
        """Read a text against what stands now."""
        return cls(text, cls.standing_now())

    @staticmethod
    @abstractmethod
    def read(node: Node, place: Place) -> Block:
        """One block of it. Raises ``FaultError``, or notes faults down, where it does not read."""

    @staticmethod
    @abstractmethod
    def standing_now() -> Mapping[str, Any]:
        """What it is held against."""

    @abstractmethod
    def _there(self) -> Blocks:
        """What stands where its blocks would; None where nothing does."""

    @abstractmethod
    def _unsound(self, block: Block) -> Iterator[str]:
        """What keeps a block that reads from being kept, in words."""

    def _canonical(self, block: Block) -> Block:
        """The block as its row would give it out again."""
        return block

    @cached_property
    def blocks(self) -> dict[Key, Block]:
        """What reads, by its key; what does not is refused."""
        found: dict[Key, Block] = {}
        try:
            node = composed(self.text)
        except FaultError as error:
            self._refuse(error.line, "", error.message)
            return {}
        if not isinstance(node, SequenceNode):
            self._refuse(1, "", f"It must be a list of {self.kind}s, each beginning with a dash.")
            return {}
        for child in node.value:
            place = Place("", lines={"": child.start_mark.line + 1})
            block = place.tried(self.read, child)
            slug = block.get(self.named, "") if block else ""
            for fault in place.faults:
                self._refuse(fault.line, slug, f"“{fault.key}”: {fault.message}" if fault.key else fault.message)
            if place.faults:
                continue
            block = self._canonical(block)
            slug = block[self.named]
            if (self.kind, slug) in found:
                self._refuse(place.lines[""], slug, "It stands there twice.")
            found[self.kind, slug] = block
            self.places[slug] = place.lines
        return found

    @cached_property
    def refused(self) -> list[Refusal]:
        """All that keeps it from being taken in, by line."""
        for (_, slug), block in self.blocks.items():
            whys = ["It has a character that cannot be kept."] if _unkeepable(block) else self._unsound(block)
            for why in whys:
                self._refuse(self._line(slug), slug, why)
        return sorted(self.refusals, key=lambda refusal: refusal.line)

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
        there = self._there()
        found = (difference(key, there[key], block) for key, block in self.blocks.items())
        return [one for one in found if there[one.key] != self.blocks[one.key]]

    @property
    def unchanged(self) -> list[str]:
        """The names of what stands there as it is."""
        changed = {one.key for one in self.differences}
        return [block.get("name", key[1]) for key, block in self.blocks.items() if key not in changed]

    @cached_property
    def digest(self) -> str:
        """Names what was looked at: the text, and what it was held against."""
        return digest_of({"text": self.text.encode(errors="replace").hex(), "rows": digest_of(self.standing)})

    def changes(self, seen: str) -> dict[Key, Block]:
        """What is to be written. Raises ``RefusedError`` if any of it is refused, or it is not what was looked at."""
        if self.refused:
            raise RefusedError("Nothing was taken in: some of it is refused.")
        if self.digest != seen:
            raise RefusedError(f"The {self.kind}s have changed since you looked. Here is what it comes to now.")
        return {one.key: self.blocks[one.key] for one in self.differences}


def _unkeepable(block: Block) -> bool:
    """Whether a character of it fits no column: half of a pair, or nothing."""
    try:
        digest_of(block)
    except UnicodeError:
        return True
    return "\\u0000" in json.dumps(block)


def invalid(row: models.Model) -> Iterator[str]:
    """What the columns of a row would not take, in words."""
    try:
        row.clean_fields(exclude=["id", "readings", *(field.name for field in row._meta.fields if field.is_relation)])  # noqa: SLF001 # Django documents it
    except ValidationError as error:
        for name, lines in error.message_dict.items():
            yield f"“{name}”: {' '.join(lines)}"
