"""The shipped files as a document, without a database."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, SequenceNode

from rules.binding import Problem
from rules.loading.nodes import DataError, FaultError, Place, Read, compose, is_null
from rules.loading.schema import RULE, WARBAND
from rules.loading.shelves import BY_KIND, SHELVES
from rules.loading.trade_schema import TRADE
from rules.loading.wares_schema import anything

DATA = Path(__file__).resolve().parent.parent / "data"

type Block = dict[str, Any]
type Lines = dict[str, int]
type Found = tuple[str, Block, Lines, str]
"""A block: what kind, itself, the line of every key, and its file."""

LISTS = {
    "glossary/**/*.yaml": "rule",
    "equipment/*.yaml": "item",
    "spells/*.yaml": "spell list",
    "hired_swords/*.yaml": "hired sword",
    "upgrades.yaml": "upgrades",
    "groups.yaml": "group",
    "clarifications/*.yaml": "clarification",
}
"""Files that are lists of blocks. One that is a mapping instead holds facts of that subject: a table."""

TABLE_SLUGS = {"hired_swords/general": "hired-swords"}


@dataclass(frozen=True)
class Shipped:
    """The shipped content: its document, and where in which file every block and key of it stands."""

    document: dict[str, list[Block]]
    places: dict[tuple[str, str], tuple[str, Lines]] = field(default_factory=dict)

    def fault(self, problem: Problem) -> FaultError:
        """A problem of binding by file and line: that of its key, or of the nearest key above it."""
        file, lines = self.places[problem.kind, problem.slug]
        path = problem.path
        while path and path not in lines:
            path = path.rpartition(".")[0]
        return FaultError(file, lines[path], f"{problem.slug}: {problem.path}", problem.message)


def document_from_files(data: Path = DATA) -> dict[str, list[Block]]:
    """The document of the shipped files, without a database. Raises ``DataError`` where they break the format."""
    return read_files(data).document


def read_files(data: Path = DATA) -> Shipped:
    """Everything below a folder. Raises ``DataError`` with every fault of every file."""
    faults: list[FaultError] = []
    places: dict[tuple[str, str], tuple[str, Lines]] = {}
    by_kind: dict[str, dict[str, Block]] = {kind: {} for kind in ("rule", "warband", "trade", *BY_KIND)}
    for kind, block, lines, file in _blocks(data, faults):
        slug = block["list"] if kind == "trade" else block["slug"]
        if slug in by_kind[kind]:
            first = places[kind, slug]
            message = f"“{slug}” already stands in {first[0]}, line {first[1]['']}"
            faults.append(FaultError(file, lines[""], "slug", message))
            continue
        by_kind[kind][slug] = block
        places[kind, slug] = (file, lines)
    for slug, block in by_kind["trade"].items():
        if slug in by_kind["warband"]:
            _add_trade(by_kind["warband"][slug], block, places["trade", slug][1])
        else:
            file, lines = places["trade", slug]
            faults.append(FaultError(file, lines["list"], "list", f"there is no warband list “{slug}”"))
    if faults:
        raise DataError(faults)
    document = {"rules": _in_order(by_kind["rule"]), "warbands": _in_order(by_kind["warband"])}
    document |= {shelf.key: _in_order(by_kind[shelf.kind]) for shelf in SHELVES if by_kind[shelf.kind]}
    return Shipped(_canonical(document), places)


def _in_order(blocks: dict[str, Block]) -> list[Block]:
    return [blocks[slug] for slug in sorted(blocks)]


def _add_trade(warband: Block, block: Block, lines: Lines) -> None:
    """A list's trade as part of its block, its units in the order of the list, without what says nothing.

    ``lines`` follow the units to their new places.
    """
    trade = {key: value for key, value in block.items() if key not in {"list", "units"}}
    order = {unit["slug"]: place for place, unit in enumerate(warband["units"])}
    units = [(place, unit) for place, unit in enumerate(block.get("units", ())) if len(unit) > 1]
    units.sort(key=lambda placed: order.get(placed[1]["unit"], len(order)))
    if units:
        trade["units"] = [unit for _, unit in units]
        places = {str(before): str(after) for after, (before, _) in enumerate(units)}
        for path in [path for path in lines if path.startswith("units.")]:
            _, place, *rest = path.split(".")
            moved = ".".join(["units", places.get(place, place), *rest])
            lines[f"moved {moved}"] = lines.pop(path)
        for path in [path for path in lines if path.startswith("moved ")]:
            lines[path.removeprefix("moved ")] = lines.pop(path)
    if trade:
        warband["trade"] = trade


# --- Files -----------------------------------------------------------------------------------------------------------


def _blocks(data: Path, faults: list[FaultError]) -> Iterator[Found]:
    for pattern, kind in LISTS.items():
        read = RULE if kind == "rule" else BY_KIND[kind].read
        for path, node in _files(data, pattern, faults):
            if isinstance(node, MappingNode) and kind != "rule":
                yield from _table(path, node, data, faults)
            else:
                yield from _list(read, node, kind, _shown(path), faults)
    for path, node in _files(data, "skills/*.yaml", faults):
        yield from _skills(node, _shown(path), faults)
    for path, node in _files(data, "warbands/*.yaml", faults):
        yield from _block(WARBAND, node, "warband", _shown(path), faults)
    for path, node in _files(data, "trade/*.yaml", faults):
        yield from _block(TRADE, node, "trade", _shown(path), faults)
    for path, node in _files(data, "campaign/*.yaml", faults):
        yield from _table(path, node, data, faults)


def _files(data: Path, pattern: str, faults: list[FaultError]) -> Iterator[tuple[Path, Node]]:
    """Files with their node trees; empty ones are passed over."""
    for path in sorted(data.glob(pattern)):
        try:
            node = compose(path.read_text(encoding="utf-8"), _shown(path))
        except FaultError as fault:
            faults.append(fault)
            continue
        if node is not None and not is_null(node):
            yield path, node


def _list(read: Read, node: Node, kind: str, file: str, faults: list[FaultError]) -> Iterator[Found]:
    if not isinstance(node, SequenceNode):
        faults.append(Place(file).fault(node, f"such a file is a list of {kind}s, each beginning with a dash"))
        return
    for child in node.value:
        yield from _block(read, child, kind, file, faults)


def _skills(node: Node, file: str, faults: list[FaultError]) -> Iterator[Found]:
    """A file of skills: ``lists``, and the ``skills`` on them."""
    kinds = {"lists": "skill list", "skills": "skill"}
    children = {key.value: (key, child) for key, child in node.value} if isinstance(node, MappingNode) else {}
    if not children or not children.keys() <= kinds.keys():
        faults.append(Place(file).fault(node, "a file of skills has the keys lists and skills, and no others"))
        return
    for key, (_, child) in children.items():
        yield from _list(BY_KIND[kinds[key]].read, child, kinds[key], file, faults)


def _table(path: Path, node: Node, data: Path, faults: list[FaultError]) -> Iterator[Found]:
    """A file that is one table as a whole."""
    place = str(path.relative_to(data).with_suffix(""))
    slug = TABLE_SLUGS.get(place, path.stem)
    for kind, facts, lines, file in _block(mapping_of_data, node, "table", _shown(path), faults):
        yield kind, {"slug": slug, "name": slug.replace("-", " ").capitalize(), "data": facts["data"]}, lines, file


def mapping_of_data(node: Node, place: Place) -> Block:
    """Whatever a file says, as the data of a table."""
    return {"data": anything(node, place)}


def _block(read: Read, node: Node, kind: str, file: str, faults: list[FaultError]) -> Iterator[Found]:
    place = Place(file, faults=faults, lines={"": node.start_mark.line + 1})
    before = len(faults)
    block = place.tried(read, node)
    if len(faults) == before:  # one with a fault is not half read: what is left would only bring further faults
        yield kind, block, place.lines, file


def _shown(path: Path) -> str:
    root = DATA.parent.parent
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)


# --- One way to say it -----------------------------------------------------------------------------------------------


def _canonical(document: dict[str, list[Block]]) -> dict[str, list[Block]]:
    """The same document with aliases resolved and sets in order, so that rows dump to exactly the same blocks."""
    aliases = {alias["slug"]: rule["slug"] for rule in document["rules"] for alias in rule.get("aliases", ())}
    for rule in document["rules"]:
        for key in ("opposites", "related"):
            if key in rule:
                rule[key] = sorted({aliases.get(slug, slug) for slug in rule[key]})
        if "table" in rule:
            rule["table"].sort(key=lambda row: row["from"])
    for key, blocks in document.items():
        if key != "tables":
            _resolve(blocks, aliases)
    return document


def _resolve(value: Any, aliases: dict[str, str]) -> None:
    """Wherever a rule is named by ``rule``, its own slug in place of an alias."""
    if isinstance(value, list):
        for item in value:
            _resolve(item, aliases)
    elif isinstance(value, dict):
        if value.get("rule") in aliases:
            value["rule"] = aliases[value["rule"]]
        for item in value.values():
            if isinstance(item, (dict, list)):
                _resolve(item, aliases)
