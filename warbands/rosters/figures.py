"""The numbers of a warrior that rules change, each with its reasons: what stands below his printed profile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.content import Content
from rules.engine import magic, numbers
from rules.engine.numbers import NO_SAVE
from rules.engine.rout import count
from rules.engine.rulebook import Held
from rules.engine.rulings import Rulings
from rules.engine.sentences import say_clause
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.standing import Reason, Standing, conditions, holds_word, standing
from rules.engine.vocabulary import Fact, Matter, Verb
from rules.values import Profile, Unit
from warbands.holdings import Change, after_changes, carried, printed
from warbands.models import Possession, PossessionKind, Warband, Warrior
from warbands.profiles import cells_of, profile_of
from warbands.snapshots import Changes, side_of

FOE = "foe"
ONE_ARMED = "one-armed"
ALONE = frozenset({"difficult-to-use", "unwieldy", "cavalry-weapon"})
"""Rules of one-handed weapons beside which the other hand holds no second one."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is now, in words, and the steps that lead to it."""

    words: str
    why: tuple[str, ...]


def figures_of(
    unit: Unit | None, changes: Iterable[Change], content: Content, rulings: Rulings | None = None
) -> tuple[Figure, ...]:
    """What befell a warrior and what his rules make of his numbers; nothing where they stay as printed."""
    if unit is None:
        return ()
    changes = list(changes)
    held = after_changes(printed(unit, content), changes, content)
    profile = profile_of(unit, changes, content)
    fighter = Fighter("he", held=held, tags=unit.tags, attacks=profile.a, engaged=(FOE,), round=2)
    rides = any(item.ridden for item in carried(unit, changes, content))
    fighter = fighter.with_(told={Fact.MOUNTED: True} if rides else {})
    changed = (Figure(cell.words, cell.why) for cell in cells_of(unit, changes, content) if cell.why)
    both_hands = _fills_both_hands(held, changes, content)
    return (*changed, *_found(fighter, profile, content, rulings or Rulings(), both_hands=both_hands))


def _fills_both_hands(held: Iterable[Held], changes: Iterable[Change], content: Content) -> bool:
    """Whether he has a weapon for either hand, and both hands. What comes as a pair says so in a rule of its own."""
    rows = (row for row in changes if isinstance(row, Possession) and row.kind == PossessionKind.ITEM)
    items = [item for row in rows if (item := content.items.get(row.slug)) and item.close_combat]
    free = [
        one for one in items if one.hands == "one" and not ALONE & {rule.rule for rule in (*one.held, *one.attacks)}
    ]
    return len(free) > 1 and not any(one.rule == ONE_ARMED for one in held)


def _found(
    fighter: Fighter, profile: Profile, content: Content, rulings: Rulings, *, both_hands: bool
) -> Iterator[Figure]:
    now = _stand(fighter, content)
    in_combat = numbers.attacks(now)
    if in_combat.value != profile.a:
        yield Figure(f"{_attacks(in_combat.value)} in combat", _why(in_combat.reasons))
    if both_hands:
        then = numbers.attacks(now, two_weapons=True)
        yield Figure(f"{_attacks(then.value)} with a weapon in each hand", _why(then.reasons))
    for words, otherwise in _occasions(fighter, content, Matter.ATTACKS):
        then = numbers.attacks(otherwise)
        if then.value != in_combat.value:
            yield Figure(f"{_attacks(then.value)} {words}", _why(then.reasons))
    quick = numbers.initiative(now, profile.i)
    if quick.value != profile.i:
        yield Figure(f"Initiative {quick.value}", _why(quick.reasons))
    for words, otherwise in _occasions(fighter, content, Matter.INITIATIVE):
        then = numbers.initiative(otherwise, profile.i)
        if then.value != quick.value:
            yield Figure(f"Initiative {then.value} {words}", _why(then.reasons))
    yield from _saves(now)
    yield from _resistance(fighter, content, rulings)


