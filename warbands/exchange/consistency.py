"""What must hold of a document beside its shape: all it speaks of is there, and it does not contradict itself."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from rules.binding import ArgumentError, typed_arguments
from rules.content import Content
from rules.engine.rulebook import arguments
from rules.models import SpecialRule, UnitType, WarbandType
from warbands.exchange.document import OF_BELONGINGS, OF_WARRIOR, OF_WARRIORS, Document
from warbands.exchange.refusals import Problem
from warbands.models import EntryKind, FortuneKind

MOST_RULES = 5_000
"""Most rules by hand of a whole warband: as many as it may have entries of its ledger."""


def inconsistencies(document: Document, content: Content) -> Iterator[Problem]:
    """All that a document of the right shape says and that cannot be."""
    head, warriors = document["warband"], document["warriors"]
    if not WarbandType.objects.filter(slug=head["list"]).exists():
        yield Problem(f"There is no list “{head['list']}”.", "$.warband.list")
    units = {row.slug: row for row in UnitType.objects.filter(slug__in={one["unit"] for one in warriors})}
    lists = dict(WarbandType.objects.filter(units__in=units.values()).values_list("pk", "slug"))
    told = (*warriors, *document.get("fortunes", ()))
    named = {change["rule"] for one in told for change in one.get("rules", ())}
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
    if sum(len(one.get("rules", ())) for one in warriors) > MOST_RULES:
        yield Problem(f"There are more than {MOST_RULES} rules by hand, and no warband has as many.", "$.warriors")
    yield from _bad_moments(document, "$")
    yield from _of_possessions(document)
    yield from _of_fortunes(document, rules, content)
    yield from _of_ledger(document)
    yield from _of_overrides(document)


def unknown_things(document: Document, content: Content) -> list[str]:
    """Belongings that the book does not hold: they are kept, and whoever mistyped one is told."""
    options = {option.slug for family in content.upgrades.values() for option in family.options}
    known = {"item": content.items.keys(), "upgrade": options, "spell": content.spells.keys()}
    told = document.get("possessions", ())
    slugs = [one["slug"] for one in told if one["slug"] not in known[one.get("kind", "item")]]
    slugs += [one["made"] for one in told if one.get("made") and one["made"] not in content.items]
    return list(dict.fromkeys(slugs))


def _of_rule(change: Document, at: str, rules: set[str], content: Content) -> Iterator[Problem]:
    if change["rule"] not in rules:
        yield Problem(f"There is no rule “{change['rule']}”.", f"{at}.rule")
    elif not change.get("taken") and not change.get("withdrawn"):
        try:
            typed_values(change, content)
        except ArgumentError as error:
            yield Problem(f"{error}.", f"{at}.arguments")


def typed_values(change: Document, content: Content) -> dict[str, Any]:
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


def _of_fortunes(document: Document, rules: set[str], content: Content) -> Iterator[Problem]:
    fortunes = document.get("fortunes", ())
    men, things = len(document["warriors"]), len(document.get("possessions", ()))
    opened: set[int] = set()
    undone: set[int] = set()
    for place, event in enumerate(fortunes):
        at = f"$.fortunes[{place}]"
        yield from _beyond(event["warrior"], men, "warrior", f"{at}.warrior")
        if event["kind"] == FortuneKind.OPENING and event["warrior"] in opened:
            yield Problem("What happened to somebody begins once.", f"{at}.kind")
        opened |= {event["warrior"]} if event["kind"] == FortuneKind.OPENING else set()
        taken = event.get("undoes")
        if (event["kind"] == FortuneKind.UNDO) != (taken is not None):
            yield Problem("What is of the kind “undo” says what it takes back, and nothing else does.", f"{at}.undoes")
        elif taken is not None and (
            taken > place or taken in undone or fortunes[taken - 1]["kind"] == FortuneKind.UNDO
        ):
            yield Problem(f"Nothing earlier is number {taken} that can be taken back.", f"{at}.undoes")
        undone |= {taken} if taken else set()
        for number, held in enumerate(event.get("rules", ())):
            yield from _of_rule(held, f"{at}.rules[{number}]", rules, content)
        for name, value in event.get("facts", {}).items():
            many = things if name in OF_BELONGINGS else men if name in OF_WARRIOR | OF_WARRIORS else None
            if many is not None:
                what = "belonging" if name in OF_BELONGINGS else "warrior"
                for one in value if isinstance(value, list) else [value]:
                    yield from _beyond(one, many, what, f"{at}.facts.{name}")


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


def _of_overrides(document: Document) -> Iterator[Problem]:
    standing = set()
    for place, one in enumerate(document.get("overrides", ())):
        at = f"$.overrides[{place}]"
        yield from _beyond(one.get("who"), len(document["warriors"]), "warrior", f"{at}.who")
        key = one["code"], one.get("about", ""), one.get("who")
        if not one.get("withdrawn"):
            if key in standing:
                yield Problem("This is let stand already.", at)
            standing.add(key)


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
