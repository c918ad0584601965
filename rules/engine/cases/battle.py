"""Cases that happen in a battle: the situation, the event, the tests asked for in order, what is true afterwards."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine import changes, turn
from rules.engine.cases import phrases
from rules.engine.cases.record import Asked, Played
from rules.engine.cases.words import CaseError, fighters, only_keys, weights
from rules.engine.combat import blows
from rules.engine.dice import FacesError
from rules.engine.plans import (
    Choose,
    Exempt,
    Plan,
    Roll,
    Settled,
    Trial,
    TrialKind,
    Until,
    Verdict,
    choose,
    judge,
    settle,
)
from rules.engine.psychology import plan
from rules.engine.rulebook import Rulebook
from rules.engine.rulings import Rulings
from rules.engine.situation import Charge, Fighter, Moment, Side, Situation

GIVEN_KEYS = {
    "phase", "player", "A", "B", "allies", "started", "others_oaa", "oaa", "weights_out", "players", "turn", "history",
    "roster", "missing_game", "note", "variants", "table",
}  # fmt: skip
EXPECT_KEYS = {"tests", "also", "state", "not", "note", "per_variant"}
TEST_KEYS = {"test", "who", "ld", "from", "method", "dice", "result"}
LONGEST = 200
"""More steps than any case needs: a runaway is a fault."""


class MismatchError(Exception):
    """The engine asked for something else than the case expects."""


@dataclass
class Script:
    """What the players do and the dice show: the faces in order, who goes first, what the parting hits did."""

    expected: Sequence[Mapping[str, Any]] = ()
    first: tuple[str, ...] = ()
    parting: str = "unharmed"
    used: int = field(default=0)

    def faces(self) -> Sequence[int]:
        """The faces of the next expected test."""
        if self.used >= len(self.expected):
            raise MismatchError
        return [int(face) for face in self.expected[self.used].get("dice", ())]


def check(case: Mapping[str, Any], rulebook: Rulebook) -> list[str]:
    """What does not hold of a battle case."""
    given, expect = case["given"], case["expect"]
    only_keys(given, GIVEN_KEYS, "given")
    only_keys(expect, EXPECT_KEYS, "expect")
    rulings = Rulings.of(case.get("rulings", {}))
    if "variants" in given:
        return _check_variants(case, rulebook, rulings)
    lists = [expect["tests"]] if "tests" in expect else [[]]
    if "also" in expect:
        lists.append(expect["also"])
    failures: list[str] = []
    for expected in lists:
        found = _check_against(case, expected, rulebook, rulings)
        if not found:
            return []
        failures = failures or found
    return failures


def _check_against(
    case: Mapping[str, Any], expected: Sequence[Mapping[str, Any]], rulebook: Rulebook, rulings: Rulings
) -> list[str]:
    situation = situation_of(case["given"], rulebook, rulings)
    played = play(case["event"], situation, case["given"], expected)
    failures = list(played.mismatches)
    failures += _compare(played.asked, expected)
    for phrase in case["expect"].get("state", ()):
        if not phrases.holds(phrase, played):
            failures.append(f"not true afterwards: {phrase}")
    for phrase in case["expect"].get("not", ()):
        if phrases.holds(phrase, played):
            failures.append(f"true, but should not be: {phrase}")
    return failures


def _compare(asked: Sequence[Asked], expected: Sequence[Mapping[str, Any]]) -> list[str]:
    failures = []
    if len(asked) != len(expected):
        failures.append(f"asked for {len(asked)} tests, expected {len(expected)}: {[a.test for a in asked]}")
    for number, (one, wanted) in enumerate(zip(asked, expected, strict=False), 1):
        only_keys(wanted, TEST_KEYS, "test")
        known = one.as_case()
        for key in sorted(TEST_KEYS - {"dice"}):
            if key == "ld" and key not in wanted:
                continue
            if known.get(key) != wanted.get(key):
                failures.append(f"test {number}: {key} is {known.get(key)}, expected {wanted.get(key)}")
    return failures


def situation_of(given: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> Situation:
    """The situation a case describes: sides A, B and the allies, whose turn, and the moment."""
    player = given["player"]
    # What Stupidity's D6 said in A's last turn is over in B's turn, unless ruling R-43 makes it last.
    lasts = player == "A" or rulings.stupid_d6_lasts == "until_next_turn"

    def side(name: str, **fields: Any) -> Side:
        listed = [one for m in given.get(name, ()) for one in fighters(m, rulebook, inactive_lasts=lasts)]
        return Side(name, tuple(_spread(fighter, listed) for fighter in listed), **fields)

    history = given.get("history", ())
    for line in history:
        if not re.search(r"rout|passed|failed", line):
            raise CaseError(f"unknown history: {line}")
    if "roster" in given and int(given["roster"]) - int(given.get("missing_game", 0)) != int(given["started"]):
        raise CaseError("roster less those missing the game is not the number that started")
    required = any("rout" in line for line in history)
    sides = [
        side("A", started=given.get("started"), others_out=weights(given), alliance="A", rout_required_ever=required),
        side("B", alliance="B"),
    ]
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


_DECLARES = re.compile(
    r"^(?P<chargers>[\w, ]+?) (?:each )?(?:declares? a charge on|charges?|wishes to charge) (?P<targets>[\w, ]+?)"
    r"(?: in that order)?(?:, (?:all )?(?P<range>in|out of) range(?: \(\d+\"\))?)?(?: in that order)?$"
)
_INTERCEPTS = re.compile(r"^(?P<who>\w+)(?: \(within 2\" of the route\))? wants to intercept(?: it)?$")


def play(event: str, situation: Situation, given: Mapping[str, Any], expected: Sequence[Mapping[str, Any]]) -> Played:
    """Play an event out and record everything."""
    head, *rest = [part.strip() for part in event.split(";")]
    script = Script(expected)
    for part in rest:
        _stage_direction(part, script, situation)
    played = Played(situation)
    if _plain_moment(head, situation):
        _play_moment(situation, script, played)
    elif found := re.match(r"^(?P<side>\w+) (?:asks|wants|wishes) to rout voluntarily$", head):
        verdict = _verdict_without_dice(plan(Trial(TrialKind.VOLUNTARY_ROUT, found["side"]), situation))
        played.record(verdict, changes.resolve(situation, verdict))
    elif found := _DECLARES.match(head):
        _play_moment(replace(situation, charges=_charges(found, rest)), script, played)
    elif not _play_combat(head, situation, given, played):
        raise CaseError(f"unknown event: {event}")
    return played


def _plain_moment(head: str, situation: Situation) -> bool:
    moments = {
        r"recovery from All Alone|start of turn|start of (?P<a>\w+)'s turn": Moment.START_OF_TURN,
        r"end of (?P<a>\w+)'s combat phase|end of combat": Moment.END_OF_COMBAT,
        r"after charges have been declared": Moment.FRENZY,
        r"combat phase of (?P<a>\w+)'s turn": Moment.COMBAT,
    }
    for pattern, moment in moments.items():
        if found := re.fullmatch(pattern, head):
            whose = found.groupdict().get("a")
            if moment is not situation.moment or (whose and whose != situation.turn):
                raise CaseError(f"“{head}” is not the phase and player of the case")
            return True
    return False


def _charges(found: re.Match[str], rest: Sequence[str]) -> tuple[Charge, ...]:
    def names(text: str) -> tuple[str, ...]:
        return tuple(part for part in re.split(r",\s*|\s+and\s+|\s+", text.strip()) if part)

    wishes = [match["who"] for part in rest if (match := _INTERCEPTS.match(part))]
    in_range = found["range"] != "out of"
    chargers, targets = names(found["chargers"]), names(found["targets"])
    return tuple(Charge(one, targets, in_range, wishes[0] if wishes else "") for one in chargers)


_NARRATIVE = re.compile(
    r"^(no other enemy near \w+|the shot does no harm|the fight injures nobody|each flight is run at once|"
    r"no parting hit wounds|nobody else is near)$"
)


def _stage_direction(part: str, script: Script, situation: Situation) -> None:
    """One of the remarks after an event: who goes first, what a hit did, or a fact the situation must agree with."""
    if _NARRATIVE.match(part) or _INTERCEPTS.match(part):
        return
    if found := re.match(r"^(?:player lets )?(\w+) (?:is rolled first|rallies first|rally first|first)$", part):
        script.first = (found[1], *script.first)
    elif found := re.match(r"^\w+ in the order ([\w, ]+)$", part):
        script.first = (*script.first, *re.split(r",\s*", found[1]))
    elif "hit" in part and (found := re.search(r"(out of action|knocks down|stuns|knocked down|stunned)", part)):
        word = {"out of action": "out_of_action", "knocks down": "knocked_down", "stuns": "stunned"}
        script.parting = word.get(found[1], found[1].replace(" ", "_"))
    elif found := re.match(r"^charge reach of (\w+) is (\d+)\"$", part):
        if situation.fighter(found[1]).charge_reach != int(found[2]):
            raise CaseError(f"the engine has another charge reach: {part}")
    elif re.match(r"^(\w+) is in charge reach$", part) or re.match(r"^(\w+) must charge (\w+)$", part):
        pass  # what follows shows it: a charge that is out of reach is not driven
    else:
        raise CaseError(f"unknown remark: {part}")


def _play_moment(situation: Situation, script: Script, played: Played) -> None:
    if situation.moment is Moment.START_OF_TURN:
        situation = _awake(situation)
    played.start = situation
    for _ in range(LONGEST):
        found = turn.due(situation)
        if not found:
            break
        trial = min(found, key=lambda due: _turn_of(due.trial.who, script))
        try:
            verdict = _verdict(trial.plan, script, played)
        except (MismatchError, FacesError) as problem:
            one = trial.trial
            played.mismatches.append(f"asked for {one.kind} of {one.who}, which is not expected there. {problem}")
            return
        after = changes.resolve(situation, verdict)
        played.record(verdict, after)
        situation = after
    played.final = situation


def _awake(situation: Situation) -> Situation:
    """Stupidity's results of the last turn end as this one starts, before anything is tested."""
    return turn.expire(situation, Until.NEXT_OWN_TURN)


