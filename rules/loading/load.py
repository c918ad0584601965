"""The shipped files as a document, without a database."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.binding import Problem
from rules.loading.nodes import DataError, FaultError, compose
from rules.loading.schema import glossary_blocks, warband_block

DATA = Path(__file__).resolve().parent.parent / "data"

type Lines = dict[str, int]


@dataclass(frozen=True)
class Shipped:
    """The shipped content: its document, and where in which file every block and key of it stands."""

    document: dict[str, list[dict[str, Any]]]
    places: dict[tuple[str, str], tuple[str, Lines]] = field(default_factory=dict)

    def fault(self, problem: Problem) -> FaultError:
        """A problem of binding by file and line: that of its key, or of the nearest key above it."""
        file, lines = self.places[problem.kind, problem.slug]
        path = problem.path
        while path and path not in lines:
            path = path.rpartition(".")[0]
        return FaultError(file, lines[path], f"{problem.slug}: {problem.path}", problem.message)


def document_from_files(data: Path = DATA) -> dict[str, list[dict[str, Any]]]:
    """The document of the shipped files, without a database. Raises ``DataError`` where they break the format."""
    return read_files(data).document


def read_files(data: Path = DATA) -> Shipped:
    """Glossary and warband lists from their YAML files. Raises ``DataError`` with every fault of every file."""
    faults: list[FaultError] = []
    places: dict[tuple[str, str], tuple[str, Lines]] = {}
    rules: dict[str, dict[str, Any]] = {}
    warbands: dict[str, dict[str, Any]] = {}
    for kind, block, lines, file in _blocks(data, faults):
        found = rules if kind == "rule" else warbands
        slug = block["slug"]
        if slug in found:
            first = places[kind, slug]
            faults.append(
                FaultError(file, lines[""], "slug", f"“{slug}” already stands in {first[0]}, line {first[1]['']}")
            )
            continue
        found[slug] = block
        places[kind, slug] = (file, lines)
    if faults:
        raise DataError(faults)
    document = {
        "rules": [rules[slug] for slug in sorted(rules)],
        "warbands": [warbands[slug] for slug in sorted(warbands)],
    }
    return Shipped(_canonical(document), places)


def _blocks(data: Path, faults: list[FaultError]) -> Iterator[tuple[str, dict[str, Any], Lines, str]]:
    for path in sorted((data / "glossary").rglob("*.yaml")):
        file = _shown(path)
        try:
            node = compose(path.read_text(encoding="utf-8"), file)
        except FaultError as fault:
            faults.append(fault)
            continue
        for block, lines in glossary_blocks(node, file, faults):
            yield "rule", block, lines, file
    for path in sorted((data / "warbands").glob("*.yaml")):
        file = _shown(path)
        try:
            node = compose(path.read_text(encoding="utf-8"), file)
        except FaultError as fault:
            faults.append(fault)
            continue
        if found := warband_block(node, file, faults):
            yield "warband", *found, file


def _shown(path: Path) -> str:
    root = DATA.parent.parent
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


def _canonical(document: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """The same document with aliases resolved and sets in order, so that rows dump to exactly the same blocks."""
    aliases = {alias["slug"]: rule["slug"] for rule in document["rules"] for alias in rule.get("aliases", ())}
    for rule in document["rules"]:
        for part in rule.get("includes", ()):
            part["rule"] = aliases.get(part["rule"], part["rule"])
        for key in ("opposites", "related"):
            if key in rule:
                rule[key] = sorted({aliases.get(slug, slug) for slug in rule[key]})
        if "table" in rule:
            rule["table"].sort(key=lambda row: row["from"])
    for warband in document["warbands"]:
        for holder in (warband, *warband["units"]):
            for attachment in holder.get("rules", ()):
                attachment["rule"] = aliases.get(attachment["rule"], attachment["rule"])
    return document
