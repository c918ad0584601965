"""The content as one immutable value: loaded once per process and digest, and the same in every process.

``current`` takes one look at the newest digest (one indexed query) and reads anew only when it has changed. ``at``
gives the content as it was under any digest, so that a verdict can always be explained by the book it was made under.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from rules.digests import digest_of
from rules.engine.rulebook import Held
from rules.models import RulebookVersion
from rules.reading import Read, read
from rules.values import (
    NO_OVERLAY,
    Buyer,
    Entry,
    Overlay,
    Unit,
    Who,
    admits,
)
from rules.whom import hires

EMPTY: Mapping[str, Any] = {"rules": [], "warbands": []}


class UnknownVersionError(LookupError):
    """A digest under which nothing was ever published."""


@dataclass(frozen=True)
class Content(Read):
    """Everything the book says, as it was published under ``digest``.

    With house rules laid over it (``rules.overlaying``) it has a digest of its own; ``published`` is that of the
    version below them.
    """

    digest: str
    published: str = ""
    overlay: Overlay = NO_OVERLAY

    @classmethod
    def of_document(cls, document: Mapping[str, Any], digest: str = "") -> "Content":
        """The content of a document; its digest is computed when none is given."""
        digest = digest or digest_of(document)
        return cls(**vars(read(document, digest)), digest=digest, published=digest)

    def entry(self, slug: str) -> Entry | None:
        """The entry behind a slug or an alias."""
        return self.entries.get(self.rulebook.aliases.get(slug, slug))

    def label(self, held: Held) -> str:
        """A rule as it is called where it is held: ``Leader 12″``, ``Scaly Skin 5+``, ``Hatred (Skaven)``."""
        return self.labels.label(held)

    def word(self, slug: str) -> str:
        """A word for buyers, or a tag, as a reader knows it."""
        group = self.groups.get(slug)
        return group.name if group else self.labels.tag(slug)

    def admits(self, who: Who, buyer: Buyer) -> bool | None:
        """Whether something is for a buyer; None where that depends on what is not known yet."""
        return admits(who, buyer, self.groups)

    def hires(self, warband: str, sword: Unit, roster: Iterable[Unit] | None = None) -> bool | None:
        """Whether a list may hire somebody beside those on the roster; None where nobody says who they are."""
        listed = self.warbands.get(warband)
        beside = None if roster is None else tuple(roster)
        return False if listed is None else hires(listed, sword, self.groups, beside)

    @property
    def nothing_published(self) -> bool:
        return not self.entries and not self.warbands


_HELD = 8
"""How many versions one process keeps at hand: the current one, and those that open battles were begun under."""

_versions: OrderedDict[str, Content] = OrderedDict()
_lock = Lock()


def current() -> Content:
    """What is published now: one query, and no more unless it has changed. Empty before the first publication."""
    digest = RulebookVersion.objects.newest_digest()
    return at(digest) if digest else _remembered("", lambda: Content.of_document(EMPTY))


def at(digest: str) -> Content:
    """The content as it was published under a digest. Raises ``UnknownVersionError``."""

    def load() -> Content:
        document = RulebookVersion.objects.filter(digest=digest).values_list("document", flat=True).first()
        if document is None:
            raise UnknownVersionError(digest)
        return Content.of_document(document, digest)

    return _remembered(digest, load)


def _remembered(digest: str, load: Callable[[], Content]) -> Content:
    with _lock:
        if digest not in _versions:
            _versions[digest] = load()
        _versions.move_to_end(digest)
        while len(_versions) > _HELD:
            _versions.popitem(last=False)
        return _versions[digest]