def _turn_of(who: str, script: Script) -> int:
    return script.first.index(who) if who in script.first else len(script.first)


def _verdict(planned: Plan, script: Script, played: Played) -> Verdict:
    if isinstance(planned, Roll):
        verdict = judge(planned, script.faces())
        played.asked.append(Asked.rolled(planned, verdict))
        script.used += 1
        return verdict
    if isinstance(planned, Choose):
        slugs = [option.slug for option in planned.options]
        return choose(planned, script.parting if script.parting in slugs else slugs[0])
    verdict = _verdict_without_dice(planned)
    if isinstance(planned, Settled) and planned.passed is not None:
        played.asked.append(Asked.automatic(verdict))
        script.used += 1
    return verdict


def _verdict_without_dice(planned: Plan) -> Verdict:
    if not isinstance(planned, Settled | Exempt):
        raise CaseError("this needs dice or a decision that the case does not give")
    return settle(planned)


_COMBAT = (
    re.compile(r"^(?P<who>\w+) rolls a natural (?P<face>\d) to hit$"),
    re.compile(r"^(?P<who>\w+) misses with a (?P<face>\d), re-rolls an? (?P<again>\d)$"),
    re.compile(r"^(?P<who>\w+) attacks (?P<foe>\w+) and misses$"),
    re.compile(r"^(?P<who>\w+) misses$"),
    re.compile(r"^number of attacks of a frenzied model$"),
)


