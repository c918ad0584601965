"""The facts of the table that a due test hangs on, each to be told by one tap.

The engine's own questions (``rules.engine.questions``) are asked of somebody who sees nothing of the roster's battle.
Here the battle knows who fights whom and how everybody stands, so that only what lies between the models is left.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf

from rules.engine.plans import TrialKind
from rules.engine.questions import FRIEND_REACH, Question, questions
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import holds_word
from rules.engine.trials import Ask
from rules.engine.turn import Due
from rules.engine.vocabulary import Fact, Matter, Verb
from warbands.battles.stages import Stage
from warbands.battles.table import Table

FAR = 99.0
FRIEND_NEAR = f"friend within {FRIEND_REACH}"
"""The printed form of the condition that All Alone asks for."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer that can be tapped: its words, and what the deed ``tell`` is given."""

    words: str
    key: str
    value: float | bool
    chosen: bool = False

    @property
    def answer(self) -> str:
        """What a button that tells it sends."""
        word = {True: "yes", False: "no"}[self.value] if isinstance(self.value, bool) else f"{self.value:g}"
        return f"{self.key}={word}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about ``who``: answers to tap, or a number of inches to type.

    ``needed`` marks one without whose answer nothing can be settled.
    """

    who: str
    text: str
    answers: tuple[Told, ...] = ()
    key: str = ""
    inches: float | None = None
    needed: bool = False

    @property
    def open(self) -> bool:
        """Whether nobody has answered it."""
        return not any(answer.chosen for answer in self.answers)


def asked(due: Due, table: Table) -> tuple[Asked, ...]:
    """What a due test hangs on."""
    situation, who = table.situation, due.trial.who
    if not situation.knows(who):
        return ()
    fighter = situation.fighter(who)
    found = (_asked(question, fighter, situation) for question in _asks(due, fighter, situation))
    return tuple(one for one in found if one is not None)


def _asks(due: Due, fighter: Fighter, situation: Situation) -> Iterator[Question]:
    if due.trial.kind is TrialKind.PARTING_HITS:
        return
    yield from questions(due.trial.kind, fighter, situation)


def _asked(question: Question, fighter: Fighter, situation: Situation) -> Asked | None:
    key, _, about = question.key.partition(":")
    if key == "near":
        other, _, inches = about.partition(":")
        return _near(question.text, fighter, situation.fighter(other), float(inches), situation)
    if key == "fact" and about == Fact.FOE_IN_REACH:
        return None if situation.opponents(fighter) else _reach(fighter, situation, needed=False)
    if key == "fact":
        return _yes_no(question.text, fighter, about)
    asks = _ASKS.get(question.key)
    return asks(f"{question.text}?", fighter, situation) if asks else None


def _friend(text: str, fighter: Fighter, situation: Situation) -> Asked:
    del situation
    return _yes_no(text, fighter, FRIEND_NEAR, needed=True)


def _edge(text: str, fighter: Fighter, situation: Situation) -> Asked:
    del situation
    return Asked(fighter.id, text.rstrip("?"), key="edge", inches=None if fighter.edge == inf else fighter.edge)


def _missile(text: str, fighter: Fighter, situation: Situation) -> Asked:
    del situation
    yes = Told("Yes", "missile", value=True, chosen=fighter.missile)
    return Asked(fighter.id, text, (yes, Told("No", "missile", value=False, chosen=not fighter.missile)))


def _mate(text: str, fighter: Fighter, situation: Situation) -> Asked | None:
    del text
    return _pick("Who of his own is nearest, in charge reach?", fighter, situation.mates(fighter), situation)


def _enemy(text: str, fighter: Fighter, situation: Situation) -> Asked | None:
    del text
    return _pick("Which enemy is nearest, in charge reach?", fighter, situation.foes(fighter), situation)


_ASKS: Mapping[str, Callable[[str, Fighter, Situation], Asked | None]] = {
    Ask.FRIEND_NEAR: _friend,
    Ask.EDGE: _edge,
    Ask.MISSILE: _missile,
    Ask.MATE_IN_REACH: _mate,
    Ask.ENEMY_IN_REACH: _enemy,
}


def _yes_no(text: str, fighter: Fighter, condition: str, *, needed: bool = False) -> Asked:
    told = fighter.told.get(condition)
    key = f"fact:{condition}"
    answers = (Told("Yes", key, value=True, chosen=told is True), Told("No", key, value=False, chosen=told is False))
    return Asked(fighter.id, text, answers, needed=needed)


def _near(text: str, fighter: Fighter, other: Fighter, inches: float, situation: Situation) -> Asked | None:
    if not other.on_table:
        return None
    distance = situation.distance(fighter, other)
    key = f"near:{other.id}"
    answers = (Told("Yes", key, inches, distance <= inches), Told("No", key, FAR, inches < distance < inf))
    return Asked(fighter.id, text + "?", answers)


def _pick(text: str, fighter: Fighter, others: Iterator[Fighter], situation: Situation) -> Asked | None:
    reach = float(fighter.charge_reach)
    there = [other for other in others if other.on_table]
    answers = tuple(
        Told(other.called, f"near:{other.id}", reach, situation.distance(fighter, other) <= reach) for other in there
    )
    return Asked(fighter.id, text, answers) if answers else None


def _reach(fighter: Fighter, situation: Situation, *, needed: bool) -> Asked:
    """Which foe he could charge; "nobody" settles it too."""
    reach = float(fighter.charge_reach)
    told = fighter.told.get(Fact.FOE_IN_REACH)
    foes = [foe for foe in situation.foes(fighter) if foe.on_table]
    near = [foe for foe in foes if situation.distance(fighter, foe) <= reach]
    nobody = Told("Nobody", f"fact:{Fact.FOE_IN_REACH}", value=False, chosen=told is False and not near)
    answers = (nobody, *(Told(foe.called, f"near:{foe.id}", reach, foe in near) for foe in foes))
    text = f"Which foe is within his charge range ({fighter.charge_reach}″)?"
    return Asked(fighter.id, text, answers, needed=needed)


def compelled(table: Table) -> list[Asked]:
    """Frenzied models of the side in turn of whom nobody has said yet whether a foe is in reach."""
    if table.stage is not Stage.MOVEMENT or table.state["result"] or table.state["offer"] or table.situation.over:
        return []
    situation = table.situation
    declared = {charge.charger for charge in situation.charges}
    side = next((one for one in situation.sides if one.id == situation.turn), None)
    found = []
    for fighter in side.fighters if side else ():
        if fighter.id in declared or not fighter.able or situation.opponents(fighter):
            continue
        if holds_word(fighter, situation, Verb.MUST, Matter.CHARGE):
            question = _reach(fighter, situation, needed=True)
            if question.open:
                found.append(question)
    return found
