"""Where everybody stands in a campaign: battles, won and lost, the rating now and how it came there.

Ratings of the past are not kept: each is worked back from the one of now, by what was hired, lost, learnt and earned
since, as it was recorded.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.utils import timezone

from rules.content import Content
from rules.engine.rulings import Rulings
from warbands.campaigns.shown import warbands_of
from warbands.models import BattleSide, Campaign, EntryKind, Fortune, FortuneKind, LedgerEntry, Warband, Warrior
from warbands.rosters.rating import rating_of
from warbands.rulebooks import content_of
from warbands.rulings import rulings_of
from warbands.snapshots import Changes, changes_in, with_house

WIDE, HIGH, EDGE = 240, 90, 8
"""The size of a curve and its edge, in its own units."""

LOST = ("lost", "routed")

type Step = tuple[datetime, int]
"""When a rating changed, and by how much."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time: the value at the end of each day on which it changed, the first day and today included."""

    days: tuple[tuple[date, int], ...]

    @property
    def dots(self) -> list[tuple[float, float]]:
        """Where each day stands on the chart: time to the right, the rating upwards from the lowest to the highest."""
        first, last = self.days[0][0], self.days[-1][0]
        lowest, highest = min(value for _, value in self.days), max(value for _, value in self.days)
        right = (WIDE - 2 * EDGE) / ((last - first).days or 1)
        up = (HIGH - 2 * EDGE) / ((highest - lowest) or 1)
        return [
            (round(EDGE + right * (day - first).days, 1), round(HIGH - EDGE - up * (value - lowest), 1))
            for day, value in self.days
        ]

    @property
    def line(self) -> str:
        """The dots as the points of a line."""
        return " ".join(f"{x},{y}" for x, y in self.dots)


@dataclass(frozen=True, slots=True)
class Standing:
    """A warband's place. ``rating`` and ``curve`` are None for one that is no longer here."""

    name: str
    owner: str
    href: str
    won: int
    lost: int
    drawn: int
    rating: int | None
    curve: Curve | None

    @property
    def battles(self) -> int:
        """All that were fought to their end."""
        return self.won + self.lost + self.drawn


def standings_of(campaign: Campaign, user: User) -> list[Standing]:
    """Every warband that is in a campaign, or fought in it: most won first, then the higher rating.

    The same queries for fifty warbands as for one.
    """
    content = content_of(campaign)
    here = list(warbands_of(campaign, user))
    results = _results(campaign)
    since = dict(campaign.enrolments.filter(until=None).values_list("warband", "since"))
    warriors: dict[int, list[Warrior]] = {row.pk: [] for row in here}
    for one in Warrior.objects.filter(warband__in=here):
        warriors[one.warband_id].append(one)
    read = changes_in(here)
    changes = {row.pk: with_house(read, row, content) for row in here}
    rulings = rulings_of(campaign)
    steps = _steps(here, warriors, changes, content, rulings)
    found = []
    for row in here:
        rating = rating_of(warriors[row.pk], changes[row.pk], content, rulings)
        curve = _curve(rating, steps[row.pk], since.get(row.pk, row.created))
        found.append(_standing(row, results.get(row.pk, Counter()), rating, curve))
    gone = Warband.objects.filter(pk__in=results.keys() - {row.pk for row in here}).select_related("owner")
    found += [_standing(row, results[row.pk]) for row in gone]
    return sorted(found, key=lambda one: (-one.won, -(one.rating or 0), one.name.casefold()))


def _standing(row: Warband, results: Counter[str], rating: int | None = None, curve: Curve | None = None) -> Standing:
    href = row.get_absolute_url() if curve else ""
    lost = sum(results[outcome] for outcome in LOST)
    return Standing(row.name, row.owner.get_username(), href, results["won"], lost, results["drawn"], rating, curve)


