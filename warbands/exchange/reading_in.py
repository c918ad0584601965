"""Reading a document in: a new private warband of whoever sent it, or nothing at all."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.binding import ArgumentError, typed_arguments
from rules.content import Content, current
from rules.engine.rulebook import arguments
from rules.models import SpecialRule, UnitType, WarbandType
from warbands.exchange.document import Document
from warbands.exchange.refusals import Problem, UnreadableError
from warbands.models import EntryKind, LedgerEntry, Possession, Warband, Warrior, WarriorRule


@transaction.atomic
def read_in(*, document: Document, owner: User, client_key: UUID | None = None) -> Warband:
    """A new private warband of the owner's from a document of the published shape.

    The same key twice gives the same warband. Raises ``UnreadableError``
    where the document speaks of what there is not, or contradicts itself.
    """
    content = current()
    if problems := list(_problems(document, content)):
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
        _ledger(document, warband, men, things, owner)
    return warband


# --- What must hold beside the shape ---------------------------------------------------------------------------------


def _problems(document: Document, content: Content) -> Iterator[Problem]:
    head, warriors = document["warband"], document["warriors"]
    if not WarbandType.objects.filter(slug=head["list"]).exists():
        yield Problem(f"There is no list “{head['list']}”.", "$.warband.list")
    units = {row.slug: row for row in UnitType.objects.filter(slug__in={one["unit"] for one in warriors})}
    lists = dict(WarbandType.objects.filter(units__in=units.values()).values_list("pk", "slug"))
    named = {change["rule"] for one in warriors for change in one.get("rules", ())}
    rules = set(SpecialRule.objects.filter(slug__in=named).values_list("slug", flat=True))
    for place, one in enumerate(warriors):
        at = f"$.warriors[{place}]"
        unit = units.get(one["unit"])
        if unit is None:
            yield Problem(f"There is no unit “{one['unit']}”.", f"{at}.unit")
        elif unit.warband_id and lists.get(unit.warband_id) != head["list"]:
            yield Problem(f"“{one['unit']}” is not of the list “{head['list']}”.", f"{at}.unit")
        elif one.get("size", 1) > 1 and unit.kind != UnitType.Kind.HENCHMAN:
            yield Problem(f"{unit.name} is always one model.", f"{at}.size")
        for number, change in enumerate(one.get("rules", ())):
            yield from _of_rule(change, f"{at}.rules[{number}]", rules, content)
    yield from _bad_moments(document, "$")
    yield from _of_possessions(document)
    yield from _of_ledger(document)


def _of_rule(change: Document, at: str, rules: set[str], content: Content) -> Iterator[Problem]:
    if change["rule"] not in rules:
        yield Problem(f"There is no rule “{change['rule']}”.", f"{at}.rule")
    elif not change.get("taken") and not change.get("withdrawn"):
        try:
            _typed(change, content)
        except ArgumentError as error:
            yield Problem(f"{error}.", f"{at}.arguments")


def _typed(change: Document, content: Content) -> dict[str, Any]:
    """The values of a rule as they are kept: those of a rule that the book no longer holds as they are."""
    given: dict[str, Any] = change.get("arguments", {})
    known = content.rulebook.get(change["rule"])
    if known is None:
        return given
    found = arguments(typed_arguments(known.parameters, given, content.names))
    return {name: value if isinstance(value, int) else str(value) for name, value in found}


def _bad_moments(part: Any, at: str) -> Iterator[Problem]:
    """Moments that the calendar does not have."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name in {"at", "left", "withdrawn", "gone"} and isinstance(value, str):
                try:
                    datetime.fromisoformat(value)
                except ValueError:
                    yield Problem(f"“{value}” is no moment.", f"{at}.{name}")
            else:
                yield from _bad_moments(value, f"{at}.{name}")
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from _bad_moments(value, f"{at}[{place}]")


def _of_possessions(document: Document) -> Iterator[Problem]:
    many = len(document["warriors"])
    for place, one in enumerate(document.get("possessions", ())):
        at = f"$.possessions[{place}]"
        warrior = one.get("warrior")
        if warrior is None and one.get("kind", "item") != "item":
            yield Problem("Only an item lies in the stash: say whose this is.", f"{at}.warrior")
        yield from _beyond(warrior, many, "warrior", f"{at}.warrior")


def _of_ledger(document: Document) -> Iterator[Problem]:
    ledger = document.get("ledger", ())
    many = {"warrior": len(document["warriors"]), "possession": len(document.get("possessions", ()))}
    gold = 0
    undone: set[int | None] = set()
    for place, entry in enumerate(ledger):
        at = f"$.ledger[{place}]"
        gold += entry["amount"]
        if gold < 0:
            yield Problem(f"Here the warband has {gold} gold crowns.", f"{at}.amount")
            return
        if entry["kind"] == EntryKind.OPENING and place:
            yield Problem("A ledger opens with its first entry and never again.", f"{at}.kind")
        yield from _of_undoing(entry, place, ledger, undone, at)
        undone.add(entry.get("undoes"))
        yield from _beyond(entry.get("warrior"), many["warrior"], "warrior", f"{at}.warrior")
        yield from _beyond(entry.get("dice", {}).get("from"), place, "earlier entry", f"{at}.dice.from")
        for number, step in enumerate(entry.get("changes", ())):
            where = f"{at}.changes[{number}]"
            yield from _beyond(step["place"], many[step["row"]], step["row"], f"{where}.place")
            for when in ("was", "now"):
                held = (step[when] or {}).get("warrior")
                yield from _beyond(held, many["warrior"], "warrior", f"{where}.{when}.warrior")


def _of_undoing(entry: Document, place: int, ledger: Any, undone: set[int | None], at: str) -> Iterator[Problem]:
    taken = entry.get("undoes")
    if (entry["kind"] == EntryKind.UNDO) != (taken is not None):
        yield Problem("An entry of the kind “undo” says which one it takes back, and no other does.", f"{at}.undoes")
    elif taken is not None:
        if taken > place:
            yield Problem(f"There is no earlier entry {taken}.", f"{at}.undoes")
        elif taken in undone or ledger[taken - 1]["kind"] in {EntryKind.UNDO, EntryKind.OPENING}:
            yield Problem(f"Entry {taken} cannot be taken back, or was already.", f"{at}.undoes")
        elif ledger[taken - 1]["amount"] != -entry["amount"]:
            yield Problem(f"It does not bring back what entry {taken} moved.", f"{at}.amount")


def _beyond(place: int | None, many: int, what: str, at: str) -> Iterator[Problem]:
    if place is not None and place > many:
        yield Problem(f"There is no {what} {place}.", at)


# --- Rows ------------------------------------------------------------------------------------------------------------


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
                    arguments=_typed(change, content) if standing else change.get("arguments", {}),
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


def _ledger(document: Document, warband: Warband, men: list[Warrior], things: list[Possession], owner: User) -> None:
    """The entries one by one, for a later one may point to an earlier one's key."""
    rows: list[LedgerEntry] = []
    keys = {"warrior": [row.pk for row in men], "possession": [row.pk for row in things]}
    told = document.get("ledger", [])
    for entry in told:
        dice = dict(entry.get("dice", {}))
        if dice.get("from"):
            dice["from"] = rows[dice["from"] - 1].pk
        rows.append(
            LedgerEntry.objects.create(
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
        )
    _dated(rows, "at", [_moment(entry.get("at")) for entry in told])


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
