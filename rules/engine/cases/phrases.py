"""What a case says is true afterwards: phrases, each translated once into a question to what was played.

``holds(phrase, played)`` answers it. The phrases name no rule's values: they ask what the engine stated.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from rules.engine import rout, turn
from rules.engine.allowed import Action, allowed
from rules.engine.cases.record import Played
from rules.engine.cases.words import CaseError
from rules.engine.changes import apply
from rules.engine.combat import blows
from rules.engine.plans import Code, Settled, Trial, TrialKind, Until
from rules.engine.psychology import plan
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb

type Question = Callable[[Played, re.Match[str]], bool]

_TABLE: list[tuple[re.Pattern[str], Question]] = []


def _says(pattern: str) -> Callable[[Question], Question]:
    """Register a phrase. ``(?P<who>...)`` may name several fighters, joined by "and"."""

    def register(question: Question) -> Question:
        _TABLE.append((re.compile(pattern), question))
        return question

    return register


def holds(phrase: str, played: Played) -> bool:
    """Whether a phrase is true of what was played. Raises ``CaseError`` for one that nobody understands."""
    for pattern, question in _TABLE:
        if found := pattern.fullmatch(phrase):
            return question(played, found)
    raise CaseError(f"unknown phrase: {phrase}")


def _names(found: re.Match[str]) -> list[str]:
    return re.split(r"\s+and\s+|,\s*", found["who"])


def _flag(played: Played, who: str, flag: Flag) -> bool:
    return played.final.fighter(who).has(flag)


def _may(situation: Situation, who: str, action: Action) -> bool:
    return allowed(situation.fighter(who), situation)[action] is None


def _after(situation: Situation, *moments: Until) -> Situation:
    for moment in moments:
        situation = turn.expire(situation, moment)
    return situation


def _next_turn_of_own(situation: Situation, who: str) -> Situation:
    own = situation.side_of(situation.fighter(who)).id
    return _after(replace(situation, turn=own), Until.NEXT_OWN_TURN)


WHO = r"(?P<who>\w+(?:(?: and |, )\w+)*)"
TAIL = r"(?: \(.*\))?"


# --- fleeing, engaged, down, gone ---------------------------------------------------------------------------------
@_says(rf"{WHO} (?P<not>not )?fleeing")
def _fleeing(played: Played, found: re.Match[str]) -> bool:
    if found["who"] == "both":
        asked = dict.fromkeys(one.who for one in played.asked)
        return all(_flag(played, who, Flag.FLEEING) for who in asked)
    return all(_flag(played, who, Flag.FLEEING) is not bool(found["not"]) for who in _names(found))


@_says(rf"{WHO} (?:is )?(?P<not>not )?(?P<status>standing|knocked_down|stunned|out_of_action|fled_off)")
def _status(played: Played, found: re.Match[str]) -> bool:
    status = Status(found["status"])
    return all((played.final.fighter(who).status is status) is not bool(found["not"]) for who in _names(found))


@_says(r"(?P<who>\w+) (?P<how>still|not) engaged")
def _engaged(played: Played, found: re.Match[str]) -> bool:
    return bool(played.final.opponents(played.final.fighter(found["who"]))) is (found["how"] == "still")


@_says(r"(?P<who>\w+) becomes knocked_down (?:afterwards|in the Recovery phase)")
def _comes_round(played: Played, found: re.Match[str]) -> bool:
    recovered = apply(played.final, turn.recovery(played.final))
    before = played.final.fighter(found["who"]).status
    return before is Status.STUNNED and recovered.fighter(found["who"]).status is Status.KNOCKED_DOWN


@_says(r"(?P<who>\w+) counts for (?P<side>\w+)'s next Rout test")
def _counts(played: Played, found: re.Match[str]) -> bool:
    def out(situation: Situation) -> rout.Count:
        return rout.count(situation.side(found["side"]), situation)

    fighter = played.final.fighter(found["who"])
    return out(played.final).out - out(played.start).out == rout.weight(fighter, played.final)


# --- runs ---------------------------------------------------------------------------------------------------------
@_says(r"(?P<who>\w+) (?:moved )?(?P<far>\d+) nearer the edge")
def _nearer(played: Played, found: re.Match[str]) -> bool:
    runs = played.of(Code.RUNS_TO_EDGE, who=found["who"])
    before, after = played.start.fighter(found["who"]).edge, played.final.fighter(found["who"]).edge
    return [run.amount for run in runs] == [int(found["far"])] and before - after == int(found["far"])


@_says(r"(?P<who>\w+) moved (?P<far>\d+) (?P<where>towards nearest table edge|directly away from its enemies)"
       r"(?P<once> at once)?")  # fmt: skip
def _ran(played: Played, found: re.Match[str]) -> bool:
    code = Code.RUNS_TO_EDGE if "edge" in found["where"] else Code.RUNS_AWAY
    runs = played.of(code, who=found["who"])
    at_once = all(run.until is Until.AT_ONCE for run in runs)
    return [run.amount for run in runs] == [int(found["far"])] and at_once


@_says(r"(?P<who>\w+) moved into contact first")
def _contact(played: Played, found: re.Match[str]) -> bool:
    codes = [c.code for c in played.changes if c.code is Code.RUNS_TO_EDGE or c.who == found["who"]]
    return Code.CONTACT in codes and codes.index(Code.CONTACT) < codes.index(Code.RUNS_TO_EDGE)


@_says(r"no blows struck between them this turn")
def _no_blows(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.NO_BLOWS))


@_says(r"up to (?P<many>\d+) automatic hits")
def _up_to(played: Played, found: re.Match[str]) -> bool:
    return len(played.of(Code.PARTING_HIT)) == int(found["many"])


@_says(r"(?P<many>\d+) automatic hits? offered to \w+ \((?P<who>[\w ]+)\)")
def _offered(played: Played, found: re.Match[str]) -> bool:
    hits = played.of(Code.PARTING_HIT)
    return len(hits) == int(found["many"]) and [hit.who for hit in hits] == _names(found)


@_says(r"(?P<who>\w+) hits without rolling a 6|a hit by (?P<by>\w+)")
def _hits(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.PARTING_HIT, who=found["who"] or found["by"]))


# --- what he may do -----------------------------------------------------------------------------------------------
@_says(rf"{WHO} may do nothing (?:else )?this turn except cast spells")
def _only_cast(played: Played, found: re.Match[str]) -> bool:
    nothing = (Action.MOVE, Action.CHARGE, Action.SHOOT)
    return all(
        _may(played.final, who, Action.CAST) and not any(_may(played.final, who, one) for one in nothing)
        for who in _names(found)
    )


@_says(rf"{WHO} may not (?P<what>(?:move|shoot|charge|cast|fight|intercept)(?:(?:,| or|,? and)? \w+)*?)"
       rf"(?: spells)?(?: this turn)?{TAIL}")  # fmt: skip
def _may_not(played: Played, found: re.Match[str]) -> bool:
    actions = _actions(found["what"])
    return not any(_may(played.final, who, action) for who in _names(found) for action in actions)


@_says(rf"{WHO} may (?P<what>move|shoot|charge|cast|fight|intercept)(?: spells)?(?: if a wizard)?(?: this turn)?{TAIL}")
def _may_now(played: Played, found: re.Match[str]) -> bool:
    actions = _actions(found["what"])
    return all(_may(played.final, who, action) for who in _names(found) for action in actions) and (
        Action.INTERCEPT not in actions or bool(played.of(Code.MAY_INTERCEPT, who=found["who"]))
    )


def _actions(text: str) -> list[Action]:
    words = [word for word in re.split(r"\W+", text) if word not in {"or", "and", ""}]
    unknown = [word for word in words if word not in set(Action)]
    if unknown:
        raise CaseError(f"unknown action: {unknown[0]}")
    return [Action(word) for word in words]


@_says(r"(?P<who>\w+) acts normally")
def _normal(played: Played, found: re.Match[str]) -> bool:
    free = all(reason is None for reason in allowed(played.final.fighter(found["who"]), played.final).values())
    return free and bool(played.of(Code.ACTS_NORMALLY, who=found["who"]))


@_says(r"(?P<who>\w+) does not fight(?P<cast> or cast)? until (?P<side>\w+)'s next turn starts")
def _no_fight(played: Played, found: re.Match[str]) -> bool:
    who = found["who"]
    actions = [Action.FIGHT, Action.CAST] if found["cast"] else [Action.FIGHT]
    later = _after(played.final, Until.END_OF_COMBAT, Until.END_OF_TURN)
    banned = not any(_may(one, who, action) for one in (played.final, later) for action in actions)
    return banned and not _flag_in(_next_turn_of_own(later, who), who, Flag.STUPID)


def _flag_in(situation: Situation, who: str, flag: Flag) -> bool:
    return situation.fighter(who).has(flag)


@_says(r"(?P<who>\w+) strikes no blows(?P<long> until \w+'s next turn starts| in \w+'s and the following \w+ combat phase"
       r"| in this combat round)?")  # fmt: skip
def _no_strikes(played: Played, found: re.Match[str]) -> bool:
    moments = [played.final]
    if found["long"] and "this combat" not in found["long"]:
        moments.append(_after(played.final, Until.END_OF_COMBAT, Until.END_OF_TURN))
    return all(not blows(one.fighter(found["who"]), None, one).strikes for one in moments)


@_says(r"(?P<who>\w+) still rolls to hit as normal")
def _rolls_to_hit(played: Played, found: re.Match[str]) -> bool:
    struck = blows(played.final.fighter(found["who"]), None, played.final)
    return struck.strikes and not struck.only_sixes and not struck.hits(1)


# --- fear ---------------------------------------------------------------------------------------------------------
@_says(r"(?P<who>\w+) needs_6s(?: against all| in (?:this combat round|the coming combat phase)(?: though .*)?)?")
def _sixes(played: Played, found: re.Match[str]) -> bool:
    flagged = _flag(played, found["who"], Flag.NEEDS_6S)
    over = _after(played.final, Until.END_OF_COMBAT)
    return flagged and not _flag_in(over, found["who"], Flag.NEEDS_6S)


@_says(r"(?P<who>\w+) hits normally(?P<later> in the next combat phase)?")
def _hits_normally(played: Played, found: re.Match[str]) -> bool:
    then = _after(played.final, Until.END_OF_COMBAT) if found["later"] else played.final
    return not blows(then.fighter(found["who"]), None, then).only_sixes


@_says(r"no charge")
def _no_charge(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.NO_CHARGE)) and not played.of(Code.CHARGES, Code.MAY_CHARGE)


@_says(r"(?P<who>\w+) (?:declares a charge on|charges|must charge) (?P<foe>\w+)(?: at once)?(?: without a test)?")
def _charges(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.CHARGES, who=found["who"], other=found["foe"]))


@_says(r"(?P<who>\w+) does not move")
def _does_not_move(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.NO_INTERCEPT, who=found["who"]))


@_says(r"charge on (?P<who>\w+) stands")
def _charge_stands(played: Played, found: re.Match[str]) -> bool:
    charges = [charge for charge in played.start.charges if found["who"] in charge.targets]
    return bool(charges) and not any(turn.intercepted(charge, played.final) for charge in charges)


@_says(r"no (?P<which>second|third|fourth) test")
def _no_more(played: Played, found: re.Match[str]) -> bool:
    return len(played.asked) < {"second": 2, "third": 3, "fourth": 4}[found["which"]]


@_says(r"no (?P<test>\w+(?: \w+)?) test|an? (?P<asked>\w+(?: \w+)?) test for (?P<whom>\w+)")
def _no_test(played: Played, found: re.Match[str]) -> bool:
    name = (found["test"] or found["asked"]).lower().replace(" ", "_")
    asked = [one for one in played.asked if one.test == name and found["whom"] in {None, one.who}]
    return not asked if found["test"] else bool(asked)


@_says(r"a (?P<test>Fear|Rout|Stupidity|All Alone) test for (?P<whom>\w+)")
def _a_test(played: Played, found: re.Match[str]) -> bool:
    name = found["test"].lower().replace(" ", "_")
    return any(one.test == name and one.who == found["whom"] for one in played.asked)


@_says(r"a D6 on the Stupidity table")
def _second_die(played: Played, _: re.Match[str]) -> bool:
    return any(one.test == "stupidity_table" for one in played.asked)


# --- blows --------------------------------------------------------------------------------------------------------
@_says(r"miss|hit")
def _miss(played: Played, found: re.Match[str]) -> bool:
    if played.blows is None or not played.faces:
        raise CaseError("nobody rolled to hit")
    return played.blows.hits(played.faces[-1], bonus=played.bonus) is (found[0] == "hit")


@_says(r"(?P<face>\d) (?P<how>misses|hits|would hit|would miss)")
def _face(played: Played, found: re.Match[str]) -> bool:
    if played.blows is None:
        raise CaseError("nobody rolled to hit")
    return played.blows.hits(int(found["face"]), bonus=played.bonus) is ("hit" in found["how"])


@_says(r"miss may be re-rolled once|(?P<no>no )?re-roll(?: against \w+)?")
def _reroll(played: Played, found: re.Match[str]) -> bool:
    if played.blows is None:
        raise CaseError("nobody struck")
    return played.blows.rerolls is not bool(found["no"])


@_says(r"(?:(?P<who>\w+) has )?(?P<many>\d+) attacks?(?: in combat| for the rest of the battle)?")
def _attacks(played: Played, found: re.Match[str]) -> bool:
    who = found["who"] or played.final.side("A").fighters[0].id
    lasting = _after(played.final, Until.END_OF_COMBAT, Until.END_OF_TURN, Until.NEXT_OWN_TURN)
    seen = {blows(_fighting(one, who), None, _with_foe(one, who)).attacks for one in (played.final, lasting)}
    return seen == {int(found["many"])}


@_says(r"(?P<who>\w+) still frenzied with doubled attacks")
def _still_frenzied(played: Played, found: re.Match[str]) -> bool:
    situation = _with_foe(played.final, found["who"])
    fighter = situation.fighter(found["who"])
    return blows(fighter, None, situation).attacks == 2 * fighter.attacks


def _with_foe(situation: Situation, who: str) -> Situation:
    """The same with this fighter in combat with somebody, so that his attacks in combat can be counted."""
    return situation.with_fighter(_fighting(situation, who))


def _fighting(situation: Situation, who: str) -> Fighter:
    fighter = situation.fighter(who)
    foes = [foe.id for foe in situation.foes(fighter) if foe.on_table]
    return replace(fighter, engaged=tuple(foes[:1]))


@_says(r"no compulsory charge|not compelled to charge")
def _free(played: Played, _: re.Match[str]) -> bool:
    must = any(standing(one, played.final).first(Verb.MUST, Matter.CHARGE) for one in played.final.side("A").fighters)
    return not must and not played.of(Code.MUST_CHARGE, Code.CHARGES)


# --- stupidity, animosity -----------------------------------------------------------------------------------------
@_says(r"(?P<who>\w+) must move (?P<far>[\d.]+) straight forward")
def _shambles(played: Played, found: re.Match[str]) -> bool:
    return [one.amount for one in played.of(Code.SHAMBLES, who=found["who"])] == [float(found["far"])]


@_says(r"the (?:shambling move|result|charge) is lost")
def _lost(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.MOVE_LOST))


@_says(r"(?P<who>\w+) moves at once as fast as possible towards (?P<foe>\w+)")
def _extra(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.EXTRA_MOVE, who=found["who"], other=found["foe"]))


@_says(r"(?P<who>\w+) keeps its normal move this turn|(?P<usual>\w+) acts as usual")
def _keeps(played: Played, found: re.Match[str]) -> bool:
    who = found["who"] or found["usual"]
    return bool(played.of(Code.KEEPS_MOVE, who=who)) and _may(played.final, who, Action.MOVE)


@_says(rf"(?P<who>\w+) shoots at (?P<mate>\w+){TAIL}")
def _shoots(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.SHOOTS_FRIEND, who=found["who"], other=found["mate"]))


@_says(r"not at (?P<mate>\w+)")
def _spares(played: Played, found: re.Match[str]) -> bool:
    turned = played.of(Code.SHOOTS_FRIEND, Code.ATTACKS_FRIEND)
    return bool(turned) and found["mate"] not in {one.other for one in turned}


@_says(r"(?P<who>\w+) (?:charges|attacks) (?P<mate>\w+)(?P<round> and one round is fought at once)?")
def _turns_on(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.ATTACKS_FRIEND, who=found["who"], other=found["mate"]))


@_says(r"then 1 apart and not engaged")
def _parts(played: Played, _: re.Match[str]) -> bool:
    parted = played.of(Code.PARTS)
    return bool(parted) and not any(played.final.fighter(one.who).engaged for one in parted)


@_says(r"(?P<who>\w+) does nothing this turn")
def _idle(played: Played, found: re.Match[str]) -> bool:
    moves = [_may(played.final, found["who"], one) for one in (Action.MOVE, Action.CHARGE, Action.SHOOT)]
    return bool(played.of(Code.IDLE, who=found["who"])) and not any(moves)


@_says(r"(?P<who>\w+) may defend himself if attacked")
def _defends(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.MAY_DEFEND, who=found["who"])) and _may(played.final, found["who"], Action.FIGHT)


# --- rout ---------------------------------------------------------------------------------------------------------
@_says(r"battle (?P<how>continues|over|over for all three)")
def _battle(played: Played, found: re.Match[str]) -> bool:
    if found["how"] == "continues":
        return not played.final.over and not any(side.routed for side in played.final.sides)
    return played.final.over


@_says(r"(?P<side>A|B) (?P<how>routed|loses|not routed|has no fighters left)")
def _side(played: Played, found: re.Match[str]) -> bool:
    side = played.final.side(found["side"])
    match found["how"]:
        case "routed":
            return side.routed
        case "not routed":
            return not side.routed
        case "loses":
            return bool(played.of(Code.LOSES, who=side.id))
        case _:
            return not rout.remaining(side) and bool(played.of(Code.NO_FIGHTERS_LEFT, who=side.id))


@_says(r"the other two warbands play on")
def _play_on(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.OTHERS_PLAY_ON)) and not played.final.over


@_says(r"(?P<side>A|B) may (?P<not>not )?voluntarily rout(?: this turn)?(?P<later> and later)?")
def _may_rout(played: Played, found: re.Match[str]) -> bool:
    trial = Trial(TrialKind.VOLUNTARY_ROUT, found["side"])
    moments = [played.final]
    if found["later"]:
        side = played.final.side(found["side"])
        moments.append(played.final.with_side(replace(side, others_out=())))
    able = [isinstance(plan(trial, one), Settled) for one in moments]
    return not any(able) if found["not"] else all(able)


@_says(r"the result names (?P<ruling>R-\d\d)")
def _names_ruling(played: Played, found: re.Match[str]) -> bool:
    return found["ruling"] in set(played.rulings)
