"""The story of a campaign, read from its records: nothing is written for it.

Each source names rows with their moment. One query puts them all in order and takes a page of it; then the rows of that
page are read, one query for each source that is on it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from warbands.campaigns import feed_words as words
from warbands.campaigns.dice_counts import tests_of
from warbands.campaigns.feed_words import Entry
from warbands.models import (
    AmendmentNote,
    AmendmentNoteKind,
    BattleEvent,
    BattleSide,
    Campaign,
    Enrolment,
    HouseChange,
    Membership,
    TestRecord,
)

TOPICS: Mapping[str, str] = {
    "people": "Who came and went",
    "warbands": "Warbands",
    "battles": "Battles",
    "tests": "Routs and flights",
    "amendments": "Amendments",
    "rulings": "Rulings and rules",
}
"""What the feed can be narrowed to."""

ROUTS = ("rout", "all_alone")
"""The tests whose failure is worth telling; leaving by choice is told too."""
CHOSEN = "voluntary_rout"


@dataclass(frozen=True, slots=True)
class Source:
    """Rows of one kind: which of a campaign, their moment, whose they are, and how each is told.

    ``with_`` are the rows it points to, which are read with it.
    """

    topic: str
    rows: Callable[[Campaign], QuerySet[Any]]
    at: str
    whose: Callable[[User], Q]
    told: Callable[[Any], Entry]
    with_: tuple[str, ...] = ()
    more: Callable[[QuerySet[Any]], QuerySet[Any]] = lambda found: found


def _left(campaign: Campaign) -> QuerySet[Membership]:
    """Who left or was removed; a role that ended as the next began is no leaving."""
    went_on = Membership.objects.filter(campaign=campaign, user=OuterRef("user"), since=OuterRef("until"))
    return campaign.memberships.exclude(until=None).exclude(Exists(went_on))


def _tests(campaign: Campaign) -> QuerySet[TestRecord]:
    return tests_of(campaign).filter(Q(kind__in=ROUTS, verdict__passed=False) | Q(kind=CHOSEN))


def _flights(campaign: Campaign) -> QuerySet[BattleEvent]:
    """Routs and flights in battles, but those undone, and those that a rule let be taken again."""
    undone = BattleEvent.objects.filter(battle=OuterRef("battle"), reverses=OuterRef("number"))
    waits = Q(kind="test") & ~Q(verdict__offers=[])
    found = BattleEvent.objects.filter(
        Q(verdict__trial__in=ROUTS, verdict__passed=False) | Q(verdict__trial=CHOSEN), battle__campaign=campaign
    )
    return found.exclude(waits).exclude(Exists(undone))


def _by(user: User) -> Q:
    return Q(by=user)


def _of(user: User) -> Q:
    return Q(warband__owner=user)


def _of_or_by(user: User) -> Q:
    return _by(user) | _of(user)


def _played(user: User) -> Q:
    return Q(starter=user) | Q(pk__in=BattleSide.objects.filter(player=user).values("battle"))


SOURCES: Mapping[str, Source] = {
    "joined": Source(
        "people",
        lambda campaign: campaign.memberships.all(),
        "since",
        lambda user: Q(user=user),
        words.joined,
        ("user", "began_by"),
        lambda found: found.annotate(
            changed=Exists(
                Membership.objects.filter(campaign=OuterRef("campaign"), user=OuterRef("user"), until=OuterRef("since"))
            )
        ),
    ),
    "left": Source("people", _left, "until", lambda user: Q(user=user), words.left, ("user", "ended_by")),
    "entered": Source(
        "warbands", lambda campaign: campaign.enrolments.all(), "since", _of, words.entered, ("warband__owner",)
    ),
    "withdrawn": Source(
        "warbands",
        lambda campaign: campaign.enrolments.exclude(until=None),
        "until",
        _of,
        words.withdrawn,
        ("warband__owner", "ended_by"),
    ),
    "battle": Source(
        "battles",
        lambda campaign: campaign.battles.annotate(moment=Coalesce("ended", "begun")),
        "moment",
        _played,
        words.battle,
        ("starter",),
        lambda found: found.prefetch_related("sides"),
    ),
    "filed": Source(
        "battles",
        lambda campaign: campaign.filed.exclude(stands=False),
        "at",
        lambda user: Q(by=user) | Q(first__owner=user) | Q(second__owner=user),
        words.filed,
        ("by", "campaign"),
    ),
    "test": Source(
        "tests",
        _tests,
        "at",
        _of_or_by,
        words.tested,
        ("warband", "by"),
        lambda found: found.annotate(
            here=Exists(Enrolment.objects.present().filter(warband=OuterRef("warband"), holds=True))
        ),
    ),
    "flight": Source("tests", _flights, "at", _by, words.flight, ("battle", "by")),
    "amended": Source(
        "amendments", lambda campaign: campaign.amendments.all(), "at", _of_or_by, words.amended, ("warband", "by")
    ),
    "answered": Source(
        "amendments",
        lambda campaign: AmendmentNote.objects.filter(amendment__campaign=campaign, kind=AmendmentNoteKind.ANSWER),
        "at",
        lambda user: Q(by=user) | Q(amendment__warband__owner=user),
        words.answered,
        ("amendment__warband", "by"),
    ),
    "ruled": Source(
        "rulings", lambda campaign: campaign.ruling_changes.all(), "at", _by, words.ruled, ("campaign", "by")
    ),
    "housed": Source(
        "rulings",
        lambda campaign: HouseChange.objects.filter(rule__campaign=campaign),
        "at",
        _by,
        words.housed,
        ("rule__campaign", "by"),
    ),
    "changed": Source("rulings", lambda campaign: campaign.changes.all(), "at", _by, words.changed, ("by",)),
}
"""Where the story comes from."""


def entries_of(campaign: Campaign, topic: str = "", user: User | None = None) -> QuerySet[Any]:
    """The story, the last first, as (source, row, moment): to be counted and taken in pages. One query."""
    parts = [
        _part(name, source, campaign, user) for name, source in SOURCES.items() if not topic or source.topic == topic
    ]
    first, *others = parts
    found = first.union(*others, all=True) if others else first
    return found.order_by("-moment_of", "source", "-row")


def _part(name: str, source: Source, campaign: Campaign, user: User | None) -> QuerySet[Any]:
    rows = source.rows(campaign)
    if user is not None:
        rows = rows.filter(source.whose(user))
    named = rows.order_by().annotate(source=Value(name, output_field=CharField()), row=F("pk"), moment_of=F(source.at))
    found: QuerySet[Any] = named.values_list("source", "row", "moment_of")
    return found


def told(campaign: Campaign, page: Iterable[tuple[str, int, datetime]]) -> list[Entry]:
    """The entries of a page of ``entries_of``, in words. At most one query for each source, and one for sides."""
    page = list(page)
    found: dict[tuple[str, int], Entry] = {}
    for name, source in SOURCES.items():
        if keys := [key for of, key, _ in page if of == name]:
            rows = source.more(source.rows(campaign).select_related(*source.with_)).in_bulk(keys)
            found |= {(name, key): source.told(row) for key, row in rows.items()}
    return [found[of, key].at_moment(at, SOURCES[of].topic) for of, key, at in page if (of, key) in found]
