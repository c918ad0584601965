"""Reading a document in: a new private warband of whoever sent it, or nothing at all."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.content import Content, current
from warbands.exchange.consistency import inconsistencies, typed_values
from warbands.exchange.document import OF_BELONGINGS, OF_WARRIOR, OF_WARRIORS, Document
from warbands.exchange.refusals import UnreadableError
from warbands.models import Fortune, LedgerEntry, Possession, Warband, Warrior, WarriorRule


@transaction.atomic
def read_in(*, document: Document, owner: User, client_key: UUID | None = None) -> Warband:
    """A new private warband of the owner's from a document of the published shape.

    The same key twice gives the same warband. Raises ``UnreadableError``
    where the document speaks of what there is not, or contradicts itself.
    """
    content = current()
    if problems := list(inconsistencies(document, content)):
        raise UnreadableError(problems)
    head = document["warband"]
    fields = {"warband_type_id": head["list"], "name": head["name"], "notes": head.get("notes", "")}
    if client_key is None:
        warband, made = Warband.objects.create(owner=owner, **fields), True
    else:
        warband, made = Warband.objects.get_or_create(owner=owner, client_key=client_key, defaults=fields)
    if made:
        men = _warriors(document, warband)
        _rules(document, men, owner, content)
        things = _possessions(document, warband, men)
        _fortunes(document, warband, men, things, owner)
        _ledger(document, warband, men, things, owner)
    return warband


def _moment(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


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
    rows, moments = [], []
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
                )
            )
            moments.append(_moment(change.get("at")))
    _dated(WarriorRule.objects.bulk_create(rows), "at", moments)


def _possessions(document: Document, warband: Warband, men: list[Warrior]) -> list[Possession]:
    told = document.get("possessions", [])
    rows = Possession.objects.bulk_create(
        Possession(
            warband=warband,
            warrior=men[one["warrior"] - 1] if one.get("warrior") else None,
            gone_at=_moment(one.get("gone")),
            **{
                name: one[name]
                for name in ("kind", "slug", "made", "brace", "quantity", "price", "free", "fixed")
                if name in one
            },
        )
        for one in told
    )
    _dated(rows, "created", [_moment(one.get("at")) for one in told])
    return rows


EFFECTS = ("kind", "slug", "words", "reason", "experience", "figures", "misses", "leaves", "modifiers", "rules")


def _fortunes(document: Document, warband: Warband, men: list[Warrior], things: list[Possession], owner: User) -> None:
    def make(event: Document, rows: list[Fortune]) -> Fortune:
        return Fortune(
            warband=warband,
            warrior=men[event["warrior"] - 1],
            facts={name: _fact(name, value, men, things) for name, value in event.get("facts", {}).items()},
            undoes=rows[event["undoes"] - 1] if event.get("undoes") else None,
            by=owner,
            **{name: event[name] for name in EFFECTS if name in event},
        )

    told = document.get("fortunes", [])
    _dated(_in_order(told, make), "at", [_moment(event.get("at")) for event in told])


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
            changes=[_step(step, keys) for step in entry.get("changes", ())],
            warrior=men[entry["warrior"] - 1] if entry.get("warrior") else None,
            undoes=rows[entry["undoes"] - 1] if entry.get("undoes") else None,
            by=owner,
        )

    told = document.get("ledger", [])
    _dated(_in_order(told, make), "at", [_moment(entry.get("at")) for entry in told])


def _in_order[Row: (Fortune, LedgerEntry)](
    told: list[Document], make: Callable[[Document, list[Row]], Row]
) -> list[Row]:
    """Rows in their order, many at once: only where one points to an earlier one must that have its key already."""
    rows: list[Row] = []
    waiting: list[Row] = []

    def save() -> None:
        if waiting:
            rows.extend(type(waiting[0])._default_manager.bulk_create(waiting))  # noqa: SLF001 - Django's own name
            facts=entry.get("facts", {}),
            waiting.clear()

    for one in told:
        if max(one.get("undoes") or 0, one.get("dice", {}).get("from") or 0) > len(rows):
            save()
        waiting.append(make(one, rows))
    save()
    return rows


def _step(step: Document, keys: Mapping[str, list[int]]) -> Document:
    place = step["place"]
    states = {when: _state(step[when], keys["warrior"]) for when in ("was", "now")}
    return {"row": step["row"], "pk": keys[step["row"]][place - 1] if place else None, **states}


def _state(state: Document | None, warriors: list[int]) -> Document | None:
    if not state or state.get("warrior") is None:
        return state
    return {**state, "warrior": warriors[state["warrior"] - 1]}


def _dated(rows: Iterable[Any], field: str, moments: Iterable[datetime | None]) -> None:
    """Let rows that are dated when they are made bear the moments they are told."""
    told = [(row, moment) for row, moment in zip(rows, moments, strict=True) if moment]
    for row, moment in told:
        setattr(row, field, min(moment, timezone.now()))
    if told:
        type(told[0][0])._default_manager.bulk_update([row for row, _ in told], [field], batch_size=500)  # noqa: SLF001 - Django's own name
