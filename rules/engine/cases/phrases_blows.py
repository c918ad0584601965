"""Phrases about fear, charges, frenzy and blows."""

import re
from dataclasses import replace

from rules.engine import numbers, turn
from rules.engine.cases.phrases import ONE, after, flagged, says
from rules.engine.cases.record import Played
from rules.engine.cases.words import CaseError
from rules.engine.combat import blows
from rules.engine.plans import Code, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import standing
from rules.engine.vocabulary import Flag, Matter, Verb

_ROUND = r"(?: to hit)?(?: against all| in (?:this combat round|the coming combat phase)(?: though .*)?)?"


# --- fear ---------------------------------------------------------------------------------------------------------
@says(rf"{ONE} needs[_ ]6s{_ROUND}", rf"{ONE} (?P<not>does not need 6s|not needs_6s){_ROUND}")
def _sixes(played: Played, found: re.Match[str]) -> bool:
    fighter = played.final.fighter(found["who"])
    needs = blows(fighter, None, played.final).only_sixes
    if found.groupdict().get("not"):
        return not needs
    return needs and not flagged(after(played.final, Until.END_OF_COMBAT), found["who"], Flag.NEEDS_6S)


@says(rf"{ONE} (?:hits|fights) normally(?P<later> in the next combat phase)?")
def _hits_normally(played: Played, found: re.Match[str]) -> bool:
    then = after(played.final, Until.END_OF_COMBAT) if found["later"] else played.final
    return not blows(then.fighter(found["who"]), None, then).only_sixes


@says(r"no charge", rf"{ONE} does not charge(?: (?P<foe>\w+))?")
def _no_charge(played: Played, found: re.Match[str]) -> bool:
    who = found.groupdict().get("who")
    stated = played.of(Code.NO_CHARGE, who=who) or who
    return bool(stated) and not played.of(Code.CHARGES, Code.MAY_CHARGE, who=who)


@says(rf"{ONE} (?:declares a charge on|charges|must charge) (?P<foe>\w+(?: or \w+)*)(?: at once)?"
      r"(?P<untested> without a test)?")  # fmt: skip
def _charges(played: Played, found: re.Match[str]) -> bool:
    if found["untested"] and any(one.who == found["who"] for one in played.asked):
        return False
    foes = found["foe"].split(" or ")
    driven = played.of(Code.CHARGES, Code.ATTACKS_FRIEND, who=found["who"])
    return any(change.other in foes for change in driven)


@says(
    rf"{ONE} may charge (?P<foe>\w+)",
    rf"{ONE}(?:'s)? charge (?:on|against) (?P<foe>\w+) (?:goes ahead|is carried out|stands)",
)
def _may_charge(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.MAY_CHARGE, Code.CHARGES, who=found["who"], other=found["foe"]))


@says(rf"{ONE} (?:is|remains|stays) stationary(?: (?:for|this) (?:the )?turn| this turn)?")
def _stationary(played: Played, found: re.Match[str]) -> bool:
    return flagged(played.final, found["who"], Flag.STATIONARY)


@says(rf"{ONE} does not (?:move|intercept)")
def _does_not_move(played: Played, found: re.Match[str]) -> bool:
    still = bool(played.of(Code.NO_INTERCEPT, who=found["who"])) or flagged(played.final, found["who"], Flag.STATIONARY)
    return still and not played.of(Code.MAY_INTERCEPT, who=found["who"])


@says(
    rf"{ONE} (?:intercepts|stands in the way of|may intercept|(?:is )?in contact with) (?P<foe>\w+)",
    rf"{ONE} intercepts",
)
def _intercepts(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.MAY_INTERCEPT, who=found["who"], other=found.groupdict().get("foe")))


@says(rf"charge on {ONE} stands")
def _charge_stands(played: Played, found: re.Match[str]) -> bool:
    charges = [charge for charge in played.start.charges if found["who"] in charge.targets]
    return bool(charges) and not any(turn.intercepted(charge, played.final) for charge in charges)


@says(rf"{ONE} (?:still )?counts as the charger", rf"{ONE} is still the charger")
def _still_charger(played: Played, found: re.Match[str]) -> bool:
    return any(charge.charger == found["who"] for charge in played.final.charges)


