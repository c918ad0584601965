"""Phrases about where models are and how they run: fleeing, down, gone, runs, packs."""

import re

from rules.engine import rout, turn
from rules.engine.cases.phrases import ONE, WHO, flagged, names, says
from rules.engine.cases.record import Played
from rules.engine.changes import apply
from rules.engine.plans import Code, TrialKind, Until
from rules.engine.situation import Situation
from rules.engine.vocabulary import Flag, Status

RUNS = (Code.RUNS_AWAY, Code.RUNS_TO_EDGE, Code.CRAWLS)


@says(rf"{WHO} (?:is |are |stays |keeps )?(?:still |again )?(?P<not>not |no longer )?(?:fleeing|broken)")
def _fleeing(played: Played, found: re.Match[str]) -> bool:
    wanted = not found["not"]
    return all(flagged(played.final, who, Flag.FLEEING) is wanted for who in names(found, played))


@says(
    rf"{WHO} (?:is |are |stays |remains |ends )?(?:still )?(?P<not>not )?"
    r"(?P<status>standing|knocked[_ ]down|stunned|out[_ ]of[_ ]action|fled[_ ]off)",
    rf"{WHO} (?:is )?(?P<not>not )?(?P<status>removed from (?:combat|the battle|the table))",
)
def _status(played: Played, found: re.Match[str]) -> bool:
    word = found["status"].replace(" ", "_")
    status = Status.FLED_OFF if word.startswith("removed") else Status(word)
    wanted = not found["not"]
    return all((played.final.fighter(who).status is status) is wanted for who in names(found, played))


@says(
    r"(?P<who>\w+) (?:is )?(?P<how>still|not|no longer) engaged",
    r"(?P<who>\w+) (?:stays|remains) (?P<how>still )?(?:engaged|in combat)",
)
def _engaged(played: Played, found: re.Match[str]) -> bool:
    wanted = found["how"] not in {"not", "no longer"}
    return bool(played.final.opponents(played.final.fighter(found["who"]))) is wanted


@says(rf"{ONE} becomes knocked[_ ]down(?: afterwards| in the Recovery phase)?")
def _comes_round(played: Played, found: re.Match[str]) -> bool:
    recovered = apply(played.final, turn.recovery(played.final))
    before = played.final.fighter(found["who"]).status
    return before is Status.STUNNED and recovered.fighter(found["who"]).status is Status.KNOCKED_DOWN


@says(rf"{ONE} counts (?:for|towards) (?P<side>\w+)'s next Rout test")
def _counts(played: Played, found: re.Match[str]) -> bool:
    def out(situation: Situation) -> rout.Count:
        return rout.count(situation.side(found["side"]), situation)

    fighter = played.final.fighter(found["who"])
    more = out(played.final).out - out(played.start).out
    return more > 0 and more == rout.weight(fighter, played.final)


# --- runs ---------------------------------------------------------------------------------------------------------
@says(rf"{ONE} (?:moved |is )?(?P<far>\d+) nearer (?:to )?the (?:table )?edge")
def _nearer(played: Played, found: re.Match[str]) -> bool:
    runs = played.of(*RUNS, who=found["who"])
    before, now = played.start.fighter(found["who"]).edge, played.final.fighter(found["who"]).edge
    return sum(run.amount or 0 for run in runs) == int(found["far"]) and before - now == int(found["far"])


@says(
    rf"{ONE} (?:has )?(?:moved|moves|ran|runs) (?P<far>\d+)(?: inches)? "
    r"(?P<where>towards (?:the )?nearest table edge|directly away from (?:its|his) enemies)(?: at once)?"
)
def _ran(played: Played, found: re.Match[str]) -> bool:
    code = Code.RUNS_TO_EDGE if "edge" in found["where"] else Code.RUNS_AWAY
    runs = played.of(code, who=found["who"])
    at_once = all(run.until is Until.AT_ONCE for run in runs)
    return [run.amount for run in runs] == [int(found["far"])] and at_once


