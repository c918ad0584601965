"""Charges as the page tells of them: who may declare one, whose fear it would test, and what became of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.engine import turn
from rules.engine.changes import mark
from rules.engine.common import barred_from_charging, causes_fear
from rules.engine.plans import Change, Code, Exempt, Trial, TrialKind
from rules.engine.psychology import plan
from rules.engine.situation import Charge, Fighter, Situation
from rules.engine.standing import Context, Reason, standing
from rules.engine.vocabulary import Flag
from rules.plans_shown import Why, why
from warbands.battles.stages import Stage
from warbands.battles.table import Table

MANY = 2
"""So many foes are named one by one, though they are all there are."""


@dataclass(frozen=True)
class Charger:
    """One of the side in turn: ``why`` he may declare no charge, or whose fear it would put to the test.

    ``fears`` are foes he must dare to charge, ``feared`` those who are tested when he charges them.
    """

    id: str
    name: str
    why: Why | None = None
    fears: tuple[str, ...] = ()
    feared: tuple[str, ...] = ()


def chargers(table: Table) -> list[Charger]:
    """Everybody of the side in turn on the table, while charges are declared."""
    if table.stage not in {Stage.CHARGES, Stage.MOVEMENT} or table.state["result"] or table.situation.over:
        return []
    side = table.situation.side(table.situation.turn)
    return [_charger(one, table) for one in side.fighters if one.on_table and table.plays(one.id)]


def _charger(fighter: Fighter, table: Table) -> Charger:
    situation = table.situation
    if barred := _barred(fighter, situation):
        return Charger(fighter.id, fighter.called, why(barred.text, barred.rule, barred.ruling))
    foes = [foe for foe in situation.foes(fighter) if foe.on_table and table.plays(foe.id)]
    fears = (foe for foe in foes if causes_fear(foe, fighter, situation) and _tests(_daring(fighter, foe), situation))
    feared = (foe for foe in foes if causes_fear(fighter, foe, situation) and _tests(_facing(fighter, foe), situation))
    return Charger(fighter.id, fighter.called, None, _names(fears, len(foes)), _names(feared, len(foes)))


def _barred(fighter: Fighter, situation: Situation) -> Reason | None:
    stand = standing(fighter, situation, Context(charging=True))
    if barred := barred_from_charging(fighter, situation, stand):
        return barred
    declares = any(charge.charger == fighter.id for charge in situation.charges)
    return Reason("He has declared a charge already") if declares else None


def _daring(fighter: Fighter, foe: Fighter) -> Trial:
    return Trial(TrialKind.FEAR_TO_CHARGE, fighter.id, (foe.id,))


def _facing(fighter: Fighter, foe: Fighter) -> Trial:
    return Trial(TrialKind.FEAR_CHARGED, foe.id, (fighter.id,))


def _tests(trial: Trial, situation: Situation) -> bool:
    return not isinstance(plan(trial, situation), Exempt)


def _names(fighters: Iterator[Fighter], everybody: int) -> tuple[str, ...]:
    names = tuple(fighter.called for fighter in fighters)
    return ("every foe",) if len(names) == everybody > MANY else names


@dataclass(frozen=True)
class Group:
    """Several of whom the same is said: that they may charge, with whose fear it would test, or why they may not."""

    names: list[str]
    words: str
    why: Why | None


def grouped(told: Iterable[Charger]) -> list[Group]:
    """What is said of chargers, once each; those who may come first."""
    found: dict[tuple[str, Why | None], list[str]] = {}
    for one in told:
        found.setdefault((_words(one), one.why), []).append(one.name)
    groups = [Group(names, words, why_not) for (words, why_not), names in found.items()]
    return sorted(groups, key=lambda group: group.why is not None)


def _words(charger: Charger) -> str:
    if charger.why:
        return charger.why.text
    fears = f"must first dare to charge {', '.join(charger.fears)}" if charger.fears else ""
    feared = f"tests the nerve of {', '.join(charger.feared)}" if charger.feared else ""
    return "; ".join(word for word in (fears, feared) if word) or "may charge"


def declared(table: Table) -> list[str]:
    """The charges declared this turn, each with what became of it as far as that is settled."""
    return [_declared(charge, table) for charge in table.situation.charges]


def _declared(charge: Charge, table: Table) -> str:
    words = f"{table.name(charge.charger)} charges {' and '.join(map(table.name, charge.targets))}"
    became = _became(charge, table)
    return f"{words}: {became}" if became else words


def _became(charge: Charge, table: Table) -> str:
    situation = table.situation
    if situation.fighter(charge.charger).has(Flag.STATIONARY):
        return "no charge, he stays where he is"
    if mark(Change(Code.NO_CHARGE, charge.charger, "")) in situation.done:
        return "no charge"
    if not charge.in_range:
        return "out of range"
    if not charge.interceptor:
        return ""
    between = table.name(charge.interceptor)
    if turn.intercepted(charge, situation):
        return f"{between} steps in the way"
    stays = mark(Change(Code.NO_INTERCEPT, charge.interceptor, "")) in situation.done
    return f"{between} does not step in the way" if stays else f"{between} wants to step in the way"