def _play_combat(head: str, situation: Situation, given: Mapping[str, Any], played: Played) -> bool:
    """Blows: recorded as the engine sees them, with the faces that the event names."""
    found = next((match for pattern in _COMBAT if (match := pattern.match(head))), None)
    if found is None:
        return False
    named = found.groupdict()
    if not named.get("who"):
        return True
    fighter = situation.fighter(named["who"])
    opponents = situation.opponents(fighter)
    foe = situation.fighter(named["foe"]) if named.get("foe") else (opponents[0] if opponents else None)
    model = next(m for side in ("A", "B") for m in given.get(side, ()) if m["id"] == fighter.id)
    played.blows = blows(fighter, foe, situation)
    played.bonus = int(model.get("to_hit_bonus", 0))
    played.faces = tuple(int(named[key]) for key in ("face", "again") if named.get(key))
    played.final = situation
    return True


def _check_variants(case: Mapping[str, Any], rulebook: Rulebook, rulings: Rulings) -> list[str]:
    """Each variant found from its other fields; what must be true besides is asked of each."""
    given, wanted = case["given"], case["expect"]["per_variant"]
    failures: list[str] = []
    for variant in given["variants"]:
        one = {**{key: value for key, value in given.items() if key != "variants"}, **variant}
        got, played = _variant(case["event"], one, rulebook, rulings, wanted)
        if got != variant[wanted]:
            failures.append(f"{variant}: {wanted} is {got}")
        if played is None and ("state" in case["expect"] or "not" in case["expect"]):
            raise CaseError("nothing is played here of which something could be true afterwards")
        if played is not None:
            failures += [
                f"{variant}: {phrase}"
                for key, truth in (("state", True), ("not", False))
                for phrase in case["expect"].get(key, ())
                if phrases.holds(phrase, played) is not truth
            ]
    return failures


