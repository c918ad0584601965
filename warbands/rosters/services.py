"""Everything that changes a warband and its warriors; their rules by hand are in ``rule_services``.

Each function is one whole thing in one transaction, and returns what it made. Each raises ``StaleError`` where somebody
else saved first, and ``RefusedError`` for what the rules of a roster forbid; either way nothing is changed.
"""

from collections.abc import Iterable
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.forms import Form
from django.utils import timezone

from rules.content import current
from rules.values import Unit
from warbands.fortunes.rows import come_back, set_total
from warbands.models import LARGEST_GROUP, Campaign, HouseRule, Warband, Warrior
from warbands.trade.opening import open_ledger


class StaleError(Exception):
    """The row was changed since the form was made. ``current`` is the row as it is now."""

    def __init__(self, current: Warband | Warrior | Campaign | HouseRule) -> None:
        super().__init__(f"“{current.name}” was changed in the meantime.")
        self.current = current


class RefusedError(ValueError):
    """Something a roster does not allow: the form's field it belongs to, and a sentence that says why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message

    def beside(self, form: Form) -> None:
        """Say it beside the field it belongs to, or above the form where that does not ask for it."""
        form.add_error(self.field if self.field in form.fields else None, self.message)


def largest_size(unit: Unit) -> int:
    """The most models that one entry of this unit may stand for."""
    if unit.kind != "henchman":
        return 1
    return unit.group_max or LARGEST_GROUP


@transaction.atomic
def create_warband(
    *, owner: User, warband_type: str, name: str, starting_gold: int | None = None, client_key: UUID | None = None
) -> Warband:
    """A new warband without warriors, with the starting gold of its list, or this much. Refuses an unknown list.

    The same key twice gives the same warband.
    """
    if warband_type not in current().warbands:
        raise RefusedError("warband_type", "There is no such list.")
    # With a key the row is found or made in one step; without one, None never equals None and a row is always made.
    fields = {"warband_type_id": warband_type, "name": name}
    if client_key is None:
        warband = Warband.objects.create(owner=owner, **fields)
    else:
        warband = Warband.objects.get_or_create(owner=owner, client_key=client_key, defaults=fields)[0]
    open_ledger(warband=warband, content=current(), by=owner, starting_gold=starting_gold)
    return warband


@transaction.atomic
def change_warband(*, warband: Warband, version: int, name: str | None = None, notes: str | None = None) -> Warband:
    """Rename a warband and write its notes, whichever is given."""
    row = Warband.objects.select_for_update().get(pk=warband.pk)
    if row.version != version:
        raise StaleError(row)
    row.name = row.name if name is None else name
    row.notes = row.notes if notes is None else notes
    row.version += 1
    row.save()
    return row


def rename(*, warband: Warband, version: int, name: str) -> Warband:
    """Give a warband another name."""
    return change_warband(warband=warband, version=version, name=name)


def write_notes(*, warband: Warband, version: int, notes: str) -> Warband:
    """Replace a warband's notes, which its owner alone reads."""
    return change_warband(warband=warband, version=version, notes=notes)


@transaction.atomic
def add_warrior(
    *,
    warband: Warband,
    unit_type: str,
    name: str = "",
    size: int = 1,
    unlisted: bool = False,
    client_key: UUID | None = None,
) -> Warrior:
    """Add a warrior at the end. Without a name he is called after his unit. The same key twice gives the same warrior.

    Refuses a unit that is not of the warband's list, or a hired sword whom it may not hire unless he may be
    ``unlisted``, and a size that such an entry may not have.
    """
    lock(warband)
    if client_key and (made := warband.warriors.filter(client_key=client_key).first()):
        return made
    unit = _unit_of(warband, unit_type, unlisted=unlisted)
    _check_size(unit, size)
    last = warband.warriors.aggregate(last=Max("position"))["last"] or 0
    warrior = warband.warriors.create(
        unit_type_id=unit.slug,
        name=name or suggested_name(unit, warband.warriors.present()),
        size=size,
        position=last + 1,
        experience=unit.start_xp,
        client_key=client_key,
    )
    _touch(warband)
    return warrior


def suggested_name(unit: Unit, others: Iterable[Warrior]) -> str:
    """A name that no other warrior has yet: the unit's, with a number where that is taken."""
    taken = {warrior.name for warrior in others}
    number = 1
    name = unit.name
    while name in taken:
        number += 1
        name = f"{unit.name} {number}"
    return name


