"""Which rules stand for a fighter now, and why the others do not.

The order, each step leaving its reason (psychology-spec, section 10; design, section 2):

1. what he holds is expanded: aliases, composites, repeats;
2. rules of the warband fall away for one who does not share them (Drudgery);
3. rules lost for the battle fall away (Frenzy after a fall);
4. opposed rules cancel each other, neither has effect;
5. clauses are asked: his own, and each sentence's;
6. what friends and foes do to him is added, own warband only where a sentence names a tag;
7. immunities silence what their nature covers.
"""

from collections.abc import Iterator
from math import inf

from rules.engine.acting import (
    NO_CONTEXT,
    Active,
    Context,
    Fate,
    Reason,
    RuleNow,
    Standing,
    Word,
)
from rules.engine.facts import aimed_at, clause_holds, clause_reads, conditions, fact, holds_word, is_a
from rules.engine.rulebook import From, Opened
from rules.engine.sentences import Reach, say_clause
from rules.engine.silence import silence
from rules.engine.situation import Fighter, Situation
from rules.engine.vocabulary import Matter, ReachWhom, Verb

__all__ = [
    "NO_CONTEXT",
    "Active",
    "Context",
    "Fate",
    "Reason",
    "RuleNow",
    "Standing",
    "aimed_at",
    "conditions",
    "fact",
    "holds_word",
    "is_a",
    "radius",
    "sent_out",
    "standing",
]

NOTHING: frozenset[str] = frozenset()


def standing(fighter: Fighter, situation: Situation, context: Context = NO_CONTEXT) -> Standing:
    """Which rules stand for this fighter now. Computed once for each fighter and context of a situation."""
    key = ("standing", fighter.id, context)
    found: Standing | None = situation.memory.get(key)
    if found is None or found.fighter is not fighter:
        found = situation.memory[key] = _standing(fighter, situation, context)
    return found


def _standing(fighter: Fighter, situation: Situation, context: Context) -> Standing:
    rules, own = _own_now(fighter, situation) if context == NO_CONTEXT else _own(fighter, situation, context)
    reasons = [Reason(f"{now.rule.name}: {now.why}", now.rule.slug) for now in rules if now.why]
    acting: dict[Word, list[Active]] = {}
    for active in own:
        if active.effect.reach is None or active.effect.reach.whom is ReachWhom.WARBAND:
            acting.setdefault((active.effect.verb, active.effect.matter), []).append(active)
    for active in _reaching(fighter, situation):
        acting.setdefault((active.effect.verb, active.effect.matter), []).append(active)
    silenced = silence(acting, situation.rulings, reasons)
    return Standing(
        fighter,
        tuple(_with_fate(now, silenced) for now in rules) if silenced else tuple(rules),
        {word: tuple(actives) for word, actives in acting.items() if actives},
        tuple(reasons),
        context,
    )


def _own(fighter: Fighter, situation: Situation, context: Context) -> tuple[list[RuleNow], list[Active]]:
    """Steps 1 to 5: his own rules with their fates, and their sentences whose clauses hold."""
    opened = situation.rulebook.opened(fighter.held)
    shares = not any(effect.matter is Matter.WARBAND_RULES for one in opened for effect in one.effects)
    there = {one.rule.slug for one in opened if _there(one, fighter, shares=shares)}
    rules: list[RuleNow] = []
    own: list[Active] = []
    for one in opened:
        fate, why = _fate(one, fighter, situation, context, there=there, shares=shares)
        if fate is Fate.STANDS and one.unread:
            why = "not all of it acts, for something it speaks of is not told"
        rules.append(RuleNow(one.held, one.rule, fate, why))
        if fate is not Fate.STANDS:
            continue
        own += [
            Active(effect, one.rule, one.held, fighter, one.arguments)
            for effect in one.effects
            if clause_holds(effect.clause, fighter, situation, one.arguments, context)
        ]
    return rules, own


def _there(one: Opened, fighter: Fighter, *, shares: bool) -> bool:
    """Whether he has the rule at all, so that it could cancel an opposite."""
    return (shares or one.held.origin is not From.WARBAND) and one.rule.slug not in fighter.lost


