"""What happened, as a page tells it: newest first, with who recorded it, when and why, and whether it still stands."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.urls import reverse

from warbands.models import Fortune, FortuneKind, Warband, Warrior

A_PAGE = 25
FOR_GOOD = {FortuneKind.OPENING, FortuneKind.UNDO, FortuneKind.PROMOTED}


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened. ``undone`` says who took it back and why; ``back_href`` takes it back."""

    words: str
    reason: str
    kind: str
    warrior: str
    warrior_href: str
    who: str
    at: datetime
    undone: str = ""
    back_href: str = ""


def page(
    warband: Warband, *, warrior: Warrior | None = None, number: str | None = None
) -> tuple[Page[Fortune], list[Told]]:
    """A page of the history of a warband, or of one warrior."""
    rows = warband.fortunes.order_by("-pk").select_related("warrior", "by", "undone_by__by")
    if warrior is not None:
        rows = rows.filter(warrior=warrior)
    found = Paginator(rows, A_PAGE).get_page(number)
    return found, [told(row, warband) for row in found.object_list]


def told(row: Fortune, warband: Warband) -> Told:
    """One row; its warband carries ``editable``."""
    undo = getattr(row, "undone_by", None)
    address = [warband.public_id, row.warrior.public_id]
    may = warband.editable and undo is None and row.kind not in FOR_GOOD
    return Told(
        row.words,
        row.reason,
        FortuneKind(row.kind).label,
        row.warrior.name,
        reverse("warbands:warrior-history", args=address),
        row.by.get_username() if row.by else "",
        row.at,
        f"Taken back{f' by {undo.by.get_username()}' if undo.by else ''}: {undo.reason}" if undo else "",
        reverse("warbands:take-back", args=[*address, row.pk]) if may else "",
    )
