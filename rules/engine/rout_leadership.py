"""Whose Leadership a Rout test is rolled against, and on which dice (psychology-spec, section 3)."""

from collections.abc import Iterator

from rules.engine import odds
from rules.engine.acting import NO_CONTEXT, Active, Context, Reason
from rules.engine.dice import Dice
from rules.engine.leadership import current, settle_dice
from rules.engine.rulings import BY_KEY
from rules.engine.situation import Fighter, Kind, Side, Situation
from rules.engine.standing import standing
from rules.engine.vocabulary import Matter, Status, Verb

LEADER = "leader"


def whose(side: Side, situation: Situation, reasons: list[Reason], chosen: str = "") -> Fighter | None:
    """The fighter whose Leadership is used: the leader's if it may be, else the highest of the rest.

    ``chosen`` is the player's pick among substitutes of equal Leadership; without one the better chance is taken.
    """
    leaders = [one for one in side.fighters if standing(one, situation).first(Verb.HAS, Matter.COMMAND)]
    usable = [leader for leader in leaders if _usable(leader, situation, reasons)]
    if not usable:
        return _substitute(side, situation, reasons, chosen)
    leader = max(usable, key=lambda one: _number(one, situation))
    number = _number(leader, situation)
    if any(one.on_table and _number(one, situation) > number for one in side.fighters):
        reasons.append(Reason("The leader's Leadership must be used though another's is higher", LEADER))
    where = "the leader's, at any distance" if leader.able else "the leader's: only being out or stunned bars it"
    if not leader.on_table:
        where = "the leader's"
    reasons.append(Reason(f"Leadership {number} is {leader.called}'s, {where}", LEADER))
    return leader


def _number(fighter: Fighter, situation: Situation) -> int:
    """His own characteristic: nobody borrows for a Rout test."""
    return current(standing(fighter, situation))[0]


_GONE = {
    Status.STUNNED: "is stunned",
    Status.OUT_OF_ACTION: "is out of action",
    Status.BENCHED: "was left behind",
}
_ABSENT = {
    Status.MISSING_GAME: ("rout_absent_leader", "misses this game"),
    Status.FLED_OFF: ("rout_fled_off_leader", "fled off the table"),
}


def _usable(leader: Fighter, situation: Situation, reasons: list[Reason]) -> bool:
    """Only being out of action or stunned bars a leader; one who is absent or fled off, by rulings R-05 and R-39."""
    if leader.status in _GONE:
        text = f"{leader.called} {_GONE[leader.status]}, so his Leadership may not be used"
        reasons.append(Reason(text, LEADER))
        return False
    if leader.status not in _ABSENT:
        return True
    key, words = _ABSENT[leader.status]
    used: bool = getattr(situation.rulings, key) == "use_his_ld"
    which = "his Leadership is used all the same" if used else "another's Leadership is used"
    reasons.append(Reason(f"{leader.called} {words}; {which}", LEADER, BY_KEY[key].id))
    return used


def equals(side: Side, situation: Situation) -> tuple[Fighter, ...]:
    """The substitutes of the highest Leadership among whom the player may choose; empty while a leader's is used."""
    if any(_usable(one, situation, []) for one in side.fighters if _leads(one, situation)):
        return ()
    own, _ = _able(side, situation, [])
    best = max((_number(one, situation) for one in own), default=0)
    return tuple(one for one in own if _number(one, situation) == best)


def _leads(fighter: Fighter, situation: Situation) -> bool:
    return standing(fighter, situation).first(Verb.HAS, Matter.COMMAND) is not None


def _able(side: Side, situation: Situation, reasons: list[Reason]) -> tuple[list[Fighter], list[Fighter]]:
    """Those whose Leadership may be used, and the hired swords among those not stunned or out of action."""
    fit = [one for one in side.fighters if one.status in {Status.STANDING, Status.KNOCKED_DOWN}]
    hired_swords = [one for one in fit if one.kind is Kind.HIRED_SWORD]
    own: list[Fighter] = []
    for context in (NO_CONTEXT, Context(last_resort=True)):
        barred = [(one, rule) for one in fit if (rule := _barred(one, situation, context))]
        excluded = {one.id for one, _ in barred}
        if not situation.rulings.rout_hired_sword_ld:
            excluded |= {one.id for one in hired_swords}
        own = [one for one in fit if one.id not in excluded]
        if own:
            break
    for one, rule in barred:
        reasons.append(Reason(f"{rule.rule.name}: {one.called} never supplies the Leadership", rule.rule.slug))
    return own, [one for one in hired_swords if one.id not in {other.id for other, _ in barred}]


def _barred(fighter: Fighter, situation: Situation, context: Context) -> Active | None:
    return standing(fighter, situation, context).first(Verb.MAY_NOT, Matter.ROUT_LEADERSHIP)


def _substitute(side: Side, situation: Situation, reasons: list[Reason], chosen: str) -> Fighter | None:
    own, hired = _able(side, situation, reasons)
    best = max((_number(one, situation) for one in own), default=0)
    sword = max(hired, key=lambda one: _number(one, situation), default=None)
    if sword is not None and _number(sword, situation) >= best:
        word = "may supply" if situation.rulings.rout_hired_sword_ld else "may not supply"
        reasons.append(Reason(f"{sword.called}, a hired sword, {word} the Leadership", "", "R-10"))
    highest = [one for one in own if _number(one, situation) == best]
    if not highest:
        return None
    picked = next((one for one in highest if one.id == chosen), None)
    if picked is None:
        picked = max(highest, key=lambda one: odds.at_most(dice_of(side, situation, one, []), best))
    tie = ", chosen among equals" if len(highest) > 1 else ""
    reasons.append(Reason(f"Leadership {best} is {picked.called}'s, the highest left{tie}"))
    return picked


def dice_of(side: Side, situation: Situation, provider: Fighter, reasons: list[Reason]) -> Dice:
    """The dice, by whose blood decides them: ruling R-09, named where the readings differ; opposed rules by R-02."""
    by_reading = {
        choice: _dice_rules(choice, side, situation, provider) for choice in BY_KEY["rout_cold_blooded"].choices
    }
    dice, why = settle_dice(by_reading[situation.rulings.rout_cold_blooded], situation)
    if len({settle_dice(found, situation)[0] for found in by_reading.values()}) > 1:
        words = {
            "ld_provider": "The dice are those of the one whose Leadership is used",
            "any_fighter": "A dice rule of any fighter left decides the dice",
            "never": "Cold blood has no say in Rout tests",
        }
        reasons.append(Reason(words[situation.rulings.rout_cold_blooded], "", "R-09"))
    reasons += why
    return dice


def _dice_rules(reading: str, side: Side, situation: Situation, provider: Fighter) -> dict[str, Active]:
    found: dict[str, Active] = {}
    whom = [provider, *(one for one in side.fighters if one.on_table)] if reading == "any_fighter" else [provider]
    for fighter in whom:
        for active in _rolls(fighter, situation):
            found.setdefault(str(active.effect.amount), active)
    if reading == "never":
        found.pop("3d6-high", None)
    return found


def _rolls(fighter: Fighter, situation: Situation) -> Iterator[Active]:
    stand = standing(fighter, situation)
    yield from stand.all(Verb.ROLLS, Matter.ROUT)
    yield from stand.all(Verb.ROLLS, Matter.LEADERSHIP_TESTS)
