"""The worked cases as they are shipped, and which of them turn out otherwise under another book."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from rules.engine.cases import CaseError, check
from rules.engine.rulebook import Rulebook
from rules.loading.load import DATA


@dataclass(frozen=True, slots=True)
class Turned:
    """A case that held and holds no longer (``broken``), or the other way round, and what does not hold."""

    id: str
    title: str
    broken: bool
    said: tuple[str, ...]


@cache
def cases() -> tuple[Mapping[str, Any], ...]:
    """Every worked case, in the order of the files."""
    found: list[Mapping[str, Any]] = []
    for path in sorted((DATA / "cases").glob("*.yaml")):
        found += yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)["cases"]  # it is safe
    return tuple(found)


def turned(before: Rulebook, after: Rulebook) -> list[Turned]:
    """The cases that turn out otherwise."""
    found = []
    for case in cases():
        then, now = _check(case, before), _check(case, after)
        if bool(then) != bool(now):
            found.append(Turned(case["id"], case.get("title", ""), bool(now), tuple(now or then)))
    return found


def _check(case: Mapping[str, Any], rulebook: Rulebook) -> list[str]:
    try:
        return check(case, rulebook)
    except (CaseError, LookupError, ValueError) as error:
        return [str(error)]