def _results(campaign: Campaign) -> dict[int, Counter[str]]:
    """How the battles of each warband ended: those that were played here, and those filed and agreed to."""
    found: dict[int, Counter[str]] = {}
    played = BattleSide.objects.filter(battle__campaign=campaign, warband__isnull=False).exclude(battle__ended=None)
    for warband, outcome in played.values_list("warband", "outcome"):
        found.setdefault(warband, Counter())[outcome] += 1
    for result in campaign.filed.filter(stands=True):
        for key, outcome in result.outcomes:
            if key is not None:
                found.setdefault(key, Counter())[outcome] += 1
    return found


def _steps(
    rows: Sequence[Warband],
    warriors: dict[int, list[Warrior]],
    changes: dict[int, Changes],
    content: Content,
    rulings: Rulings,
) -> dict[int, list[Step]]:
    """What changed each rating, as far as it was recorded, in no order."""
    found: dict[int, list[Step]] = {row.pk: [] for row in rows}
    worth: dict[int, int] = {}
    for one in (one for members in warriors.values() for one in members):
        back = copy(one)
        back.removed_at = None
        worth[one.pk] = rating_of([back], changes[one.warband_id], content, rulings)
        found[one.warband_id].append((one.created, worth[one.pk]))
        if one.removed_at is not None:
            found[one.warband_id].append((one.removed_at, -worth[one.pk]))
    sizes = {one.pk: one.size for members in warriors.values() for one in members}
    # What a warrior gained later is taken off what he was worth when he came, and added on its own day.
    later = [*_earned(rows, sizes), *_grown(rows, sizes, worth)]
    came = {one.pk: one.created for members in warriors.values() for one in members}
    for warband, warrior, at, points in later:
        if warrior in came:
            found[warband] += [(came[warrior], -points), (at, points)]
    return found


def _earned(rows: Iterable[Warband], sizes: dict[int, int]) -> Iterable[tuple[int, int, datetime, int]]:
    """Experience, for each model of a group."""
    events = Fortune.objects.standing().filter(warband__in=rows).exclude(kind=FortuneKind.OPENING).exclude(experience=0)
    for warband, warrior, at, points in events.values_list("warband", "warrior", "at", "experience"):
        yield warband, warrior, at, points * sizes.get(warrior, 1)


def _grown(
    rows: Iterable[Warband], sizes: dict[int, int], worth: dict[int, int]
) -> Iterable[tuple[int, int, datetime, int]]:
    """Models that joined a group later, or were lost from it."""
    for warband, warrior, at, more in (
        Fortune.objects.standing().filter(warband__in=rows).exclude(figures=0)
        .values_list("warband", "warrior", "at", "figures")
    ):  # fmt: skip
        yield warband, warrior, at, _each(worth, sizes, warrior) * more
    entries = LedgerEntry.objects.filter(warband__in=rows, undone_by=None).exclude(kind=EntryKind.UNDO)
    for warband, at, steps in entries.values_list("warband", "at", "changes"):
        for step in steps:
            if step["row"] == "warrior" and step["was"] and step["now"]:
                more = step["now"]["size"] - step["was"]["size"]
                yield warband, step["pk"], at, _each(worth, sizes, step["pk"]) * more


def _each(worth: dict[int, int], sizes: dict[int, int], warrior: int) -> int:
    return worth.get(warrior, 0) // max(sizes.get(warrior, 1), 1)


def _curve(rating: int, steps: Iterable[Step], since: datetime) -> Curve:
    """From the day the warband came to today, each day on which something changed."""
    first, today = timezone.localdate(since), timezone.localdate()
    change: Counter[date] = Counter()
    for at, points in steps:
        change[timezone.localdate(at)] += points
    days = {today: rating}
    value = rating
    for day in sorted((day for day, points in change.items() if points), reverse=True):
        if day < first:
            break
        days.setdefault(day, value)
        value -= change[day]
    days.setdefault(first, value)
    return Curve(tuple(sorted(days.items())))
