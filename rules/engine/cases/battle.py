"""Cases that happen in a battle: the situation, the event, the tests asked for in order, what is true afterwards."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rules.engine.cases import events, phrases, variants
from rules.engine.cases.carrying import Bare, Carrier
from rules.engine.cases.events import Script
from rules.engine.cases.record import Asked, Played
from rules.engine.cases.words import CaseError, fighters, only_keys, weights
from rules.engine.combat import blows
from rules.engine.dice import FacesError
from rules.engine.plans import Choose, Plan, Roll, Settled, Trial, TrialKind, Verdict
from rules.engine.psychology import plan
from rules.engine.rulebook import Rulebook
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Moment, Side, Situation
from rules.engine.turn import Due, Step

SIDES = ("A", "B", "C", "D")
GIVEN_KEYS = {
    *SIDES, "phase", "player", "allies", "started", "others_oaa", "oaa", "weights_out", "players", "turn", "history",
    "roster", "missing_game", "note", "variants", "table",
}  # fmt: skip
EXPECT_KEYS = {"tests", "also", "state", "not", "note", "per_variant"}
TEST_KEYS = {"test", "who", "ld", "from", "method", "dice", "result", "reroll"}
LONGEST = 200
"""More steps than any case needs: a runaway is a fault."""


class MismatchError(Exception):
    """The engine asked for something else than the case expects."""


type Carries = Callable[[], Carrier]


def check(case: Mapping[str, Any], rulebook: Rulebook, carries: Carries = Bare) -> list[str]:
    """What does not hold of a battle case. ``carries`` makes what carries it out, anew for each time it is played."""
    given, expect = case["given"], case["expect"]
    only_keys(given, GIVEN_KEYS, "given")
    only_keys(expect, EXPECT_KEYS, "expect")
    rulings = Rulings.of(case.get("rulings", {}))
    if "variants" in given:
        for variant in given["variants"]:
            only_keys(variant, GIVEN_KEYS | variants.EXTRA_KEYS, "variant")
        return variants.check(case, rulebook, rulings, situation_of, partial(play, carries=carries))
    if "per_variant" in expect:
        raise CaseError("per_variant without variants")
    lists = [expect.get("tests", [])]
    if "also" in expect:
        lists.append(expect["also"])
    failures: list[str] = []
    for expected in lists:
        found = _check_against(case, expected, rulebook, rulings, carries)
        if not found:
            return []
        failures = failures or found
    return failures


def _check_against(
    case: Mapping[str, Any],
    expected: Sequence[Mapping[str, Any]],
    rulebook: Rulebook,
    rulings: Rulings,
    carries: Carries,
) -> list[str]:
    situation = situation_of(case["given"], rulebook, rulings)
    played = play(case["event"], situation, case["given"], expected, carries)
    failures = list(played.mismatches)
    failures += _compare(played.asked, expected)
    for phrase in case["expect"].get("state", ()):
        if not phrases.holds(phrase, played):
            failures.append(f"not true afterwards: {phrase}")
    failures += [
        f"true, but should not be: {phrase}"
        for phrase in case["expect"].get("not", ())
        if phrases.holds(phrase, played)
    ]
    return failures


def _compare(asked: Sequence[Asked], expected: Sequence[Mapping[str, Any]]) -> list[str]:
    failures = []
    if len(asked) != len(expected):
        failures.append(f"asked for {len(asked)} tests, expected {len(expected)}: {[a.test for a in asked]}")
    for number, (one, wanted) in enumerate(zip(asked, expected, strict=False), 1):
        only_keys(wanted, TEST_KEYS, "test")
        known = one.as_case()
        for key in sorted(TEST_KEYS - {"dice"}):
            if key in {"ld", "reroll"} and key not in wanted:
                continue
            if known.get(key) != wanted.get(key):
                failures.append(f"test {number}: {key} is {known.get(key)}, expected {wanted.get(key)}")
    return failures


def situation_of(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> Situation:
    """The situation a case describes: its sides and the allies, whose turn, and the moment."""
    player = given["player"]
    # What Stupidity's D6 said in A's last turn is over in B's turn, unless ruling R-43 makes it last.
    lasts = player == "A" or rulings.stupid_d6_lasts == "until_next_turn"

    def side(name: str, **fields: Any) -> Side:
        listed = [one for m in given.get(name, ()) for one in fighters(m, rulebook, inactive_lasts=lasts)]
        return Side(name, tuple(_spread(fighter, listed) for fighter in listed), **fields)

    history = given.get("history", ())
    for line in history:
        if not re.search(r"rout|passed|failed|test", line, re.IGNORECASE):
            raise CaseError(f"unknown history: {line}")
    started = given.get("started")
    if "roster" in given:
        fit = int(given["roster"]) - int(given.get("missing_game", 0))
        if started is not None and fit != int(started):
            raise CaseError("roster less those missing the game is not the number that started")
        started = fit
    required = any("rout" in line.lower() for line in history)
    sides = [side("A", started=started, others_out=weights(given), alliance="A", rout_required_ever=required)]
    sides += [side(name, alliance=name) for name in SIDES[1:] if name in given or name == "B"]
    if "allies" in given:
        sides.append(side("allies", alliance="A"))
    return Situation(
        rulebook,
        tuple(sides),
        turn=player,
        moment=Moment(given["phase"]),
        rulings=rulings,
        players=int(given.get("players", 2)),
    )


def _spread(fighter: Fighter, listed: Sequence[Fighter]) -> Fighter:
    """``all_friends`` as a distance to each of them."""
    far = fighter.distances.get("all_friends")
    if far is None:
        return fighter
    rest = {key: value for key, value in fighter.distances.items() if key != "all_friends"}
    return replace(fighter, distances={**{one.id: far for one in listed if one.id != fighter.id}, **rest})


def play(
    event: str,
    situation: Situation,
    given: Mapping[str, Any],
    expected: Sequence[Mapping[str, Any]],
    carries: Carries = Bare,
) -> Played:
    """Play an event out and record everything."""
    parts = [part for one in event.split(";") for part in re.split(r", then (?=\w+ )", one.strip())]
    head, *rest = parts
    script = Script(expected)
    charges = events.declared(parts, situation)
    for part in rest:
        if not (charges and events.declared([part], situation)):
            events.stage_direction(part, script, situation)
    played = Played(situation)
    carrier = carries()
    if events.plain_moment(head, situation):
        _play_moment(situation, script, played, carrier)
    elif charges and events.declared([head], situation):
        _play_moment(replace(situation, charges=charges), script, played, carrier)
    elif not _play_one(head, script, played, carrier) and not _play_combat(head, situation, given, played):
        raise CaseError(f"unknown event: {event}")
    return played


def _play_one(head: str, script: Script, played: Played, carrier: Carrier) -> bool:
    """Events that are a single trial, or a single consequence."""
    situation = played.start
    if side := events.routs(head):
        _play_deed(lambda: carrier.rout(side), played, carrier)
    elif (driven := events.contact(head)) and situation.knows(driven["foe"]):
        trial = Trial(TrialKind.FEAR_CHARGED, driven["who"], (driven["foe"],), purpose="contact")
        _play_trial(trial, script, played, carrier)
    elif asked := events.leadership_test(head):
        _play_trial(Trial(TrialKind.LEADERSHIP, asked[0], purpose=asked[1]), script, played, carrier)
    elif who := events.falls(head):
        _play_deed(lambda: carrier.out(who), played, carrier)
    elif down := events.felled(head):
        _play_deed(lambda: carrier.fall(*down), played, carrier)
    else:
        return False
    return True


def _play_deed(deed: Callable[[], list[Verdict]], played: Played, carrier: Carrier) -> None:
    carrier.begin(played.start)
    _record(deed(), played, carrier)


def _play_trial(trial: Trial, script: Script, played: Played, carrier: Carrier) -> None:
    carrier.begin(played.start)
    _record(carrier.ask(trial), played, carrier)
    _play_due(script, played, carrier, (Step.AT_ONCE,))


def _play_moment(situation: Situation, script: Script, played: Played, carrier: Carrier) -> None:
    verdicts = carrier.start(situation)
    played.start = carrier.situation
    _record(verdicts, played, carrier)
    _play_due(script, played, carrier)


def _play_due(script: Script, played: Played, carrier: Carrier, steps: Collection[Step] = tuple(Step)) -> None:
    """Settle whatever is due in these steps, as the case says that the dice fell."""
    for _ in range(LONGEST):
        found = [due for due in carrier.due() if due.step in steps]
        if not found:
            break
        first = min(found, key=lambda due: _place(due.trial.who, script))
        try:
            verdicts = _taken(_planned(first, carrier.situation, script), script, played, carrier)
        except (MismatchError, FacesError) as problem:
            one = first.trial
            played.mismatches.append(f"asked for {one.kind} of {one.who}, which is not expected there. {problem}")
            return
        _record(verdicts, played, carrier)


def _record(verdicts: Sequence[Verdict], played: Played, carrier: Carrier) -> None:
    played.final = carrier.situation
    for verdict in verdicts:
        played.record(verdict, carrier.situation)


def _place(who: str, script: Script) -> int:
    return script.first.index(who) if who in script.first else len(script.first)


def _planned(due: Due, situation: Situation, script: Script) -> Plan:
    """The plan of what is due, with the fighter whose Leadership the player picks for a Rout test."""
    if due.trial.kind is TrialKind.ROUT and script.provider:
        return plan(replace(due.trial, by=(script.provider,)), situation)
    return due.plan


def _taken(planned: Plan, script: Script, played: Played, carrier: Carrier) -> list[Verdict]:
    if isinstance(planned, Roll):
        verdicts = _thrown(planned, script, played, lambda faces: carrier.take(planned, faces))
        return _again(planned, verdicts[0], script, played, carrier) if verdicts[0].offers else verdicts
    if isinstance(planned, Choose):
        slugs = [option.slug for option in planned.options]
        wanted = (script.parting, *script.chosen)
        return carrier.take(planned, option=next((slug for slug in wanted if slug in slugs), slugs[0]))
    verdicts = carrier.take(planned)
    if isinstance(planned, Settled) and planned.passed is not None:
        played.asked.append(Asked.automatic(verdicts[0]))
        script.used += 1
    return verdicts


def _again(planned: Roll, failed: Verdict, script: Script, played: Played, carrier: Carrier) -> list[Verdict]:
    """A failed test that the case lists twice running is taken again, where a rule offers that; else it stands."""
    following, first = script.next(), played.asked[-1]
    if not following or (following["test"], following["who"]) != (first.test, first.who):
        return carrier.stand()
    offer = failed.offers[0]
    return _thrown(planned, script, played, lambda faces: carrier.again(offer, faces), offer.name)


def _thrown(
    planned: Roll,
    script: Script,
    played: Played,
    throw: Callable[[list[int]], list[Verdict]],
    by: str | None = None,
) -> list[Verdict]:
    """The next expected faces thrown; ``by`` names the rule of a second throw."""
    expected = script.next()
    if expected is None:
        raise MismatchError
    verdicts = throw([int(face) for face in expected.get("dice", ())])
    played.asked.append(Asked.rolled(planned, verdicts[0], by))
    script.used += 1
    return verdicts


_COMBAT = (
    re.compile(r"^(?P<who>\w+) rolls a (?:natural )?(?P<face>\d) to hit(?: \w+)?$"),
    re.compile(r"^(?P<who>\w+) misses with a (?P<face>\d), re-rolls an? (?P<again>\d)$"),
    re.compile(r"^(?P<who>\w+) (?:attacks|strikes at) (?P<foe>\w+)(?: and misses)?$"),
    re.compile(r"^(?P<who>\w+) (?:misses|strikes|attacks)$"),
    re.compile(r"^number of attacks of (?:a frenzied model|(?P<who>\w+))$"),
)


def _play_combat(head: str, situation: Situation, given: Mapping[str, Any], played: Played) -> bool:
    """Blows: recorded as the engine sees them, with the faces that the event names."""
    found = next((match for pattern in _COMBAT if (match := pattern.match(head))), None)
    if found is None:
        return False
    named = found.groupdict()
    if not named.get("who"):
        return True
    if not situation.knows(named["who"]):
        raise CaseError(f"nobody is called {named['who']}")
    fighter = situation.fighter(named["who"])
    opponents = situation.opponents(fighter)
    foe = situation.fighter(named["foe"]) if named.get("foe") else (opponents[0] if opponents else None)
    model = next(m for side in SIDES for m in given.get(side, ()) if str(m["id"]) == fighter.id)
    played.blows = blows(fighter, foe, situation, two_weapons=bool(model.get("two_weapons")))
    played.bonus = int(model.get("to_hit_bonus", 0))
    played.faces = tuple(int(named[key]) for key in ("face", "again") if named.get(key))
    played.final = situation
    return True