def _saves(now: Standing) -> Iterator[Figure]:
    save = numbers.armour_save(now)
    if save.value < NO_SAVE:
        worst = numbers.modified_save(now, NO_SAVE)
        floor = ""
        if worst.value < NO_SAVE:
            floor = ", never worse" if worst.value == save.value else f", never worse than {worst.value}+"
        limits = _limits(now, Matter.ARMOUR_SAVE, save.value)
        why = (*save.reasons, *worst.reasons[-1:]) if floor else save.reasons
        yield Figure(f"Save {save.value}+{limits}{floor}", _why(why))
    if (kept := numbers.wound_save(now)) is not None:
        names = tuple(active.rule.name for active in now.all(Verb.SETS, Matter.WOUND_SAVE) if active.number == kept)
        yield Figure(f"Wounds ignored on {kept}+{_limits(now, Matter.WOUND_SAVE, kept)}", names)


def _limits(now: Standing, matter: Matter, value: int) -> str:
    """When a save of this value does not help, in the words of the sentence that gives it."""
    for active in now.all(Verb.SETS, matter):
        if active.number == value and active.effect.clause is not None:
            return f" {say_clause(active.effect.clause, active.arguments)}"
    return ""


def _resistance(fighter: Fighter, content: Content, rulings: Rulings) -> Iterator[Figure]:
    sets = magic.values(fighter.held, content.rulebook)
    found = magic.resistance(sets, rulings)
    if found.value:
        each = " and ".join(str(one) for one in sets)
        name = content.rulebook.rules["magic-resistance"].name if "magic-resistance" in content.rulebook.rules else ""
        why = (f"{name} {each}".strip(), *_why(found.reasons))
        yield Figure(f"Enemy casting −{found.value}", why)
        if found.ward is not None:
            yield Figure(f"Ward {found.ward}+ against spells", why)


def _stand(fighter: Fighter, content: Content) -> Standing:
    """How his rules stand in a combat that has gone on for a while, against one opponent, nobody else being near."""
    sides = (Side("his", (fighter,)), Side("theirs", (Fighter(FOE),)))
    return standing(fighter, Situation(content.rulebook, sides))


def _occasions(fighter: Fighter, content: Content, matter: Matter) -> Iterator[tuple[str, Standing]]:
    """The occasions on which a rule of his would change this number, in words, and how his rules stand then."""
    sides = (Side("his", (fighter,)), Side("theirs", (Fighter(FOE),)))
    for clause, _, held, effect in conditions(fighter, Situation(content.rulebook, sides)):
        if effect.matter is matter and effect.clause is clause:
            told = fighter.with_(told={str(clause.condition): not clause.negated})
            settled = content.rulebook.rules[held.rule].settled(held.arguments)
            yield say_clause(clause, settled), _stand(told, content)


def _attacks(value: int) -> str:
    return f"{value} attack{'' if value == 1 else 's'}"


def _why(reasons: Iterable[Reason]) -> tuple[str, ...]:
    return tuple(reason.text for reason in reasons)


@dataclass(frozen=True, slots=True)
class Losses:
    """How many out of action bring a Rout test, 0 where nobody is fielded; ``uneven`` if some count for less."""

    number: int
    uneven: bool = False

    @property
    def words(self) -> str:
        few = "brings" if self.number == 1 else "bring"
        return f"out of action {few} a Rout test{', some counting for less' if self.uneven else ''}"


def losses_left(
    warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content, rulings: Rulings | None = None
) -> Losses:
    """What a warband can lose before its first Rout test."""
    rulings = rulings or Rulings()
    side = side_of(warband, (row for row in warriors if row.removed_at is None), changes, content, rulings)
    situation = Situation(content.rulebook, (side,), turn=side.id, rulings=rulings)
    uneven = any(holds_word(fighter, situation, Verb.COUNTS, Matter.ROUT_LOSS) for fighter in side.fighters)
    return Losses(count(side, situation).losses_left, uneven)
