"""What an entry of the ledger did to warriors and belongings, written down so that it can be taken back exactly.

Each step names a row and the fields it had before (``was``) and after (``now``); a row that was made was nothing.
"""

from typing import Any

from django.db.models import Model
from django.utils import timezone

from warbands.models import Possession, Warband, Warrior
from warbands.rosters.services import RefusedError, save

ROWS: dict[str, type[Model]] = {"possession": Possession, "warrior": Warrior}
CHANGED_SINCE = "This cannot be taken back any more: {} changed since. Put it right by hand."


class Deeds:
    """The steps of one transaction."""

    def __init__(self, warband: Warband) -> None:
        self.warband = warband
        self.steps: list[dict[str, Any]] = []

    def gain(self, **fields: Any) -> Possession:
        """A new belonging."""
        row = Possession.objects.create(warband=self.warband, **fields)
        self._note("possession", row.pk, None, _seen(row))
        return row

    def change(self, row: Possession, **fields: Any) -> Possession:
        """A belonging that goes elsewhere, or of which more or fewer are left."""
        was = _seen(row)
        for name, value in fields.items():
            setattr(row, name, value)
        row.save(update_fields=[*fields])
        self._note("possession", row.pk, was, _seen(row))
        return row

    def lose(self, row: Possession, quantity: int | None = None) -> None:
        """All of a belonging, or so many pieces of it, leave the warband."""
        if quantity is None or quantity >= row.quantity:
            self.change(row, gone_at=timezone.now())
        else:
            self.change(row, quantity=row.quantity - quantity)

    def split(self, row: Possession, quantity: int) -> Possession:
        """So many pieces of a belonging as a row of their own, in the same place; all of them are the row itself."""
        if quantity >= row.quantity:
            return row
        self.change(row, quantity=row.quantity - quantity)
        kept = ("kind", "slug", "made", "brace", "price", "free", "warrior_id")
        return self.gain(**{field: getattr(row, field) for field in kept}, quantity=quantity)

    def joined(self, warrior: Warrior) -> None:
        """Somebody new on the roster."""
        self._note("warrior", warrior.pk, None, {"size": warrior.size})

    def resized(self, warrior: Warrior, size: int, was: int) -> None:
        """A group that grew or shrank."""
        self._note("warrior", warrior.pk, {"size": was}, {"size": size})

    def left(self, warrior: Warrior) -> None:
        """Somebody who leaves the roster."""
        warrior.removed_at = timezone.now()
        save(warrior)
        self._note("warrior", warrior.pk, {"size": warrior.size, "left": False}, {"size": warrior.size, "left": True})

    def _note(self, kind: str, pk: int, was: dict[str, Any] | None, now: dict[str, Any]) -> None:
        self.steps.append({"row": kind, "pk": pk, "was": was, "now": now})


def take_back(steps: list[dict[str, Any]]) -> None:
    """Put everything back to what it was. Refuses where something has become other than these steps left it."""
    for step in reversed(steps):
        row = ROWS[step["row"]]._default_manager.filter(pk=step["pk"]).first()  # noqa: SLF001 - Django's own name
        if not isinstance(row, Possession | Warrior) or not _as_left(row, step["now"]):
            raise RefusedError("", CHANGED_SINCE.format(getattr(row, "name", "what it brought")))
        if step["was"] is None:
            _unmake(row)
        elif isinstance(row, Warrior):
            row.size = step["was"]["size"]
            if step["now"].get("left"):
                row.removed_at = None
            save(row)
        else:
            row.warrior_id = step["was"]["warrior"]
            row.quantity = step["was"]["quantity"]
            row.gone_at = timezone.now() if step["was"]["gone"] else None
            row.save(update_fields=["warrior", "quantity", "gone_at"])


def _unmake(row: Possession | Warrior) -> None:
    """Remove what was made. A warrior whom something else remembers stays, and so does all that he cost."""
    if isinstance(row, Warrior):
        memories = (row.tests, row.fortunes, row.rule_changes, row.possessions)
        if any(rows.exists() for rows in memories):
            raise RefusedError("", f"{row.name} has a story by now: remove him from the roster instead.")
    row.delete()


def _seen(row: Possession) -> dict[str, Any]:
    return {"warrior": row.warrior_id, "quantity": row.quantity, "gone": row.gone_at is not None}


def _as_left(row: Possession | Warrior, now: dict[str, Any]) -> bool:
    if isinstance(row, Possession):
        return _seen(row) == now
    gone = row.removed_at is not None
    return row.size == now["size"] and (gone or not now.get("left"))
