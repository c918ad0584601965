"""What the page of a rule shows besides its form: the composed rule, who holds it, and the bench."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest

from rules.authoring.bench import Bench
from rules.content import Content, current
from rules.engine.rulebook import Held
from rules.engine.sentences import describe
from rules.holders import Somebody
from rules.loading.document import document_of_rows
from rules.models import Draft
from rules.values import Entry


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the rules that a rule comes to: itself or one it includes, by which way, and its sentences in English."""

    slug: str
    label: str
    via: str
    does: tuple[str, ...]
    open: tuple[str, ...]


@dataclass(frozen=True)
class Workbench:
    """A rule of a content as it was typed, or as it stands."""

    content: Content
    slug: str
    user: Somebody
    data: Mapping[str, Any]

    @property
    def entry(self) -> Entry | None:
        """The rule as its page will show it."""
        return self.content.entries.get(self.slug)

    @cached_property
    def pieces(self) -> list[Piece]:
        """The composed rule: itself, and everything it includes."""
        book = self.content.rulebook
        found = []
        for opened in book.opened((Held(self.slug),)):
            via = book.get(opened.held.via) if opened.held.via else None
            found.append(
                Piece(
                    opened.rule.slug,
                    self.content.label(opened.held),
                    via.name if via else "",
                    tuple(describe(effect, opened.arguments) for effect in opened.effects),
                    tuple(describe(effect, opened.arguments) for effect in opened.unread),
                )
            )
        return sorted(found, key=lambda piece: piece.slug != self.slug)

    @cached_property
    def bench(self) -> Bench:
        """The bench, with the rule on it."""
        return Bench(self.content, self.slug, self.user, self.data)


def workbench_for(request: HttpRequest, context: Mapping[str, Any]) -> Workbench | None:
    """The workbench of the form that is shown: as it was typed where it was looked at, else as the row stands.

    None for a rule that is not written yet, and for a form that is refused.
    """
    row = context.get("original")
    looked: Mapping[str, Any] | None = getattr(request, "_rules_looked", None)
    if looked is not None:
        slug = row.slug if row is not None and row.slug else request.POST.get("slug", "")
        return Workbench(Content.of_document(looked), slug, request.user, request.POST)
    if row is None or request.method == "POST":
        return None
    drafted = Draft.objects.filter(kind="rule", slug=row.slug).exists()
    content = Content.of_document(document_of_rows()) if drafted else current()
    return Workbench(content, row.slug, request.user, {}) if row.slug in content.entries else None
