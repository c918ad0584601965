"""Numbers a rule changes: attacks, saves, rating. Always in one order: sets, multiplies, adds."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.rulebook import From, Held, Rulebook
from rules.engine.rulings import Rulings
from rules.engine.standing import Active, Reason, Standing
from rules.engine.vocabulary import Matter, Verb

ORDINARY_RATING = 5
NO_SAVE = 7


@dataclass(frozen=True, slots=True)
class Number:
    """A number with the steps that led to it."""

    value: int
    reasons: tuple[Reason, ...]


def number(matter: Matter, base: int, stand: Standing) -> Number:
    """A base number after everything that sets, then multiplies, then adds to it; the same rule acts once."""
    value = base
    reasons = [Reason(f"{base} to begin with")]
    for active in _once(stand.all(Verb.SETS, matter)):
        value = active.number
        reasons.append(Reason(f"{active.rule.name}: {value}", active.rule.slug))
    # Two rages are one rage: of several multipliers the greatest acts (psychology-spec, section 6, point 6).
    for active in sorted(_once(stand.all(Verb.MULTIPLIES, matter)), key=lambda one: -one.number)[:1]:
        value *= active.number
        reasons.append(Reason(f"{active.rule.name}: times {active.number}, {value}", active.rule.slug))
    for active in _once(stand.all(Verb.ADDS, matter)):
        value += active.number
        reasons.append(Reason(f"{active.rule.name}: {active.number:+}, {value}", active.rule.slug))
    return Number(value, tuple(reasons))


def _once(actives: Iterable[Active]) -> list[Active]:
    return list({(active.rule.slug, active.effect): active for active in actives}.values())


def attacks(stand: Standing, *, two_weapons: bool = False) -> Number:
    """The attacks of a model in combat; a weapon in each hand adds one that nothing doubles."""
    counted = number(Matter.ATTACKS, stand.fighter.attacks, stand)
    if not two_weapons:
        return counted
    reasons = (*counted.reasons, Reason(f"A weapon in each hand: +1, {counted.value + 1}"))
    return Number(counted.value + 1, reasons)


def armour_save(stand: Standing, *, worn: int = 0) -> Number:
    """The armour save (7 is none) with ``worn`` pieces of armour, each of which improves it by one.

    A suit that his gear gives counts as one such piece on a natural save, unless its own save is better.
    """
    given = stand.all(Verb.SETS, Matter.ARMOUR_SAVE)
    natural = _best(active for active in given if active.held.origin is not From.EQUIPMENT)
    suit = _best(active for active in given if active.held.origin is From.EQUIPMENT)
    value, reasons = NO_SAVE, []
    if natural and not (suit and suit.number < natural.number - 1):
        value = natural.number
        reasons = [Reason(f"{natural.rule.name}: {value}+", natural.rule.slug)]
        if suit:
            value -= 1
            reasons.append(Reason(f"{_named(suit)} improves it: {value}+", suit.rule.slug))
    elif suit:
        value = suit.number
        reasons = [Reason(f"{_named(suit)}: {value}+", suit.rule.slug)]
    if worn:
        value -= worn
        reasons.append(Reason(f"Worn armour: {worn} better"))
    for active in _once(stand.all(Verb.ADDS, Matter.ARMOUR_SAVE)):
        value -= active.number
        reasons.append(Reason(f"{active.rule.name}: {active.number} better", active.rule.slug))
    return Number(value, tuple(reasons))


def _best(actives: Iterable[Active]) -> Active | None:
    return min(actives, key=lambda active: active.number, default=None)


def _named(active: Active) -> str:
    """What gives a rule that many things give, else the rule."""
    return active.held.origin_name or active.rule.name


def modified_save(stand: Standing, modifier: int, *, worn: int = 0, attacker: Standing | None = None) -> Number:
    """The armour save after a blow has worsened it by ``modifier``; a natural save may have a floor it keeps.

    Some attackers leave no save at all.
    """
    piercing = attacker.first(Verb.IGNORES, Matter.ARMOUR) if attacker else None
    if piercing:
        return Number(NO_SAVE, (Reason(f"{piercing.rule.name}: no armour save", piercing.rule.slug),))
    save = armour_save(stand, worn=worn)
    value = min(save.value + modifier, NO_SAVE)
    reasons = [*save.reasons, Reason(f"The blow: {modifier} worse")] if modifier else list(save.reasons)
    floor = stand.first(Verb.SETS, Matter.SAVE_FLOOR)
    if floor and value > floor.number:
        value = floor.number
        reasons.append(Reason(f"{floor.rule.name}: never worse than {value}+", floor.rule.slug))
    return Number(value, tuple(reasons))


def initiative(stand: Standing, base: int) -> Number:
    """His Initiative after what changes it."""
    return number(Matter.INITIATIVE, base, stand)


def to_be_hit(stand: Standing, *, by_missiles: bool) -> Number:
    """What is added to the roll to hit him, in combat or with missiles."""
    return number(Matter.HIT_BY_MISSILES if by_missiles else Matter.HIT_IN_COMBAT, 0, stand)


def victims_save(stand: Standing) -> Number:
    """What he changes in the armour save of those he wounds, beside his Strength."""
    return number(Matter.ENEMY_SAVE, 0, stand)


def spell_ward(stand: Standing) -> int | None:
    """The natural D6 from which he ignores the effect of a spell by his own rules, or None; see ``magic``."""
    return min((active.number for active in stand.all(Verb.SETS, Matter.SPELL_WARD)), default=None)


def wounds(stand: Standing, suffered: int = 1) -> Number:
    """How many wounds a hit costs him, after what multiplies them."""
    return number(Matter.WOUNDS, suffered, stand)


def wound_save(stand: Standing) -> int | None:
    """The D6 from which a wound is ignored (regeneration), or None."""
    return min((active.number for active in stand.all(Verb.SETS, Matter.WOUND_SAVE)), default=None)


@dataclass(frozen=True, slots=True)
class Rated:
    """What the rating asks of a warrior or group: models, experience each, and the rules held.

    ``printed`` is what the entry of a hired sword prints for him, in which the points of an ordinary or a large model
    are counted already; ``extra`` are points besides.
    """

    models: int
    experience: int
    held: tuple[Held, ...] = ()
    extra: int = 0
    printed: int | None = None


def rating(warriors: Iterable[Rated], rulebook: Rulebook, rulings: Rulings) -> Number:
    """The warband's rating: 5 for each model, more for a large one (ruling R-47), and experience for each model."""
    total = 0
    reasons: list[Reason] = []
    for warrior in warriors:
        base, reason = _base(warrior, rulebook, rulings)
        if reason and reason not in reasons:
            reasons.append(reason)
        total += warrior.models * (base + warrior.experience) + warrior.extra
    return Number(total, tuple(reasons))


def _base(warrior: Rated, rulebook: Rulebook, rulings: Rulings) -> tuple[int, Reason | None]:
    if warrior.printed is not None:
        return warrior.printed, Reason(f"{warrior.printed} points by his entry instead of the usual {ORDINARY_RATING}")
    for opened in rulebook.opened(warrior.held):
        rule = opened.rule
        for effect in opened.effects:
            if effect.verb is Verb.SETS and effect.matter is Matter.RATING_BASE:
                points = int(effect.number(opened.arguments))
                instead = rulings.large_target_rating == "instead"
                words = "instead of" if instead else "on top of"
                reason = Reason(f"{rule.name}: {points} points {words} the usual {ORDINARY_RATING}", rule.slug, "R-47")
                return points if instead else points + ORDINARY_RATING, reason
    return ORDINARY_RATING, None
