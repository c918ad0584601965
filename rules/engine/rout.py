"""The Rout test: when a warband must test, and leaving by choice (psychology-spec, section 3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from rules.engine import leadership
from rules.engine.plans import Change, Code, Exempt, Offer, Outcome, Plan, Roll, Settled, Trial, Until
from rules.engine.rout_leadership import dice_of, whose
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Kind, Moment, Side, Situation
from rules.engine.standing import Active, Reason, aimed_at, standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb

QUARTER = 4
DUEL = 2
"""A battle of two players: whoever routs ends it."""


@dataclass(frozen=True, slots=True)
class Count:
    """How a warband stands for Rout: N, the weight out of action, whether a test is due, and why."""

    started: int
    out: Fraction
    reasons: tuple[Reason, ...] = ()

    @property
    def required(self) -> bool:
        """A quarter or more is out of action: nothing is rounded."""
        return self.started > 0 and self.out > 0 and QUARTER * self.out >= self.started

    @property
    def losses_left(self) -> int:
        """How many more whole warriors out of action bring a test; 0 when one is due."""
        return max(0, ceil(Fraction(self.started, QUARTER) - self.out)) if not self.required else 0


def threshold(started: int) -> int:
    """The smallest number of whole warriors out of action that requires a test."""
    return ceil(Fraction(started, QUARTER))


def count(side: Side, situation: Situation) -> Count:
    """N and the weight out of action of a warband, with the rulings (R-06 to R-08) that come into it."""
    rulings = situation.rulings
    counted = _tally(side, situation, rulings)
    return replace(counted, reasons=tuple(_count_rulings(side, situation, counted)))


def _tally(side: Side, situation: Situation, rulings: Rulings) -> Count:
    there = [fighter for fighter in side.fighters if _takes_part(fighter)]
    if not rulings.rout_hired_swords_count:
        there = [fighter for fighter in there if fighter.kind is not Kind.HIRED_SWORD]
    added = sum(fighter.has(Flag.ADDED) for fighter in there)
    if side.started is None:
        started = len(there) - added
    else:
        hired = sum(f.kind is Kind.HIRED_SWORD and _takes_part(f) and not f.has(Flag.ADDED) for f in side.fighters)
        started = side.started - (0 if rulings.rout_hired_swords_count else hired)
    if rulings.rout_base == "grows":
        started += added
    gone = {Status.OUT_OF_ACTION, Status.FLED_OFF} if rulings.rout_fled_off_counts else {Status.OUT_OF_ACTION}
    out = sum(side.others_out, Fraction(0))
    for fighter in there:
        if fighter.status in gone:
            out += weight(fighter, situation)
    return Count(started, out)


def _count_rulings(side: Side, situation: Situation, counted: Count) -> Iterator[Reason]:
    """Each ruling by whose other reading the count would be another; it is named where that decides."""
    rulings = situation.rulings
    others = (
        (
            "R-06",
            replace(rulings, rout_hired_swords_count=not rulings.rout_hired_swords_count),
            f"Hired swords {'count' if rulings.rout_hired_swords_count else 'do not count'} for the quarter",
        ),
        (
            "R-07",
            replace(rulings, rout_base="grows" if rulings.rout_base == "start" else "start"),
            f"Warriors added in the battle {'' if rulings.rout_base == 'grows' else 'do not '}enlarge the warband",
        ),
        (
            "R-08",
            replace(rulings, rout_fled_off_counts=not rulings.rout_fled_off_counts),
            f"Whoever fled off the table {'counts' if rulings.rout_fled_off_counts else 'does not count'} as out",
        ),
    )
    for ruling, other, words in others:
        otherwise = _tally(side, situation, other)
        if (otherwise.started, otherwise.out) != (counted.started, counted.out):
            yield Reason(words, "", ruling if otherwise.required is not counted.required else "")


def _takes_part(fighter: Fighter) -> bool:
    return fighter.status not in {Status.MISSING_GAME, Status.BENCHED}


def weight(fighter: Fighter, situation: Situation) -> Fraction:
    """What a fighter counts for when he is out of action: 1 unless a rule says otherwise."""
    found = standing(fighter, situation).first(Verb.COUNTS, Matter.ROUT_LOSS)
    return found.effect.number(found.arguments) if found else Fraction(1)


def due(side: Side, situation: Situation) -> bool:
    """Whether a Rout test is due at the start of this side's turn, or nobody is left to take one."""
    return not side.routed and (nobody_left(side) or _tally(side, situation, situation.rulings).required)


