"""How a case speaks of rules, models and dice: names into the engine's values."""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from math import inf
from typing import Any

from rules.engine.rulebook import From, Held, Parameter, ParameterKind, Rule, Rulebook, arguments
from rules.engine.situation import Fighter, Kind
from rules.engine.vocabulary import Flag, Status


class CaseError(ValueError):
    """A case that nobody understands: an unknown key, event or phrase."""


MODEL_KEYS = {
    "id", "type", "ld", "m", "a", "rules", "state", "flags", "effects", "distance", "engaged", "hates", "race",
    "edge_distance", "edge_distance_in_flight_direction", "equipment", "group_of", "group_oaa", "history",
    "first_round", "charged_this_turn", "to_hit_bonus", "weight", "radius", "added", "hidden", "two_weapons", "unit",
    "type_name", "warband", "name", "needs", "raised", "used", "facts", "kind", "xp", "ws", "bs", "s", "t", "w", "i",
    "leader_radius",
}  # fmt: skip

FLAGS = {
    "fleeing": Flag.FLEEING,
    "rallied_this_turn": Flag.RALLIED,
    "stupid_failed": Flag.STUPID,
    "needs_6s": Flag.NEEDS_6S,
    "shambling": Flag.SHAMBLING,
    "inactive": Flag.INACTIVE,
    "stationary": Flag.STATIONARY,
    "stood_up": Flag.STOOD_UP,
    "just_stood_up": Flag.STOOD_UP,
    "does_nothing": Flag.IDLE,
    "wounded": Flag.WOUNDED,
    "charged_this_turn": Flag.CHARGED,
    "added": Flag.ADDED,
    "hidden": Flag.HIDDEN,
}
LOST = {"frenzy_lost": ("frenzy", "induced-frenzy")}
PHRASED_RULES = {
    "roll 3d6 discard lowest": "drop-lowest",
    "3d6 discard lowest": "drop-lowest",
    "3d6, discard the lowest": "drop-lowest",
    "roll 3d6 discard highest": "cold-blooded",
    "3d6 discard highest": "cold-blooded",
    "frenzy from a spell that grants no immunity": "induced-frenzy",
}
BOWS = re.compile(r"bow|sling|javelin|pistol|handgun|throwing|blowpipe|crossbow", re.IGNORECASE)
NARRATIVE_HISTORY = re.compile(
    r"(knocked down|stunned|stood up|no enemy in reach|passed|failed|rolled|rout|inactive|shambl)", re.IGNORECASE
)
WEIGHTS = {Fraction(1, 2): "orc-mob--not-orcs", Fraction(0): "pirates--not-true-pirates"}
"""Rules by which a model weighs less than 1 for Rout, for a case that only tells the weight."""
_PARAMETER = re.compile(r"^(?P<name>.+?)\s*\((?P<value>\d+)\+?\)$")


