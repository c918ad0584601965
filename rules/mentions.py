"""References that stand in prose and in the tables of a campaign: rules linked, rulings named, items found."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.binding import Problem
from rules.engine.rulings import BY_ID
from rules.loading.shelves import PLACES
from rules.names import SLUG, Block
from rules.references import References

_LINK = re.compile(r"\]\(([^)\s]*)\)")
_RULING = re.compile(r"R-\d\d")

SHAPES: Mapping[str, Mapping[str, str]] = {
    "injuries": {
        "in_battle.changed_by.*": "rules",
        "henchmen.rows.*.rules.*": "rules",
        "henchmen.exceptions.*.item": "kinds_of_item",
        "heroes.rows.*.rules.*": "rules",
        "heroes.rows.*.rows.*.rules.*": "rules",
        "heroes.rows.*.pit_fight.opponent": "hired_swords",
        "captors_may.*.who.*": "who",
    },
    "experience": {
        "hero_advances.rows.*.choice.*": "characteristics",
        "hero_advances.rows.*.rows.*.stat": "characteristics",
        "hero_advances.rows.*.stat": "characteristics",
        "henchman_advances.rows.*.choice.*": "characteristics",
        "henchman_advances.rows.*.stat": "characteristics",
    },
    "exploration": {
        **{
            f"places.*.{way}{key}": what
            for way in ("outcome.", "outcome.extra.", "outcome.pass.", "outcome.choice.*.", "table.*.", "contents.*.")
            for key, what in {
                "item": "items",
                "items.*": "items",
                "or": "items",
                "upgrade": "items",
                "skill_list": "skill_lists",
            }.items()
        },
        "places.*.outcome.on_double.skill": "skills",
        "places.*.outcome.auto_pass.*": "who",
        "places.*.outcome.hated_by.*": "who",
        "places.*.by_warband.*.who": "explorers",
        "places.*.by_warband.*.who.*": "explorers",
        "artefacts.rows.*.item": "items",
    },
    "scenarios": {"choice.rows.*.scenario": "scenarios"},
    "trading": {
        "selling_exceptions.*.item": "items",
        "instead_of_searching.*": "skills",
        "price_modifiers.*.slug": "skills",
    },
    "casting": {"start_with.*.who": "short_units", "start_with.*.list": "spell_lists"},
}
"""By table, where in it something is referred to, and what it must be. A star stands for a place in a list."""


def check_mentions(document: Mapping[str, Any], references: References) -> None:
    """A problem for every link, ruling and word of a table that leads nowhere."""
    lists = references.known["warbands"]
    for kind, key in PLACES.items():
        for block in document.get(key, ()):
            _prose(kind, block, references)
            owner, apart, _ = block["slug"].partition("--")
            if kind == "rule" and apart and owner not in lists:
                message = f"there is no warband list “{owner}” whose rule it could be"
                references.problems.append(Problem(kind, block["slug"], "slug", message))
    for table in document.get("tables", ()):
        _table(table, references)


def _prose(kind: str, block: Block, references: References) -> None:
    for path, said in _leaves(block):
        if not isinstance(said, str):
            continue
        # What a list trades in stands in a file of its own.
        inside = kind == "warband" and path.startswith("trade.")
        where = ("trade", block["slug"], path.removeprefix("trade.")) if inside else (kind, block["slug"], path)
        linked = [slug for slug in _LINK.findall(said) if SLUG.match(slug)]
        missing = [f"there is no rule “{slug}”" for slug in linked if slug not in references.known["rules"]]
        missing += [f"there is no ruling {name}" for name in _RULING.findall(said) if name not in BY_ID]
        references.problems.extend(Problem(*where, message) for message in missing)


def _table(table: Block, references: References) -> None:
    data = table.get("data") or {}
    for path, said in _leaves(data):
        shape = re.sub(r"\b\d+\b", "*", path)
        if what := SHAPES.get(table["slug"], {}).get(shape):
            references.check("table", table["slug"], path, what, str(said))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything that stands in plain data, under the keys that lead to it."""
    if isinstance(value, (dict, list)):
        for key, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(child, f"{path}.{key}" if path else str(key))
    else:
        yield path, value
