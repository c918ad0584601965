"""The Rout test: when a warband must test, whose Leadership counts, and leaving by choice (psychology-spec, section 3)."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from rules.engine import leadership, odds
from rules.engine.dice import Dice
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Roll, Settled, Trial, Until
from rules.engine.situation import Fighter, Kind, Side, Situation
from rules.engine.standing import Active, Context, Reason, aimed_at, standing
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
    """N and the weight out of action of a warband."""
    rulings = situation.rulings
    reasons: list[Reason] = []
    hired = [fighter for fighter in side.fighters if fighter.kind is Kind.HIRED_SWORD and _takes_part(fighter)]
    uncounted = {fighter.id for fighter in hired} if not rulings.rout_hired_swords_count else set()
    if hired:
        word = "count" if rulings.rout_hired_swords_count else "do not count"
        reasons.append(Reason(f"Hired swords {word} for the quarter", "", "R-06"))
    added = [fighter for fighter in side.fighters if fighter.has(Flag.ADDED)]
    counted = [f for f in side.fighters if _takes_part(f) and not f.has(Flag.ADDED) and f.id not in uncounted]
    started = len(counted) if side.started is None else side.started - len(uncounted)
    if added:
        grows = rulings.rout_base == "grows"
        started += len(added) if grows else 0
        word = "enlarge" if grows else "do not enlarge"
        reasons.append(Reason(f"Warriors added during the battle {word} the warband", "", "R-07"))
    out = sum(side.others_out, Fraction(0))
    for fighter in side.fighters:
        if fighter.id in uncounted or not _lost(fighter, situation, reasons):
            continue
        out += weight(fighter, situation)
    return Count(started, out, tuple(reasons))


def _takes_part(fighter: Fighter) -> bool:
    return fighter.status not in {Status.MISSING_GAME, Status.BENCHED}


def _lost(fighter: Fighter, situation: Situation, reasons: list[Reason]) -> bool:
    if fighter.status is Status.FLED_OFF:
        counts = situation.rulings.rout_fled_off_counts
        word = "counts" if counts else "does not count"
        reasons.append(Reason(f"{fighter.called} fled off the table and {word} as out of action", "", "R-08"))
        return counts
    return fighter.status is Status.OUT_OF_ACTION


def weight(fighter: Fighter, situation: Situation) -> Fraction:
    """What a fighter counts for when he is out of action: 1 unless a rule says otherwise."""
    for held in situation.rulebook.expand(fighter.held):
        rule = situation.rulebook.rules[held.rule]
        for effect in rule.effects:
            if effect.verb is Verb.COUNTS:
                return effect.number(rule.settled(held.arguments))
    return Fraction(1)


def due(side: Side, situation: Situation) -> bool:
    """Whether a Rout test is due at the start of this side's turn."""
    return not side.routed and (count(side, situation).required or _empty(side))


def remaining(side: Side) -> list[Fighter]:
    """Its listed fighters on the table."""
    return [fighter for fighter in side.fighters if fighter.on_table]


def plan(trial: Trial, situation: Situation) -> Plan:
    """The warband's Rout test at the start of its own turn."""
    side = situation.side(trial.who)
    told = count(side, situation)
    out = _shown(told.out)
    if _empty(side) and told.out + _gone(side) >= told.started:
        text = f"{side.called} has no fighters left and has lost."
        outcome = Outcome("lost", text, False, changes=(
            Change(Code.NO_FIGHTERS_LEFT, side.id, text, Until.END_OF_BATTLE), *_defeat(side, situation)[0],
        ))  # fmt: skip
        return Exempt(trial, (Reason(text),), outcome.changes)
    if not told.required:
        text = f"{out} of {told.started} out of action: a test is due at a quarter"
        return Exempt(trial, (Reason(text), *told.reasons))
    reasons = [Reason(f"{out} of {told.started} are out of action, a quarter or more"), *told.reasons]
    failed, passed = _failed(side, situation, reasons), _passed(side)
    provider = whose(side, situation, reasons, chosen=trial.by[0] if trial.by else "")
    if provider is None:
        return _nobody(trial, situation, reasons, failed, passed)
    return _test(trial, side, situation, provider, reasons, passed, failed)


def _empty(side: Side) -> bool:
    return bool(side.fighters) and not remaining(side)


def _gone(side: Side) -> int:
    """Fighters who left the table without being counted out: they fight no more either."""
    return sum(fighter.status is Status.FLED_OFF for fighter in side.fighters)


def _shown(amount: Fraction) -> str:
    whole, rest = divmod(amount, 1)
    half = "½" if rest == Fraction(1, 2) else ("" if not rest else f" {rest}")
    return f"{whole or ''}{half}" or "0"


def _nobody(
    trial: Trial, situation: Situation, reasons: list[Reason], failed: Outcome, passed: Outcome
) -> Settled | Exempt:
    text = "Nobody is left whose Leadership could be used"
    if situation.rulings.rout_no_eligible_ld == "auto_fail":
        ruled = Reason(f"{text}: the test fails", "", "R-11")
        return Settled(trial, failed, (*reasons, ruled))
    return Exempt(trial, (Reason(f"{text}: no test is taken", "", "R-11"), *reasons), passed.changes)


