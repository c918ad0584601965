"""The log of tests: read from the records, newest first."""

from collections.abc import Iterable

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Q, QuerySet, Subquery

from rules.content import Content
from warbands.models import TestRecord, Warband, Warrior
from warbands.psychology.shown import VerdictShown, verdict_shown
from warbands.rulebooks import know

A_PAGE = 20
TEASED = 5


def records(warband: Warband) -> QuerySet[TestRecord]:
    """The records of a warband with all that showing them needs, newest first.

    Each carries ``heir``: the public id of the record that corrected it or took it again, or None.
    """
    replaces = Q(corrects=OuterRef("pk")) | Q(reroll_of=OuterRef("pk"), corrects=None)
    heirs = TestRecord.objects.filter(replaces).order_by("-pk").values("public_id")
    found = warband.tests.select_related("warrior", "by")
    return found.annotate(heir=Subquery(heirs[:1]))


def shown(found: Iterable[TestRecord], book: Content | None = None) -> list[VerdictShown]:
    """Records as ``records`` finds them for a page, those that were replaced marked; ``book`` has the answers."""
    found = list(found)
    know(record.house_id for record in found)
    return [verdict_shown(record, getattr(record, "heir") or "", book) for record in found]  # noqa: B009 - annotated


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


def chain(record: TestRecord, book: Content | None = None) -> list[VerdictShown]:
    """A record after those whose results led to it, in the order in which they fell."""
    rows = [record]
    while rows[0].follows_id is not None:
        rows.insert(0, records(record.warband).get(pk=rows[0].follows_id))
    return shown(rows, book)
