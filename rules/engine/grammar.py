"""The parts of a sentence as values, and how each is printed: ``sentences`` reads them and says them in English."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.engine.vocabulary import Fact, Limit, Matter, NearWho, ReachWhom, Verb

type Value = int | Fraction | str
"""What a parameter may hold: a number, or the slug of a tag."""

DICE_WORDS = {"3d6-high": "three dice, the highest discarded", "3d6-low": "three dice, the lowest discarded"}


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount: a number, a dice word, or ``base`` plus or minus a named parameter.

    ``name`` is the parameter ("" for a plain amount), ``base`` the number it is taken from, ``sign`` its sign.
    """

    base: Fraction = Fraction(0)
    name: str = ""
    sign: int = 1
    dice: str = ""

    def value(self, arguments: Mapping[str, Value]) -> Fraction:
        """The number it comes to with these arguments. Raises ``KeyError`` for an argument that is missing."""
        if not self.name:
            return self.base
        return self.base + self.sign * Fraction(arguments[self.name])

    def __str__(self) -> str:
        if self.dice:
            return self.dice
        if not self.name:
            return str(self.base)
        shown = "X" if self.name == "X" else f"{{{self.name}}}"
        if self.sign > 0:
            return shown
        return f"{self.base}-{shown}" if self.base else f"-{shown}"

    def shown(self, arguments: Mapping[str, Value]) -> str:
        """The amount as a reader sees it, arguments filled in where they are known."""
        if self.dice:
            return DICE_WORDS[self.dice]
        if self.name and self.name not in arguments:
            return str(self)
        number = self.value(arguments)
        return {Fraction(1, 2): "half"}.get(number, str(number))


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: the slug of a people, unit, kind, warband or rule, or the name of a parameter that holds one."""

    slug: str = ""
    name: str = ""

    def value(self, arguments: Mapping[str, Value]) -> str:
        """The slug it stands for. Raises ``KeyError`` for an argument that is missing."""
        return str(arguments[self.name]) if self.name else self.slug

    def __str__(self) -> str:
        return f"{{{self.name}}}" if self.name else self.slug

    def shown(self, arguments: Mapping[str, Value]) -> str:
        """The tag as a reader sees it: words instead of hyphens."""
        if self.name and self.name not in arguments:
            return str(self)
        return self.value(arguments).rsplit("--", maxsplit=1)[-1].replace("-", " ").replace("_", " ")


@dataclass(frozen=True, slots=True)
class Reach:
    """Whom a sentence reaches besides its holder."""

    whom: ReachWhom
    of: Tag | None = None
    within: Amount | None = None

    def __str__(self) -> str:
        return f"for {self.whom}" + _of_within(self.of, self.within)


@dataclass(frozen=True, slots=True)
class Near:
    """A condition of nearness: a leader, friend or foe, of some tag, within some inches."""

    who: NearWho
    of: Tag | None = None
    within: Amount | None = None

    def __str__(self) -> str:
        return str(self.who) + _of_within(self.of, self.within)


@dataclass(frozen=True, slots=True)
class WarbandHas:
    """A condition on the holder's warband: it has, or lacks, a member of some tag."""

    tag: Tag
    lacks: bool = False

    def __str__(self) -> str:
        return f"warband {'lacks' if self.lacks else 'has'} {self.tag}"


type Condition = Fact | Near | WarbandHas


@dataclass(frozen=True, slots=True)
class Clause:
    """When a sentence holds: ``when`` its condition is true, or (``negated``) ``unless`` it is."""

    condition: Condition
    negated: bool = False

    def __str__(self) -> str:
        return f"{'unless' if self.negated else 'when'} {self.condition}"


@dataclass(frozen=True, slots=True)
class Effect:
    """One sentence."""

    verb: Verb
    matter: Matter
    amount: Amount | Tag | None = None
    against: Tag | None = None
    reach: Reach | None = None
    clause: Clause | None = None
    limit: Limit | None = None

    def __str__(self) -> str:
        parts: list[object] = [self.verb] if self.matter is Matter.COMPANION else [self.verb, self.matter]
        parts += [part for part in (self.amount,) if part is not None]
        if self.against:
            parts.append(f"against {self.against}")
        parts += [part for part in (self.reach, self.clause) if part is not None]
        if self.limit:
            parts.append(f"once per {self.limit}")
        return " ".join(map(str, parts))

    def number(self, arguments: Mapping[str, Value]) -> Fraction:
        """Its amount as a number; 0 when it carries none."""
        return self.amount.value(arguments) if isinstance(self.amount, Amount) else Fraction(0)

    def reads(self, arguments: Mapping[str, Value]) -> bool:
        """Whether these arguments give every parameter it mentions a value that can stand there."""
        try:
            for part in _parts(self):
                part.value(arguments)
        except (KeyError, ValueError, TypeError, ZeroDivisionError):
            return False
        return True

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the parameters it mentions."""
        return frozenset(part.name for part in _parts(self) if part.name)


def _of_within(of: Tag | None, within: Amount | None) -> str:
    return (f" of {of}" if of else "") + (f" within {within}" if within else "")


def _parts(effect: Effect) -> Iterable[Amount | Tag]:
    """Every amount and tag in it."""
    held: list[Amount | Tag | None] = [effect.amount, effect.against]
    if effect.reach:
        held += [effect.reach.of, effect.reach.within]
    condition = effect.clause.condition if effect.clause else None
    if isinstance(condition, Near):
        held += [condition.of, condition.within]
    elif isinstance(condition, WarbandHas):
        held.append(condition.tag)
    return (part for part in held if part is not None)