def _fate(
    one: Opened, fighter: Fighter, situation: Situation, context: Context, *, there: set[str], shares: bool
) -> tuple[Fate, str]:
    if one.held.origin is From.WARBAND and not shares:
        return Fate.NOT_SHARED, "he does not share the rules of his warband"
    if one.rule.slug in fighter.lost:
        return Fate.LOST, "lost for the rest of the battle"
    opposed = there & situation.rulebook.opposed.get(one.rule.slug, NOTHING) - {one.rule.slug}
    if opposed:
        return Fate.CANCELLED, f"cancelled by {situation.rulebook.rules[min(opposed)].name}, its opposite"
    clause = one.held.clause
    if clause is not None:
        if not clause_reads(clause, one.arguments):
            return Fate.NOT_NOW, "does not act, for what it depends on is not told"
        if not clause_holds(clause, fighter, situation, one.arguments, context):
            return Fate.NOT_NOW, f"does not act now; it does so {say_clause(clause, one.arguments)}"
    return Fate.STANDS, ""


def _reaching(fighter: Fighter, situation: Situation) -> Iterator[Active]:
    """Step 6: sentences of others that reach him."""
    own = situation.side_of(fighter)
    for side in situation.sides:
        friendly = side is own or (bool(own.alliance) and side.alliance == own.alliance)
        for other in side.fighters:
            if other.id == fighter.id or not other.on_table or not other.held:
                continue
            for active in sent_out(other, situation):
                reach = active.effect.reach
                if reach is None or (reach.whom is ReachWhom.FOES) is friendly:
                    continue
                if side is not own and friendly and not _crosses(reach, situation):
                    continue
                if _within_reach(fighter, active, situation):
                    yield active


def _crosses(reach: Reach, situation: Situation) -> bool:
    """Whether a friendly sentence reaches an ally: never by a tag, never "for warband", else by R-03."""
    own_only = reach.of is not None or reach.whom is ReachWhom.WARBAND
    return not own_only and situation.rulings.leader_scope == "allied"


def sent_out(other: Fighter, situation: Situation) -> list[Active]:
    """The sentences by which somebody acts on others now, whoever is within their reach."""
    key = ("sent out", other.id)
    known: tuple[Fighter, list[Active]] | None = situation.memory.get(key)
    if known is None or known[0] is not other:
        found = [active for active in _acting(other, situation) if active.effect.reach is not None]
        known = situation.memory[key] = (other, found)
    return known[1]


def _acting(fighter: Fighter, situation: Situation) -> list[Active]:
    """His own sentences whose clauses hold now."""
    return _own_now(fighter, situation)[1]


def _own_now(fighter: Fighter, situation: Situation) -> tuple[list[RuleNow], list[Active]]:
    """``_own`` without a context. Computed once for each fighter of a situation."""
    key = ("own", fighter.id)
    known: tuple[Fighter, tuple[list[RuleNow], list[Active]]] | None = situation.memory.get(key)
    if known is None or known[0] is not fighter:
        known = situation.memory[key] = (fighter, _own(fighter, situation, NO_CONTEXT))
    return known[1]


def _within_reach(fighter: Fighter, active: Active, situation: Situation) -> bool:
    reach = active.effect.reach
    if reach is None or (reach.of is not None and not is_a(fighter, reach.of.value(active.arguments), situation)):
        return False
    if reach.within is None:
        return True
    return situation.distance(fighter, active.holder) <= radius(active, situation)


def radius(active: Active, situation: Situation) -> float:
    """How far a sentence reaches, in inches; a leader's reach grows by what adds to it (Battle Tongue)."""
    reach = active.effect.reach
    inches = float(reach.within.value(active.arguments)) if reach and reach.within else inf
    if active.effect.verb is Verb.LENDS and holds_word(active.holder, situation, Verb.ADDS, Matter.LEADER_RADIUS):
        own = _acting(active.holder, situation)
        farther = {more.rule.slug: more.number for more in own if more.effect.matter is Matter.LEADER_RADIUS}
        inches += sum(farther.values())
    return inches


def _with_fate(now: RuleNow, silenced: dict[str, str]) -> RuleNow:
    if now.fate is Fate.STANDS and now.rule.slug in silenced:
        return RuleNow(now.held, now.rule, Fate.SILENCED, f"silenced by {silenced[now.rule.slug]}")
    return now
