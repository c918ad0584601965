"""What the page of all of a player's warbands shows, in a fixed number of queries however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from rules.content import current
from warbands.holdings import Change
from warbands.legality.shown import Legality, legality_of
from warbands.models import Possession, Sharing, Warband, Warrior, campaign_of
from warbands.rosters.sheet import UNKNOWN, sums
from warbands.rulebooks import over
from warbands.snapshots import STASH, Changes, changes_in, with_house


@dataclass(frozen=True, slots=True)
class Mine:
    """A warband on a page of several: a player's own, or a campaign's. ``sharing`` is empty for a private one."""

    href: str
    name: str
    owner: str
    list_name: str
    models: int
    rating: int
    changed: datetime
    legality: Legality
    sharing: str


def mine(warbands: QuerySet[Warband]) -> list[Mine]:
    """These warbands as their page lists them: four queries and the digest's."""
    published = current()
    rows = list(warbands)
    warriors = _by_warband(Warrior.objects.filter(warband__in=rows))
    changes = changes_in(rows)
    found = []
    for row in rows:
        content = over(published, campaign_of(row))
        listed = content.warbands.get(row.warband_type_id)
        members: Sequence[Warrior] = warriors.get(row.pk, ())
        housed = with_house(changes, row, content)
        rating, _ = sums(row, members, housed, content)
        models = sum(one.size for one in members if one.removed_at is None)
        own: Changes = dict(housed) | {STASH: [one for one in changes.get(STASH, ()) if _lies_in(one, row)]}
        found.append(
            Mine(
                row.get_absolute_url(),
                row.name,
                row.owner.get_username(),
                listed.name if listed else UNKNOWN,
                models,
                rating,
                row.changed,
                legality_of(row, members, own, content),
                "" if row.sharing == Sharing.PRIVATE else row.get_sharing_display(),
            )
        )
    return found


def _lies_in(change: Change, warband: Warband) -> bool:
    """Whether something in the stash lies in this warband's."""
    return isinstance(change, Possession) and change.warband_id == warband.pk


def _by_warband(rows: QuerySet[Warrior]) -> dict[int, list[Warrior]]:
    found: dict[int, list[Warrior]] = {}
    for row in rows:
        found.setdefault(row.warband_id, []).append(row)
    return found
