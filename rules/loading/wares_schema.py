"""What a block of the catalogue may say: items, skills, spells, upgrades, hired swords, groups and campaign tables."""

import re
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from rules.loading.nodes import (
    Key,
    Place,
    Read,
    either,
    flag,
    free_mapping,
    is_null,
    list_of,
    mapping,
    one_of,
    pairs,
    scalar,
    slug,
    text,
    whole,
)
from rules.loading.schema import DISPUTES, attachments, profile, save
from rules.names import CHARACTERISTICS

CATEGORIES = (
    "close-combat",
    "missile",
    "blackpowder",
    "armour",
    "ammunition",
    "weapon-upgrade",
    "miscellaneous",
    "poison-drug",
    "mount",
    "animal",
    "vehicle",
    "artefact",
)
SLOTS = (
    "close_combat",
    "missile",
    "body",
    "shield",
    "buckler",
    "helmet",
    "barding",
    "ammunition",
    "upgrade",
    "misc",
    "dose",
    "mount",
    "animal",
    "vehicle",
)


def written(pattern: str, what: str) -> Read:
    """A reader for a word of a certain shape; a whole number stays one."""
    shape = re.compile(pattern)

    def read(node: Node, place: Place) -> int | str:
        value = scalar(node, place)
        if not shape.fullmatch(str(value)):
            raise place.fault(node, f"must be {what}, not “{value}”")
        return value

    return read


DICE = written(r"\d{0,2}D(3|6)", "dice as D6 or 2D6")
RARITY = written(r"common|none|special|[2-9]|1\d", "common, none, special, or the number to search for")
STRENGTH = written(r"\d{1,2}|user([+-]\d)?|special|by_ammunition", "a number, user, user+1, special or by_ammunition")
_SOME = {name: Key(scalar) for name in CHARACTERISTICS}
_CHANGES = mapping({name: Key(whole) for name in CHARACTERISTICS})
_WORDS = list_of(slug)

WHO = {"only": Key(_WORDS), "never": Key(_WORDS)}
PRICE = {"dice": Key(DICE), "times": Key(whole, default=1)}
COST = mapping({"base": Key(whole), **PRICE, "multiplier": Key(whole), "added": Key(whole)})

USED_FOR = ("bearer", "weapon", "caster", "friend", "foe", "friends", "foes", "heroes", "warband")
"""For whom something acts while it is used, or once it is cast."""

_TO = one_of("attacks", "mount", "crew")
RULES = attachments(to=Key(_TO))
USE = {
    "to": Key(one_of(*USED_FOR), default="bearer"),
    "lasts": Key(one_of("turn", "battle", "for_good")),
    "within": Key(whole),
    "modifiers": Key(_CHANGES),
}
_USE = mapping(USE | {"rules": Key(RULES)})
_TABLE = list_of(free_mapping(scalar))
_ENTRY = {
    "slug": Key(slug, required=True),
    "name": Key(text, required=True),
    "source": Key(text),
    "text": Key(text),
    "disputes": Key(DISPUTES),
}
_WARE = _ENTRY | {"grade": Key(text), "single_source": Key(flag, default=False), "rules": Key(RULES)}

EQUIPMENT = _WARE | WHO | {
    "category": Key(one_of(*CATEGORIES), required=True),
    "slot": Key(one_of(*SLOTS), required=True),
    "hands": Key(one_of("one", "two", "pair")),
    "unit": Key(text),
    "strength": Key(STRENGTH),
    "range": Key(scalar),
    "save": Key(save),
    "modifiers": Key(_CHANGES),
    "profile": Key(mapping(_SOME)),
    "parts": Key(list_of(mapping({"part": Key(text, required=True), **_SOME}))),
    "cost": Key(COST, required=True),
    "brace": Key(mapping({"base": Key(whole, required=True), **PRICE, "rarity": Key(RARITY)})),
    "rarity": Key(RARITY, required=True),
    "exceptions": Key(list_of(mapping({"who": Key(_WORDS, required=True), "rarity": Key(RARITY), "cost": Key(COST)}))),
    "base_items": Key(_WORDS),
    "free_first": Key(flag, default=False),
    "founding_only": Key(flag, default=False),
    "withdrawn": Key(flag, default=False),
    "henchmen": Key(flag, default=False),
    "sells_for": Key(whole),
    "rating": Key(whole),
    "limit": Key(mapping({name: Key(whole) for name in ("model", "warband", "campaign")} | {"of_kind": Key(slug)})),
    "lasts": Key(one_of("battle", "use")),
    "uses": Key(text),
    "no_effect_on": Key(_WORDS),
    "crew": Key(text),
    "captives": Key(whole),
    "adds_max_warriors": Key(whole),
    "when_used": Key(_USE),
    "table": Key(_TABLE),
}  # fmt: skip

NEEDS = WHO | {
    "leader": Key(flag, default=False),
    "caster": Key(flag, default=False),
    "magic": Key(flag, default=False),
    "mounted": Key(flag, default=False),
    "once": Key(flag, default=False),
    "per_warband": Key(whole),
    "experience": Key(whole),
    "skills": Key(_WORDS),
    "rules": Key(_WORDS),
    "not_with": Key(_WORDS),
    "without": Key(_WORDS),
    "in_words": Key(text),
}
SKILL_LIST = _ENTRY | {
    "kind": Key(one_of("core", "optional", "warband", "own"), required=True),
    "who": Key(text),
    "note": Key(text),
    "beside_standard": Key(flag, default=False),
}
SKILL = _WARE | {
    "lists": Key(_WORDS, required=True),
    "needs": Key(mapping(NEEDS)),
    "setting": Key(text),
    "asks": Key(text),
    "when_used": Key(_USE),
}

