"""What a file of another tool says of a warband, in its own words, before anybody matched it with ours.

A draft travels to its player and back in a form, signed; nothing of a file is kept here.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core import signing

from warbands.exchange.refusals import UnreadableError, printable

SALT = "warbands.exchange.draft"
A_DAY = 24 * 60 * 60

MOST_MEN = 60
MOST_WORDS = 40
"""Most pieces of gear, or rules, of one warrior."""
MOST_IN_ALL = 800
LONGEST = 120
LONGEST_NOTES = 5000


@dataclass(slots=True)
class Man:
    """A warrior or a group, as the file has it. ``unread`` is what of it we do not carry.

    ``private`` is what nobody knows the meaning of: its player may have written anything there, for himself alone.
    """

    name: str = ""
    unit: str = ""
    kind: str = ""
    size: int = 1
    experience: int | None = None
    gear: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    stats: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    private: list[str] = field(default_factory=list)
    notes: str = ""


@dataclass(slots=True)
class Draft:
    """A warband, as the file has it. ``unread`` and ``private`` are as a warrior's."""

    tool: str
    name: str = ""
    listed: str = ""
    gold: int | None = None
    stash: list[str] = field(default_factory=list)
    men: list[Man] = field(default_factory=list)
    notes: str = ""
    unread: list[str] = field(default_factory=list)
    private: list[str] = field(default_factory=list)

    def sealed(self, user: int) -> str:
        """The draft as a form carries it, for this user alone."""
        return signing.dumps({"user": user, "draft": asdict(self)}, salt=SALT, compress=True)

    @classmethod
    def opened(cls, sealed: str, user: int) -> "Draft | None":
        """The draft that a form brought back; nothing for one that is not this user's, or is a day old."""
        try:
            found = signing.loads(sealed, salt=SALT, max_age=A_DAY)
        except signing.BadSignature:
            return None
        if found["user"] != user:
            return None
        told: dict[str, Any] = found["draft"]
        return cls(**{**told, "men": [Man(**man) for man in told["men"]]})


def checked(draft: Draft) -> Draft:
    """A draft that fits on a page. Raises ``UnreadableError`` for one that is no warband, or far more than one."""
    if not draft.men and not draft.name:
        raise UnreadableError("There is no warband in this file.")
    if len(draft.men) > MOST_MEN:
        raise UnreadableError(
            f"There are {len(draft.men)} entries in this file, and no warband has more than {MOST_MEN}."
        )
    if sum(len(man.gear) + len(man.rules) for man in draft.men) > MOST_IN_ALL:
        raise UnreadableError(f"These warriors have more than {MOST_IN_ALL} things, and no warband has.")
    draft.name, draft.notes = shortened(draft.name), printable(draft.notes)[:LONGEST_NOTES]
    draft.stash, over = _fitting(draft.stash)
    draft.unread, draft.private = _capped((*draft.unread, *over)), _capped(draft.private)
    for man in draft.men:
        man.name, man.unit = shortened(man.name), shortened(man.unit)
        man.gear, over = _fitting(man.gear)
        man.rules, further = _fitting(man.rules)
        man.unread, man.private = _capped((*man.unread, *over, *further)), _capped(man.private)
        man.notes = printable(man.notes)[:LONGEST_NOTES]
        man.stats = {shortened(name)[:20]: shortened(value)[:20] for name, value in [*man.stats.items()][:MOST_WORDS]}
    return draft


def _capped(words: Iterable[str]) -> list[str]:
    told = [shortened(one) for one in words if one.strip()]
    more = len(told) - MOST_WORDS
    return told if more <= 0 else [*told[:MOST_WORDS], f"and {more} lines more"]


def shortened(words: str) -> str:
    """Words on one line, not endless ones."""
    plain = " ".join(printable(words).split())
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


def _fitting(words: Iterable[str]) -> tuple[list[str], list[str]]:
    told = [shortened(one) for one in words if one.strip()]
    return told[:MOST_WORDS], told[MOST_WORDS:]
