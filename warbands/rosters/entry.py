"""What the edit panel of one warrior and the page of the order show."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from rules.content import Content, current
from warbands.holdings import given
from warbands.models import Warband, Warrior, WarriorRule
from warbands.rosters.sheet import UNKNOWN, by_kind


@dataclass(frozen=True, slots=True)
class Change:
    """A rule given or taken by hand, with the address that withdraws it."""

    label: str
    taken: bool
    reason: str
    who: str
    at: datetime
    href: str


@dataclass(frozen=True, slots=True)
class Entry:
    """What a warrior's edit panel shows beside its form, and where its buttons lead."""

    unit_name: str
    changes: tuple[Change, ...]
    back_href: str
    href: str
    give_href: str
    take_href: str
    leave_href: str


@dataclass(frozen=True, slots=True)
class Place:
    """A warrior's place in the order."""

    public_id: str
    name: str
    unit_name: str
    move_href: str


@dataclass(frozen=True, slots=True)
class Ranks:
    """Warriors of one kind, in order."""

    title: str
    warriors: tuple[Place, ...]


def entry(warrior: Warrior) -> Entry:
    """The edit panel of a warrior, whose ``warband`` is at hand."""
    content = current()
    unit = content.units.get(warrior.unit_type_id)
    address = [warrior.warband.public_id, warrior.public_id]
    changes = warrior.rule_changes.filter(withdrawn_at=None).select_related("by")
    return Entry(
        unit_name=unit.name if unit else UNKNOWN,
        changes=tuple(_shown(changes, address, content)),
        back_href=f"{warrior.warband.get_absolute_url()}#w-{warrior.public_id}",
        href=reverse("warbands:warrior", args=address),
        give_href=reverse("warbands:give", args=address),
        take_href=reverse("warbands:take", args=address),
        leave_href=reverse("warbands:restore" if warrior.removed_at else "warbands:remove", args=address),
    )


def _shown(changes: Iterable[WarriorRule], address: list[str], content: Content) -> Iterator[Change]:
    for change in changes:
        yield Change(
            content.labels.label(given(change)),
            change.taken,
            change.reason,
            change.by.get_username() if change.by else "",
            change.at,
            reverse("warbands:withdraw", args=[*address, change.pk]),
        )


def in_order(warband: Warband) -> list[Ranks]:
    """The warriors of a warband by kind, each with the address that moves him."""
    content = current()
    return [
        Ranks(title, tuple(_place(warband, row, content) for row in rows))
        for _, title, rows in by_kind(warband.warriors.present(), content)
    ]


def _place(warband: Warband, row: Warrior, content: Content) -> Place:
    unit = content.units.get(row.unit_type_id)
    href = reverse("warbands:move", args=[warband.public_id, row.public_id])
    return Place(row.public_id, row.name, unit.name if unit else UNKNOWN, href)
