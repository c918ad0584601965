"""Cases of Magic Resistance: a calculator, no battle."""

from collections.abc import Mapping
from typing import Any

from rules.engine import magic
from rules.engine.cases.catalogue import RULINGS, event
from rules.engine.cases.words import held, only_keys, slugify
from rules.engine.rulebook import Held, Inclusion, Rule, Rulebook, arguments
from rules.engine.rulings import Rulings

MAGIC_KEYS = {
    "magic_resistance", "rules", "composites", "spell", "casting_roll", "targets", "unit_mr", "character_mr", "joined",
    "other_ward", "die", "source", "difficulty",
}  # fmt: skip


@event("combined value", "value", "spell damage", "cast, then damage from the spell", "value of the unit", "cast",
       "cast and damage", "damage to a wizard with Magic Resistance", "a spell wounds", "damage from the spell",
       "damage")  # fmt: skip
def _magic(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    only_keys(given, MAGIC_KEYS, "given")
    sets = _sets(given, rulebook)
    value = magic.resistance(sets, rulings)
    named = [reason.ruling for reason in value.reasons]
    found: dict[str, Any] = {"mr": value.value, "casting_penalty": value.penalty, "ward": value.ward, RULINGS: named}
    spell = _spell(given)
    if "spell" in given or "source" in given:
        harmful = None if given.get("source") == "miscast" else spell
        save, why = magic.ward_against(value.value, harmful, rulings)
        found["ward"] = save if save is not None else "none"
        named.extend(reason.ruling for reason in why)
    if "casting_roll" in given:
        listed = given.get("targets", ())
        targets = [magic.resistance(one.get("magic_resistance", ()), rulings).value for one in listed]
        rolled = magic.cast(given["casting_roll"], spell, targets or [value.value], rulings)
        each = ["success" if one else "fail" for one in rolled.success]
        named.extend(reason.ruling for reason in rolled.reasons)
        if len(set(rolled.modified)) == 1:
            found |= {"modified_roll": rolled.modified[0], "cast": each[0]}
        else:
            ids = [one["id"] for one in listed]
            found["modified_roll"] = dict(zip(ids, rolled.modified, strict=True))
            found["cast"] = dict(zip(ids, each, strict=True))
    if "die" in given:
        found["saved"] = value.ward is not None and given["die"] >= value.ward
    if "other_ward" in given:
        saves, why = magic.wards(value.value, given["other_ward"], rulings)
        named.extend(reason.ruling for reason in why)
        found |= {"ward": saves[0] if len(saves) == 1 else list(saves), "ward_rolls": len(saves)}
    if "joined" in given:
        pair = (given["unit_mr"], given["character_mr"])
        found["unit_mr_now"] = magic.joined(*pair, rulings, with_unit=given["joined"])
    return found


def _sets(given: Mapping[str, Any], rulebook: Rulebook) -> tuple[int, ...]:
    """The separate sets of Magic Resistance: told as numbers, or held through rules and composites."""
    if "rules" not in given:
        sets = given.get("magic_resistance", ())
        rules = [Held("magic-resistance", arguments({"X": x})) for x in sets]
        return magic.values(rules, rulebook)
    composites = {}
    for name, parts in given.get("composites", {}).items():
        inner = [held(part, rulebook) for part in parts]
        included = tuple(Inclusion(one.rule, one.arguments) for one in inner)
        composites[slugify(name)] = Rule(slugify(name), name, includes=included)
    book = rulebook.with_rules(*composites.values())
    return magic.values([held(name, book) for name in given["rules"]], book)


def _spell(given: Mapping[str, Any]) -> magic.Spell:
    told = given.get("spell", {})
    only_keys(told, {"enemy", "direct", "template", "area", "difficulty"}, "spell")
    difficulty = int(given.get("difficulty", told.get("difficulty", 0)))
    direct = told.get("direct", not told.get("area", False))
    return magic.Spell(difficulty, told.get("enemy", True), direct, told.get("template", False))
