"""Exact chances as fractions, by counting every way the dice can fall."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from rules.engine.dice import Dice


@cache
def distribution(dice: Dice) -> Mapping[int, Fraction]:
    """Each total that these dice can give, with its chance."""
    totals = Counter(dice.total(faces) for faces in product(range(1, 7), repeat=dice.count))
    ways = 6**dice.count
    return {total: Fraction(count, ways) for total, count in sorted(totals.items())}


@cache
def at_most(dice: Dice, target: int) -> Fraction:
    """The chance of a total of ``target`` or less: that of passing a test against it."""
    return sum((chance for total, chance in distribution(dice).items() if total <= target), Fraction(0))


def between(dice: Dice, low: int, high: int) -> Fraction:
    """The chance of a total from ``low`` to ``high``, both included."""
    return at_most(dice, high) - at_most(dice, low - 1)


def with_reroll(chance: Fraction) -> Fraction:
    """The chance of passing when a failed test may be taken once more."""
    return 1 - (1 - chance) ** 2


def lasting(chance: Fraction, tests: int, rerolls: int = 0) -> Fraction:
    """The chance of passing that many tests in a row, where so many failed ones in all may be taken once more."""
    if not tests:
        return Fraction(1)
    passed = chance * lasting(chance, tests - 1, rerolls)
    saved = (1 - chance) * chance * lasting(chance, tests - 1, rerolls - 1) if rerolls else Fraction(0)
    return passed + saved


def mean_tests(chance: Fraction) -> Fraction | None:
    """The mean number of tests up to and including the first failed one; None when none can fail."""
    return 1 / (1 - chance) if chance < 1 else None


def any_of(chance: Fraction, many: int) -> Fraction:
    """The chance that at least one of ``many`` does what each does with this chance."""
    return 1 - (1 - chance) ** many


def ways(dice: Dice, chance: Fraction) -> tuple[int, int]:
    """A chance as ways out of all ways: ``(193, 216)`` for 193/216, unreduced."""
    every = 6**dice.count
    return int(chance * every), every