def _passed(side: Side) -> Outcome:
    text = "The warband holds and fights on; while a quarter is out it is asked again each turn."
    changes = (
        Change(Code.FIGHTS_ON, side.id, "The battle goes on."),
        Change(Code.MAY_ROUT, side.id, "It may rout by choice, this turn and later.", Until.END_OF_BATTLE),
    )
    return Outcome("pass", text, True, changes=changes)


def _defeat(side: Side, situation: Situation) -> tuple[tuple[Change, ...], Reason | None]:
    changes = [Change(Code.LOSES, side.id, f"{side.called} has lost.", Until.END_OF_BATTLE)]
    if situation.players <= DUEL:
        changes.append(Change(Code.BATTLE_OVER, side.id, "The battle is over."))
        return tuple(changes), None
    if situation.rulings.rout_multiplayer == "ends_battle":
        changes.append(Change(Code.BATTLE_OVER, side.id, "The battle is over for all."))
        return tuple(changes), Reason("One rout ends the battle for all", "", "R-36")
    changes.append(Change(Code.OTHERS_PLAY_ON, side.id, "The other warbands play on."))
    return tuple(changes), Reason("A rout takes out that warband alone", "", "R-36")


def _failed(side: Side, situation: Situation, reasons: list[Reason] | None = None) -> Outcome:
    changes, ruled = _defeat(side, situation)
    if ruled and reasons is not None:
        reasons.append(ruled)
    text = "The warband routs and has lost; its survivors leave the field."
    routed = Change(Code.ROUTED, side.id, text, Until.END_OF_BATTLE)
    return Outcome("fail", text, False, changes=(routed, *changes))


def voluntary(trial: Trial, situation: Situation) -> Plan:
    """Leaving by choice at the start of one's own turn: no dice."""
    side = situation.side(trial.who)
    told = count(side, situation)
    if situation.turn and situation.turn != side.id:
        return Exempt(trial, (Reason("A warband may rout by choice only at the start of its own turn"),))
    for fighter in side.fighters:
        for active in standing(fighter, situation).all(Verb.MAY_NOT, Matter.VOLUNTARY_ROUT):
            if aimed_at(active, situation.foes(fighter), situation):
                return Exempt(trial, (Reason(f"{active.rule.name}: nobody routs by choice", active.rule.slug),))
    if not told.required and not side.rout_required_ever:
        text = f"Only {_shown(told.out)} of {told.started} are out of action, and no Rout test was due in this battle"
        return Exempt(trial, (Reason(text), *told.reasons))
    why = "a quarter or more is out of action" if told.required else "a Rout test was due earlier in this battle"
    reasons = [Reason(f"It may leave by choice: {why}"), *told.reasons]
    return Settled(trial, _failed(side, situation, reasons), tuple(reasons))


def whose(side: Side, situation: Situation, reasons: list[Reason], chosen: str = "") -> Fighter | None:
    """The fighter whose Leadership is used: the leader's if it may be, else the highest of the rest.

    ``chosen`` is the player's pick among substitutes of equal Leadership; without one the better chance is taken.
    """
    leaders = [f for f in side.fighters if standing(f, situation).first(Verb.HAS, Matter.COMMAND)]
    usable = [leader for leader in leaders if _leader_usable(leader, situation, reasons)]
    if usable:
        leader = max(usable, key=lambda one: one.leadership)
        if any(f.on_table and f.leadership > leader.leadership for f in side.fighters):
            reasons.append(Reason("The leader's Leadership must be used though another's is higher", "leader"))
        where = "the leader's, at any distance" if leader.able else "the leader's: only being out or stunned bars it"
        reasons.append(Reason(f"Leadership {leader.leadership} is {leader.called}'s, {where}", "leader"))
        return leader
    return _substitute(side, situation, reasons, chosen)


def _leader_usable(leader: Fighter, situation: Situation, reasons: list[Reason]) -> bool:
    rulings = situation.rulings
    match leader.status:
        case Status.STANDING | Status.KNOCKED_DOWN:
            return True
        case Status.MISSING_GAME:
            used = rulings.rout_absent_leader == "use_his_ld"
            words = "his Leadership is used" if used else "another's Leadership is used"
            reasons.append(Reason(f"{leader.called} misses this game; {words}", "", "R-05"))
            return used
        case Status.FLED_OFF:
            used = rulings.rout_fled_off_leader == "use_his_ld"
            words = "his Leadership is used" if used else "another's Leadership is used"
            reasons.append(Reason(f"{leader.called} fled off the table; {words}", "", "R-39"))
            return used
        case _:
            word = "stunned" if leader.status is Status.STUNNED else "out of action"
            reasons.append(Reason(f"{leader.called} is {word}, so his Leadership may not be used", "leader"))
            return False


