"""Phrases about tests asked for, the warband's Rout, and the rulings a result names."""

import re
from dataclasses import replace

from rules.engine import rout
from rules.engine.cases.phrases import ONE, says
from rules.engine.cases.record import Played
from rules.engine.plans import Code, Settled, Trial, TrialKind
from rules.engine.psychology import plan
from rules.engine.vocabulary import Status

_COUNT = {"second": 2, "third": 3, "fourth": 4}
_KIND = r"(?P<test>Fear|Rout|Stupidity|All Alone|[Aa]nimosity|Leadership|rally|recovery|flight)"


@says(r"no (?P<which>second|third|fourth) test")
def _no_more(played: Played, found: re.Match[str]) -> bool:
    return len(played.asked) < _COUNT[found["which"]]


@says(r"no test")
def _no_test_at_all(played: Played, _: re.Match[str]) -> bool:
    return not played.asked


@says(
    rf"no {_KIND} (?:test|roll)(?: for {ONE})?",
    rf"{ONE} (?:takes|needs) no {_KIND} test",
    rf"(?P<some>an?) {_KIND} test(?: for {ONE})?",
)
def _test(played: Played, found: re.Match[str]) -> bool:
    name = found["test"].lower().replace(" ", "_")
    name = {"recovery": "rally"}.get(name, name)
    asked = [one for one in played.asked if one.test == name and found["who"] in {None, one.who}]
    return bool(asked) is bool(found.groupdict().get("some"))


@says(r"(?:the )?battle (?:is )?(?P<how>continues|goes on|not over|over(?: for all(?: three)?)?)")
def _battle(played: Played, found: re.Match[str]) -> bool:
    if found["how"] in {"continues", "goes on", "not over"}:
        return not played.final.over and not any(side.routed for side in played.final.sides)
    return played.final.over


@says(
    r"(?P<side>[A-D]) (?:has |is )?(?P<how>routed|loses|lost|not routed|does not lose|has not lost|no fighters left)",
    r"(?P<side>[A-D]) (?P<how>does not rout)",
)
def _side(played: Played, found: re.Match[str]) -> bool:
    side = played.final.side(found["side"])
    match found["how"]:
        case "routed":
            return side.routed
        case "not routed" | "does not rout":
            return not side.routed
        case "loses" | "lost":
            return bool(played.of(Code.LOSES, who=side.id))
        case "does not lose" | "has not lost":
            return not played.of(Code.LOSES, who=side.id)
        case _:
            return not rout.remaining(side) and bool(played.of(Code.NO_FIGHTERS_LEFT, who=side.id))


@says(r"refused|(?:the|it) is refused")
def _refused(played: Played, _: re.Match[str]) -> bool:
    return bool(played.verdicts) and all(one.outcome == "exempt" for one in played.verdicts)


@says(r"the other (?:two )?warbands? plays? on", r"the others play on")
def _play_on(played: Played, _: re.Match[str]) -> bool:
    return bool(played.of(Code.OTHERS_PLAY_ON)) and not played.final.over


@says(r"(?P<side>[A-D])'s survivors (?:leave(?: the field)?|are not casualties)(?:,? and are no casualties)?")
def _survivors(played: Played, found: re.Match[str]) -> bool:
    before = [one for one in played.start.side(found["side"]).fighters if one.on_table]
    now = {one.id: one.status for one in played.final.side(found["side"]).fighters}
    return bool(before) and all(now[one.id] is Status.FLED_OFF for one in before)


@says(r"(?P<side>[A-D]) may (?P<not>not )?(?:voluntarily rout|rout voluntarily)(?: this turn)?(?P<later> and later)?")
def _may_rout(played: Played, found: re.Match[str]) -> bool:
    trial = Trial(TrialKind.VOLUNTARY_ROUT, found["side"])
    moments = [played.final]
    if found["later"]:
        side = played.final.side(found["side"])
        moments.append(played.final.with_side(replace(side, others_out=())))
    able = [isinstance(plan(trial, one), Settled) for one in moments]
    return not any(able) if found["not"] else all(able)


@says(r"the result (?P<not>does not name|names) (?P<rulings>R-\d\d(?:(?:, | and )R-\d\d)*)")
def _names_ruling(played: Played, found: re.Match[str]) -> bool:
    named = [ruling in set(played.rulings) for ruling in re.findall(r"R-\d\d", found["rulings"])]
    return all(named) if found["not"] == "names" else not any(named)
