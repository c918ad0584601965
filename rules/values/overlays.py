"""Rules of a group of its own, as they are laid over the published content (``rules.overlaying``)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.rulebook import Held


@dataclass(frozen=True)
class Overlay:
    """House rules as blocks of the glossary, and who holds which: by a key of those who keep it.

    ``addresses`` says where the page of each rule stands. ``digest`` is empty where there are none.
    """

    digest: str = ""
    blocks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By slug. One with the slug of a published rule stands in its place."""
    given: Mapping[tuple[str, int], tuple[Held, ...]] = field(default_factory=dict)
    addresses: Mapping[str, str] = field(default_factory=dict)


NO_OVERLAY = Overlay()
"""No house rules."""