def only_keys(mapping: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Refuse keys that nobody reads."""
    unknown = sorted(set(mapping) - set(known))
    if unknown:
        raise CaseError(f"unknown key in {what}: {', '.join(map(str, unknown))}")


def slugify(name: str) -> str:
    """A name as a slug."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def rule_named(name: str, rulebook: Rulebook) -> Rule:
    """The rule of this name, alias or slug. Raises ``CaseError``."""
    slug = PHRASED_RULES.get(name.lower(), slugify(name))
    rule = rulebook.get(name) or rulebook.get(slug)
    if rule is None:
        rule = next((known for known in rulebook.rules.values() if known.name.lower() == name.lower()), None)
    if rule is None:
        raise CaseError(f"no rule is called “{name}”")
    return rule


def held(named: object, rulebook: Rulebook, *, origin: From = From.UNIT, origin_name: str = "") -> Held:
    """A rule as a case names it: "Leader", "Scaly Skin (6+)", or a mapping with "rule" and its parameters."""
    values: dict[str, Any] = {}
    if isinstance(named, Mapping):
        values = {key: value for key, value in named.items() if key not in {"rule", "name"}}
        named = named.get("rule") or named["name"]
    text = str(named)
    found = _PARAMETER.match(text)
    rule = rule_named(found["name"] if found else text, rulebook)
    if found:
        if not rule.parameters:
            raise CaseError(f"{rule.name} has no parameter for ({found['value']})")
        values[rule.parameters[0].name] = int(found["value"])
    only_keys(values, {parameter.name for parameter in rule.parameters}, f"rule {text}")
    return Held(rule.slug, arguments(values), origin=origin, origin_name=origin_name)


def with_anonymous(rulebook: Rulebook, names: Collection[str]) -> Rulebook:
    """The rulebook with a rule without mechanics for each name it does not know: a case may just name one."""
    known = {rule.name.lower() for rule in rulebook.rules.values()}
    extra = {
        slugify(name): Rule(slugify(name), name, parameters=(Parameter("X", ParameterKind.NUMBER, 0),))
        for name in names
        if name.lower() not in known and rulebook.get(slugify(name)) is None
    }
    return Rulebook({**rulebook.rules, **extra}, rulebook.aliases, rulebook.digest) if extra else rulebook


def fighters(model: Mapping[str, Any], rulebook: Rulebook, *, inactive_lasts: bool) -> list[Fighter]:
    """The fighters a model of a case stands for: itself, or every member of a group."""
    only_keys(model, MODEL_KEYS, f"model {model.get('id')}")
    one = _fighter(model, rulebook, inactive_lasts=inactive_lasts)
    many = int(model.get("group_of", 1))
    if many == 1:
        return [one]
    out = int(model.get("group_oaa", 0))
    return [
        one.with_(id=f"{one.id}-{n + 1}", status=Status.OUT_OF_ACTION if n < out else one.status) for n in range(many)
    ]


def _fighter(model: Mapping[str, Any], rulebook: Rulebook, *, inactive_lasts: bool) -> Fighter:
    told = set(model.get("flags", ()))
    unknown = told - set(FLAGS) - set(LOST)
    if unknown:
        raise CaseError(f"unknown flag: {', '.join(sorted(unknown))}")
    flags = {FLAGS[word] for word in told if word in FLAGS}
    flags |= {flag for key, flag in _FLAG_KEYS.items() if model.get(key)}
    for line in model.get("history", ()):
        if not NARRATIVE_HISTORY.search(line):
            raise CaseError(f"unknown history: {line}")
        if "inactive" in line and inactive_lasts:
            flags.add(Flag.INACTIVE)
    rules = [*_rules(model, rulebook), *(held(name, rulebook, origin=From.SPELL) for name in model.get("effects", ()))]
    weight = Fraction(str(model.get("weight", 1)))
    if weight != 1:
        if weight not in WEIGHTS:
            raise CaseError(f"no rule gives a weight of {weight}")
        rules.append(Held(WEIGHTS[weight]))
    kind = Kind(model.get("type", model.get("kind", "henchman")))
    people = {slugify(model["race"])} if "race" in model else set()
    named = {slugify(str(model[key])) for key in ("unit", "type_name") if key in model}
    distance = {str(key): float(value) for key, value in model.get("distance", {}).items()}
    return Fighter(
        id=str(model["id"]),
        leadership=int(model.get("ld", 7)),
        kind=kind,
        tags=frozenset({str(model["id"]), slugify(str(model["id"])), str(kind)} | people | named),
        held=tuple(rules),
        movement=int(model.get("m", 4)),
        attacks=int(model.get("a", 1)),
        status=Status(model.get("state", "standing")),
        flags=frozenset(flags),
        lost=frozenset(rule for word in told for rule in LOST.get(word, ())),
        used=frozenset(map(str, model.get("used", ()))),
        told={str(key): bool(value) for key, value in model.get("facts", {}).items()},
        engaged=tuple(map(str, model.get("engaged", ()))),
        distances=distance,
        edge=float(model.get("edge_distance", inf)),
        flight_edge=float(model.get("edge_distance_in_flight_direction", inf)),
        missile=any(BOWS.search(str(item)) for item in model.get("equipment", ())),
        round=1 if model.get("first_round", True) else 2,
    )


_FLAG_KEYS = {
    "charged_this_turn": Flag.CHARGED, "added": Flag.ADDED, "raised": Flag.ADDED, "hidden": Flag.HIDDEN,
}  # fmt: skip


def _rules(model: Mapping[str, Any], rulebook: Rulebook) -> list[Held]:
    """The rules of a model; Hatred once for each of ``hates``, Leader with ``radius`` where one is given."""
    found = []
    for named in model.get("rules", ()):
        item = held(named, rulebook)
        if item.rule == "hatred" and not item.arguments:
            hated = [slug for one in model.get("hates", ()) for slug in _forms(str(one))]
            found += [Held(item.rule, arguments({"target": slug})) for slug in hated]
        elif item.rule == "pack-leader" and "needs" in model:
            found.append(Held(item.rule, arguments({"companion": slugify(str(model["needs"]))})))
        elif item.rule == "leader" and {"radius", "leader_radius"} & set(model):
            radius = int(model.get("radius", model.get("leader_radius", 0)))
            found.append(Held(item.rule, arguments({"radius": radius})))
        else:
            found.append(item)
    return found


def _forms(name: str) -> list[str]:
    """A name as a slug, in singular and plural: a case may hate "Orcs"."""
    slug = slugify(name)
    return list(dict.fromkeys((slug, slug.removesuffix("s"))))


def weights(given: Mapping[str, Any]) -> tuple[Fraction, ...]:
    """The weights of A's unlisted warriors out of action."""
    if "weights_out" in given:
        return tuple(Fraction(str(weight)) for weight in given["weights_out"])
    return (Fraction(1),) * int(given.get("others_oaa", given.get("oaa", 0)))
