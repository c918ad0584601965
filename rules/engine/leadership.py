"""Whose Leadership an individual's test is rolled against, on which dice, and what spares or repeats the roll.

The better of his own and what is lent to him (psychology-spec, sections 1 and 2). The number may be borrowed; the dice
belong to the model that tests.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.dice import DROP_HIGHEST, DROP_LOWEST, TWO_D6, Dice
from rules.engine.plans import Offer, Spend
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Active, Reason, Standing, aimed_at, is_a, radius, standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb, covers

LD_CAP = 10
DICE = {"3d6-high": DROP_HIGHEST, "3d6-low": DROP_LOWEST}


@dataclass(frozen=True, slots=True)
class Target:
    """The Leadership to roll against, whose it is, and why."""

    value: int
    provider: Fighter
    reasons: tuple[Reason, ...]


def target(fighter: Fighter, situation: Situation, stand: Standing) -> Target:
    """The Leadership of an individual's test: his own, or a better one that reaches him."""
    value, provider = fighter.leadership, fighter
    reasons: list[Reason] = []
    used: Active | None = None
    for active in stand.all(Verb.LENDS, Matter.LEADERSHIP):
        if not _may_borrow(fighter, active, situation, stand, reasons):
            continue
        if active.holder.leadership > value:
            value, provider, used = active.holder.leadership, active.holder, active
    if used is not None:
        inches = radius(used, situation)
        text = f"Leadership {value} is {provider.called}'s, who lends it within {inches:g}\""
        reasons.append(Reason(text, used.rule.slug))
    else:
        reasons.append(Reason(f"Leadership {value} is his own"))
    reasons += _not_lent(fighter, situation, value)
    value, added = _added(value, stand, situation)
    return Target(value, provider, (*reasons, *added))


def _may_borrow(fighter: Fighter, active: Active, situation: Situation, stand: Standing, reasons: list[Reason]) -> bool:
    if not standing(active.holder, situation).first(Verb.HAS, Matter.COMMAND):
        return True
    barred = stand.first(Verb.MAY_NOT, Matter.LEADERS_LEADERSHIP)
    if barred:
        reasons.append(Reason(f"{barred.rule.name}: he may not use the leader's Leadership", barred.rule.slug))
        return False
    better = active.holder.leadership > fighter.leadership
    if better and is_a(fighter, "animals", situation):
        allowed = situation.rulings.leader_aura_animals
        word = "may" if allowed else "may not"
        reasons.append(Reason(f"An animal {word} use the leader's Leadership", active.rule.slug, "R-04"))
        return allowed
    if better and active.holder.id not in {mate.id for mate in situation.mates(fighter)}:
        reasons.append(Reason(f"{active.holder.called} leads an allied warband and lends to him", "", "R-03"))
    return True


def _not_lent(fighter: Fighter, situation: Situation, value: int) -> Iterable[Reason]:
    """Why a leader with a better Leadership did not lend it."""
    for other in situation.mates(fighter):
        if other.leadership > value and (lends := _lends(other, situation)):
            if other.able and situation.distance(fighter, other) <= radius(lends, situation):
                continue  # it does reach him, and a rule that bars him was named already
            yield Reason(f"{other.called}'s {other.leadership} does not reach him: {_why_not(other, lends, situation)}")
    if situation.rulings.leader_scope == "own_warband":
        for other in situation.allies(fighter):
            lends = _lends(other, situation)
            if lends and other.leadership > value and other.able:
                if situation.distance(fighter, other) <= radius(lends, situation):
                    yield Reason(f"{other.called} leads another warband and lends him nothing", "", "R-03")


def _lends(other: Fighter, situation: Situation) -> Active | None:
    """The sentence by which somebody lends Leadership, whether or not it acts now."""
    for held in situation.rulebook.expand(other.held):
        rule = situation.rulebook.rules[held.rule]
        for effect in rule.effects:
            if effect.verb is Verb.LENDS and effect.reach and effect.reach.of is None:
                return Active(effect, rule, held, other, rule.settled(held.arguments))
    return None


