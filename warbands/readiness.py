"""What the rows that stand come to: whether a warrior can fight, and how he left."""

from collections.abc import Iterable

from warbands.holdings import Change
from warbands.models import Fortune, FortuneKind


def misses(rows: Iterable[Change]) -> int:
    """How many battles he still misses."""
    return max(sum(row.misses for row in rows if isinstance(row, Fortune)), 0)


def is_captured(rows: Iterable[Change]) -> bool:
    """Whether his enemies hold him."""
    events = [row for row in rows if isinstance(row, Fortune)]
    fates = [one.kind for one in events if one.kind == FortuneKind.RETURNED or _takes_him(one)]
    return bool(fates) and fates[-1] != FortuneKind.RETURNED


def _takes_him(event: Fortune) -> bool:
    """Whether it took him away; of a group of which some were taken, the others fight on."""
    return (event.kind == FortuneKind.CAPTURED and not event.figures) or bool(event.facts.get("captured"))


def is_absent(rows: Iterable[Change]) -> bool:
    """Whether the next battle is fought without him."""
    rows = list(rows)
    return misses(rows) > 0 or is_captured(rows)


def state_words(rows: Iterable[Change]) -> str:
    """Why he does not fight in the next battle, in a few words; nothing where he does."""
    rows = list(rows)
    if is_captured(rows):
        return "Captured"
    many = misses(rows)
    return "" if not many else "Misses the next battle" if many == 1 else f"Misses the next {many} battles"


def fate_words(rows: Iterable[Change]) -> str:
    """How he left for good, in a word; nothing where he was only taken off the roster."""
    fates = [row for row in rows if isinstance(row, Fortune) and row.leaves]
    if not fates:
        return ""
    words = {FortuneKind.DEAD: "died", FortuneKind.RETIRED: "retired", FortuneKind.INJURY: "retired"}
    return words.get(FortuneKind(fates[-1].kind), "left")
