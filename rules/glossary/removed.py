"""Rules that are no longer in the book: what was last published of them, for the reasons of old verdicts lead there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.engine.sentences import SentenceError, describe, parse
from rules.models import BlockChange
from rules.prose import rendered


@dataclass(frozen=True, slots=True)
class Removed:
    """A rule as it was last told at ``told_at``, until ``removed_at``."""

    slug: str
    name: str
    summary: str
    text: str
    sentences_english: tuple[str, ...]
    sources: tuple[str, ...]
    told_at: datetime
    removed_at: datetime

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


def removed(slug: str) -> Removed | None:
    """A rule that once was published and is no longer; None for what never was, and for what still is. One query."""
    changes = BlockChange.objects.filter(kind="rule", slug=slug).order_by("-version_id")
    newest = list(changes.values_list("block", "version__published_at")[:2])
    if len(newest) < 2:
        return None
    (there, removed_at), (block, told_at) = newest
    if there is not None or block is None:
        return None
    return Removed(
        slug=slug,
        name=block["name"],
        summary=block.get("summary", ""),
        text=block.get("text", ""),
        sentences_english=tuple(_english(block.get("sentences", ()))),
        sources=tuple(", ".join(filter(None, (s["title"], s.get("page", "")))) for s in block.get("source", ())),
        told_at=told_at,
        removed_at=removed_at,
    )


def _english(lines: Iterable[str]) -> Iterable[str]:
    """What these sentences said. One that today's language does not read is shown as it was written."""
    for line in lines:
        try:
            yield describe(parse(line), {})
        except SentenceError:
            yield line