SPELL = _ENTRY | {
    "roll": Key(scalar, required=True),
    "difficulty": Key(written(r"auto|[2-9]|1[0-2]", "auto or a number from 2 to 12")),
    "who": Key(slug),
    "same_as": Key(slug),
    "table": Key(_TABLE),
    "when_cast": Key(_USE),
}
SPELL_LIST = _ENTRY | {
    "kind": Key(one_of("spell", "prayer", "rune"), required=True),
    "users": Key(_WORDS),
    "note": Key(text),
    "single_source": Key(flag, default=False),
    "spells": Key(list_of(mapping(SPELL)), required=True),
}

UPGRADE = _ENTRY | WHO | {
    "cost": Key(whole, required=True),
    "modifiers": Key(_CHANGES),
    "rules": Key(RULES),
}  # fmt: skip
UPGRADE_FAMILY = {
    "slug": Key(slug, required=True),
    "name": Key(text, required=True),
    "source": Key(text),
    "text": Key(text),
    "note": Key(text),
    "pricing": Key(mapping({"first": Key(whole, required=True), "further": Key(whole)})),
    "options": Key(list_of(mapping(UPGRADE)), required=True),
}

_FEE = {
    "gold": Key(whole),
    "dice": Key(DICE),
    "wyrdstone": Key(whole),
    "treasure": Key(whole),
    "or": Key(mapping({"item": Key(slug, required=True)})),
    "note": Key(text),
    "each_snake": Key(whole),
    "beside": Key(list_of(mapping({"people": Key(slug, required=True), "gold": Key(whole, required=True)}))),
}


def _spells(node: Node, place: Place) -> Any:
    """How many spells he begins with: a number, ``all``, or which and how many others."""
    mixed = mapping({"fixed": Key(_WORDS), "random": Key(whole)})
    return either(written(r"all|\d", "a number or all"), mixed)(node, place)


LEARNS = {
    "skill_lists": Key(_WORDS),
    "spells": Key(slug),
    "starting_spells": Key(_spells),
}


def _gear(node: Node, place: Place) -> Any:
    """A piece of fixed gear: a slug, or a mapping; a choice holds several ways to be armed."""
    return either(lambda n, p: {"item": slug(n, p)}, mapping(_GEAR))(node, place)


_GEAR = {
    "item": Key(slug),
    "own": Key(text),
    "any": Key(_WORDS),
    "choice": Key(list_of(list_of(_gear))),
    "as": Key(text),
    "count": Key(whole, default=1),
    "most": Key(whole),
    "brace": Key(flag, default=False),
    "upgrade": Key(slug),
    "each": Key(text),
    "note": Key(text),
    "hands": Key(one_of("one", "two", "pair")),
    "strength": Key(STRENGTH),
    "range": Key(scalar),
    "save": Key(save),
    "profile": Key(profile),
    "rules": Key(RULES),
}
GEAR = list_of(_gear)

HIRED_SWORD = {
    **_WARE,
    **LEARNS,
    "kind": Key(one_of("hired-sword", "hired_sword"), default="hired-sword"),
    "peoples": Key(_WORDS),
    "tags": Key(_WORDS),
    "rules": Key(attachments(scope=Key(one_of("members", "counted"), default="members"))),
    "hired_by": Key(mapping(WHO | {"any": Key(flag, default=False), "in_words": Key(text)})),
    "never_beside": Key(_WORDS),
    "hire": Key(mapping(_FEE)),
    "upkeep": Key(mapping(_FEE)),
    "rating": Key(whole),
    "max": Key(whole, default=1),
    "start_xp": Key(whole, default=0),
    "profile": Key(profile, required=True),
    "save": Key(save),
    "racial_maximum": Key(profile),
    "gains_experience": Key(flag, default=True),
    "equipment": Key(GEAR),
    "own_skills": Key(_WORDS),
    "never_skills": Key(_WORDS),
    "skills": Key(_WORDS),
    "spells_note": Key(text),
    "persona": Key(flag, default=False),
    "pair_with": Key(slug),
    "hero_place": Key(flag, default=False),
    "in_place_of": Key(slug),
    "joins_note": Key(text),
    "joins_on": Key(list_of(mapping({"from": Key(whole, required=True), "to": Key(whole), "on": Key(whole)}))),
}

_BUYERS = {"lists": Key(_WORDS), "units": Key(_WORDS), "peoples": Key(_WORDS), "tags": Key(_WORDS)}
BUYER_GROUP = {
    "slug": Key(slug, required=True),
    "name": Key(text, required=True),
    **_BUYERS,
    "kinds": Key(list_of(one_of("hero", "henchman", "hired-sword"))),
    "items": Key(_WORDS),
    "warband_has": Key(
        mapping({"units": Key(_WORDS), "peoples": Key(_WORDS), "tags": Key(_WORDS), "hired_swords_of": Key(_WORDS)})
    ),
    "absent": Key(flag, default=False),
    "note": Key(text),
}


def anything(node: Node, place: Place) -> Any:
    """Whatever stands there, as it stands: the tables of a campaign have shapes of their own."""
    if isinstance(node, SequenceNode):
        return [place.at(str(index), child).tried(anything, child) for index, child in enumerate(node.value)]
    if isinstance(node, MappingNode):
        return {key: here.tried(anything, child) for key, child, here in pairs(node, place)}
    if is_null(node):
        return None
    if isinstance(node, ScalarNode) and node.tag == "tag:yaml.org,2002:bool":
        return flag(node, place)
    return scalar(node, place)


CAMPAIGN_TABLE = {"slug": Key(slug), "name": Key(text), "data": Key(anything)}