def _variant(
    event: str, given: dict[str, Any], rulebook: Rulebook, rulings: Rulings, wanted: str
) -> tuple[Any, Played | None]:
    extra = {"required", "a", "two_weapons", "attacks", "round", "hated", "reroll", "first_die", "table_die", "result"}
    only_keys(given, GIVEN_KEYS | extra, "variant")
    if wanted == "required":
        situation = situation_of(given, rulebook, rulings)
        return any(due.trial.kind is TrialKind.ROUT for due in turn.due(situation)), None
    if wanted == "attacks":
        frenzied = fighters({"id": "m1", "a": given["a"], "rules": ["Frenzy"], "engaged": ["e1"]}, rulebook,
                            inactive_lasts=False)[0]  # fmt: skip
        situation = _duel(rulebook, rulings, frenzied)
        return blows(frenzied, None, situation, two_weapons=bool(given["two_weapons"])).attacks, None
    if wanted == "reroll":
        hated = ["e1"] if given["hated"] else ["e9"]
        model = {"id": "m1", "rules": ["Hatred"], "hates": hated, "engaged": ["e1"], "first_round": given["round"] == 1}
        hater = fighters(model, rulebook, inactive_lasts=False)[0]
        situation = _duel(rulebook, rulings, hater)
        return blows(hater, situation.fighter("e1"), situation).rerolls, None
    if wanted == "result":
        situation = situation_of(given, rulebook, rulings)
        dice = [{"dice": [given["first_die"]]}, {"dice": [given["table_die"]]}]
        played = play(event, situation, given, dice)
        return (played.asked[-1].result if played.asked else None), played
    raise CaseError(f"nothing finds “{wanted}”")


def _duel(rulebook: Rulebook, rulings: Rulings, fighter: Fighter) -> Situation:
    foe = Fighter("e1", tags=frozenset({"e1"}), engaged=(fighter.id,))
    sides = (Side("A", (fighter,), alliance="A"), Side("B", (foe,), alliance="B"))
    return Situation(rulebook, sides, turn="A", moment=Moment.COMBAT, rulings=rulings)
