"""What an arbiter changes while he amends a warband is written down as it happens, whichever page he does it on.

``recorded`` stands around his request (``warbands.doors``): it compares the warband before and after, and keeps in
words what became of it, in the same transaction. So no page needs to know of it, and none can forget it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import models, transaction

from warbands.models import (
    Amendment,
    AmendmentNoteKind,
    EntryKind,
    Fortune,
    FortuneKind,
    LedgerEntry,
    LegalityOverride,
    TestRecord,
    Warband,
    WarriorRule,
)

MOST_WORDS = 1000


@contextmanager
def recorded(amendment: int, *, by: User) -> Iterator[None]:
    """Let somebody work on the warband of an amendment, and keep in its notes what he changed."""
    with transaction.atomic():
        row = Amendment.objects.select_related("warband").filter(pk=amendment).first()
        if row is None:  # gone for good, with its warband
            yield
            return
        before = _State.of(row.warband)
        yield
        for words in _differences(before, _State.of(row.warband), row.warband):
            row.notes.create(kind=AmendmentNoteKind.CHANGE, words=words[:MOST_WORDS], by=by)


@dataclass(frozen=True, slots=True)
class _Man:
    """What of a warrior is changed without a record of its own."""

    name: str
    size: int
    position: int
    gone: bool


@dataclass(frozen=True, slots=True)
class _State:
    """How a warband stands: its warriors, the last record of each kind, and what was withdrawn."""

    men: dict[int, _Man]
    ledger: int
    fortunes: int
    tests: int
    rules: dict[int, bool]
    overrides: dict[int, bool]

    @classmethod
    def of(cls, warband: Warband) -> "_State":
        men = warband.warriors.values_list("pk", "name", "size", "position", "removed_at")
        rules = WarriorRule.objects.filter(warrior__warband=warband)
        return cls(
            {pk: _Man(name, size, position, gone is not None) for pk, name, size, position, gone in men},
            _last(LedgerEntry.objects.filter(warband=warband)),
            _last(Fortune.objects.filter(warband=warband)),
            _last(TestRecord.objects.filter(warband=warband)),
            {pk: at is not None for pk, at in rules.values_list("pk", "withdrawn_at")},
            {pk: at is not None for pk, at in warband.legality_overrides.values_list("pk", "withdrawn_at")},
        )


def _last(rows: models.QuerySet[LedgerEntry] | models.QuerySet[Fortune] | models.QuerySet[TestRecord]) -> int:
    return rows.order_by().aggregate(last=models.Max("pk"))["last"] or 0


def _differences(before: _State, after: _State, warband: Warband) -> Iterator[str]:
    """What became of a warband, each change in words; what has a record is told in the record's own.

    A ledger or a history that was only opened on the way is no change.
    """
    spent = LedgerEntry.objects.filter(warband=warband, pk__gt=before.ledger).exclude(kind=EntryKind.OPENING)
    for entry in spent:
        yield f"{entry.words} ({entry.amount:+d} gold crowns)" if entry.amount else entry.words
    befell = Fortune.objects.filter(warband=warband, pk__gt=before.fortunes).exclude(kind=FortuneKind.OPENING)
    for event in befell.select_related("warrior"):
        yield f"{event.warrior.name}: {event.words} ({event.reason})"
    for test in TestRecord.objects.filter(warband=warband, pk__gt=before.tests).order_by("pk"):
        yield f"A test was recorded. {test}"
    yield from _of_rules(before.rules, after.rules)
    yield from _of_overrides(before.overrides, after.overrides)
    yield from _of_men(before.men, after.men)


def _of_rules(before: dict[int, bool], after: dict[int, bool]) -> Iterator[str]:
    changed = [pk for pk, withdrawn in after.items() if before.get(pk) is not withdrawn]
    for row in WarriorRule.objects.filter(pk__in=changed).select_related("warrior", "rule"):
        how = "taken away" if row.taken else "given"
        again = "no longer " if row.pk in before else ""
        yield f"{row.warrior.name}: {row.rule.name} is {again}{how} by hand ({row.reason})"


def _of_overrides(before: dict[int, bool], after: dict[int, bool]) -> Iterator[str]:
    changed = [pk for pk, withdrawn in after.items() if before.get(pk) is not withdrawn]
    for row in LegalityOverride.objects.filter(pk__in=changed):
        yield f"{'No longer let stand' if row.pk in before else 'Let stand'}: {row.text} ({row.reason})"


def _of_men(before: dict[int, _Man], after: dict[int, _Man]) -> Iterator[str]:
    for pk, now in after.items():
        was = before.get(pk)
        if was is None:
            yield f"{now.name} joined"
            continue
        if was.name != now.name:
            yield f"{was.name} is called {now.name} now"
        if was.size != now.size:
            yield f"{now.name}: {now.size} models, and not {was.size}"
        if was.gone != now.gone:
            yield f"{now.name} {'left' if now.gone else 'came back'}"
    if any(before[pk].position != now.position for pk, now in after.items() if pk in before):
        yield "The order of the warriors was changed"
