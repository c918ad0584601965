"""What the catalogue may refer to, and a problem for every reference that leads nowhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.binding import Problem
from rules.engine.rulings import BY_ID
from rules.names import CHARACTERISTICS, HIRED_SWORDS, Names, full_slug

WHAT = {
    "items": "item",
    "skills": "skill",
    "skill_lists": "skill list",
    "spells": "spell",
    "spell_lists": "spell list",
    "upgrades": "family of upgrades",
    "hired_swords": "hired sword",
    "units": "unit",
    "warbands": "warband list",
    "groups": "group",
    "rules": "rule",
    "rulings": "ruling",
    "who": "group, list, unit, hired sword or people",
    "tags": "tag",
    "short_units": "unit of any list",
    "kinds_of_item": "item, category of items or group that names its items",
    "characteristics": "characteristic",
    "explorers": "group, list or “others”",
    "scenarios": "scenario",
}


@dataclass(frozen=True)
class References:
    """Slugs of everything by what it is; ``problems`` is where what leads nowhere is noted down."""

    known: Mapping[str, frozenset[str]]
    problems: list[Problem]

    @classmethod
    def of_document(cls, document: Mapping[str, Any], names: Names, problems: list[Problem]) -> "References":
        """All that a document offers to refer to."""

        def slugs(key: str, parts: str = "") -> frozenset[str]:
            blocks = document.get(key, ())
            return frozenset(one["slug"] for block in blocks for one in (block.get(parts, ()) if parts else (block,)))

        swords = slugs("hired_swords")
        units = frozenset(full_slug(w["slug"], unit["slug"]) for w in document["warbands"] for unit in w["units"])
        units |= {full_slug(HIRED_SWORDS, slug) for slug in swords}
        known = {
            "items": slugs("equipment"),
            "skills": slugs("skills"),
            "skill_lists": slugs("skill_lists"),
            "spells": slugs("spell_lists", "spells"),
            "spell_lists": slugs("spell_lists"),
            "upgrades": slugs("upgrades"),
            "hired_swords": swords,
            "warbands": slugs("warbands"),
            "groups": slugs("groups"),
            "units": units,
            "rulings": frozenset(BY_ID),
            "rules": frozenset(names.parameters) | frozenset(names.aliases),
        }
        shorts = frozenset(unit["slug"] for warband in document["warbands"] for unit in warband["units"])
        kinds = {word for item in document.get("equipment", ()) for word in (item["category"], item["slot"])}
        kinds |= {group["slug"] for group in document.get("groups", ()) if group.get("items")}
        known |= {
            "who": known["groups"] | known["warbands"] | units | names.tags | {"any"},
            "tags": names.tags,
            "short_units": shorts | swords,
            "kinds_of_item": known["items"] | kinds,
            "characteristics": frozenset(CHARACTERISTICS),
            "explorers": known["groups"] | known["warbands"] | {"others"},
            "scenarios": _scenarios(document),
        }
        return cls(known, problems)

    def check(self, kind: str, owner: str, path: str, what: str, slugs: Iterable[str] | str) -> None:
        """A problem for each of these slugs that is none of what it should be."""
        alone = isinstance(slugs, str)
        for index, slug in enumerate((slugs,) if alone else slugs):
            if slug not in self.known[what]:
                place = path if alone else f"{path}.{index}"
                self.problems.append(Problem(kind, owner, place, f"there is no {WHAT[what]} “{slug}”"))


def _scenarios(document: Mapping[str, Any]) -> frozenset[str]:
    """Those that the table of scenarios tells, and the choice among them."""
    told = next((table.get("data") for table in document.get("tables", ()) if table["slug"] == "scenarios"), None) or {}
    return frozenset(one["slug"] for one in told.get("scenarios", ())) | {"choice-of-lower-rating"}
