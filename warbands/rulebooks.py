"""Which rules hold for a warband: the published ones, with the house rules of the unfinished campaign it is in.

House rules that were laid over once are kept by their digest, and so is what came of it: a page compiles nothing.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from threading import Lock
from types import MappingProxyType
from typing import Any

from django.urls import reverse

from rules.content import Content, at, current
from rules.engine.rulebook import From, Held
from rules.overlaying import overlaid
from rules.values import NO_OVERLAY, Overlay
from warbands.holdings import MEMBERS, ONE
from warbands.models import HOUSE, Battle, Campaign, HouseRulebook, TestRecord, Warband, campaign_of

_KEPT = 64
_lock = Lock()
_overlays: "OrderedDict[str, Overlay]" = OrderedDict()
_contents: "OrderedDict[tuple[str, str], Content]" = OrderedDict()


def content_for(warband: Warband) -> Content:
    """The rules that hold for a warband now. One query, the digest's, for one that ``warbands.access`` read."""
    return content_of(campaign_of(warband))


def content_of(campaign: Campaign | None) -> Content:
    """The rules that hold in a campaign now; the published ones without one."""
    return over(current(), campaign)


def over(content: Content, campaign: Campaign | None) -> Content:
    """A published content with the house rules of a campaign."""
    return _laid(content, campaign.house_id if campaign else None)


def content_at(record: TestRecord | Battle) -> Content:
    """The rules that a verdict or a battle was made under."""
    return under(record, at(record.version_id))


def under(record: TestRecord | Battle, content: Content) -> Content:
    """Another published content, with the house rules that a verdict or a battle was made under."""
    return _laid(content, record.house_id)


def house_of(content: Content) -> str | None:
    """The house rules in a content, as a record names them."""
    return content.overlay.digest or None


def page_of_rule(slug: str) -> str:
    """The address of a rule by its slug alone: in its campaign for a house rule.

    One in place of the book's has the book's slug: where it stands says the ``Overlay`` it is in, and nothing else.
    """
    owner, ours, short = slug.partition("--")
    if ours and owner.startswith(HOUSE):
        return reverse("campaigns:house-rule", args=[owner.removeprefix(HOUSE), short])
    return reverse("rules:rule", args=[slug])


def _laid(content: Content, house: str | None) -> Content:
    if not house:
        return content
    key = content.published, house
    return _remembered(_contents, key, lambda: overlaid(content, overlay_of(house)))


def overlay_of(digest: str) -> Overlay:
    """The house rules under a digest, as they are laid over."""

    def load() -> Overlay:
        return _overlay(digest, HouseRulebook.objects.values_list("document", flat=True).get(digest=digest))

    return _remembered(_overlays, digest, load) if digest else NO_OVERLAY


def know(digests: Iterable[str | None]) -> None:
    """Read the house rules of several records, as far as they are not known, in one query."""
    with _lock:
        unknown = {digest for digest in digests if digest} - set(_overlays)
    if unknown:
        for digest, document in HouseRulebook.objects.filter(digest__in=unknown).values_list("digest", "document"):
            _remembered(_overlays, digest, partial(_overlay, digest, document))


def _overlay(digest: str, document: Mapping[str, Any]) -> Overlay:
    given: dict[tuple[str, int], tuple[Held, ...]] = {}
    for one in document["given"]:
        key = (MEMBERS, one["warband"]) if one["warrior"] is None else (ONE, one["warrior"])
        held = Held(one["rule"], origin=From.HOUSE, origin_name=one["why"])
        given[key] = (*given.get(key, ()), held)
    addresses = {
        block["slug"]: reverse("campaigns:house-rule", args=[document["campaign"], block["slug"].rpartition("--")[2]])
        for block in document["rules"]
    }
    blocks = MappingProxyType({block["slug"]: block for block in document["rules"]})
    return Overlay(digest, blocks, MappingProxyType(given), MappingProxyType(addresses))


def _remembered[K: Hashable, T](kept: "OrderedDict[K, T]", key: K, load: Callable[[], T]) -> T:
    with _lock:
        found = kept.get(key)
    if found is None:
        found = load()
    with _lock:
        kept[key] = found
        kept.move_to_end(key)
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    return found
