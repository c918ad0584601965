"""Deeds by hand: what whoever sees the table tells, and every state set by a tap."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine import changes, packs
from rules.engine.dice import D6, Dice
from rules.engine.injuries import injury
from rules.engine.plans import Change, Code
from rules.engine.rulebook import From, Held, Rule
from rules.engine.situation import Fighter
from rules.engine.standing import standing
from rules.engine.vocabulary import DOWN, FACT_QUESTIONS, Flag, Status
from warbands.battles.doing import DeedError, Done, Throw
from warbands.battles.stages import UNTIL_WORDS, engage, part
from warbands.battles.table import Table
from warbands.psychology.records import stored_reasons

type Deed = Mapping[str, Any]

STATUS_WORDS = {
    Status.STANDING: "is on his feet",
    Status.KNOCKED_DOWN: "is knocked down",
    Status.STUNNED: "is stunned",
    Status.OUT_OF_ACTION: "is out of action",
    Status.FLED_OFF: "has fled off the table",
}
FLAG_WORDS = {
    Flag.FLEEING: "fleeing",
    Flag.HIDDEN: "hidden",
    Flag.WOUNDED: "wounded",
    Flag.NEEDS_6S: "needing 6s to hit",
    Flag.STATIONARY: "held in place",
    Flag.STUPID: "stupid",
    Flag.SHAMBLING: "shambling",
    Flag.INACTIVE: "standing and drooling",
    Flag.IDLE: "sulking",
    Flag.STOOD_UP: "just stood up",
    Flag.CHARGED: "having charged",
    Flag.RALLIED: "having just recovered his nerve",
}
"""The flags that a hand may set and clear."""


def fighter_named(table: Table, deed: Deed, key: str = "who") -> Fighter:
    """The fighter a deed names. Raises ``DeedError``."""
    who = str(deed.get(key, ""))
    if not table.plays(who):
        raise DeedError("Choose a model.", key)
    return table.situation.fighter(who)


LONGEST_FACT = 120

# --- What is told -----------------------------------------------------------------------------------------------------


def tell(table: Table, deed: Deed, throw: Throw) -> Done:
    """A fact of the table about ``who``: ``key`` is ``near:<other>``, ``fact:<condition>``, ``edge`` or ``missile``.

    ``value`` are inches for ``near`` and ``edge`` (None: nobody knows, or far), else yes, no or None.
    """
    del throw
    fighter = fighter_named(table, deed)
    what, _, about = str(deed.get("key", "")).partition(":")
    value = deed.get("value")
    match what:
        case "near" if table.plays(about) and about != fighter.id:
            told = {key: inches for key, inches in fighter.distances.items() if key != about}
            changed = replace(fighter, distances=told if value is None else {**told, about: _inches(value)})
            other = table.name(about)
            said = f"nobody knows how far {other} is" if value is None else f"{other} is within {_inches(value):g}″"
        case "fact" if 0 < len(about) <= LONGEST_FACT:
            facts = {key: true for key, true in fighter.told.items() if key != about}
            changed = replace(fighter, told=facts if value is None else {**facts, about: bool(value)})
            question = next((words for fact, words in FACT_QUESTIONS.items() if fact == about), f"{about}?")
            said = f"{question} {'Nobody knows' if value is None else 'Yes' if value else 'No'}"
        case "edge":
            inches = float("inf") if value is None else _inches(value)
            changed = replace(fighter, edge=inches, flight_edge=inches)
            said = "the table edge is far" if value is None else f"{inches:g}″ to the table edge"
        case "missile":
            changed = replace(fighter, missile=bool(value))
            said = f"{'a' if value else 'no'} missile weapon"
        case _:
            raise DeedError("That cannot be told of him.", "key")
    return _with(table, changed, f"{fighter.called}: {said}.")


def _inches(value: Any) -> float:
    try:
        inches = float(value)
    except (TypeError, ValueError):
        raise DeedError("Type a number of inches.", "value") from None
    if not 0 <= inches <= 99:
        raise DeedError("Type inches from 0 to 99.", "value")
    return inches


def _with(table: Table, changed: Fighter, text: str) -> Done:
    return Done(table.having(table.situation.with_fighter(changed)), text, table.side_of(changed.id))


# --- States -----------------------------------------------------------------------------------------------------------


def put(table: Table, deed: Deed, throw: Throw) -> Done:
    """Put a model into a ``status``, or set or clear (``on``) a ``flag``. ``by`` is who took him out of action."""
    del throw
    fighter = fighter_named(table, deed)
    if "flag" in deed:
        return _flag(table, fighter, str(deed["flag"]), on=bool(deed.get("on", True)))
    status = next((one for one in STATUS_WORDS if one == deed.get("status")), None)
    if status is None:
        raise DeedError("Choose how he stands.", "status")
    return _fallen(table, fighter, status, str(deed.get("by", "") or ""), f"{fighter.called} {STATUS_WORDS[status]}.")


def _flag(table: Table, fighter: Fighter, word: str, *, on: bool) -> Done:
    flag = next((one for one in FLAG_WORDS if one == word), None)
    if flag is None:
        raise DeedError("Choose what is set.", "flag")
    changed = fighter.with_(add=(flag,)) if on else fighter.with_(drop=(flag,))
    return _with(table, changed, f"{fighter.called} is {'' if on else 'no longer '}{FLAG_WORDS[flag]}.")


def _fallen(table: Table, fighter: Fighter, status: Status, by: str, text: str) -> Done:
    """A model in a new status, with what that costs him and others: rules lost, fights left, packs without leader."""
    situation = table.situation
    by_foe(table, fighter, by)
    if status is Status.OUT_OF_ACTION:
        found, reasons = packs.out_of_action(fighter, situation)
        after = table.having(changes.apply(situation, found)).with_model(fighter.id, out_by=by)
        said = [text, *([f"Taken out by {table.name(by)}."] if by else []), *(change.text for change in found[1:])]
        side = table.side_of(fighter.id)
        return Done(after, " ".join(said), side, extra={"reasons": stored_reasons(reasons)} if reasons else {})
    if status is Status.FLED_OFF:
        situation = changes.apply(situation, (Change(Code.FLEES_OFF, fighter.id, text),))
        changed = situation.fighter(fighter.id)
    elif status in DOWN:
        changed = changes.fall(fighter, status, situation)
    else:
        changed = replace(fighter, status=status)
    after = table.having(situation.with_fighter(changed)).with_model(fighter.id, out_by="")
    return Done(after, text, table.side_of(fighter.id))


def contact(table: Table, deed: Deed, throw: Throw) -> Done:
    """Two models fight each other (``on``), or no longer do."""
    del throw
    one, other = fighter_named(table, deed), fighter_named(table, deed, "foe")
    if table.side_of(one.id) == table.side_of(other.id):
        raise DeedError("Choose a foe of his.", "foe")
    if not (one.on_table and other.on_table):
        raise DeedError("Both must be on the table.", "foe")
    on = bool(deed.get("on", True))
    situation = (engage if on else part)(table.situation, one.id, other.id)
    words = "fights" if on else "no longer fights"
    return Done(table.having(situation), f"{one.called} {words} {other.called}.", table.side_of(one.id))


# --- Injuries ---------------------------------------------------------------------------------------------------------


def injure(table: Table, deed: Deed, throw: Throw) -> Done:
    """A roll on the injury chart for ``who``, hit ``by`` a foe or by nobody named, perhaps with ``concussion``.

    Where a helmet or the like may save him from being stunned, its die is thrown with the other.
    """
    victim = fighter_named(table, deed)
    situation = table.situation
    if not victim.on_table:
        raise DeedError("He is not on the table.", "who")
    by = str(deed.get("by", "") or "")
    by_foe(table, victim, by)
    stand = standing(victim, situation)
    attacker = standing(situation.fighter(by), situation) if by else None
    concussion = bool(deed.get("concussion"))
    faces = throw.of(injury_dice(table, victim))
    found = injury(faces[0], stand, situation.rulings, concussion=concussion, attacker=attacker)
    status, said = found.status, [f"{victim.called} rolls {faces[0]} for his injury and"]
    if found.stun_save is not None and len(faces) > 1 and faces[1] >= found.stun_save:
        status = Status.KNOCKED_DOWN
        said = [f"{victim.called} would be stunned on a {faces[0]}, but a {faces[1]} saves him: he"]
    if victim.status is Status.STUNNED and status is Status.KNOCKED_DOWN:
        status = Status.STUNNED
        said = [f"{victim.called} rolls {faces[0]} for his injury, which stuns no less: he still"]
    if status is Status.STANDING:
        said.append("shrugs it off.")
        done = Done(table, " ".join(said), table.side_of(victim.id))
    else:
        said.append(f"{STATUS_WORDS[status]}.")
        done = _fallen(table, victim, status, by, " ".join(said))
    told = {"reasons": stored_reasons(found.reasons), "passed": None, "total": faces[0], "outcome": status.value}
    return replace(done, faces=faces, extra={**told, **done.extra})


def injury_dice(table: Table, victim: Fighter) -> Dice:
    """One die for the chart, and one more for whoever may be saved from being stunned."""
    stand = standing(victim, table.situation)
    chart = ((face, club) for face in range(1, 7) for club in (False, True))
    stuns = (injury(face, stand, table.rulings, concussion=club) for face, club in chart)
    return Dice(2) if any(found.stun_save is not None for found in stuns) else D6


def by_foe(table: Table, victim: Fighter, by: str) -> None:
    """Whoever is said to have done something to a model is a foe of his. Raises ``DeedError``."""
    if by and (not table.plays(by) or table.side_of(by) == table.side_of(victim.id)):
        raise DeedError("Choose which foe did it.", "by")


def wound(table: Table, deed: Deed, throw: Throw) -> Done:
    """A model loses a wound, or (``on`` False) has one back. With the last one he is rolled for on the injury chart."""
    del throw
    fighter = fighter_named(table, deed)
    if not fighter.on_table:
        raise DeedError("He is not on the table.", "who")
    came, lost = table.wounds(fighter.id), table.state["models"][fighter.id]["wounds_lost"]
    back = not deed.get("on", True)
    now = lost - 1 if back else lost + 1
    if not 0 <= now <= came:
        raise DeedError("He has lost none." if back else "He has no wound left to lose: roll for his injury.", "who")
    changed = fighter.with_(add=(Flag.WOUNDED,)) if now else fighter.with_(drop=(Flag.WOUNDED,))
    after = table.having(table.situation.with_fighter(changed)).with_model(fighter.id, wounds_lost=now)
    left = came - now
    rest = f"{left} of {came} left" if left else "that was his last: roll for his injury"
    said = f"{fighter.called} {'has a wound back' if back else 'loses a wound'}, {rest}."
    return Done(after, said, table.side_of(fighter.id))


# --- Rules for a time -------------------------------------------------------------------------------------------------


def gain(table: Table, deed: Deed, throw: Throw) -> Done:
    """A special rule is given (or, ``taken``, taken) by a spell or terrain, ``until`` a moment."""
    del throw
    fighter = fighter_named(table, deed)
    rule = rule_named(table, str(deed.get("rule", "")))
    if rule is None:
        raise DeedError("No rule has this name.", "rule")
    until = next((one for one in UNTIL_WORDS if one == deed.get("until")), None)
    if until is None:
        raise DeedError("Choose how long it lasts.", "until")
    if deed.get("taken"):
        taken = dict.fromkeys((rule.slug, *_brought_by(rule, fighter, table)), until.value)
        after = table.with_model(fighter.id, without={**table.state["models"][fighter.id]["without"], **taken})
        words = f"{fighter.called} loses {rule.name}"
    else:
        if any(parameter.default is None for parameter in rule.parameters):
            raise DeedError(f"{rule.name} needs a value; give it on the roster.", "rule")
        held = Held(rule.slug, origin=From.SPELL, origin_name=UNTIL_WORDS[until])
        changed = replace(fighter, held=(*fighter.held, held))
        after = table.having(table.situation.with_fighter(changed))
        words = f"{fighter.called} gains {rule.name}"
    lasts = UNTIL_WORDS[until] or "for the rest of the battle"
    why = str(deed.get("why", "")).strip()[:80]
    return Done(after, f"{words} {lasts}{f' ({why})' if why else ''}.", table.side_of(fighter.id))


def rule_named(table: Table, word: str) -> Rule | None:
    """A rule by its slug or its name."""
    wanted = word.strip().lower()
    named = (rule for rule in table.rulebook.rules.values() if rule.name.lower() == wanted)
    return table.rulebook.get(wanted) or next(named, None)


USUALLY_GIVEN = frozenset({"cause-fear", "frenzy", "stupidity", "immune-to-psychology", "leader"})


def usual_rules(table: Table) -> list[str]:
    """Names of rules that may well be given in play: those of this battle, and a few that many lists know."""
    held = {held.rule for fighter in table.came.values() for held in fighter.held}
    rules = (table.rulebook.get(slug) for slug in held | USUALLY_GIVEN)
    return sorted({rule.name for rule in rules if rule is not None})


def _brought_by(rule: Rule, fighter: Fighter, table: Table) -> set[str]:
    """The rules that he has through another alone, which go with it."""
    rest = tuple(held for held in fighter.held if table.rulebook.get(held.rule) != rule)
    through = table.rulebook.expand((Held(rule.slug),))
    return {one.rule for one in through}.difference(one.rule for one in table.rulebook.expand(rest))


def drop(table: Table, deed: Deed, throw: Throw) -> Done:
    """What a spell or terrain gave or took is over sooner: ``rule`` of ``who``."""
    del throw
    fighter = fighter_named(table, deed)
    rule, model = str(deed.get("rule", "")), table.state["models"][fighter.id]
    gained = [held for held in model["gained"] if held["rule"] != rule]
    over = {rule, *(one.rule for one in table.rulebook.expand((Held(rule),)))} if rule in model["without"] else set()
    without = {slug: until for slug, until in model["without"].items() if slug not in over}
    if gained == model["gained"] and without == model["without"]:
        raise DeedError("He has nothing of that for a time.", "rule")
    known = table.rulebook.get(rule)
    after = table.with_model(fighter.id, gained=gained, without=without)
    return Done(after, f"{fighter.called}: {known.name if known else rule} is over.", table.side_of(fighter.id))
