"""The log of tests: read from the records, newest first."""

from collections.abc import Iterable

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from warbands.models import TestRecord, Warband, Warrior
from warbands.psychology.shown import VerdictShown, verdict_shown

A_PAGE = 20
TEASED = 5


def records(warband: Warband) -> QuerySet[TestRecord]:
    """The records of a warband with all that showing them needs, newest first."""
    return TestRecord.objects.filter(warband=warband).select_related("warband", "warrior", "by")


def replaced(found: Iterable[TestRecord]) -> dict[int, str]:
    """Which of these records were corrected or taken again, and by which: one query."""
    keys = [record.pk for record in found]
    heirs = TestRecord.objects.filter(corrects__in=keys) | TestRecord.objects.filter(reroll_of__in=keys)
    by: dict[int, str] = {}
    for heir in heirs.order_by("pk").only("public_id", "corrects_id", "reroll_of_id"):
        for old in (heir.reroll_of_id, heir.corrects_id):
            if old is not None and (old == heir.corrects_id or not heir.corrects_id):
                by[old] = heir.public_id
    return by


def shown(found: Iterable[TestRecord]) -> list[VerdictShown]:
    """Records for a page, those that were replaced marked."""
    rows = list(found)
    by = replaced(rows)
    return [verdict_shown(record, by.get(record.pk, "")) for record in rows]


def teaser(warband: Warband) -> list[VerdictShown]:
    """The last few, for the foot of a roster."""
    return shown(records(warband)[:TEASED])


def page(
    warband: Warband, *, warrior: Warrior | None = None, number: str | None = None
) -> tuple[Page[TestRecord], list[VerdictShown]]:
    """A page of the log, of one warrior where one is named."""
    rows = records(warband)
    if warrior is not None:
        rows = rows.filter(warrior=warrior)
    found = Paginator(rows, A_PAGE).get_page(number)
    return found, shown(found.object_list)


def chain(record: TestRecord) -> list[VerdictShown]:
    """A record after those whose results led to it, in the order in which they fell."""
    rows = [record]
    while rows[0].follows_id is not None:
        parent = rows[0].follows
        assert parent is not None  # noqa: S101 - tells the type checker
        parent.warband = record.warband
        rows.insert(0, parent)
    return shown(rows)
