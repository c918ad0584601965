"""Dice of trade: prices and starting spells. Thrown by the server, or typed as they fell on the table.

What was taken back is not thrown again: the same purchase made anew gets the faces it had.
"""

import re
import secrets
from collections.abc import Sequence
from typing import Any

from rules.engine.dice import Dice, FacesError
from warbands.models import EntryKind, Warband
from warbands.rosters.services import RefusedError


def face() -> int:
    """One face of a die thrown by the server."""
    return secrets.randbelow(6) + 1


def dice_of(written: str) -> Dice:
    """The dice of a price as it is printed: ``D6``, ``3D6``."""
    found = re.fullmatch(r"(\d*)[dD]6", written.strip())
    return Dice(int(found[1] or 1)) if found else Dice(0)


def kept(warband: Warband, purpose: str) -> tuple[int, dict[str, Any]] | None:
    """The dice of a purchase that was taken back and not made anew since: the entry they stand in, and they."""
    entries = warband.ledger.exclude(kind=EntryKind.UNDO).filter(dice__for=purpose)
    reused = {entry.dice["from"] for entry in entries.filter(undone_by=None) if "from" in entry.dice}
    for entry in entries.exclude(undone_by=None):
        if "from" not in entry.dice and entry.pk not in reused:
            return entry.pk, entry.dice
    return None


def thrown(warband: Warband, purpose: str, dice: Dice, typed: Sequence[int], *, field: str) -> dict[str, Any]:
    """The dice of a purchase as its entry keeps them: those of one taken back, or typed, or thrown now."""
    if not dice.count:
        return {}
    if before := kept(warband, purpose):
        entry, found = before
        return {"for": purpose, "from": entry, "faces": found["faces"], "typed": found["typed"]}
    try:
        faces = dice.check(typed) if typed else dice.roll(face)
    except FacesError as error:
        raise RefusedError(field, str(error)) from error
    return {"for": purpose, "faces": list(faces), "typed": bool(typed)}
