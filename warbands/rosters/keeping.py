"""Copying a warband, deleting it, bringing it back. As in ``services``."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from warbands.access import RESTORABLE
from warbands.fortunes.copying import copy_fortunes
from warbands.models import Origin, Warband, Warrior, WarriorRule, known_to_a_group
from warbands.rosters.services import RefusedError
from warbands.trade.copying import copy_treasury


@transaction.atomic
def duplicate_warband(*, warband: Warband, owner: User, name: str, client_key: UUID | None = None) -> Warband:
    """A private copy with notes, gold, warriors, gear, what befell them and rules by hand, but no tests.

    Those who left stay behind, and so do notes where the copy is somebody else's: they are their owner's alone. The
    same key twice gives the same copy.
    """
    notes = warband.notes if warband.owner_id == owner.pk else ""
    fields = {"warband_type_id": warband.warband_type_id, "name": name, "notes": notes}
    if client_key is None:
        copy, made = Warband.objects.create(owner=owner, **fields), True
    else:
        copy, made = Warband.objects.get_or_create(owner=owner, client_key=client_key, defaults=fields)
    if made:
        _copy_warriors(warband, copy)
        _copy_origin(warband, copy)
    return copy


def _copy_warriors(warband: Warband, copy: Warband) -> None:
    kept = ["unit_type_id", "name", "size", "position", "experience", "promoted"]
    if warband.owner_id == copy.owner_id:
        kept.append("notes")
    rows = list(warband.warriors.present())
    copies = Warrior.objects.bulk_create(
        Warrior(warband=copy, **{field: getattr(row, field) for field in kept}) for row in rows
    )
    twins = {row.pk: twin for row, twin in zip(rows, copies, strict=True)}
    copy_treasury(warband, copy, twins)
    copy_fortunes(twins, copy.owner)
    changes = WarriorRule.objects.filter(warrior__in=rows, withdrawn_at=None)
    WarriorRule.objects.bulk_create(
        WarriorRule(
            warrior=twins[change.warrior_id],
            rule_id=change.rule_id,
            taken=change.taken,
            arguments=change.arguments,
            reason=change.reason,
            by_id=change.by_id,
        )
        for change in changes
    )


def _copy_origin(warband: Warband, copy: Warband) -> None:
    """What could not be read of the file that it came from is missing in the copy as well."""
    origin = Origin.objects.filter(warband=warband).first()
    if origin:
        private = origin.private if warband.owner_id == copy.owner_id else []
        Origin.objects.create(warband=copy, tool=origin.tool, at=origin.at, unread=origin.unread, private=private)


def _spoken(name: str) -> str:
    """A name without what nobody types the same way twice."""
    return " ".join(name.split()).casefold()


@transaction.atomic
def delete_warband(*, warband: Warband, name: str) -> Warband:
    """Put a warband away, to be brought back within ``RESTORABLE``. Refuses a name that is not the warband's own."""
    row = Warband.objects.select_for_update().get(pk=warband.pk)
    if _spoken(name) != _spoken(row.name):
        raise RefusedError("name", f"That is not its name. Type “{row.name}” to delete it.")
    if row.deleted_at is None:
        row.deleted_at = timezone.now()
        row.save(update_fields=["deleted_at"])
    return row


@transaction.atomic
def bring_back(*, warband: Warband) -> Warband:
    """Bring a deleted warband back as it was."""
    row = Warband.objects.select_for_update().get(pk=warband.pk)
    if row.deleted_at is not None:
        row.deleted_at = None
        row.save(update_fields=["deleted_at"])
    return row


@transaction.atomic
def purge_deleted() -> int:
    """Remove for good what can no longer be brought back, with its warriors and tests, and say how many there were.

    What is a group's story too stays as long as the group does: it loses the notes, and nobody brings it back.
    """
    old = Warband.objects.filter(deleted_at__lte=timezone.now() - RESTORABLE)
    forget_notes(old.filter(known_to_a_group()))
    gone = old.exclude(known_to_a_group())
    many = gone.count()
    gone.delete()
    return many


def forget_notes(warbands: QuerySet[Warband]) -> None:
    """Empty what of these warbands was their owner's alone."""
    Warrior.objects.filter(warband__in=warbands).exclude(notes="").update(notes="")
    Origin.objects.filter(warband__in=warbands).update(private=[])
    warbands.exclude(notes="").update(notes="")
