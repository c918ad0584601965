"""What the page of all of a player's warbands shows, in a fixed number of queries however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from rules.content import current
from warbands.models import Warband, Warrior
from warbands.rosters.sheet import UNKNOWN, sums
from warbands.snapshots import changes_in


@dataclass(frozen=True, slots=True)
class Mine:
    """A warband on a page of several: all of a player's, or those of a campaign."""

    href: str
    name: str
    owner: str
    list_name: str
    models: int
    rating: int
    changed: datetime


def mine(warbands: QuerySet[Warband]) -> list[Mine]:
    """These warbands as their page lists them: four queries and the digest's."""
    content = current()
    rows = list(warbands)
    warriors = _by_warband(Warrior.objects.present().filter(warband__in=rows))
    changes = changes_in(rows)
    found = []
    for row in rows:
        listed = content.warbands.get(row.warband_type_id)
        members: Sequence[Warrior] = warriors.get(row.pk, ())
        rating, _ = sums(row, members, changes, content)
        models = sum(one.size for one in members)
        found.append(
            Mine(
                row.get_absolute_url(),
                row.name,
                row.owner.get_username(),
                listed.name if listed else UNKNOWN,
                models,
                rating,
                row.changed,
            )
        )
    return found


def _by_warband(rows: QuerySet[Warrior]) -> dict[int, list[Warrior]]:
    found: dict[int, list[Warrior]] = {}
    for row in rows:
        found.setdefault(row.warband_id, []).append(row)
    return found
