"""Publishing: what stands in the rows becomes the version that everybody reads.

Rows are the editors' desk. What of them differs from the published version is a draft (``Draft``), and stays one until
it is published, alone or with others.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from rules.blocks import Key, blocks_in, changed, picked, with_blocks
from rules.digests import digest_of
from rules.loading.document import document_of_rows
from rules.models import BlockChange, Draft, RulebookVersion, Suggestion

EMPTY: Mapping[str, Any] = {"rules": [], "warbands": []}


@dataclass(frozen=True, slots=True)
class Published:
    """The version that holds now, and whether it is a new one."""

    version: RulebookVersion
    new: bool


def published_document() -> dict[str, Any]:
    """The document that is published now, as rows would dump it; an empty one before the first publication."""
    newest = RulebookVersion.objects.order_by("-pk").first()
    return dict(EMPTY) if newest is None else _plain(newest)


@transaction.atomic
def publish(
    *,
    by: User | None,
    why: str,
    blocks: Collection[Key] | None = None,
    broken: Iterable[str] = (),
    despite: str = "",
) -> Published:
    """Publish these blocks as their rows stand, by whom and why; without ``blocks``, whatever is no draft.

    ``broken`` are the worked cases that turn out otherwise, ``despite`` the reason for which that is right. Nothing
    happens when the rows are what is already published.
    """
    # Held until the transaction ends: the second of two editors dumps the rows only after the first has saved his.
    newest = RulebookVersion.objects.select_for_update().order_by("-pk").first()
    before = dict(EMPTY) if newest is None else _plain(newest)
    rows = document_of_rows()
    if blocks is None:
        drafted = picked(before, (draft.key for draft in Draft.objects.all()))
        document: dict[str, Any] = with_blocks(rows, drafted)
    else:
        document = with_blocks(before, picked(rows, blocks))
        forget_drafts(blocks)
    if newest is not None and digest_of(before) == digest_of(document):
        return Published(newest, new=False)
    changes = changed(before, document)
    digest = digest_of(document)
    if newest is not None and RulebookVersion.objects.filter(digest=digest).exists():
        # Content that returns to what it once was is a version of its own all the same: the newest row is what holds.
        document["follows"] = newest.digest
        digest = digest_of(document)
    version = RulebookVersion.objects.create(
        digest=digest, document=document, published_by=by, why=why, broken=list(broken), despite=despite
    )
    BlockChange.objects.bulk_create(
        BlockChange(version=version, kind=kind, slug=slug, block=block) for (kind, slug), block in changes.items()
    )
    _carried_out(version, changes)
    return Published(version, new=True)


def _carried_out(version: RulebookVersion, keys: Collection[Key]) -> None:
    """Tell readers whose suggestions were accepted, and are about these blocks, in which version they came out."""
    waiting = Suggestion.objects.under_way().values_list("pk", "block_kind", "block_slug")
    done = [pk for pk, kind, slug in waiting if (kind, slug) in keys]
    Suggestion.objects.filter(pk__in=done).update(version=version)


def forget_drafts(keys: Collection[Key]) -> None:
    """These are no drafts any more."""
    gone = [draft.pk for draft in Draft.objects.all() if draft.key in keys]
    Draft.objects.filter(pk__in=gone).delete()


def note_drafts(keys: Collection[Key], *, by: User, document: Mapping[str, Any] | None = None) -> list[Key]:
    """Remember which blocks differ from what is published, and who wrote last; those that do not are forgotten.

    ``document`` is that of the rows, where the caller has it already.
    """
    rows, published = blocks_in(document or document_of_rows()), blocks_in(published_document())
    differ = [key for key in keys if rows.get(key) != published.get(key)]
    forget_drafts(set(keys) - set(differ))
    for kind, slug in differ:
        Draft.objects.update_or_create(kind=kind, slug=slug, defaults={"by": by, "goes": False})
    return differ


def _plain(version: RulebookVersion) -> dict[str, Any]:
    return {key: value for key, value in version.document.items() if key != "follows"}
