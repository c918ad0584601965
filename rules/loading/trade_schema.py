"""What the trade of a warband may say: its equipment lists, what its units use of them, limits, hiring, upgrades."""

from typing import Any

from yaml.nodes import Node, SequenceNode

from rules.loading.nodes import Key, Place, either, flag, list_of, mapping, one_of, slug, text, whole
from rules.loading.wares_schema import GEAR, LEARNS, PRICE, RARITY, written

_WORDS = list_of(slug)
_GOLD = {"cost": Key(whole), **PRICE, "multiplier": Key(whole), "added": Key(whole)}


def _only(node: Node, place: Place) -> Any:
    """``heroes``, ``henchmen``, or slugs of units of the list."""
    return (_WORDS if isinstance(node, SequenceNode) else one_of("heroes", "henchmen"))(node, place)


def _later(node: Node, place: Place) -> Any:
    """The price after founding: a number, what the price chart says, or what is added to the weapon's."""
    return either(written(r"chart|\d+", "a price or chart"), mapping({"added": Key(whole, required=True)}))(node, place)


LINE = mapping(
    {
        "item": Key(slug, required=True),
        **_GOLD,
        "as": Key(text),
        "brace": Key(flag, default=False),
        "free_first": Key(flag, default=False),
        "only": Key(_only),
        "later": Key(_later),
        "base_items": Key(_WORDS),
        "founding_only": Key(flag, default=False),
    }
)
EQUIPMENT_LIST = mapping(
    {
        "slug": Key(slug, required=True),
        "name": Key(text, required=True),
        "note": Key(text),
        "items": Key(list_of(LINE), required=True),
    }
)
UNIT_TRADE = {
    "equipment": Key(slug),
    "bars": Key(_WORDS),
    "fixed": Key(GEAR),
    **LEARNS,
    "upgrades": Key(_WORDS),
    "promoted": Key(mapping({"skill_lists": Key(_WORDS), "never": Key(_WORDS)})),
    "large": Key(flag, default=False),
}
LIMIT = mapping(
    {
        "unit": Key(slug),
        "item": Key(slug),
        "at_most": Key(whole),
        "per": Key(_WORDS),
        "not_more_than": Key(_WORDS),
        "needs": Key(_WORDS),
        "not_hired": Key(flag, default=False),
        "carries_at_most": Key(whole),
        "except": Key(_WORDS),
        "only_if": Key(mapping({"has": Key(slug, required=True), "units": Key(_WORDS, required=True)})),
        "note": Key(text),
    }
)
MARKET_LINE = mapping(
    {
        "item": Key(slug, required=True),
        **_GOLD,
        "rarity": Key(RARITY),
        "only": Key(_only),
        "availability": Key(text),
        "unit": Key(text),
        "grants": Key(_WORDS),
        "founding": Key(RARITY),
        "brace": Key(flag, default=False),
        "as": Key(text),
        "text": Key(text),
    }
)
HIRING = mapping(
    {
        "only": Key(_WORDS),
        "never": Key(_WORDS),
        "like": Key(_WORDS),
        "also_open_to": Key(_WORDS),
        "none": Key(flag, default=False),
        "only_named": Key(flag, default=False),
        "rule": Key(slug),
        "upkeep": Key(mapping({"together": Key(_WORDS, required=True), "gold": Key(whole, required=True)})),
        "note": Key(text),
    }
)
UPGRADE_USE = mapping(
    {
        "upgrade": Key(slug, required=True),
        "units": Key(_WORDS, required=True),
        "when": Key(one_of("recruiting", "skill", "always")),
        "least": Key(whole, default=0),
        "most": Key(whole),
        "per_warband": Key(whole),
        "needs_skill": Key(slug),
        "note": Key(text),
    }
)
LIST_TRADE = {
    "limits": Key(list_of(LIMIT)),
    "hiring": Key(HIRING),
    "upgrades": Key(list_of(UPGRADE_USE)),
    "skill_limits": Key(
        list_of(
            mapping(
                {
                    "skill": Key(slug, required=True),
                    "only": Key(_WORDS),
                    "never": Key(_WORDS),
                    "skills": Key(_WORDS),
                    "per_warband": Key(whole),
                }
            )
        )
    ),
    "vehicles": Key(
        list_of(
            mapping(
                {
                    "item": Key(slug, required=True),
                    "min": Key(whole, default=0),
                    "max": Key(whole),
                    **_GOLD,
                    "later": Key(_later),
                    "adds_max_warriors": Key(whole),
                }
            )
        )
    ),
    "market": Key(list_of(MARKET_LINE)),
}
TRADE = mapping(
    {
        "list": Key(slug, required=True),
        "equipment_lists": Key(list_of(EQUIPMENT_LIST)),
        "units": Key(list_of(mapping({"unit": Key(slug, required=True), **UNIT_TRADE}))),
        **LIST_TRADE,
    }
)