@transaction.atomic
def change_warrior(
    *,
    warrior: Warrior,
    version: int,
    name: str | None = None,
    size: int | None = None,
    experience: int | None = None,
    notes: str | None = None,
    by: User | None = None,
) -> Warrior:
    """Rename a warrior, resize his group, set his experience and write his notes, whichever is given.

    Refuses a size he may not have. Experience is each model's; what is added or taken is recorded.
    """
    row = fresh(warrior, version)
    if size is not None and size != row.size:
        unit = current().units.get(row.unit_type_id)
        if row.promoted:
            raise RefusedError("size", f"{row.name} is a hero: always one model.")
        if unit is not None:
            _check_size(unit, size)
        row.size = size
        row.possessions.present().update(quantity=size)  # what a group carries, every model carries
    row.name = row.name if name is None else name
    row.notes = row.notes if notes is None else notes
    if experience in {None, row.experience}:
        return save(row)
    return set_total(row, experience or 0, by)


def rename_warrior(*, warrior: Warrior, version: int, name: str) -> Warrior:
    """Give a warrior another name."""
    return change_warrior(warrior=warrior, version=version, name=name)


def resize_group(*, warrior: Warrior, version: int, size: int) -> Warrior:
    """Change how many models a henchman group has."""
    return change_warrior(warrior=warrior, version=version, size=size)


@transaction.atomic
def reorder(*, warrior: Warrior, up: bool) -> Warrior:
    """Let a warrior change places with the one before (``up``) or after him among his kind; at the end, nothing.

    It takes no version: it says where he goes from wherever he stands, so a stale page does no harm.
    """
    lock(warrior.warband)
    units = current().units
    present = list(warrior.warband.warriors.present())
    unit = units.get(warrior.unit_type_id)
    kind = warrior.kind_of(unit.kind) if unit else None
    peers = [
        row
        for row in present
        if (row.kind_of(units[row.unit_type_id].kind) if row.unit_type_id in units else None) == kind
    ]
    at = next((i for i, row in enumerate(peers) if row.pk == warrior.pk), -1)
    other = at - 1 if up else at + 1
    if at >= 0 and 0 <= other < len(peers):
        first, second = present.index(peers[at]), present.index(peers[other])
        present[first], present[second] = present[second], present[first]
        for place, row in enumerate(present, start=1):
            row.position = place
        Warrior.objects.bulk_update(present, ["position"])
        _touch(warrior.warband)
    return warrior


@transaction.atomic
def remove_warrior(*, warrior: Warrior) -> Warrior:
    """Take a warrior off the roster. His row and all that refers to it stay, and he can be restored."""
    lock(warrior.warband)
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    if row.removed_at is None:
        row.removed_at = timezone.now()
        save(row)
    return row


@transaction.atomic
def restore_warrior(*, warrior: Warrior, by: User | None = None) -> Warrior:
    """Bring a removed warrior back, to where he stood; if he died or left for good, that is taken back."""
    lock(warrior.warband)
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    if row.removed_at is not None:
        come_back(row, by)
        row.refresh_from_db()
        row.removed_at = None
        save(row)
    return row


def _unit_of(warband: Warband, slug: str, *, unlisted: bool) -> Unit:
    content = current()
    listed = content.warbands.get(warband.warband_type_id)
    for unit in listed.units if listed else ():
        if unit.slug == slug:
            return unit
    sword = content.units.get(slug)
    if listed and sword and sword.hiring and (unlisted or slug in listed.may_hire):
        return sword
    raise RefusedError("unit_type", "This list has no such warrior.")


def _check_size(unit: Unit, size: int) -> None:
    most = largest_size(unit)
    if not 1 <= size <= most:
        raise RefusedError("size", f"{unit.name}: {f'from 1 to {most} models' if most > 1 else 'always one model'}.")


def lock(warband: Warband) -> None:
    """Let changes of one warband happen one after the other."""
    Warband.objects.select_for_update().get(pk=warband.pk)


def fresh(warrior: Warrior, version: int) -> Warrior:
    """The warrior as he is now, locked with his warband. Raises ``StaleError`` if that is another version."""
    lock(warrior.warband)
    row = Warrior.objects.select_related("warband").get(pk=warrior.pk)
    if row.version != version:
        raise StaleError(row)
    return row


def save(row: Warrior) -> Warrior:
    """Save a warrior as a new version, and let his warband show that something changed."""
    row.version += 1
    row.save()
    _touch(row.warband)
    return row


def _touch(warband: Warband) -> None:
    Warband.objects.filter(pk=warband.pk).update(changed=timezone.now())
