"""Phrases about what models may do and must do: permissions, stupidity, animosity."""

import re

from rules.engine.allowed import Action, allowed
from rules.engine.cases.phrases import ONE, WHO, after, flagged, may, names, next_own_turn, says
from rules.engine.cases.record import Played
from rules.engine.cases.words import CaseError
from rules.engine.combat import blows
from rules.engine.plans import Code, Until
from rules.engine.vocabulary import Flag

ACTIONS = {"spells": None, "run": Action.MOVE, "do anything": None}
NOTHING = (Action.MOVE, Action.CHARGE, Action.SHOOT)


@says(rf"{WHO} may (?:only cast spells|do nothing (?:else )?(?:for the rest of )?(?:this turn )?except cast spells)"
      r"(?: this turn)?")  # fmt: skip
def _only_cast(played: Played, found: re.Match[str]) -> bool:
    return all(
        may(played.final, who, Action.CAST) and not any(may(played.final, who, one) for one in NOTHING)
        for who in names(found, played)
    )


_LIST = r"(?:move|run|shoot|charge|cast|fight|intercept)(?:(?:, | or |,? and | )(?:move|run|shoot|charge|cast|fight))*"
_WHEN = r"(?: spells)?(?: if a wizard)?(?: (?:this turn|now))?(?: \(.*\))?"


@says(rf"{WHO} (?:may not|cannot) (?P<what>{_LIST}){_WHEN}")
def _may_not(played: Played, found: re.Match[str]) -> bool:
    return not any(may(played.final, who, one) for who in names(found, played) for one in _actions(found["what"]))


@says(rf"{WHO} may (?:still )?(?P<what>{_LIST}){_WHEN}")
def _may_now(played: Played, found: re.Match[str]) -> bool:
    actions = _actions(found["what"])
    return all(may(played.final, who, one) for who in names(found, played) for one in actions) and (
        Action.INTERCEPT not in actions or bool(played.of(Code.MAY_INTERCEPT, who=found["who"]))
    )


def _actions(text: str) -> list[Action]:
    words = [word for word in re.split(r"\W+", text) if word not in {"or", "and", ""}]
    return [Action.MOVE if word == "run" else Action(word) for word in words]


@says(rf"{ONE} (?:acts normally|is unaffected)")
def _normal(played: Played, found: re.Match[str]) -> bool:
    free = all(reason is None for reason in allowed(played.final.fighter(found["who"]), played.final).values())
    return free and bool(played.of(Code.ACTS_NORMALLY, who=found["who"]))


@says(
    rf"{ONE} (?:does not|may not) (?P<what>fight|cast|fight or cast|cast or fight)"
    r" until (?P<side>\w+)'s next turn starts"
)
def _no_fight(played: Played, found: re.Match[str]) -> bool:
    who = found["who"]
    later = after(played.final, Until.END_OF_COMBAT, Until.END_OF_TURN)
    banned = not any(may(one, who, action) for one in (played.final, later) for action in _actions(found["what"]))
    own = played.final.side_of(played.final.fighter(who)).id == found["side"]
    return banned and own and not flagged(next_own_turn(later, who), who, Flag.STUPID)


@says(rf"{ONE} (?:strikes no blows|does not strike|does not fight)(?P<long> until \w+'s next turn starts"
      r"| in \w+'s and the following \w+ combat phase| in this combat round| this turn)?")  # fmt: skip
def _no_strikes(played: Played, found: re.Match[str]) -> bool:
    moments = [played.final]
    if found["long"] and "this" not in found["long"]:
        moments.append(after(played.final, Until.END_OF_COMBAT, Until.END_OF_TURN))
    return all(not blows(one.fighter(found["who"]), None, one).strikes for one in moments)


@says(rf"{ONE} (?:still rolls to hit as normal|strikes as normal|strikes normally)")
def _rolls_to_hit(played: Played, found: re.Match[str]) -> bool:
    struck = blows(played.final.fighter(found["who"]), None, played.final)
    return struck.strikes and not struck.only_sixes and not struck.hits(1)


# --- stupidity ----------------------------------------------------------------------------------------------------
@says(rf"{ONE} (?:must move|moves|shambles) (?P<far>[\d.]+) straight forward")
def _shambles(played: Played, found: re.Match[str]) -> bool:
    return [one.amount for one in played.of(Code.SHAMBLES, who=found["who"])] == [float(found["far"])]


@says(rf"{ONE} (?:is |stands )?(?P<not>not )?inactive")
def _inactive(played: Played, found: re.Match[str]) -> bool:
    return flagged(played.final, found["who"], Flag.INACTIVE) is not bool(found["not"])


@says(rf"{ONE} does nothing(?: else)? this turn")
def _idle(played: Played, found: re.Match[str]) -> bool:
    stated = played.of(Code.IDLE, Code.DROOLS, who=found["who"])
    return bool(stated) and not any(may(played.final, found["who"], one) for one in NOTHING)


@says(r"the (?:shambling move|result|charge|move) is lost")
def _lost(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.MOVE_LOST))


@says(r"a D6 on the Stupidity table", r"(?P<no>no D6(?: on the Stupidity table)?|no second die)")
def _second_die(played: Played, found: re.Match[str]) -> bool:
    return any(one.test == "stupidity_table" for one in played.asked) is not bool(found.groupdict().get("no"))


# --- animosity ----------------------------------------------------------------------------------------------------
@says(rf"{ONE} moves at once as fast as possible towards (?P<foe>\w+)")
def _extra(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.EXTRA_MOVE, who=found["who"], other=found["foe"]))


@says(rf"{ONE} (?:keeps its normal move this turn|acts as usual|may act as usual|acts as usual this turn)")
def _keeps(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.KEEPS_MOVE, who=found["who"])) and may(played.final, found["who"], Action.MOVE)


@says(rf"{ONE} shoots at (?P<mate>\w+)(?: \(.*\))?")
def _shoots(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.SHOOTS_FRIEND, who=found["who"], other=found["mate"]))


@says(r"not at (?P<mate>\w+)")
def _spares(played: Played, found: re.Match[str]) -> bool:
    turned = played.of(Code.SHOOTS_FRIEND, Code.ATTACKS_FRIEND)
    return bool(turned) and found["mate"] not in {one.other for one in turned}


@says(rf"{ONE} attacks (?P<mate>\w+)", rf"{ONE} charges (?P<mate>\w+) and one round is fought at once")
def _turns_on(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.ATTACKS_FRIEND, who=found["who"], other=found["mate"]))


@says(r"then 1 apart and not engaged")
def _parts(played: Played, _: re.Match[str]) -> bool:
    parted = played.of(Code.PARTS)
    return bool(parted) and not any(played.final.fighter(one.who).engaged for one in parted)


@says(rf"{ONE} may defend himself(?: if attacked)?")
def _defends(played: Played, found: re.Match[str]) -> bool:
    if not played.final.knows(found["who"]):
        raise CaseError(f"nobody is called {found['who']}")
    return bool(played.of(Code.MAY_DEFEND, who=found["who"])) and may(played.final, found["who"], Action.FIGHT)