def remaining(side: Side) -> list[Fighter]:
    """Its listed fighters on the table."""
    return [fighter for fighter in side.fighters if fighter.on_table]


def nobody_left(side: Side) -> bool:
    """Whether every warrior who started, listed or not, is out of action or off the table."""
    there = [fighter for fighter in side.fighters if _takes_part(fighter)]
    if any(fighter.on_table for fighter in there):
        return False
    gone = len(there) + len(side.others_out)
    return gone > 0 and gone >= (side.started if side.started is not None else 0)


def plan(trial: Trial, situation: Situation) -> Plan:
    """The warband's Rout test at the start of its own turn."""
    side = situation.side(trial.who)
    if side.routed:
        return Exempt(trial, (Reason(f"{side.called} has routed already"),))
    told = count(side, situation)
    if nobody_left(side):
        text = f"{side.called} has no fighters left and has lost."
        changes, ruled = _defeat(side, situation)
        empty = Change(Code.NO_FIGHTERS_LEFT, side.id, text, Until.END_OF_BATTLE)
        return Exempt(trial, (Reason(text), *ruled), (empty, *changes))
    if not told.required:
        text = f"{shown(told.out)} of {told.started} out of action: a test is due at a quarter"
        return Exempt(trial, (Reason(text), *told.reasons))
    reasons = [Reason(f"{shown(told.out)} of {told.started} are out of action, a quarter or more"), *told.reasons]
    provider = whose(side, situation, reasons, chosen=trial.by[0] if trial.by else "")
    if provider is None:
        return _nobody(trial, side, situation, reasons)
    return _test(trial, side, situation, provider, reasons)


def shown(amount: Fraction) -> str:
    """A weight as a player reads it: 2½."""
    whole, rest = divmod(amount, 1)
    half = "½" if rest == Fraction(1, 2) else ("" if not rest else f" {rest}")
    return f"{whole or ''}{half}".strip() or "0"


def _nobody(trial: Trial, side: Side, situation: Situation, reasons: list[Reason]) -> Settled | Exempt:
    text = "Nobody is left whose Leadership could be used"
    if situation.rulings.rout_no_eligible_ld == "auto_fail":
        return Settled(trial, _failed(side, situation), (*reasons, Reason(f"{text}: the test fails", "", "R-11")))
    return Exempt(trial, (Reason(f"{text}: no test is taken", "", "R-11"), *reasons), _passed(side).changes)


def _passed(side: Side) -> Outcome:
    text = "The warband holds and fights on; while a quarter is out it is asked again each turn."
    changes = (
        Change(Code.FIGHTS_ON, side.id, "The battle goes on."),
        Change(Code.MAY_ROUT, side.id, "It may rout by choice, this turn and later.", Until.END_OF_BATTLE),
    )
    return Outcome("pass", text, passed=True, changes=changes)


def _defeat(side: Side, situation: Situation) -> tuple[tuple[Change, ...], tuple[Reason, ...]]:
    """The warband has lost; whether the battle ends with it is ruling R-36 where more than two play."""
    loses = Change(Code.LOSES, side.id, f"{side.called} has lost.", Until.END_OF_BATTLE)
    if situation.players <= DUEL:
        return (loses, Change(Code.BATTLE_OVER, side.id, "The battle is over.")), ()
    if situation.rulings.rout_multiplayer == "ends_battle":
        over = Change(Code.BATTLE_OVER, side.id, "The battle is over for all.")
        return (loses, over), (Reason("One rout ends the battle for all", "", "R-36"),)
    ruled = (Reason("A rout takes out that warband alone", "", "R-36"),)
    others = [one for one in situation.sides if one.id != side.id and not one.routed]
    if len(situation.sides) >= situation.players and len({one.alliance or one.id for one in others}) <= 1:
        return (loses, Change(Code.BATTLE_OVER, side.id, "Nobody is left to fight: the battle is over.")), ruled
    return (loses, Change(Code.OTHERS_PLAY_ON, side.id, "The other warbands play on.")), ruled