# --- blows --------------------------------------------------------------------------------------------------------
@says(r"miss|hit")
def _miss(played: Played, found: re.Match[str]) -> bool:
    if played.blows is None or not played.faces:
        raise CaseError("nobody rolled to hit")
    return played.blows.hits(played.faces[-1], bonus=played.bonus) is (found[0] == "hit")


@says(r"(?:an? )?(?P<face>\d) (?P<how>misses|hits|would hit|would miss)")
def _face(played: Played, found: re.Match[str]) -> bool:
    if played.blows is None:
        raise CaseError("nobody rolled to hit")
    return played.blows.hits(int(found["face"]), bonus=played.bonus) is ("hit" in found["how"])


@says(r"(?:the |each )?miss may be re-rolled(?: once)?", r"(?P<no>no )?re-roll(?: against \w+)?")
def _reroll(played: Played, found: re.Match[str]) -> bool:
    if played.blows is None:
        raise CaseError("nobody struck")
    return played.blows.rerolls is not bool(found.groupdict().get("no"))


@says(rf"(?:{ONE} (?:has |fights with ))?(?P<many>\d+) attacks?(?: in combat| in this combat round)?"
      r"(?P<lasts> for the rest of the battle)?")  # fmt: skip
def _attacks(played: Played, found: re.Match[str]) -> bool:
    who = found["who"] or played.final.side("A").fighters[0].id
    lasting = after(played.final, Until.END_OF_COMBAT, Until.END_OF_TURN, Until.NEXT_OWN_TURN)
    if not found["lasts"]:
        return _blows_in_combat(played.final, who) == int(found["many"])
    fights = (_in_combat(moment, who) for moment in (played.final, lasting))
    return {numbers.attacks(standing(fighter, moment)).value for moment, fighter in fights} == {int(found["many"])}


@says(
    rf"{ONE} (?:is )?still frenzied(?:,? with doubled attacks)?",
    rf"{ONE} (?:is )?(?P<not>not|no longer) frenzied",
)
def _still_frenzied(played: Played, found: re.Match[str]) -> bool:
    situation, fighter = _in_combat(played.final, found["who"])
    counted = numbers.attacks(standing(fighter, situation)).value
    return counted == (fighter.attacks if found.groupdict().get("not") else 2 * fighter.attacks)


@says(rf"{ONE} fights(?: normally)?,? with doubled attacks")
def _fights_frenzied(played: Played, found: re.Match[str]) -> bool:
    return _blows_in_combat(played.final, found["who"]) == 2 * played.final.fighter(found["who"]).attacks


def _blows_in_combat(situation: Situation, who: str) -> int:
    """The blows he strikes where he fights now, or else fought the first foe he has."""
    situation, fighter = _in_combat(situation, who)
    return blows(fighter, None, situation).attacks


def _in_combat(situation: Situation, who: str) -> tuple[Situation, Fighter]:
    fighter = situation.fighter(who)
    if not situation.opponents(fighter):
        foes = [foe.id for foe in situation.foes(fighter) if foe.on_table]
        fighter = replace(fighter, engaged=tuple(foes[:1]))
        situation = situation.with_fighter(fighter)
    return situation, fighter


@says(rf"no compulsory charge|not compelled to charge|{ONE} (?:is )?not compelled to charge")
def _free(played: Played, found: re.Match[str]) -> bool:
    side = played.final.side(played.final.turn)
    asked: list[Fighter] = [one for one in side.fighters if found["who"] in {None, one.id}]
    if not asked:
        raise CaseError("nobody could be compelled to charge")
    driven = played.of(Code.MUST_CHARGE, Code.CHARGES, who=found["who"])
    may = {one.trial.who for one in played.verdicts if one.outcome == "exempt"}
    must = [one for one in asked if standing(one, played.final).first(Verb.MUST, Matter.CHARGE)]
    return not driven and all(one.id in may or _spared(one, played) for one in must)


def _spared(fighter: Fighter, played: Played) -> bool:
    """Nothing was asked of him though his rule stands: something bars him from charging."""
    return not any(verdict.trial.who == fighter.id for verdict in played.verdicts)
