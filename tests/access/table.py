"""The table of who may what, as read from ``table.yaml``. Its head says what its words mean."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import yaml
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.access.cast import PEOPLE

FILE = Path(__file__).parent / "table.yaml"
MAY = "may"
SIGN_IN = "sign-in"

type Answers = dict[str, str | int]
"""What each of the people is answered: ``may``, ``sign-in`` or a status."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the table says of one address: the answers to GET and to POST, what is sent, what is read there."""

    get: Answers
    post: Answers
    at: Mapping[str, Any] = field(default_factory=dict)
    send: Mapping[str, Any] | None = None
    fills_in: bool = False
    first: tuple[Mapping[str, Any], ...] = ()
    keeps: bool = False
    idle: str = ""
    tells: Mapping[str, frozenset[str]] = field(default_factory=dict)


def rows() -> dict[str, Row]:
    """Every row, by the address it is of (``Address.row``)."""
    told = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    found: dict[str, Row] = {}
    for name, row in _written(told):
        assert name not in found, f"{name} has two rows"
        found[name] = _row(row, told["doors"])
    return found


def secrets() -> dict[str, frozenset[str]]:
    """Who may read each secret, on whatever page."""
    told = yaml.safe_load(FILE.read_text(encoding="utf-8"))["secrets"]
    return {name: frozenset((who or "").split()) for name, who in told.items()}


def filled_in(told: Any, things: Mapping[str, Any]) -> Any:
    """What is written in a row, with the things it speaks of by ``$name``; what is bytes is a file."""
    if isinstance(told, str) and isinstance(content := things.get(told.removeprefix("$")), bytes):
        return SimpleUploadedFile("sent", content)
    if isinstance(told, str):
        return Template(told).substitute({name: str(thing) for name, thing in things.items() if name.isidentifier()})
    if isinstance(told, Mapping):
        return {filled_in(key, things): filled_in(value, things) for key, value in told.items()}
    return [filled_in(one, things) for one in told] if isinstance(told, list) else told


def _written(told: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield from told["addresses"].items()
    for group in told["admin"].values():
        for model in group["models"].split():
            for page, row in group["pages"].items():
                yield f"{model} {page}", row


def _row(row: Mapping[str, Any], doors: Mapping[str, Any]) -> Row:
    unknown = set(row) - {"get", "post", "at", "send", "fills in", "first", "keeps", "idle", "tells"}
    assert not unknown, unknown
    return Row(
        _answers(row["get"], doors),
        _answers(row["post"], doors),
        row.get("at", {}),
        row.get("send"),
        row.get("fills in", False),
        tuple(row.get("first", ())),
        row.get("keeps", False),
        row.get("idle", ""),
        {secret: frozenset(who.split()) for secret, who in row.get("tells", {}).items()},
    )


def _answers(told: Any, doors: Mapping[str, Any]) -> Answers:
    """The answers of a door, by its name or written out."""
    door = doors[told] if isinstance(told, str) else told
    found: Answers = {}
    for answer, who in door.items():
        for name in PEOPLE if who == "everybody" else str(who).split():
            assert name in PEOPLE, name
            assert name not in found, f"{name} is answered twice in {told}"
            found[name] = answer
    assert set(found) == set(PEOPLE), f"{set(PEOPLE) - set(found)} are not answered in {told}"
    return found
