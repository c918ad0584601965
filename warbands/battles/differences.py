"""What sets two states apart, value by value, so that an event can be replayed and taken back without the engine."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from warbands.battles.stored import Doc

type Change = list[Any]
"""A path into the state (keys), the value before, and the value after."""

DEEP = {"models": 2, "sides": 1}
"""How many keys deep a part of the state is compared; every other part is one value."""


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """The changes that make one state the other. All states have the same keys, but for models that join in play."""
    return [change for key in after for change in _compare([key], before[key], after[key], DEEP.get(key, 0))]


def _compare(path: list[str], before: Any, after: Any, depth: int) -> Iterator[Change]:
    if before == after:
        return
    if depth == 0:
        yield [path, before, after]
        return
    for key in dict.fromkeys((*before, *after)):
        deeper = depth - 1 if key in before and key in after else 0
        yield from _compare([*path, key], before.get(key), after.get(key), deeper)


def applied(state: Mapping[str, Any], changes: Iterable[Change]) -> Doc:
    """The state after these changes."""
    new = dict(state)
    for path, _, value in changes:
        _set(new, path, value)
    return new


def _set(state: Doc, path: list[str], value: Any) -> None:
    *way, key = path
    part = state
    for step in way:
        part[step] = dict(part[step])
        part = part[step]
    if value is None and len(way) < DEEP.get(path[0], 0):
        del part[key]  # a whole model: nothing but one that had joined is taken back so
    else:
        part[key] = value


def reversed_(changes: Iterable[Change]) -> list[Change]:
    """The changes that take these back."""
    return [[path, after, before] for path, before, after in reversed(list(changes))]
