"""Reading a document in: a new private warband of whoever sent it, or nothing at all."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.content import Content, current
from warbands.exchange.checking import MOST_PROBLEMS
from warbands.exchange.consistency import inconsistencies, typed_values
from warbands.exchange.document import OF_BELONGINGS, OF_WARRIOR, OF_WARRIORS, Document
from warbands.exchange.refusals import UnreadableError
from warbands.models import Fortune, LedgerEntry, LegalityOverride, Origin, Possession, Warband, Warrior, WarriorRule

OURS = "Muster"
"""What the mark of a warband says that was read from a document of ours."""


def read_in(*, document: Document, owner: User, client_key: UUID | None = None, unread: Iterable[str] = ()) -> Warband:
    """A new private warband of the owner's from a document of the published shape, marked with what was ``unread``.

    The same key twice gives the same warband. Raises ``UnreadableError``
    where the document speaks of what there is not, or contradicts itself.

    Whatever takes long is done before the transaction: nobody else may have to wait while a stranger's file is checked.
    """
    content = current()
    if problems := list(islice(inconsistencies(document, content), MOST_PROBLEMS)):
        raise UnreadableError(problems)
    try:
        return _made(document, owner, client_key, content, list(unread))
    except IntegrityError:
        raise UnreadableError("The lists were changed while this was read. Send it again.") from None


@transaction.atomic
def _made(document: Document, owner: User, client_key: UUID | None, content: Content, unread: list[str]) -> Warband:
    head = document["warband"]
    fields = {"warband_type_id": head["list"], "name": head["name"], "notes": head.get("notes", "")}
    if client_key is None:
        warband, made = Warband.objects.create(owner=owner, **fields), True
    else:
        warband, made = Warband.objects.get_or_create(owner=owner, client_key=client_key, defaults=fields)
    if made:
        Origin.objects.create(warband=warband, tool=OURS, unread=unread)
        men = _warriors(document, warband)
        _rules(document, men, owner, content)
        things = _possessions(document, warband, men)
        _fortunes(document, warband, men, things, owner)
        _ledger(document, warband, men, things, owner)
        _overrides(document, warband, men, owner)
    return warband


def _moment(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _dated(told: Document) -> datetime:
    """When something was written: as it is told, but never in a time to come; now where nothing is told."""
    now = timezone.now()
    return min(_moment(told.get("at")) or now, now)


def _warriors(document: Document, warband: Warband) -> list[Warrior]:
    return Warrior.objects.bulk_create(
        Warrior(
            warband=warband,
            unit_type_id=one["unit"],
            name=one["name"],
            size=one.get("size", 1),
            promoted=one.get("promoted", False),
            experience=one.get("experience", 0),
            notes=one.get("notes", ""),
            position=place,
            removed_at=_moment(one.get("left")),
        )
        for place, one in enumerate(document["warriors"], start=1)
    )


def _rules(document: Document, men: list[Warrior], owner: User, content: Content) -> None:
    rows = []
    for one, warrior in zip(document["warriors"], men, strict=True):
        for change in one.get("rules", ()):
            standing = not change.get("taken") and not change.get("withdrawn")
            withdrawn = _moment(change.get("withdrawn"))
            rows.append(
                WarriorRule(
                    warrior=warrior,
                    rule_id=change["rule"],
                    taken=change.get("taken", False),
                    arguments=typed_values(change, content) if standing else change.get("arguments", {}),
                    reason=change["reason"],
                    by=owner,
                    withdrawn_at=withdrawn,
                    withdrawn_by=owner if withdrawn else None,
                    at=_dated(change),
                )
            )
    WarriorRule.objects.bulk_create(rows)


def _possessions(document: Document, warband: Warband, men: list[Warrior]) -> list[Possession]:
    return Possession.objects.bulk_create(
        Possession(
            warband=warband,
            warrior=men[one["warrior"] - 1] if one.get("warrior") else None,
            gone_at=_moment(one.get("gone")),
            created=_dated(one),
            **{
                name: one[name]
                for name in ("kind", "slug", "made", "brace", "quantity", "price", "free", "fixed")
                if name in one
            },
        )
        for one in document.get("possessions", ())
    )


EFFECTS = ("kind", "slug", "words", "reason", "experience", "figures", "misses", "leaves", "modifiers", "rules")


def _fortunes(document: Document, warband: Warband, men: list[Warrior], things: list[Possession], owner: User) -> None:
    def make(event: Document, rows: list[Fortune]) -> Fortune:
        return Fortune(
            warband=warband,
            warrior=men[event["warrior"] - 1],
            facts={name: _fact(name, value, men, things) for name, value in event.get("facts", {}).items()},
            undoes=rows[event["undoes"] - 1] if event.get("undoes") else None,
            by=owner,
            at=_dated(event),
            **{name: event[name] for name in EFFECTS if name in event},
        )

    _in_order(document.get("fortunes", ()), make)


def _fact(name: str, value: Any, men: list[Warrior], things: list[Possession]) -> Any:
    if name in OF_WARRIOR:
        return men[value - 1].public_id if value else ""
    if name in OF_WARRIORS:
        return sorted(men[place - 1].public_id for place in value)
    return [things[place - 1].pk for place in value] if name in OF_BELONGINGS else value


def _ledger(document: Document, warband: Warband, men: list[Warrior], things: list[Possession], owner: User) -> None:
    keys = {"warrior": [row.pk for row in men], "possession": [row.pk for row in things]}

    def make(entry: Document, rows: list[LedgerEntry]) -> LedgerEntry:
        dice = dict(entry.get("dice", {}))
        if dice.get("from"):
            dice["from"] = rows[dice["from"] - 1].pk
        return LedgerEntry(
            warband=warband,
            kind=entry["kind"],
            amount=entry["amount"],
            words=entry["words"],
            lines=[{"times": 1, **line} for line in entry.get("lines", ())],
            dice=dice,
            facts=entry.get("facts", {}),
            changes=[_step(step, keys) for step in entry.get("changes", ())],
            warrior=men[entry["warrior"] - 1] if entry.get("warrior") else None,
            undoes=rows[entry["undoes"] - 1] if entry.get("undoes") else None,
            by=owner,
            at=_dated(entry),
        )

    _in_order(document.get("ledger", ()), make)


def _overrides(document: Document, warband: Warband, men: list[Warrior], owner: User) -> None:
    LegalityOverride.objects.bulk_create(
        LegalityOverride(
            warband=warband,
            who=men[one["who"] - 1].public_id if one.get("who") else "",
            by=owner,
            at=_dated(one),
            withdrawn_at=_moment(one.get("withdrawn")),
            withdrawn_by=owner if one.get("withdrawn") else None,
            **{name: one[name] for name in ("code", "about", "text", "reason") if name in one},
        )
        for one in document.get("overrides", ())
    )


def _in_order[Row: (Fortune, LedgerEntry)](
    told: Iterable[Document], make: Callable[[Document, list[Row]], Row]
) -> None:
    """Rows in their order, many at once: only where one points to an earlier one must that have its key already."""
    rows: list[Row] = []
    waiting: list[Row] = []

    def save() -> None:
        if waiting:
            rows.extend(type(waiting[0])._default_manager.bulk_create(waiting))  # noqa: SLF001 - Django's own name
            waiting.clear()

    for one in told:
        if max(one.get("undoes") or 0, one.get("dice", {}).get("from") or 0) > len(rows):
            save()
        waiting.append(make(one, rows))
    save()


def _step(step: Document, keys: Mapping[str, list[int]]) -> Document:
    place = step["place"]
    states = {when: _state(step[when], keys["warrior"]) for when in ("was", "now")}
    return {"row": step["row"], "pk": keys[step["row"]][place - 1] if place else None, **states}


def _state(state: Document | None, warriors: list[int]) -> Document | None:
    if not state or state.get("warrior") is None:
        return state
    return {**state, "warrior": warriors[state["warrior"] - 1]}
