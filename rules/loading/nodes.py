"""Reading YAML with a memory of where everything stood, so that every refusal can name file, line and key.

A *reader* takes a YAML node and a ``Place`` and returns a plain value, or raises ``FaultError``. ``mapping`` and
``list_of`` build readers from readers; they gather every fault below them, so that an author sees all of them at once.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from rules.names import SLUG

_INT = "tag:yaml.org,2002:int"
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}\Z")
"""What people write as a whole number. YAML knows further ways, and numbers that no column holds."""

type Read = Callable[[Node, "Place"], Any]


class FaultError(ValueError):
    """One thing wrong in a file: ``file``, ``line`` (from 1), ``key`` and the ``message`` in words."""

    def __init__(self, file: str, line: int, key: str, message: str) -> None:
        super().__init__(f"{file}, line {line}{f', “{key}”' if key else ''}: {message}")
        self.file = file
        self.line = line
        self.key = key
        self.message = message


class DataError(ValueError):
    """Files that cannot be loaded: ``faults`` lists all that is wrong with them."""

    def __init__(self, faults: list[FaultError]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands: its file, the keys that lead to it, the faults gathered so far and the line of every key."""

    file: str
    key: str = ""
    faults: list[FaultError] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    def at(self, key: str, node: Node) -> "Place":
        path = f"{self.key}.{key}" if self.key else key
        self.lines[path] = node.start_mark.line + 1
        return Place(self.file, path, self.faults, self.lines)

    def fault(self, node: Node, message: str) -> FaultError:
        return FaultError(self.file, node.start_mark.line + 1, self.key, message)

    def tried(self, read: Read, node: Node, missing: Any = None) -> Any:
        """What ``read`` makes of the node; ``missing``, and a fault noted down, when it refuses."""
        try:
            return read(node, self)
        except FaultError as fault:
            self.faults.append(fault)
            return missing


def compose(text: str, file: str) -> Node | None:
    """The node tree of one file. Raises ``FaultError`` for a file that is not YAML."""
    try:
        return yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FaultError(file, (mark.line if mark else 0) + 1, "", f"is not YAML: {error.problem}") from None


def is_null(node: Node) -> bool:
    """Whether nothing, or ``null``, stands there."""
    return isinstance(node, ScalarNode) and node.tag == "tag:yaml.org,2002:null"


def text(node: Node, place: Place) -> str:
    """Any scalar, as it is written: ``No`` and ``1999`` are words too."""
    if not isinstance(node, ScalarNode) or is_null(node):
        raise place.fault(node, f"must be text, not {said(node)}")
    return str(node.value).strip()


def slug(node: Node, place: Place) -> str:
    """A slug."""
    value = text(node, place)
    if not SLUG.match(value):
        raise place.fault(node, f"must be a slug (small letters, digits and hyphens), not “{value}”")
    return value


def whole(node: Node, place: Place) -> int:
    """A whole number."""
    if isinstance(node, ScalarNode) and node.tag == _INT and (found := _NUMBER.match(node.value)):
        return int(found[0])
    raise place.fault(node, f"must be a whole number, not {said(node)}")


def flag(node: Node, place: Place) -> bool:
    """True or false."""
    if isinstance(node, ScalarNode) and node.tag == "tag:yaml.org,2002:bool":
        return node.value.lower() in {"true", "yes", "on"}
    raise place.fault(node, f"must be true or false, not {said(node)}")


def scalar(node: Node, place: Place) -> int | str:
    """A number or a word: the value of a parameter, whose kind is checked once its rule is known."""
    if isinstance(node, ScalarNode) and node.tag == _INT and (found := _NUMBER.match(node.value)):
        return int(found[0])
    return text(node, place)


def one_of(*words: str) -> Read:
    """A reader for one word of a closed list."""

    def read(node: Node, place: Place) -> str:
        value = text(node, place)
        if value not in words:
            raise place.fault(node, f"must be one of {', '.join(words)}, not “{value}”")
        return value

    return read


def either(scalars: Read, mappings: Read) -> Read:
    """A reader that takes the short form (a scalar) or the long one (a mapping)."""

    def read(node: Node, place: Place) -> Any:
        return (mappings if isinstance(node, MappingNode) else scalars)(node, place)

    return read


def list_of(item: Read) -> Read:
    """A reader for a list; a single scalar is refused, because it is nearly always a forgotten dash."""

    def read(node: Node, place: Place) -> list[Any]:
        if not isinstance(node, SequenceNode):
            raise place.fault(node, f"must be a list, not {said(node)}")
        return [place.at(str(index), child).tried(item, child) for index, child in enumerate(node.value)]

    return read


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a mapping: how its value reads, whether it must be there, and the value that need not be written."""

    read: Read
    required: bool = False
    default: Any = None


def mapping(keys: Mapping[str, Key]) -> Read:
    """A reader for a mapping with exactly these keys. What is empty or the default is left out of the result."""

    def read(node: Node, place: Place) -> dict[str, Any]:
        if not isinstance(node, MappingNode):
            raise place.fault(node, f"must be a mapping of keys, not {said(node)}")
        found: dict[str, Any] = {}
        seen: set[str] = set()
        for name, child, here in pairs(node, place):
            if name not in keys:
                place.faults.append(here.fault(child, f"is not a known key; known are {', '.join(keys)}"))
                continue
            if name in seen:
                place.faults.append(here.fault(child, "is written twice"))
            seen.add(name)
            if is_null(child) and not keys[name].required:
                continue
            value = here.tried(keys[name].read, child)
            if keys[name].required or not _goes_without_saying(value, keys[name].default):
                found[name] = value
        missing = [f"“{name}”" for name, key in keys.items() if key.required and name not in seen]
        if missing:
            place.faults.append(place.fault(node, f"lacks {' and '.join(missing)}"))
        return found

    return read


def _goes_without_saying(value: Any, default: Any) -> bool:
    return value is None or value == default or value in ("", [], {})


def pairs(node: MappingNode, place: Place) -> list[tuple[str, Node, Place]]:
    """The keys of a mapping with their nodes and places."""
    for key, _ in node.value:
        if not isinstance(key, ScalarNode):
            raise place.fault(key, f"a key must be a word, not {said(key)}")
    return [(key.value, child, place.at(str(key.value), key)) for key, child in node.value]


def free_mapping(value: Read) -> Read:
    """A reader for a mapping whose keys its author chooses (the parameters of an attachment)."""

    def read(node: Node, place: Place) -> dict[str, Any]:
        if not isinstance(node, MappingNode):
            raise place.fault(node, f"must be a mapping of names and values, not {said(node)}")
        return {name: here.tried(value, child) for name, child, here in pairs(node, place)}

    return read


def said(node: Node) -> str:
    """What stands there, in words."""
    if isinstance(node, SequenceNode):
        return "a list"
    if isinstance(node, MappingNode):
        return "a mapping"
    return "nothing" if is_null(node) else f"“{node.value}”"
