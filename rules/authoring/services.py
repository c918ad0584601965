"""What editors do with drafts: look at what they change, publish them, discard them, put back what was published."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from rules import blocks
from rules.authoring.differences import Difference, difference
from rules.authoring.impact import Impact, impact_of
from rules.binding import Problem
from rules.blocks import Blocks, Document, HeldError, Key
from rules.content import Content, current
from rules.loading.document import document_of_rows
from rules.models import Draft, RemovedBlock, RulebookVersion
from rules.publishing import forget_drafts, publish, published_document


class RefusedError(Exception):
    """Something that is not done, and why, in ``lines``. Nothing is changed."""

    def __init__(self, *lines: str) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


class StaleError(RefusedError):
    """What was looked at is not what is there any more."""


@dataclass(frozen=True)
class Proposal:
    """Blocks as they would be published: ``document`` would take the place of ``published``."""

    keys: tuple[Key, ...]
    published: Document
    document: Document

    @cached_property
    def before(self) -> Content:
        """What everybody reads now."""
        return current()

    @cached_property
    def after(self) -> Content:
        """What everybody would read."""
        return Content.of_document(self.document)

    @cached_property
    def differences(self) -> list[Difference]:
        """What is changed, block by block."""
        return differences_between(blocks.picked(self.published, self.keys), blocks.picked(self.document, self.keys))

    @cached_property
    def impact(self) -> Impact:
        """Whom it touches, and how."""
        return impact_of(self.before, self.after, self.keys)

    @property
    def digest(self) -> str:
        """Names what was looked at, so that nothing else is published."""
        return self.after.digest

    @cached_property
    def problems(self) -> list[str]:
        """What would be bound to nothing that is not so now."""
        known = {said(problem) for problem in self.before.problems}
        return [line for line in map(said, self.after.problems) if line not in known]


def said(problem: Problem) -> str:
    """A problem in words, without places that move when rows do."""
    return f"{problem.kind} {problem.slug}: {problem.message}"


def proposal_of(keys: Collection[Key]) -> Proposal:
    """These blocks as their rows stand."""
    chosen, published = tuple(sorted(set(keys))), published_document()
    standing = blocks.picked(document_of_rows(), chosen) | dict.fromkeys(_going(chosen))
    return Proposal(chosen, published, blocks.with_blocks(published, standing))


def removal_of(row: Any) -> Proposal:
    """What taking a row out would come to. Raises ``ProtectedError`` where somebody holds it."""
    key = blocks.key_of(row)
    if not blocks.is_part(row):
        published = published_document()
        return Proposal((key,), published, blocks.with_blocks(published, {key: None}))
    with transaction.atomic():  # without its part, the block says something else
        type(row).objects.get(pk=row.pk).delete()
        proposal = proposal_of({key})
        transaction.set_rollback(True)
    return proposal


@transaction.atomic
def retire(*, row: Any, by: User) -> Draft | None:
    """Note down that a row that has a block of its own is to go; it stands until that is published.

    What was never published goes at once, and then there is no draft. Raises ``RefusedError`` where others need it.
    """
    key = blocks.key_of(row)
    if key not in blocks.blocks_in(published_document()):
        row.delete()
        forget_drafts({key})
        return None
    rows = document_of_rows()
    known = set(map(said, Content.of_document(rows).problems))
    after = Content.of_document(blocks.with_blocks(rows, {key: None}))
    if broken := [line for line in map(said, after.problems) if line not in known]:
        raise RefusedError(*broken)
    draft, _ = Draft.objects.update_or_create(kind=key[0], slug=key[1], defaults={"by": by, "goes": True})
    return draft


def _going(keys: Collection[Key]) -> list[Key]:
    """Those of them that are to go."""
    return [draft.key for draft in Draft.objects.filter(goes=True) if draft.key in set(keys)]


def _take_out(keys: Collection[Key]) -> None:
    """The rows of what goes. Raises ``RefusedError`` where somebody holds them by now."""
    going = _going(keys)
    shipped = [key for key in going if blocks.shipped_hash(key)]
    try:
        with transaction.atomic():
            blocks.write(dict.fromkeys(going))
    except HeldError as error:
        raise RefusedError(f"Not removed: {error}.") from None
    for kind, slug in shipped:  # loading must not bring back what an editor took out
        RemovedBlock.objects.get_or_create(kind=kind, slug=slug)


def differences_between(before: Blocks, after: Blocks) -> list[Difference]:
    """What makes the one of the other, block by block."""
    found = (difference(key, before.get(key), block) for key, block in sorted(after.items()))
    return [one for one in found if one.lines]


@transaction.atomic
def publish_drafts(*, keys: Collection[Key], by: User, why: str, seen: str, despite: str = "") -> RulebookVersion:
    """Publish these drafts, which were looked at under the digest ``seen``, as one new version.

    Raises ``StaleError`` when they are not what was looked at, ``RefusedError`` for what would be bound to nothing and
    for worked cases that break without a reason (``despite``).
    """
    list(RulebookVersion.objects.select_for_update().order_by("-pk").values_list("pk")[:1])
    proposal = proposal_of(keys)
    if proposal.digest != seen:
        raise StaleError("It has been changed since you looked. Here is what it comes to now.")
    version = publish_blocks(proposal, by=by, why=why, despite=despite)
    if version is None:
        raise RefusedError("Nothing is changed by it: players see it like this already.")
    return version


def publish_blocks(proposal: Proposal, *, by: User, why: str, despite: str) -> RulebookVersion | None:
    """Publish a proposal; None where it changes nothing. Raises ``RefusedError`` as ``publish_drafts`` does."""
    if proposal.problems:
        raise RefusedError(*proposal.problems)
    broken = [case.id for case in proposal.impact.broken]
    if broken and not despite.strip():
        raise RefusedError(f"{len(broken)} worked cases would turn out otherwise: say why that is right.")
    _take_out(proposal.keys)
    done = publish(by=by, why=why, blocks=proposal.keys, broken=broken, despite=despite if broken else "")
    return done.version if done.new else None


@transaction.atomic
def discard_drafts(*, keys: Collection[Key], seen: str = "") -> None:
    """The rows as they are published.

    Raises ``StaleError`` when they are not what was looked at under the digest ``seen``, and ``RefusedError`` where
    another draft needs what would go.
    """
    if seen and proposal_of(keys).digest != seen:
        raise StaleError("It has been changed since you looked. Here is what it comes to now.")
    try:
        with transaction.atomic():
            blocks.write(blocks.picked(published_document(), keys))
    except HeldError as error:
        raise RefusedError(f"Not discarded: {error}.") from None
    forget_drafts(keys)


@transaction.atomic
def put_back(*, standing: Blocks, by: User, why: str, despite: str = "") -> RulebookVersion:
    """Publish blocks as they once were, in one step. Raises ``RefusedError``, and then nothing is put back."""
    drafted = [str(draft) for draft in Draft.objects.all() if draft.key in standing]
    if drafted:
        raise RefusedError(f"There are unpublished changes of {', '.join(drafted)}: publish or discard them first.")
    try:
        with transaction.atomic():
            blocks.write(standing)
    except HeldError as error:
        raise RefusedError(f"Not put back: {error}.") from None
    version = publish_blocks(proposal_of(standing), by=by, why=why, despite=despite)
    if version is None:
        raise RefusedError("Nothing is changed by it: it stands like this already.")
    return version
