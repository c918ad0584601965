"""Whose Leadership an individual's test is rolled against, on which dice, and what spares or repeats the roll.

The better of his own and what is lent to him (psychology-spec, sections 1 and 2). The number may be borrowed; the dice
belong to the model that tests.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.engine.dice import DROP_HIGHEST, DROP_LOWEST, TWO_D6, Dice
from rules.engine.plans import Offer, Spend
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Active, Reason, Standing, aimed_at, is_a, radius, standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb

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
    own, why_own = current(stand)
    value, provider, why = own, fighter, why_own
    reasons: list[Reason] = []
    used: Active | None = None
    for active in stand.all(Verb.LENDS, Matter.LEADERSHIP):
        lent, why_lent = current(standing(active.holder, situation))
        if lent > value and _may_borrow(fighter, active, situation, stand, reasons):
            value, provider, used, why = lent, active.holder, active, why_lent
    if used is not None:
        inches = radius(used, situation)
        text = f"Leadership {value} is {provider.called}'s, who lends it within {inches:g}\""
        reasons.append(Reason(text, used.rule.slug))
        if situation.side_of(provider) is not situation.side_of(fighter):
            reasons.append(Reason(f"{provider.called} leads an allied warband and lends to him", "", "R-03"))
    else:
        reasons.append(Reason(f"Leadership {value} is his own"))
    reasons += [*why, *_not_lent(fighter, situation, value)]
    return Target(capped(value, situation, reasons), provider, tuple(reasons))


def current(stand: Standing) -> tuple[int, list[Reason]]:
    """A fighter's own Leadership after what adds to it; the same rule adds once."""
    value = stand.fighter.leadership
    reasons: list[Reason] = []
    once = {(active.rule.slug, active.effect): active for active in stand.all(Verb.ADDS, Matter.LEADERSHIP)}
    for active in once.values():
        value += active.number
        text = f"{active.rule.name}: {active.number:+} to {stand.fighter.called}'s Leadership, {value} in all"
        reasons.append(Reason(text, active.rule.slug))
    return value, reasons


def _may_borrow(fighter: Fighter, active: Active, situation: Situation, stand: Standing, reasons: list[Reason]) -> bool:
    """Whether he may use this better Leadership; what is not a leader's own aura is nobody's to forbid."""
    if not standing(active.holder, situation).first(Verb.HAS, Matter.COMMAND):
        return True
    if stand.first(Verb.HAS, Matter.COMMAND):
        reasons.append(Reason("A leader tests on his own Leadership", "leader"))
        return False
    if barred := stand.first(Verb.MAY_NOT, Matter.LEADERS_LEADERSHIP):
        reasons.append(Reason(f"{barred.rule.name}: he may not use the leader's Leadership", barred.rule.slug))
        return False
    if is_a(fighter, "animals", situation):
        allowed = situation.rulings.leader_aura_animals
        word = "may" if allowed else "may not"
        reasons.append(Reason(f"An animal {word} use the leader's Leadership", active.rule.slug, "R-04"))
        return allowed
    return True


def _not_lent(fighter: Fighter, situation: Situation, value: int) -> Iterator[Reason]:
    """Why a leader with a better Leadership did not lend it."""
    for other in situation.mates(fighter):
        if other.leadership > value and (lends := _lends(other, situation)):
            if other.able and situation.distance(fighter, other) <= radius(lends, situation):
                continue  # it does reach him, and a rule that bars him was named already
            yield Reason(f"{other.called}'s {other.leadership} does not reach him: {_why_not(other, lends, situation)}")
    if situation.rulings.leader_scope == "allied":
        return
    for other in situation.allies(fighter):
        lends = _lends(other, situation) if other.able and other.leadership > value else None
        if lends and situation.distance(fighter, other) <= radius(lends, situation):
            yield Reason(f"{other.called} leads another warband and lends him nothing", "", "R-03")


def _lends(other: Fighter, situation: Situation) -> Active | None:
    """The sentence by which somebody lends Leadership to anybody, whether or not it acts now.

    Looked up once for each fighter of a situation.
    """
    key = ("lends", other.id)
    known: tuple[Fighter, Active | None] | None = situation.memory.get(key)
    if known is None or known[0] is not other:
        known = situation.memory[key] = (other, _lent_by(other, situation))
    return known[1]


def _lent_by(other: Fighter, situation: Situation) -> Active | None:
    for opened in situation.rulebook.opened(other.held):
        for effect in opened.effects:
            if effect.verb is Verb.LENDS and effect.reach and effect.reach.of is None:
                return Active(effect, opened.rule, opened.held, other, opened.arguments)
    return None


_WHY_NOT = {
    Status.KNOCKED_DOWN: "he is knocked down",
    Status.STUNNED: "he is stunned",
    Status.OUT_OF_ACTION: "he is out of action",
    Status.FLED_OFF: "he fled off the table",
    Status.MISSING_GAME: "he misses this game",
    Status.BENCHED: "he was left behind",
}


def _why_not(other: Fighter, lends: Active, situation: Situation) -> str:
    if other.status in _WHY_NOT:
        return _WHY_NOT[other.status]
    if other.has(Flag.FLEEING):
        return "he is fleeing"
    return f'it reaches {radius(lends, situation):g}"'


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
    for active in stand.about(Verb.ROLLS, matter):
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
    """The key under which a limited sentence is used up: "" if it never is, None if it is spent already.

    What a rule does once for the same span is spent together, whichever of its sentences acts: a relic helps but once.
    """
    if active.effect.limit is None:
        return ""
    key = f"{active.rule.slug}:{active.effect.limit}"
    return None if key in active.holder.used else key


def passer(matter: Matter, stand: Standing) -> tuple[Active, Spend | None] | None:
    """The rule that passes such a test without a roll and what it uses up, if one acts and is not used up.

    One that is never used up comes first, so that a relic is not spent on what the bearer passes anyway.
    """
    found = [(active, key) for active in stand.about(Verb.PASSES, matter) if (key := unspent(active)) is not None]
    for active, key in sorted(found, key=lambda pair: pair[1] != ""):
        return active, Spend(active.holder.id, active.rule.slug, key) if key else None
    return None


def offers(matter: Matter, stand: Standing, situation: Situation, foes: Iterable[Fighter] = ()) -> tuple[Offer, ...]:
    """The re-rolls that held rules allow for such a test, each rule once."""
    rerolls = stand.about(Verb.REROLLS, matter)
    if not rerolls:
        return ()
    faced = tuple(foes)
    found: dict[str, Offer] = {}
    for active in rerolls:
        key = unspent(active)
        if key is not None and aimed_at(active, faced, situation):
            found.setdefault(active.rule.slug, Offer(active.rule.slug, active.rule.name, active.holder.id, key))
    return tuple(found.values())
