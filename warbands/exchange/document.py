"""A whole warband as one document: what its player may keep, carry elsewhere and read in again.

Its shape is published in ``schema/warband-1.json``, whose places count from 1. Tests are left out, and so is who wrote
what: a file is typed by whoever likes, and must not pass for a record.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Model, prefetch_related_objects

from warbands.models import EntryKind, Fortune, LedgerEntry, LegalityOverride, Possession, Warband, Warrior, WarriorRule

FORMAT = "muster-warband-1"

OF_WARRIOR = frozenset({"hero", "group"})
OF_WARRIORS = frozenset({"tied"})
OF_BELONGINGS = frozenset({"lost", "gear"})
"""Facts of what happened that point to somebody, to several, and to belongings."""

type Document = dict[str, Any]
type Places = Mapping[int | None, int]
"""Where the row with a key stands in its list of the document."""


def document_of(warband: Warband, *, schema: str = "") -> Document:
    """A warband with everything in it; ``schema`` is the address of the schema. Six queries."""
    return _document(warband, _rules([warband]), schema)


def documents_of(warbands: Sequence[Warband]) -> list[Document]:
    """As ``document_of``, of many, in no more queries than one takes."""
    prefetch_related_objects(warbands, "warriors", "possessions", "fortunes", "ledger", "legality_overrides")
    rules = _rules(warbands)
    return [_document(warband, rules) for warband in warbands]


def _rules(warbands: Sequence[Warband]) -> Mapping[int, Sequence[WarriorRule]]:
    """What was given and taken by hand, by warrior."""
    found: dict[int, list[WarriorRule]] = {}
    for change in WarriorRule.objects.filter(warrior__warband__in=warbands):
        found.setdefault(change.warrior_id, []).append(change)
    return found


def _document(warband: Warband, rules: Mapping[int, Sequence[WarriorRule]], schema: str = "") -> Document:
    warriors = list(warband.warriors.all())
    possessions = list(warband.possessions.all())
    fortunes = list(warband.fortunes.all())
    ledger = list(warband.ledger.all())
    men, things = _places(warriors), _places(possessions)
    named = {row.public_id: place for place, row in enumerate(warriors, start=1)}
    return {
        **({"$schema": schema} if schema else {}),
        "format": FORMAT,
        "warband": {"list": warband.warband_type_id, "name": warband.name, "notes": warband.notes},
        "warriors": [_warrior(row, rules.get(row.pk, ())) for row in warriors],
        "possessions": [_possession(row, men) for row in possessions],
        "fortunes": _fortunes(fortunes, men, named, things),
        "ledger": _ledger(ledger, men, things),
        "overrides": [_override(row, named) for row in warband.legality_overrides.all()],
    }


def _places(rows: Iterable[Model]) -> Places:
    return {row.pk: place for place, row in enumerate(rows, start=1)}


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _warrior(row: Warrior, rules: Iterable[WarriorRule]) -> Document:
    return {
        "unit": row.unit_type_id,
        "name": row.name,
        "size": row.size,
        "promoted": row.promoted,
        "experience": row.experience,
        "notes": row.notes,
        "left": _moment(row.removed_at),
        "rules": [
            {
                "rule": change.rule_id,
                "taken": change.taken,
                "arguments": change.arguments,
                "reason": change.reason,
                "at": _moment(change.at),
                "withdrawn": _moment(change.withdrawn_at),
            }
            for change in rules
        ],
    }


def _possession(row: Possession, men: Places) -> Document:
    return {
        "warrior": men.get(row.warrior_id),
        "kind": row.kind,
        "slug": row.slug,
        "made": row.made,
        "brace": row.brace,
        "quantity": row.quantity,
        "price": row.price,
        "free": row.free,
        "fixed": row.fixed,
        "at": _moment(row.created),
        "gone": _moment(row.gone_at),
    }


def _fortunes(rows: list[Fortune], men: Places, named: Mapping[str, int], things: Places) -> list[Document]:
    events = _places(rows)
    return [
        {
            "warrior": men[row.warrior_id],
            "kind": row.kind,
            "slug": row.slug,
            "words": row.words,
            "reason": row.reason,
            "experience": row.experience,
            "figures": row.figures,
            "misses": row.misses,
            "leaves": row.leaves,
            "modifiers": row.modifiers,
            "rules": row.rules,
            "facts": {name: _fact(name, value, named, things) for name, value in row.facts.items()},
            "undoes": events.get(row.undoes_id),
            "at": _moment(row.at),
        }
        for row in rows
    ]


def _fact(name: str, value: Any, named: Mapping[str, int], things: Places) -> Any:
    """What a row keeps for itself, with places for warriors and belongings."""
    if name in OF_WARRIOR:
        return named.get(value)
    if name in OF_WARRIORS:
        return sorted(named[one] for one in value if one in named)
    return [things[one] for one in value if one in things] if name in OF_BELONGINGS else value


def _ledger(rows: list[LedgerEntry], men: Places, things: Places) -> list[Document]:
    entries = _places(rows)
    undone = {row.undoes_id for row in rows}
    return [
        {
            "kind": row.kind,
            "amount": row.amount,
            "words": row.words,
            "warrior": men.get(row.warrior_id),
            "undoes": entries.get(row.undoes_id),
            "at": _moment(row.at),
            "lines": row.lines,
            **({"dice": _dice(row.dice, entries)} if row.dice else {}),
            **({"facts": row.facts} if row.facts else {}),
            # What was taken back is never taken back again, and some of what it made is no more.
            "changes": []
            if row.pk in undone or row.kind == EntryKind.UNDO
            else [_change(step, men, things) for step in row.changes],
        }
        for row in rows
    ]


def _override(row: LegalityOverride, named: Mapping[str, int]) -> Document:
    return {
        "code": row.code,
        "about": row.about,
        "who": named.get(row.who),
        "text": row.text,
        "reason": row.reason,
        "at": _moment(row.at),
        "withdrawn": _moment(row.withdrawn_at),
    }


def _dice(dice: Document, entries: Places) -> Document:
    return {**dice, "from": entries.get(dice["from"])} if "from" in dice else dice


def _change(step: Document, men: Places, things: Places) -> Document:
    of_warrior = step["row"] == "warrior"
    return {
        "row": step["row"],
        "place": (men if of_warrior else things).get(step["pk"]),
        "was": _state(step["was"], men),
        "now": _state(step["now"], men),
    }


def _state(state: Document | None, men: Places) -> Document | None:
    return {**state, "warrior": men.get(state["warrior"])} if state and "warrior" in state else state
