"""The facts the engine is told: fighters, their sides, and the moment. All of it frozen; a change makes a new value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

from rules.engine.rulebook import Held, Rulebook
from rules.engine.rulings import Rulings
from rules.engine.vocabulary import DOWN, ON_TABLE, Flag, Status


class Kind(StrEnum):
    """What a fighter is on the roster."""

    HERO = "hero"
    HENCHMAN = "henchman"
    HIRED_SWORD = "hired_sword"


class Moment(StrEnum):
    """The moments at which the engine may be asked what falls due."""

    START_OF_TURN = "start_of_turn"
    CHARGES = "charge_declared"
    FRENZY = "frenzy_check"
    COMBAT = "combat"
    END_OF_COMBAT = "end_of_combat"


MISSILE_ARMED = "missile-armed"
"""The tag of whoever carries a missile weapon."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One model. Distances in inches, edge to edge, by the other's id; whoever is not named there is far away.

    ``movement`` is None for one whose Movement is rolled. ``lost`` names rules lost for the battle. ``told`` answers
    conditions that nobody can derive, by their printed form (``friend of hero within 6``), and overrides what could be
    derived. ``edge`` and ``flight_edge`` are the distances to the nearest table edge and to the edge he would first run
    to. ``used`` names the once-only rules that are spent.
    """

    id: str
    leadership: int = 7
    name: str = ""
    kind: Kind = Kind.HENCHMAN
    tags: frozenset[str] = frozenset()
    held: tuple[Held, ...] = ()
    movement: int | None = 4
    attacks: int = 1
    status: Status = Status.STANDING
    flags: frozenset[Flag] = frozenset()
    lost: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()
    engaged: tuple[str, ...] = ()
    distances: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, bool] = field(default_factory=dict)
    edge: float = inf
    flight_edge: float = inf
    missile: bool = False
    round: int = 1

    @property
    def called(self) -> str:
        """The name a player reads."""
        return self.name or self.id

    def has(self, flag: Flag) -> bool:
        """Whether a flag is set."""
        return flag in self.flags

    @property
    def on_table(self) -> bool:
        """Whether the model is on the table, in whatever state."""
        return self.status in ON_TABLE

    @property
    def down(self) -> bool:
        """Knocked down or stunned."""
        return self.status in DOWN

    @property
    def able(self) -> bool:
        """On his feet and not fleeing."""
        return self.status is Status.STANDING and Flag.FLEEING not in self.flags

    @property
    def charge_reach(self) -> int:
        """Twice his Movement; 0 when it is rolled."""
        return 2 * (self.movement or 0)

    def with_(self, *, add: Iterable[Flag] = (), drop: Iterable[Flag] = (), **fields: Any) -> "Fighter":
        """The same fighter with flags added or dropped and fields replaced."""
        return replace(self, flags=(self.flags | frozenset(add)) - frozenset(drop), **fields)


@dataclass(frozen=True, slots=True)
class Side:
    """One warband in a battle.

    ``started`` is N for Rout when it is told, else it is counted from the fighters. ``others_out`` are the weights of
    warriors out of action that are not listed. ``alliance`` is shared by sides that fight together.
    """

    id: str
    fighters: tuple[Fighter, ...] = ()
    name: str = ""
    started: int | None = None
    others_out: tuple[Fraction, ...] = ()
    alliance: str = ""
    rout_required_ever: bool = False
    routed: bool = False

    @property
    def called(self) -> str:
        """The name a player reads."""
        return self.name or self.id

    def has(self, tag: str) -> bool:
        """Whether one of its fighters who takes part has this tag."""
        return any(tag in fighter.tags for fighter in self.fighters if fighter.status is not Status.MISSING_GAME)


@dataclass(frozen=True, slots=True)
class Charge:
    """A declared charge. An interceptor, if any, wants to step in its way."""

    charger: str
    targets: tuple[str, ...]
    in_range: bool = True
    interceptor: str = ""


@dataclass(frozen=True)
class Situation:
    """A moment of a battle: who fights, under which rules and rulings, whose turn it is, what is settled already.

    ``done`` holds the keys of what was settled in this moment, ``pending`` what a result has left to be rolled at once.
    """

    rulebook: Rulebook
    sides: tuple[Side, ...]
    turn: str = ""
    moment: Moment = Moment.START_OF_TURN
    rulings: Rulings = field(default_factory=Rulings)
    players: int = 2
    charges: tuple[Charge, ...] = ()
    done: frozenset[str] = frozenset()
    pending: tuple[Any, ...] = ()
    over: bool = False

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """What was worked out about this situation already; it cannot go stale, for nothing in a situation changes."""
        return {}

    @cached_property
    def _places(self) -> dict[str, tuple[Fighter, Side]]:
        return {fighter.id: (fighter, side) for side in self.sides for fighter in side.fighters}

    def fighter(self, fighter_id: str) -> Fighter:
        """A fighter by id. Raises ``KeyError``."""
        return self._places[fighter_id][0]

    def knows(self, fighter_id: str) -> bool:
        """Whether such a fighter is listed."""
        return fighter_id in self._places

    def side_of(self, fighter: Fighter) -> Side:
        """The side of a fighter. Raises ``KeyError``."""
        return self._places[fighter.id][1]

    def side(self, side_id: str) -> Side:
        """A side by id. Raises ``KeyError``."""
        for side in self.sides:
            if side.id == side_id:
                return side
        raise KeyError(side_id)

    def mates(self, fighter: Fighter) -> Iterator[Fighter]:
        """The other fighters of his own warband."""
        return (other for other in self.side_of(fighter).fighters if other.id != fighter.id)

    def friends(self, fighter: Fighter) -> Iterator[Fighter]:
        """His warband's other fighters and, where ruling R-03 says so, those of allied warbands."""
        yield from self.mates(fighter)
        if self.rulings.leader_scope == "allied":
            yield from self.allies(fighter)

    def allies(self, fighter: Fighter) -> Iterator[Fighter]:
        """The fighters of other warbands that fight on his side."""
        own = self.side_of(fighter)
        for side in self.sides:
            if side.id != own.id and own.alliance and side.alliance == own.alliance:
                yield from side.fighters

    def foes(self, fighter: Fighter) -> Iterator[Fighter]:
        """Every enemy listed."""
        own = self.side_of(fighter)
        for side in self.sides:
            if side.id != own.id and not (own.alliance and side.alliance == own.alliance):
                yield from side.fighters

    def _hostile(self, one: Fighter, other: Fighter) -> bool:
        own, his = self.side_of(one), self.side_of(other)
        return own.id != his.id and not (own.alliance and own.alliance == his.alliance)

    def opponents(self, fighter: Fighter) -> tuple[Fighter, ...]:
        """The enemies he is engaged with who are on the table, in whatever state. Looked up once for each fighter."""
        key = ("opponents", fighter.id)
        known: tuple[Fighter, tuple[Fighter, ...]] | None = self.memory.get(key)
        if known is None or known[0] is not fighter:
            known = self.memory[key] = (fighter, self._opponents(fighter))
        return known[1]

    def _opponents(self, fighter: Fighter) -> tuple[Fighter, ...]:
        ids = dict.fromkeys(fighter.engaged)
        for foe in self.foes(fighter):
            if fighter.id in foe.engaged:
                ids.setdefault(foe.id)
        known = (self.fighter(one) for one in ids if self.knows(one))
        return tuple(foe for foe in known if foe.on_table and self._hostile(fighter, foe))

    def distance(self, one: Fighter, other: Fighter) -> float:
        """Inches between two models; infinite when nobody told."""
        if other.id in one.engaged or one.id in other.engaged:
            return 0.0
        told = one.distances.get(other.id)
        return told if told is not None else other.distances.get(one.id, inf)

    def with_fighter(self, changed: Fighter) -> "Situation":
        """The same situation with this fighter in place of the one of the same id."""
        own = self.side_of(changed)
        fighters = tuple(changed if fighter.id == changed.id else fighter for fighter in own.fighters)
        return self.with_side(replace(own, fighters=fighters))

    def with_side(self, changed: Side) -> "Situation":
        """The same situation with this side in place of the one of the same id."""
        return replace(self, sides=tuple(changed if side.id == changed.id else side for side in self.sides))
