"""Rosters of BattleScribe and New Recruit: XML from strangers, read by a library made for that."""

import io
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from warbands.exchange.drafts import Draft, Man, checked
from warbands.exchange.matching import folded
from warbands.exchange.refusals import UnreadableError

DEEPEST = 60
MOST_PARTS = 50_000
KINDS = {"hero": "hero", "henchman": "henchman", "hired sword": "hired-sword", "dramatis persona": "hired-sword"}
EXPERIENCE = re.compile(r"\b(?:xp|exp|experience)\b", re.IGNORECASE)
NUMBER = re.compile(r"\d{1,3}")


def read_battlescribe(data: bytes) -> Draft:
    """What a roster says. Raises ``UnreadableError`` for one that is none, or not of Mordheim."""
    root = _root(data)
    if _tag(root) != "roster":
        raise UnreadableError(f"This is XML, but no roster: it begins with “{_tag(root)[:40]}”.")
    system = root.get("gameSystemName", "")
    if "mordheim" not in folded(system):
        raise UnreadableError(f"This is a roster of {system[:80] or 'an unnamed game'}, not of Mordheim.")
    forces = list(_below(root, "forces", "force"))
    draft = Draft(
        "BattleScribe", name=root.get("name", ""), listed=forces[0].get("catalogueName", "") if forces else ""
    )
    for force in forces:
        if force is not forces[0]:
            draft.unread.append(f"A further force: {force.get('catalogueName', '')}")
        for selection in _below(force, "selections", "selection"):
            _take(selection, draft)
        draft.unread += [f"Rule of the force: {rule.get('name', '')}" for rule in _below(force, "rules", "rule")]
    draft.unread += [f"{words} in all: {value}" for words, value in _costs(root)]
    return checked(draft)


def _root(data: bytes) -> Element:
    try:
        root = _harmless(data)
    except DefusedXmlException:
        raise UnreadableError("There are declarations or entities in this XML, and no roster has any.") from None
    except ParseError as error:
        raise UnreadableError(f"This is not sound XML: {error.msg}.") from None
    except UnreadableError:
        raise
    except (LookupError, ValueError):
        raise UnreadableError("This XML is written in an encoding that we do not read. Save it as UTF-8.") from None
    if root is None:
        raise UnreadableError("There is nothing in this XML.")
    return root


def _harmless(data: bytes) -> Element | None:
    """The root, once its parts are counted. Raises ``UnreadableError`` for too many, and for too deep ones."""
    depth = 0
    root: Element | None = None
    for parts, (event, element) in enumerate(iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True)):
        root = element if root is None else root
        depth += 1 if event == "start" else -1
        if depth > DEEPEST or parts > 2 * MOST_PARTS:
            raise UnreadableError(
                "This is nested far too deeply." if depth > DEEPEST else "There is far too much in this."
            )
    return root


def _tag(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _below(element: Element, outer: str, inner: str) -> Iterator[Element]:
    for child in element:
        if _tag(child) == outer:
            yield from (one for one in child if _tag(one) == inner)


def _number(element: Element) -> int:
    written = element.get("number", "1")
    return max(1, min(int(written), 999)) if re.fullmatch(r"\d{1,6}", written) else 1


def _costs(element: Element) -> Iterator[tuple[str, str]]:
    for cost in _below(element, "costs", "cost"):
        value = re.sub(r"\.0*\Z", "", cost.get("value", "").strip())
        if value not in {"", "0", "-1"}:
            yield cost.get("name", "").strip() or "Cost", value


def _take(selection: Element, draft: Draft) -> None:
    """A selection of the force: somebody, or something of the warband's own."""
    people = selection.get("type") in {"unit", "model"} or any(_models(selection))
    if people:
        draft.men.append(_man(selection))
        return
    inner = list(_below(selection, "selections", "selection"))
    name = selection.get("name", "")
    if inner:
        things = [_told(one) for one in inner]
        if re.search(r"stash|equipment|treasur", name, re.IGNORECASE):
            draft.stash += things
        else:
            draft.unread.append(f"{name}: {', '.join(things)}")
    else:
        draft.unread.append(_told(selection))


def _told(selection: Element) -> str:
    many = _number(selection)
    return f"{many} × {selection.get('name', '')}" if many > 1 else selection.get("name", "")


def _models(selection: Element) -> Iterator[Element]:
    """The profiles of a model here."""
    return (
        one
        for one in _below(selection, "profiles", "profile")
        if one.get("typeName", "").casefold() in {"model", "unit"}
    )


def _man(selection: Element) -> Man:
    man = Man(selection.get("customName") or "", selection.get("name", ""), _kind(selection))
    members = [one for one in _below(selection, "selections", "selection") if one.get("type") == "model"]
    man.size = sum(_number(one) for one in members) or _number(selection)
    if man.kind in {"hero", "hired-sword"} and len(members) == 1:
        man.name = man.name or members[0].get("customName") or ""
    _fill(selection, man, man.size)
    man.gear, man.rules = list(dict.fromkeys(man.gear)), list(dict.fromkeys(man.rules))
    return man


def _kind(selection: Element) -> str:
    for category in _below(selection, "categories", "category"):
        if kind := KINDS.get(folded(category.get("name", ""))):
            return kind
    return ""


def _fill(selection: Element, man: Man, size: int) -> None:
    """All that stands in a selection and in those within it. What each model of a group has counts once."""
    for profile in _models(selection):
        for line in _below(profile, "characteristics", "characteristic"):
            man.stats.setdefault(line.get("name", "").strip().upper(), (line.text or "").strip())
    man.rules += [rule.get("name", "") for rule in _below(selection, "rules", "rule")]
    for words, value in _costs(selection):
        if EXPERIENCE.search(words) and value.isdigit():
            man.experience = min(int(value), 999)
    for inner in _below(selection, "selections", "selection"):
        if inner.get("type") != "model":
            _thing(inner, man, size)
        elif inner.get("name") and folded(inner.get("name", "")) != folded(man.unit) and not man.unit:
            man.unit = inner.get("name", "")
        _fill(inner, man, size)
    if notes := next((child.text for child in selection if _tag(child) == "customNotes" and child.text), ""):
        man.notes = f"{man.notes}\n{notes}".strip()


def _thing(inner: Element, man: Man, size: int) -> None:
    name, many = inner.get("name", ""), _number(inner)
    if EXPERIENCE.search(name):
        found = NUMBER.search(name)
        man.experience = int(found[0]) if found else many
    elif name:
        each = many // size if size > 1 and many % size == 0 else many
        man.gear.append(f"{each} × {name}" if each > 1 else name)