def _failed(side: Side, situation: Situation) -> Outcome:
    changes, ruled = _defeat(side, situation)
    text = "The warband routs and has lost; its survivors leave the field and are no casualties."
    routed = Change(Code.ROUTED, side.id, text, Until.END_OF_BATTLE)
    return Outcome("fail", text, passed=False, changes=(routed, *changes), reasons=ruled)


def voluntary(trial: Trial, situation: Situation) -> Plan:
    """Leaving by choice at the start of one's own turn: no dice."""
    side = situation.side(trial.who)
    told = count(side, situation)
    if why := _may_not_leave(side, situation):
        return Exempt(trial, (why,))
    if not told.required and not side.rout_required_ever:
        text = f"Only {shown(told.out)} of {told.started} are out of action, and no Rout test was due in this battle"
        return Exempt(trial, (Reason(text), *told.reasons))
    occasion = "a quarter or more is out of action" if told.required else "a Rout test was due earlier in this battle"
    # Where a test was due before, nothing hangs on how the warband is counted now.
    rulings = told.reasons if not side.rout_required_ever else ()
    return Settled(trial, _failed(side, situation), (Reason(f"It may leave by choice: {occasion}"), *rulings))


def _may_not_leave(side: Side, situation: Situation) -> Reason | None:
    if side.routed or situation.over:
        return Reason("The battle is over for this warband")
    own_turn = not situation.turn or situation.turn == side.id
    if not own_turn or situation.moment is not Moment.START_OF_TURN:
        return Reason("A warband may rout by choice only at the start of its own turn")
    for fighter in remaining(side):
        for active in standing(fighter, situation).all(Verb.MAY_NOT, Matter.VOLUNTARY_ROUT):
            if aimed_at(active, situation.foes(fighter), situation):
                return Reason(f"{active.rule.name}: nobody routs by choice", active.rule.slug)
    return None


def _test(trial: Trial, side: Side, situation: Situation, provider: Fighter, reasons: list[Reason]) -> Roll | Settled:
    stand = standing(provider, situation)
    passed, failed = _passed(side), _failed(side, situation)
    if found := leadership.passer(Matter.ROUT, stand):
        why = Reason(f"{found[0].rule.name}: passed without rolling", found[0].rule.slug)
        return Settled(trial, passed, (*reasons, why), found[1])
    crazed = next((one for one in stand.all(Verb.PASSES, Matter.LEADERSHIP_TESTS) if one.effect.limit is None), None)
    if crazed is not None:
        passes = situation.rulings.crazed_auto_passes_rout
        words = "passed without rolling" if passes else "it does not pass a Rout test for the warband"
        reasons.append(Reason(f"{crazed.rule.name}: {words}", crazed.rule.slug, "R-12"))
        if passes:
            return Settled(trial, passed, tuple(reasons))
    value, why_value = leadership.current(stand)
    reasons += why_value
    for active in _bonuses(side, situation):
        value += active.number
        reasons.append(Reason(f"{active.rule.name}: {active.number:+} for Rout, {value} in all", active.rule.slug))
    value = leadership.capped(value, situation, reasons)
    return Roll(
        trial,
        dice_of(side, situation, provider, reasons),
        (replace(passed, high=value), replace(failed, low=value + 1)),
        tuple(reasons),
        value,
        provider.id,
        _offers(side, situation),
    )


def _bonuses(side: Side, situation: Situation) -> list[Active]:
    """What adds to the Leadership of a Rout test; the same rule held by several adds once."""
    once: dict[str, Active] = {}
    for fighter in remaining(side):
        for active in standing(fighter, situation).all(Verb.ADDS, Matter.ROUT):
            once.setdefault(active.rule.slug, active)
    return list(once.values())


def _offers(side: Side, situation: Situation) -> tuple[Offer, ...]:
    """The re-rolls that rules naming Rout allow, each rule once."""
    found: dict[str, Offer] = {}
    for fighter in remaining(side):
        stand = standing(fighter, situation)
        if (Verb.REROLLS, Matter.ROUT) in stand.acting:
            for offer in leadership.offers(Matter.ROUT, stand, situation, situation.foes(fighter)):
                found.setdefault(offer.rule, offer)
    return tuple(found.values())
