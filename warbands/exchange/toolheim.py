"""Warband files of Toolheim: YAML by hand, in several spellings."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from warbands.exchange.drafts import Draft, Man, checked, shortened
from warbands.exchange.refusals import UnreadableError, printable

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where PyYAML was built with it
LARGEST = 128 * 1024
DEEPEST = 12
MOST_PARTS = 20_000

SPELT = {"heroes": "heros", "henchman": "henchmen", "groups": "henchmen", "goldcrowns": "gc", "gold": "gc"}
CALLED = re.compile(
    r"(?P<name>.*?)\s*\((?P<unit>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?:\[(?P<xp>[^\]]*)\])?\s*\Z", re.DOTALL
)
MANY = re.compile(r"(?P<many>\d{1,3})\s*[x×]?\s*(?P<unit>\D.*)\Z", re.IGNORECASE | re.DOTALL)
STAT = re.compile(r"([A-Za-z]{1,2})\s*[:=]?\s*([-+\d]+\+?|\d*D\d)\s*\Z")
WHOLE = {
    "rating": "Rating",
    "campaign": "Campaign points",
    "shards": "Wyrdstone shards",
    "alignment": "Alignment",
    "achievments": "Achievements",
    "achievements": "Achievements",
}
OF_A_MAN = {"skilllists": "Skill lists", "warbandaddition": "Added to the rating"}
OWN = {"objective": "Objective"}
"""What its player keeps to himself."""
KNOWN = {"warband", "gc", "equipment", "heros", "henchmen", "notes", "active"}
KNOWN_OF_A_MAN = {"hero", "group", "stats", "weapons", "armour", "armor", "rules", "large", "hiredsword"}


def read_toolheim(text: str) -> Draft:
    """What a file of Toolheim says. Raises ``UnreadableError`` for one that is none."""
    told = _read(text)
    if not isinstance(told, dict) or not ({"warband", "heros", "henchmen"} & told.keys()):
        raise UnreadableError("This is YAML, but no warband file of Toolheim: it has neither “warband” nor “heros”.")
    name, unit, _ = _called(_text(told.get("warband", "")))
    draft = Draft("Toolheim", name=name, listed=unit, gold=_number(_text(told.get("gc", ""))))
    draft.stash = list(_listed(told.get("equipment", "")))
    draft.notes = "\n".join(_text(note) for note in _many(told.get("notes", ""))).strip()
    draft.men = [_man(one, "hero") for one in _many(told.get("heros", []))]
    draft.men += [_man(one, "henchman") for one in _many(told.get("henchmen", []))]
    draft.unread = [f"{words}: {_text(told[key])}" for key, words in WHOLE.items() if _text(told.get(key, ""))]
    if draft.gold is None and _text(told.get("gc", "")):
        draft.unread.append(f"Gold: {_text(told['gc'])}")
    known = KNOWN | WHOLE.keys()
    draft.private = [f"{OWN.get(key, key)}: {_text(value)}" for key, value in told.items() if key not in known]
    return checked(draft)


def _read(text: str) -> Any:
    """YAML as lists, mappings and text, without a tag, an alias or a type. Raises ``UnreadableError``."""
    if len(text) > LARGEST:
        raise UnreadableError(f"The text is longer than {LARGEST // 1024} KB, and no warband file is.")
    try:
        _harmless(text)
        root = yaml.compose(text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        where = f" (line {error.problem_mark.line + 1})" if error.problem_mark else ""
        raise UnreadableError(f"This is not YAML: {error.problem or error.context}{where}.") from None
    except yaml.YAMLError:
        raise UnreadableError("This is not YAML: it holds characters that no text has.") from None
    return _plain(root)


def _harmless(text: str) -> None:
    """Look at the parts without building anything. Raises ``UnreadableError``."""
    depth = 0
    for parts, event in enumerate(yaml.parse(text, Loader=LOADER)):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            line = event.start_mark.line + 1 if event.start_mark else 0
            raise UnreadableError(f"Anchors and aliases (& and *) are not read: there is one in line {line}.")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST or parts > MOST_PARTS:
            raise UnreadableError(
                "This is nested far too deeply." if depth > DEEPEST else "There is far too much in this."
            )


def _plain(node: Any) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return [_plain(one) for one in node.value]
    if not isinstance(node, yaml.MappingNode):
        told = isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:null"
        return printable(node.value) if told else ""
    found: dict[str, Any] = {}
    for name, value in node.value:
        key = re.sub(r"[\s_-]", "", _text(_plain(name)).casefold())
        key = SPELT.get(key, key)
        if key in found:
            raise UnreadableError(f"“{key}” stands twice in the same place (line {name.start_mark.line + 1}).")
        found[key] = _plain(value)
    return found


def _man(told: Any, kind: str) -> Man:
    if not isinstance(told, dict):
        told = {"hero": told}
    name, unit, gained = _called(_text(told.get("hero") or told.get("group") or ""))
    size = 1
    if (many := MANY.match(unit)) and (kind == "henchman" or "group" in told):
        size, unit = max(1, int(many["many"])), many["unit"].strip()
    experience = _number(gained)
    man = Man(name, unit, "hired-sword" if _yes(told.get("hiredsword")) else kind, size, experience)
    if gained.strip() and experience is None:
        man.unread.append(f"Experience: {gained}")
    man.gear = [thing for key in ("weapons", "armour", "armor") for thing in _listed(told.get(key, ""))]
    man.rules = list(_listed(told.get("rules", "")))
    for part in _listed(told.get("stats", "")):
        if found := STAT.match(part):
            man.stats[found[1].upper()] = found[2]
        else:
            man.unread.append(f"Profile: {part}")
    for key, words in OF_A_MAN.items():
        if _text(told.get(key, "")) not in {"", "0"}:
            man.unread.append(f"{words}: {_text(told[key])}")
    known = KNOWN_OF_A_MAN | OF_A_MAN.keys()
    man.private = [f"{key}: {_text(value)}" for key, value in told.items() if key not in known]
    return man


def _called(words: str) -> tuple[str, str, str]:
    """Name, type and experience: ``Name (Type) [32XP]``."""
    words = shortened(words)
    found = CALLED.match(words)
    if found:
        return found["name"].strip(), found["unit"].strip(), found["xp"] or ""
    bare, _, gained = words.partition("[")
    return bare.strip(), "", gained.rstrip("] ")


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(one)}" for key, one in value.items())
    return ", ".join(_text(one) for one in value) if isinstance(value, list) else str(value).strip()


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


def _listed(value: Any) -> Iterator[str]:
    """The parts of a comma-separated text; a comma within brackets parts nothing."""
    for line in _many(value):
        part, depth = "", 0
        for sign in f"{_text(line)},":
            depth = max(0, depth + (sign == "(") - (sign == ")"))
            if sign in ",;" and not depth:
                if part.strip() not in {"", "-", "–"}:
                    yield part.strip()
                part = ""
            else:
                part += sign
        if part.strip(" ,"):
            yield part.strip(" ,")  # a bracket was never closed


def _number(words: str) -> int | None:
    found = re.match(r"\D*?(\d{1,6})(?!\d)", words)
    return int(found[1]) if found else None


def _yes(value: Any) -> bool:
    return _text(value or "").casefold() in {"true", "yes", "on", "1", "ja", "y"}