def _substitute(side: Side, situation: Situation, reasons: list[Reason], chosen: str) -> Fighter | None:
    fit = [f for f in side.fighters if f.status in {Status.STANDING, Status.KNOCKED_DOWN}]
    for last_resort in (False, True):
        able = [f for f in fit if _may_supply(f, situation, reasons, last_resort=last_resort)]
        own = [f for f in able if f.kind is not Kind.HIRED_SWORD or situation.rulings.rout_hired_sword_ld]
        if able and (own or last_resort):
            break
    hired = [f for f in able if f.kind is Kind.HIRED_SWORD]
    best = max((f.leadership for f in own), default=0)
    if hired and max(f.leadership for f in hired) >= best:
        word = "may supply" if situation.rulings.rout_hired_sword_ld else "may not supply"
        reasons.append(Reason(f"{hired[0].called}, a hired sword, {word} the Leadership", "", "R-10"))
    highest = [f for f in own if f.leadership == best]
    if not highest:
        return None
    picked = next((f for f in highest if f.id == chosen), None)
    if picked is None:
        picked = max(highest, key=lambda f: odds.at_most(_dice(side, situation, f, [])[0], f.leadership))
    tie = ", chosen among equals" if len(highest) > 1 else ""
    reasons.append(Reason(f"Leadership {best} is {picked.called}'s, the highest left{tie}"))
    return picked


def _may_supply(fighter: Fighter, situation: Situation, reasons: list[Reason], *, last_resort: bool) -> bool:
    stand = standing(fighter, situation, Context(last_resort=last_resort))
    barred = stand.first(Verb.MAY_NOT, Matter.ROUT_LEADERSHIP)
    if barred:
        reason = Reason(f"{barred.rule.name}: {fighter.called} never supplies the Leadership", barred.rule.slug)
        if reason not in reasons:
            reasons.append(reason)
    return barred is None


def _dice(side: Side, situation: Situation, provider: Fighter, reasons: list[Reason]) -> tuple[Dice, list[Reason]]:
    """Whose blood decides the dice: ruling R-09; opposed dice rules by R-02."""
    reading = situation.rulings.rout_cold_blooded
    mine = _dice_rules(provider, situation)
    anybody: dict[str, Active] = dict(mine)
    for fighter in remaining(side):
        anybody = {**_dice_rules(fighter, situation), **anybody}
    named = list(reasons)
    if anybody:
        words = {
            "ld_provider": "The dice are those of the one whose Leadership is used",
            "any_fighter": "A dice rule of any fighter left decides the dice",
            "never": "Cold blood has no say in Rout tests",
        }
        named.append(Reason(words[reading], "", "R-09"))
    used = mine if reading == "ld_provider" else anybody
    if reading == "never":
        used = {word: active for word, active in mine.items() if word != "3d6-high"}
    dice, why = leadership.settle_dice(used, situation)
    return dice, [*named, *why]


def _dice_rules(fighter: Fighter, situation: Situation) -> dict[str, Active]:
    found: dict[str, Active] = {}
    for (verb, wide), actives in standing(fighter, situation).acting.items():
        if verb is Verb.ROLLS and (wide is Matter.ROUT or wide is Matter.LEADERSHIP_TESTS):
            for active in actives:
                found.setdefault(str(active.effect.amount), active)
    return found


def _test(
    trial: Trial,
    side: Side,
    situation: Situation,
    provider: Fighter,
    reasons: list[Reason],
    passed: Outcome,
    failed: Outcome,
) -> Roll | Settled:
    stand = standing(provider, situation)
    dice, reasons = _dice(side, situation, provider, reasons)
    if found := leadership.passer(Matter.ROUT, stand):
        return Settled(trial, passed, (*reasons, Reason(f"{found[0].rule.name}: passed without rolling")), found[1])
    if (crazed := stand.first(Verb.PASSES, Matter.LEADERSHIP_TESTS)) and crazed.effect.limit is None:
        if situation.rulings.crazed_auto_passes_rout:
            reason = Reason(f"{crazed.rule.name}: passed without rolling", crazed.rule.slug, "R-12")
            return Settled(trial, passed, (*reasons, reason))
        reasons.append(
            Reason(f"{crazed.rule.name} does not pass a Rout test for the warband", crazed.rule.slug, "R-12")
        )
    value = provider.leadership
    for active in _bonuses(side, situation):
        value += active.number
        reasons.append(Reason(f"{active.rule.name}: {active.number:+} for Rout, {value} in all", active.rule.slug))
    value = leadership.capped(value, situation, reasons)
    return Roll(
        trial,
        dice,
        (
            Outcome("pass", passed.text, True, high=value, changes=passed.changes),
            Outcome("fail", failed.text, False, low=value + 1, changes=failed.changes),
        ),
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


def _offers(side: Side, situation: Situation) -> tuple[leadership.Offer, ...]:
    """The re-rolls that rules naming Rout allow, each rule once."""
    found: dict[str, leadership.Offer] = {}
    for fighter in remaining(side):
        stand = standing(fighter, situation)
        for active in stand.all(Verb.REROLLS, Matter.ROUT):
            key = leadership.unspent(active)
            if key is not None and aimed_at(active, situation.foes(fighter), situation):
                found.setdefault(
                    active.rule.slug, leadership.Offer(active.rule.slug, active.rule.name, fighter.id, key)
                )
    return tuple(found.values())