@says(rf"{ONE} (?:is )?moved into contact(?: with (?P<foe>\w+))?(?: first)?")
def _contact(played: Played, found: re.Match[str]) -> bool:
    placed = [change for change in played.of(Code.CONTACT) if change.who == found["who"]]
    if found["foe"]:
        return any(change.other == found["foe"] for change in placed)
    codes = [c.code for c in played.changes if c.code is Code.RUNS_TO_EDGE or c in placed]
    return bool(placed) and codes.index(Code.CONTACT) < codes.index(Code.RUNS_TO_EDGE)


@says(rf"{WHO} stays? where (?:he|it|they) (?:is|are)")
def _stays_put(played: Played, found: re.Match[str]) -> bool:
    return all(played.of(Code.CONTACT, who=who) and not played.of(*RUNS, who=who) for who in names(found, played))


@says(r"no blows (?:are )?struck between them(?: this turn)?")
def _no_blows(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.NO_BLOWS))


@says(r"no parting hits?(?: (?:is|are) (?:struck|offered|made))?")
def _no_hits(played: Played, _: re.Match[str]) -> bool:
    return not played.of(Code.PARTING_HIT)


@says(r"(?:up to )?(?P<many>\d+) automatic hits?(?: (?:are |is )?offered)?")
def _up_to(played: Played, found: re.Match[str]) -> bool:
    return len(played.of(Code.PARTING_HIT)) == int(found["many"])


@says(r"(?:up to )?(?P<many>\d+) automatic hits? (?:are |is )?offered to \w+ \((?P<who>[\w, ]+)\)")
def _offered(played: Played, found: re.Match[str]) -> bool:
    hits = played.of(Code.PARTING_HIT)
    return len(hits) == int(found["many"]) and [hit.who for hit in hits] == names(found, played)


@says(
    rf"{ONE} hits without rolling a 6",
    r"an? (?:automatic |parting )?hit by (?P<who>\w+)",
    rf"{ONE} (?:may strike|strikes) at \w+ as (?:he|it) runs",
)
def _hits(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.PARTING_HIT, who=found["who"]))


@says(rf"{ONE} (?:does not run|makes no run)", r"no run")
def _no_run(played: Played, found: re.Match[str]) -> bool:
    return not played.of(Code.RUNS_AWAY, Code.RUNS_TO_EDGE, who=found.groupdict().get("who"))


@says(r"no (?:further|second|more) run")
def _no_more_runs(played: Played, _: re.Match[str]) -> bool:
    waiting = any(trial.kind is TrialKind.FLIGHT for trial in played.final.pending)
    return not waiting and len(played.of(Code.RUNS_AWAY, Code.RUNS_TO_EDGE)) < 2


@says(rf"{ONE} (?:runs|ran) twice")
def _runs_twice(played: Played, found: re.Match[str]) -> bool:
    return len(played.of(Code.RUNS_AWAY, Code.RUNS_TO_EDGE, who=found["who"])) == 2


@says(rf"{ONE} crawls (?P<far>\d+)(?: inches)?(?: towards the (?:nearest )?table edge)?")
def _crawls(played: Played, found: re.Match[str]) -> bool:
    return [change.amount for change in played.of(Code.CRAWLS, who=found["who"])] == [int(found["far"])]


@says(rf"{ONE} stops at the (?:table )?edge")
def _stops(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.STOPS_AT_EDGE, who=found["who"]))


@says(rf"{ONE} falls where (?:he|it) (?:is|stands)")
def _falls(played: Played, found: re.Match[str]) -> bool:
    return bool(played.of(Code.FALLS, Code.IS_STUNNED, who=found["who"])) and not played.of(*RUNS, who=found["who"])


# --- packs --------------------------------------------------------------------------------------------------------
@says(
    rf"{WHO} (?:leaves?|(?:is|are) removed(?: from the battle)?|removed)(?: the battle)?",
)
def _leaves(played: Played, found: re.Match[str]) -> bool:
    return all(
        played.of(Code.PACK_LEAVES, who=who) and not played.final.fighter(who).on_table for who in names(found, played)
    )


@says(rf"{WHO} (?:stays?|fights? on|remains?)(?: in the battle| in play)?", rf"{WHO} may still be used")
def _stays(played: Played, found: re.Match[str]) -> bool:
    return all(played.final.fighter(who).on_table for who in names(found, played))
