"""Magic Resistance (psychology-spec, section 11): a rule of another game, kept apart from the rest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.engine.rulebook import Held, Rulebook
from rules.engine.rulings import Rulings
from rules.engine.standing import Reason
from rules.engine.vocabulary import Matter, Verb

MOST_COMBINED = 3
BEST_WARD = 2
WARD_FROM = 7


@dataclass(frozen=True, slots=True)
class Resistance:
    """Magic Resistance (X): the value, the penalty to enemy casting, the ward save (None: none), and why."""

    value: int
    penalty: int
    ward: int | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell as Magic Resistance sees it."""

    difficulty: int
    enemy: bool = True
    direct: bool = True
    template: bool = False


def values(held: Iterable[Held], rulebook: Rulebook) -> tuple[int, ...]:
    """The X of each separate set of Magic Resistance somebody holds; a repeated composite is one set."""
    return tuple(
        int(-effect.number(opened.arguments))
        for opened in rulebook.opened(tuple(held))
        for effect in opened.effects
        if effect.verb is Verb.ADDS and effect.matter is Matter.ENEMY_CASTING
    )


def resistance(sets: Sequence[int], rulings: Rulings) -> Resistance:
    """What these sets come to: added, at most 3 together (rulings R-32 and R-44), with ward save (R-48)."""
    reasons: list[Reason] = []
    single = rulings.mr_single_over_3 == "allowed"
    best = rulings.mr_combined_over_3 == "best_single"
    value = _combined(sets, single=single, best=best)
    if value != _combined(sets, single=not single, best=best):
        word = "stands" if single else f"counts as {MOST_COMBINED}"
        reasons.append(Reason(f"A single source above {MOST_COMBINED} {word}", "magic-resistance", "R-32"))
    if value != _combined(sets, single=single, best=not best):
        words = "the best single source stands" if best else f"together they come to {MOST_COMBINED}"
        reasons.append(Reason(words, "magic-resistance", "R-44"))
    return Resistance(value, -value, ward(value, rulings, reasons), tuple(reasons))


def _combined(sets: Sequence[int], *, single: bool, best: bool) -> int:
    """The sum, at most 3 when there are several; ``single`` and ``best`` are the readings of R-32 and R-44."""
    each = [one if single else min(one, MOST_COMBINED) for one in sets if one > 0]
    if len(each) < 2:
        return sum(each)
    most = max(each) if best else 0
    return max(min(sum(each), MOST_COMBINED), most)


def ward(value: int, rulings: Rulings, reasons: list[Reason] | None = None) -> int | None:
    """The ward save of Magic Resistance (value): 7 less the value, never better than 2+ by ruling R-48."""
    if value <= 0:
        return None
    save = WARD_FROM - value
    if save < BEST_WARD:
        limited = rulings.mr_ward_limit == "2+"
        if reasons is not None:
            words = "is never better than 2+" if limited else "needs no roll"
            reasons.append(Reason(f"The ward save {words}", "magic-resistance", "R-48"))
        save = BEST_WARD if limited else max(save, 1)
    return save


def ward_against(value: int, spell: Spell | None, rulings: Rulings) -> tuple[int | None, tuple[Reason, ...]]:
    """The ward save against this spell's damage; None as the spell means a miscast, which it does not help against."""
    if spell is None:
        return None, (Reason("Magic Resistance does not help against a miscast", "magic-resistance"),)
    if not spell.enemy:
        works = rulings.mr_ward_vs_friendly_spells
        words = "also works" if works else "does not work"
        ruled = (Reason(f"The ward save {words} against friendly spells", "magic-resistance", "R-33"),)
        return (ward(value, rulings) if works else None), ruled
    return ward(value, rulings), ()


def wards(value: int, other: int | None, rulings: Rulings) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """The ward saves that are rolled against a wound, in order, when there is another one besides (ruling R-34)."""
    own = ward(value, rulings)
    saves = sorted(save for save in (own, other) if save is not None)
    if own is None or other is None:
        return tuple(saves), ()
    if rulings.ward_best_only:
        return tuple(saves[:1]), (Reason("One ward save against each wound: the better", "", "R-34"),)
    return tuple(saves), (Reason("Both ward saves are rolled", "", "R-34"),)


@dataclass(frozen=True, slots=True)
class Cast:
    """A casting roll judged: the modified roll and whether the spell succeeds, for each target."""

    modified: tuple[int, ...]
    success: tuple[bool, ...]
    reasons: tuple[Reason, ...] = ()


def cast(rolled: int, spell: Spell, targets: Sequence[int], rulings: Rulings) -> Cast:
    """Judge a casting roll against targets with these values of Magic Resistance.

    Only an enemy spell that targets directly, not by a template, is hindered. Several targets: ruling R-46.
    """
    hinders = spell.enemy and spell.direct and not spell.template
    penalties = [value if hinders else 0 for value in targets]
    reasons: tuple[Reason, ...] = ()
    if len(targets) > 1:
        highest = rulings.mr_many_targets == "highest"
        words = "one roll, against the highest" if highest else "judged for each target"
        reasons = (Reason(f"Several targets: {words}", "magic-resistance", "R-46"),)
        if highest:
            penalties = [max(penalties)] * len(penalties)
    modified = tuple(rolled - penalty for penalty in penalties)
    return Cast(modified, tuple(one >= spell.difficulty for one in modified), reasons)


def joined(unit: int, character: int, rulings: Rulings, *, with_unit: bool) -> int:
    """The Magic Resistance of a unit, with the character's added while he is in it; Mordheim has no units."""
    sets = [value for value in (unit, character if with_unit else 0) if value]
    return resistance(sets, rulings).value
