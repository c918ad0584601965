"""Publishing: what stands in the rows becomes the version that everybody reads."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from rules.digests import digest_of
from rules.loading.document import document_of_rows
from rules.models import RulebookVersion


@dataclass(frozen=True, slots=True)
class Published:
    """The version that holds now, and whether it is a new one."""

    version: RulebookVersion
    new: bool


@transaction.atomic
def publish(*, by: User | None, why: str) -> Published:
    """Publish the rows as they stand, by whom and why. Nothing happens when they are what is already published."""
    # Held until the transaction ends: the second of two editors dumps the rows only after the first has saved his.
    newest = RulebookVersion.objects.select_for_update().order_by("-pk").first()
    document: dict[str, Any] = document_of_rows()
    if newest is not None:
        published = {key: value for key, value in newest.document.items() if key != "follows"}
        if digest_of(published) == digest_of(document):
            return Published(newest, new=False)
    digest = digest_of(document)
    if newest is not None and RulebookVersion.objects.filter(digest=digest).exists():
        # Content that returns to what it once was is a version of its own all the same: the newest row is what holds.
        document["follows"] = newest.digest
        digest = digest_of(document)
    version = RulebookVersion.objects.create(digest=digest, document=document, published_by=by, why=why)
    return Published(version, new=True)
