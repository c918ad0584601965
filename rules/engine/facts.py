"""What is true of a fighter at this moment: the facts that clauses ask for, and what he is."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf

from rules.engine.acting import NO_CONTEXT, Active, Context
from rules.engine.rulebook import From, Held
from rules.engine.sentences import Clause, Effect, Near, Value, WarbandHas, question
from rules.engine.situation import MISSILE_ARMED, Fighter, Situation
from rules.engine.vocabulary import TOLD_FACTS, Fact, Flag, Matter, NearWho, Status, Verb

type Truth = Callable[[Fighter, Situation, Context], bool]


def _foe_in_reach(fighter: Fighter, situation: Situation, context: Context) -> bool:
    """An enemy whom he could reach with a charge: whoever is engaged has one. A hidden enemy cannot be charged."""
    del context
    if situation.opponents(fighter):
        return True
    reach = fighter.charge_reach
    return any(
        foe.on_table and not foe.has(Flag.HIDDEN) and situation.distance(fighter, foe) <= reach
        for foe in situation.foes(fighter)
    )


def _leader_out(fighter: Fighter, situation: Situation, context: Context) -> bool:
    del context
    return any(
        mate.status is Status.OUT_OF_ACTION and holds_word(mate, situation, Verb.HAS, Matter.COMMAND)
        for mate in situation.side_of(fighter).fighters
    )


def _charged(fighter: Fighter, situation: Situation, context: Context) -> bool:
    return bool(context.charger) or any(foe.has(Flag.CHARGED) for foe in situation.opponents(fighter))


def _helmeted(fighter: Fighter, situation: Situation, context: Context) -> bool:
    """Some gear of his protects the skull."""
    del context
    return any(
        opened.held.origin is From.EQUIPMENT and any(e.matter is Matter.STUN_SAVE for e in opened.effects)
        for opened in situation.rulebook.opened(fighter.held)
    )


DERIVED: Mapping[Fact, Truth] = {
    Fact.ABLE: lambda fighter, _s, _c: fighter.able,
    Fact.ON_HIS_FEET: lambda fighter, _s, _c: fighter.status is Status.STANDING,
    Fact.IN_COMBAT: lambda fighter, situation, _c: bool(situation.opponents(fighter)),
    Fact.FIRST_ROUND: lambda fighter, _s, _c: fighter.round == 1,
    Fact.CHARGING: lambda fighter, _s, context: context.charging or fighter.has(Flag.CHARGED),
    Fact.CHARGED: _charged,
    Fact.FOE_IN_REACH: _foe_in_reach,
    Fact.OUTNUMBERED: lambda fighter, situation, _c: len(situation.opponents(fighter)) > 1,
    Fact.WOUNDED: lambda fighter, _s, _c: fighter.has(Flag.WOUNDED),
    Fact.LEADER_OUT: _leader_out,
    Fact.LAST_RESORT: lambda _f, _s, context: context.last_resort,
    Fact.OFFENDED: lambda _f, _s, context: context.offended,
    Fact.HELMETED: _helmeted,
    **dict.fromkeys(TOLD_FACTS, lambda _f, _s, _c: False),
}
"""How each fact is derived from what is known. Those of ``TOLD_FACTS`` only whoever sees the table can know."""


def fact(which: Fact, fighter: Fighter, situation: Situation, context: Context = NO_CONTEXT) -> bool:
    """Whether a fact of the moment holds for a fighter: as told, else as derived from what is known."""
    told = fighter.told.get(which)
    true = told if told is not None else DERIVED[which](fighter, situation, context)
    if which is Fact.FOE_IN_REACH and context.charger and situation.rulings.frenzy_range == "charger":
        return True  # ruling R-20: the charge that reaches him counts besides his own range
    return true


def is_a(fighter: Fighter, tag: str, situation: Situation) -> bool:
    """Whether he is this: a people, unit, kind, warband type, caster, archer, or the holder of this rule."""
    if tag == MISSILE_ARMED:
        return fighter.missile
    return tag in fighter.tags or any(opened.rule.slug == tag for opened in situation.rulebook.opened(fighter.held))


def aimed_at(active: Active, foes: Iterable[Fighter], situation: Situation) -> bool:
    """Whether a sentence is aimed at one of these; one without ``against`` is aimed at everybody."""
    if active.effect.against is None:
        return True
    tag = active.effect.against.value(active.arguments)
    return any(is_a(foe, tag, situation) for foe in foes)


def holds_word(fighter: Fighter, situation: Situation, verb: Verb, matter: Matter) -> bool:
    """Whether he holds a rule with such a sentence, whatever its clause says now."""
    return any(
        effect.verb is verb and effect.matter is matter
        for opened in situation.rulebook.opened(fighter.held)
        for effect in opened.effects
    )


def clause_holds(
    clause: Clause | None,
    fighter: Fighter,
    situation: Situation,
    arguments: Mapping[str, Value],
    context: Context = NO_CONTEXT,
) -> bool:
    """Whether a clause lets its sentence act now; no clause always does."""
    if clause is None:
        return True
    condition = clause.condition
    if isinstance(condition, Fact):
        return fact(condition, fighter, situation, context) is not clause.negated
    told = fighter.told.get(str(condition))
    if told is None and isinstance(condition, WarbandHas):
        told = situation.side_of(fighter).has(condition.tag.value(arguments)) is not condition.lacks
    elif told is None and isinstance(condition, Near):
        told = _near(condition, fighter, situation, arguments)
    return told is not clause.negated


def clause_reads(clause: Clause | None, arguments: Mapping[str, Value]) -> bool:
    """Whether these arguments give every parameter of a holder's own clause a value."""
    return clause is None or Effect(Verb.TAKES, Matter.STUPIDITY, clause=clause).reads(arguments)


def _near(condition: Near, fighter: Fighter, situation: Situation, arguments: Mapping[str, Value]) -> bool:
    within = float(condition.within.value(arguments)) if condition.within else inf
    wanted = condition.of.value(arguments) if condition.of else ""
    others = situation.foes(fighter) if condition.who is NearWho.FOE else situation.mates(fighter)
    for other in others:
        if not other.on_table or (wanted and not is_a(other, wanted, situation)):
            continue
        if condition.who is NearWho.LEADER and not holds_word(other, situation, Verb.HAS, Matter.COMMAND):
            continue
        distance = situation.distance(fighter, other)
        if distance <= within and (distance < inf or condition.within is None):
            return True
    return False


def conditions(fighter: Fighter, situation: Situation) -> Iterator[tuple[Clause, str, Held, Effect]]:
    """Every clause among the rules he holds, with its question, the holding and the sentence that has it."""
    for opened in situation.rulebook.opened(fighter.held):
        for effect in opened.effects:
            for clause in (opened.held.clause, effect.clause):
                if clause is not None and clause_reads(clause, opened.arguments):
                    yield clause, question(clause.condition, opened.arguments), opened.held, effect
