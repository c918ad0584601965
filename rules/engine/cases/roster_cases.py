"""Cases about a warband between battles and a model by itself: fielded, led, rated, injured, saved."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine import injuries, mustering, numbers, traits
from rules.engine.cases.catalogue import PATTERNS, RULINGS, Finder, Unordered, event
from rules.engine.cases.words import held, only_keys, slugify
from rules.engine.mustering import Member
from rules.engine.rulebook import From, Held, Rulebook, arguments
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Kind, Side, Situation
from rules.engine.standing import Standing, standing
from rules.engine.vocabulary import Status

MEMBER_KEYS = {
    "id", "type", "ld", "xp", "rules", "needs", "dead", "misses_next", "newly_recruited", "group_of", "name", "race",
}  # fmt: skip


def _members(given: Mapping[str, Any], rulebook: Rulebook) -> list[Member]:
    only_keys(given, {"roster"}, "given")
    return [_member(model, rulebook) for model in given["roster"]]


def _member(model: Mapping[str, Any], rulebook: Rulebook) -> Member:
    only_keys(model, MEMBER_KEYS, "member")
    rules = []
    for name in model.get("rules", ()):
        item = held(name, rulebook)
        if item.rule == "pack-leader" and "needs" in model:
            item = replace(item, arguments=arguments({"companion": str(model["needs"])}))
        rules.append(item)
    ident = str(model["id"])
    tags = {ident, re.sub(r"\d+$", "", ident), slugify(str(model.get("race", ident)))}
    return Member(
        id=ident,
        kind=Kind(model.get("type", "henchman")),
        leadership=int(model.get("ld", 7)),
        experience=int(model.get("xp", 0)),
        size=int(model.get("group_of", 1)),
        tags=frozenset(tags),
        held=tuple(rules),
        dead=bool(model.get("dead", False)),
        misses_next=bool(model.get("misses_next", False)),
    )


@event("validate roster")
def _faults(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    del rulings
    found = mustering.faults(_members(given, rulebook), rulebook)
    return {"errors": [reason.text.split(":")[0] for _, reason in found]}


@event("start the next battle")
def _muster(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    members = _members(given, rulebook)
    found = mustering.muster(members, rulebook, rulings)
    keeps = set(found.keeps)
    # A case lists those whose stay could be doubted: the packs and whoever they need.
    doubtful = {m.id for m in members if any(h.rule == "pack-leader" for h in m.held)} | set(found.missing)
    return {
        "fielded": found.fielded,
        "benched": list(found.benched),
        "rout_threshold": found.threshold,
        "roster_keeps": [m.id for m in members if m.id in keeps & doubtful],
        "leaves": list(found.leaves),
        RULINGS: [reason.ruling for reason in found.benched.values()] + ["R-38" for _ in found.leaves],
    }


@event("rating of the warband")
def _rating(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    rated = [numbers.Rated(m.size, m.experience, m.held) for m in _members(given, rulebook)]
    found = numbers.rating(rated, rulebook, rulings)
    return {"rating": found.value, RULINGS: [reason.ruling for reason in found.reasons]}


_INJURY = re.compile(r"injury roll (?P<face>\d)(?P<blunt> (?:with|from|by) an? (?:mace|club|hammer))?(?: on the .+)?")


def _injury_event(found: re.Match[str]) -> Finder:
    def injury(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
        only_keys(given, {"warband_racial_rules", "rules"}, "given")
        rules = [held(name, rulebook, origin=From.WARBAND) for name in given.get("warband_racial_rules", ())]
        rules += [held(name, rulebook) for name in given.get("rules", ())]
        stand = _standing_alone(tuple(rules), rulebook, rulings)
        result = injuries.injury(int(found["face"]), stand, rulings, concussion=bool(found["blunt"]))
        status = result.status
        lost = {one.rule.slug for one in rulebook.opened(stand.fighter.held) if status in one.rule.lost_on}
        return {
            "injury": "ignored" if status is Status.STANDING else str(status),
            "frenzy_lost": bool(lost),
            RULINGS: [reason.ruling for reason in result.reasons],
        }

    return injury


PATTERNS.append((_INJURY, _injury_event))


def _standing_alone(rules: tuple[Held, ...], rulebook: Rulebook, rulings: Rulings) -> Standing:
    fighter = Fighter("m1", held=rules)
    return standing(fighter, Situation(rulebook, (Side("A", (fighter,)),), turn="A", rulings=rulings))


@event("list the traits of the model")
def _traits(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    only_keys(given, {"rules"}, "given")
    found = traits.traits(_standing_alone(tuple(held(one, rulebook) for one in given["rules"]), rulebook, rulings))
    named = {verb: Unordered(str(one.matter) for one in found if one.verb is verb) for verb in traits.SHOWN}
    return {str(verb): matters for verb, matters in named.items()}


@event("armour save", "armour save of the model")
def _save(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    only_keys(given, {"rules", "armour"}, "given")
    stand = _standing_alone(tuple(held(one, rulebook) for one in given["rules"]), rulebook, rulings)
    return {"save": numbers.armour_save(stand, worn=len(given.get("armour", ()))).value}


@event("the leader is dead: succession", "succession", "succession after the battle", "the leader dies: who leads next",
       "who becomes leader", "new leader", "leader dead, succession")  # fmt: skip
def _succession(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> dict[str, Any]:
    del rulings
    fit = [member.id for member in mustering.heirs(_members(given, rulebook), rulebook)]
    return {"new_leader": fit[0] if len(fit) == 1 else None, "candidates": fit}
