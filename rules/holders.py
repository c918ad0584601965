"""Who holds rules outside the book: a protocol that is declared here, and implemented by whoever keeps such holders.

Content knows nothing of players. The editor's side must know whom a change touches, so it asks what is registered.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from rules.content import Content
from rules.engine.situation import Fighter, Side

type Somebody = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class Group:
    """Warriors who are alike in all that rules can touch.

    ``fighters`` is one of them under each content that was asked about, None where his unit is not in it. ``warriors``
    counts them; ``warbands`` and ``campaigns`` are the keys of those they belong to.
    """

    unit: str
    fighters: tuple[Fighter | None, ...]
    warriors: int
    warbands: frozenset[int]
    campaigns: frozenset[int]


@dataclass(frozen=True, slots=True)
class Known:
    """A warrior somebody may look at: what he is found by, and what he is called."""

    id: str
    name: str


class Holders(Protocol):
    """Keeps warriors who hold rules."""

    def groups(self, contents: Sequence[Content]) -> Iterable[Group]:
        """Every warrior of every roster, in groups of those alike; a constant number of queries."""

    def known_to(self, user: Somebody) -> Sequence[Known]:
        """The warriors of a user's own rosters."""

    def side_of(self, user: Somebody, warrior: str, content: Content) -> tuple[Side, str] | None:
        """The warband of such a warrior and the id of his fighter in it; None for one who is not this user's."""


class Nobody:
    """Holds nothing: what stands here until somebody registers."""

    def groups(self, contents: Sequence[Content]) -> Iterable[Group]:
        del contents
        return ()

    def known_to(self, user: Somebody) -> Sequence[Known]:
        del user
        return ()

    def side_of(self, user: Somebody, warrior: str, content: Content) -> tuple[Side, str] | None:
        del user, warrior, content
        return None


_registered: list[Holders] = [Nobody()]


def register(holders: Holders) -> None:
    """From now on these are asked."""
    _registered[:] = [holders]


def registered() -> Holders:
    """Whom to ask."""
    return _registered[0]
