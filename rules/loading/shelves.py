"""Where the blocks of the catalogue stand: in which part of the document, in which rows, under which columns."""

from dataclasses import dataclass, field
from typing import Any

from rules.loading import wares_schema as schema
from rules.loading.clarifications_schema import CLARIFICATION
from rules.loading.nodes import Read, mapping
from rules.models import (
    BuyerGroup,
    CampaignTable,
    Clarification,
    Equipment,
    HiredSword,
    Skill,
    SkillList,
    Spell,
    SpellList,
    Upgrade,
    UpgradeFamily,
)

_WARE = {"name": "name", "source": "source", "text": "text"}
_PART = {"name": "name", "text": "text"}
_FIGHTER = {
    "name": "name",
    "peoples": "peoples",
    "tags": "tags",
    "start_xp": "start_xp",
    "profile": "profile",
    "save": "save_on",
    "racial_maximum": "racial_maximum",
    "gains_experience": "gains_experience",
}


@dataclass(frozen=True)
class Holding:
    """How a block becomes a row.

    ``columns`` are keys with columns of their own; what has none goes into ``facts``. By ``link`` rules and disputes
    hang on the row, and ``used`` is the key of what is given only while it is used.
    """

    model: Any
    link: str
    columns: dict[str, str]
    used: str = ""
    slug: str = "slug"
    keys: dict[str, Any] = field(default_factory=dict)
    """Its schema, by which an editor's facts are read too."""


@dataclass(frozen=True)
class Shelf:
    """One kind of block: ``kind`` names it to people, ``key`` is its place in the document."""

    kind: str
    key: str
    holding: Holding
    parts: Holding | None = None
    parts_key: str = ""

    @property
    def read(self) -> Read:
        return mapping(self.holding.keys)


SHELVES = (
    Shelf(
        "item",
        "equipment",
        Holding(Equipment, "equipment", _WARE | {"category": "category"}, "when_used", keys=schema.EQUIPMENT),
    ),
    Shelf(
        "skill list",
        "skill_lists",
        Holding(SkillList, "skill_list", _WARE | {"kind": "kind"}, keys=schema.SKILL_LIST),
    ),
    Shelf("skill", "skills", Holding(Skill, "skill", _WARE | {"lists": "lists"}, "when_used", keys=schema.SKILL)),
    Shelf(
        "spell list",
        "spell_lists",
        Holding(SpellList, "spell_list", _WARE | {"kind": "kind"}, keys=schema.SPELL_LIST),
        Holding(Spell, "spell", _PART, "when_cast", keys=schema.SPELL),
        "spells",
    ),
    Shelf(
        "upgrades",
        "upgrades",
        Holding(UpgradeFamily, "", _WARE, keys=schema.UPGRADE_FAMILY),
        Holding(Upgrade, "upgrade", _PART, keys=schema.UPGRADE),
        "options",
    ),
    Shelf("hired sword", "hired_swords", Holding(HiredSword, "unit", _FIGHTER, slug="short", keys=schema.HIRED_SWORD)),
    Shelf("group", "groups", Holding(BuyerGroup, "", _WARE, keys=schema.BUYER_GROUP)),
    Shelf(
        "clarification",
        "clarifications",
        Holding(Clarification, "", _WARE | {"kind": "kind", "voice": "voice"}, keys=CLARIFICATION),
    ),
    Shelf("table", "tables", Holding(CampaignTable, "", _WARE, keys=schema.CAMPAIGN_TABLE)),
)
BY_KIND = {shelf.kind: shelf for shelf in SHELVES}

PLACES = {"rule": "rules", "warband": "warbands"} | {shelf.kind: shelf.key for shelf in SHELVES}
"""Kinds of blocks, and where they stand in a document."""