def _why_not(other: Fighter, lends: Active, situation: Situation) -> str:
    if other.status is not Status.STANDING:
        words = {
            Status.KNOCKED_DOWN: "he is knocked down",
            Status.STUNNED: "he is stunned",
            Status.OUT_OF_ACTION: "he is out of action",
            Status.FLED_OFF: "he fled off the table",
            Status.MISSING_GAME: "he misses this game",
        }
        return words.get(other.status, "he takes no part in this battle")
    if other.has(Flag.FLEEING):
        return "he is fleeing"
    return f'it reaches {radius(lends, situation):g}"'


def _added(value: int, stand: Standing, situation: Situation) -> tuple[int, list[Reason]]:
    reasons = []
    once = {active.rule.slug: active for active in stand.all(Verb.ADDS, Matter.LEADERSHIP)}
    for active in once.values():
        value += active.number
        reasons.append(Reason(f"{active.rule.name}: {active.number:+} Leadership, {value} in all", active.rule.slug))
    return capped(value, situation, reasons), reasons


def capped(value: int, situation: Situation, reasons: list[Reason]) -> int:
    """The number that is compared with the dice, under ruling R-01."""
    if value <= LD_CAP:
        return value
    if situation.rulings.ld_cap == "none":
        reasons.append(Reason(f"Leadership {value} is used as it stands: there is no limit", "", "R-01"))
        return value
    reasons.append(Reason(f"Leadership {value} counts as {LD_CAP}", "", "R-01"))
    return LD_CAP


def dice_for(matter: Matter, stand: Standing, situation: Situation) -> tuple[Dice, tuple[Reason, ...]]:
    """The dice of a model's own test on this matter."""
    found: dict[str, Active] = {}
    for (verb, wide), actives in stand.acting.items():
        if verb is Verb.ROLLS and covers(wide, matter):
            for active in actives:
                found.setdefault(str(active.effect.amount), active)
    return settle_dice(found, situation)


def settle_dice(found: dict[str, Active], situation: Situation) -> tuple[Dice, tuple[Reason, ...]]:
    """One set of dice from the dice rules that act, by the word of each; opposed ones by ruling R-02."""
    if len(found) > 1:
        names = " and ".join(sorted(active.rule.name for active in found.values()))
        if situation.rulings.opposing_dice_cancel:
            return TWO_D6, (Reason(f"{names} cancel each other: 2D6", "", "R-02"),)
        return DROP_LOWEST, (Reason(f"{names} are opposed; the lowest die is dropped", "", "R-02"),)
    for word, active in found.items():
        dice = DICE[word]
        which = "highest" if dice.drop == "high" else "lowest"
        return dice, (Reason(f"{active.rule.name}: three dice, the {which} discarded", active.rule.slug),)
    return TWO_D6, ()


def unspent(active: Active) -> str | None:
    """The key under which a limited sentence is used up: "" if it never is, None if it is spent already."""
    if active.effect.limit is None:
        return ""
    key = f"{active.rule.slug}:{active.effect.matter}:{active.effect.limit}"
    return None if key in active.holder.used else key


def passer(matter: Matter, stand: Standing) -> tuple[Active, Spend | None] | None:
    """The rule that passes such a test without a roll and what it uses up, if one acts and is not used up."""
    for (verb, wide), actives in stand.acting.items():
        if verb is Verb.PASSES and covers(wide, matter):
            for active in actives:
                key = unspent(active)
                if key is not None:
                    return active, Spend(active.holder.id, active.rule.slug, key) if key else None
    return None


def offers(matter: Matter, stand: Standing, situation: Situation, foes: Iterable[Fighter] = ()) -> tuple[Offer, ...]:
    """The re-rolls that held rules allow for such a test."""
    faced = tuple(foes)
    found: list[Offer] = []
    for (verb, wide), actives in stand.acting.items():
        if verb is not Verb.REROLLS or not covers(wide, matter):
            continue
        for active in actives:
            key = unspent(active)
            if key is not None and aimed_at(active, faced, situation):
                found.append(Offer(active.rule.slug, active.rule.name, active.holder.id, key))
    return tuple(found)
