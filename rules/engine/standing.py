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

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from rules.engine.rulebook import From, Held, Rule
from rules.engine.sentences import Clause, Effect, Near, Reach, Value, WarbandHas, question, say_clause
from rules.engine.situation import Fighter, Situation
from rules.engine.vocabulary import (
    SILENCED_VERBS,
    Fact,
    Flag,
    Matter,
    Nature,
    NearWho,
    ReachWhom,
    Status,
    Verb,
    covers,
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation: words, and the rule or ruling it rests on."""

    text: str
    rule: str = ""
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What is being asked about: is he charging, who charges him, is nobody else left to lend Leadership, is he offended?"""

    charging: bool = False
    charger: str = ""
    last_resort: bool = False
    offended: bool = False


NO_CONTEXT = Context()


class Fate(StrEnum):
    """What becomes of a rule that somebody holds."""

    STANDS = "stands"
    NOT_SHARED = "not_shared"
    LOST = "lost"
    CANCELLED = "cancelled"
    NOT_NOW = "not_now"
    SILENCED = "silenced"


@dataclass(frozen=True, slots=True)
class RuleNow:
    """A rule he holds and its fate, with the reason where it does not stand."""

    held: Held
    rule: Rule
    fate: Fate
    why: str = ""


@dataclass(frozen=True, slots=True)
class Active:
    """A sentence that acts on somebody now, the rule it belongs to and the fighter who holds that rule."""

    effect: Effect
    rule: Rule
    held: Held
    holder: Fighter
    arguments: Mapping[str, Value]

    @property
    def number(self) -> int:
        """Its amount as a whole number."""
        return int(self.effect.number(self.arguments))


type Word = tuple[Verb, Matter]


@dataclass(frozen=True)
class Standing:
    """The rules of one fighter now: their fates, and the sentences that act, by verb and matter."""

    fighter: Fighter
    rules: tuple[RuleNow, ...]
    acting: Mapping[Word, tuple[Active, ...]]
    reasons: tuple[Reason, ...] = ()

    def all(self, verb: Verb, matter: Matter) -> tuple[Active, ...]:
        """Every acting sentence with this verb and matter."""
        return self.acting.get((verb, matter), ())

    def first(self, verb: Verb, matter: Matter) -> Active | None:
        """The first acting sentence with this verb and matter."""
        found = self.acting.get((verb, matter))
        return found[0] if found else None

    def covering(self, verb: Verb, matter: Matter) -> Active | None:
        """The first acting sentence with this verb whose matter is, or covers, this one."""
        if found := self.first(verb, matter):
            return found
        for (known, wide), actives in self.acting.items():
            if known is verb and actives and covers(wide, matter):
                return actives[0]
        return None


def fact(which: Fact, fighter: Fighter, situation: Situation, context: Context = NO_CONTEXT) -> bool:  # noqa: PLR0911
    """Whether a fact of the moment holds for a fighter: as told, else as derived from what is known."""
    told = fighter.told.get(which)
    if told is not None:
        return told
    match which:
        case Fact.ABLE:
            return fighter.able
        case Fact.ON_HIS_FEET:
            return fighter.status is Status.STANDING
        case Fact.IN_COMBAT:
            return bool(situation.opponents(fighter))
        case Fact.FIRST_ROUND:
            return fighter.round == 1
        case Fact.CHARGING:
            return context.charging
        case Fact.CHARGED:
            return fighter.has(Flag.CHARGED) or bool(context.charger)
        case Fact.FOE_IN_REACH:
            return _foe_in_reach(fighter, situation) or (
                bool(context.charger) and situation.rulings.frenzy_range == "charger"
            )
        case Fact.OUTNUMBERED:
            return len(situation.opponents(fighter)) > 1
        case Fact.WOUNDED:
            return fighter.has(Flag.WOUNDED)
        case Fact.LEADER_OUT:
            return any(
                mate.status is Status.OUT_OF_ACTION and holds_word(mate, situation, Verb.HAS, Matter.COMMAND)
                for mate in situation.side_of(fighter).fighters
            )
        case Fact.LAST_RESORT:
            return context.last_resort
        case Fact.OFFENDED:
            return context.offended
        case _:
            return False  # vocabulary.TOLD_FACTS: only whoever sees the table knows


def _foe_in_reach(fighter: Fighter, situation: Situation) -> bool:
    if situation.opponents(fighter):
        return True
    reach = fighter.charge_reach
    return any(
        foe.on_table and not foe.has(Flag.HIDDEN) and situation.distance(fighter, foe) <= reach
        for foe in situation.foes(fighter)
    )


def is_a(fighter: Fighter, tag: str, situation: Situation) -> bool:
    """Whether he is this: a people, unit, kind, warband type, spellcaster, or the holder of this rule."""
    return tag in fighter.tags or any(held.rule == tag for held in situation.rulebook.expand(fighter.held))


def aimed_at(active: Active, foes: Iterable[Fighter], situation: Situation) -> bool:
    """Whether a sentence is aimed at one of these; one without ``against`` is aimed at everybody."""
    if active.effect.against is None:
        return True
    tag = active.effect.against.value(active.arguments)
    return any(is_a(foe, tag, situation) for foe in foes)


def holds_word(fighter: Fighter, situation: Situation, verb: Verb, matter: Matter) -> bool:
    """Whether he holds a rule with such a sentence, whatever its clause says now."""
    expanded = situation.rulebook.expand(fighter.held)
    return any(
        effect.verb is verb and effect.matter is matter
        for held in expanded
        for effect in situation.rulebook.rules[held.rule].effects
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
        true = fact(condition, fighter, situation, context)
    else:
        told = fighter.told.get(str(condition))
        true = told if told is not None else _derived(condition, fighter, situation, arguments)
    return true is not clause.negated


def _derived(
    condition: Near | WarbandHas, fighter: Fighter, situation: Situation, arguments: Mapping[str, Value]
) -> bool:
    if isinstance(condition, WarbandHas):
        return situation.side_of(fighter).has(condition.tag.value(arguments)) is not condition.lacks
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
    for held in situation.rulebook.expand(fighter.held):
        rule = situation.rulebook.rules[held.rule]
        settled = rule.settled(held.arguments)
        for effect in rule.effects:
            for clause in (held.clause, effect.clause):
                if clause is not None:
                    yield clause, question(clause.condition, settled), held, effect


def standing(fighter: Fighter, situation: Situation, context: Context = NO_CONTEXT) -> Standing:
    """Which rules stand for this fighter now. Computed once for each fighter and context of a situation."""
    key = ("standing", fighter.id, context)
    found: Standing | None = situation.memory.get(key)
    if found is None or found.fighter is not fighter:
        found = situation.memory[key] = _standing(fighter, situation, context)
    return found


def _standing(fighter: Fighter, situation: Situation, context: Context) -> Standing:
    rules, own = _own(fighter, situation, context)
    reasons = [Reason(f"{now.rule.name}: {now.why}", now.rule.slug) for now in rules if now.why]
    acting: dict[Word, list[Active]] = {}
    for active in own:
        if active.effect.reach is None or active.effect.reach.whom is ReachWhom.WARBAND:
            acting.setdefault((active.effect.verb, active.effect.matter), []).append(active)
    for active in _reaching(fighter, situation):
        acting.setdefault((active.effect.verb, active.effect.matter), []).append(active)
    silenced = _silence(acting, situation, reasons)
    return Standing(
        fighter,
        tuple(_with_fate(now, silenced) for now in rules),
        {word: tuple(actives) for word, actives in acting.items() if actives},
        tuple(reasons),
    )


def _own(fighter: Fighter, situation: Situation, context: Context) -> tuple[list[RuleNow], list[Active]]:
    """Steps 1 to 5: his own rules with their fates, and their sentences whose clauses hold."""
    book = situation.rulebook
    pairs = [(held, book.rules[held.rule]) for held in book.expand(fighter.held) if not held.weapon]
    shares = not any(e.matter is Matter.WARBAND_RULES for _, rule in pairs for e in rule.effects)
    slugs = {held.rule for held, _ in pairs if shares or held.origin is not From.WARBAND}
    rules: list[RuleNow] = []
    own: list[Active] = []
    for held, rule in pairs:
        settled = rule.settled(held.arguments)
        fate, why = _fate(fighter, situation, held, rule, shares=shares, slugs=slugs, context=context)
        rules.append(RuleNow(held, rule, fate, why))
        if fate is not Fate.STANDS:
            continue
        own += [
            Active(effect, rule, held, fighter, settled)
            for effect in rule.effects
            if clause_holds(effect.clause, fighter, situation, settled, context)
        ]
    return rules, own


def _fate(
    fighter: Fighter,
    situation: Situation,
    held: Held,
    rule: Rule,
    *,
    shares: bool,
    slugs: set[str],
    context: Context,
) -> tuple[Fate, str]:
    if held.origin is From.WARBAND and not shares:
        return Fate.NOT_SHARED, "he does not share the rules of his warband"
    if rule.slug in fighter.lost:
        return Fate.LOST, "lost for the rest of the battle"
    for other in sorted(slugs):
        if other != rule.slug and (other in rule.opposites or rule.slug in situation.rulebook.rules[other].opposites):
            return Fate.CANCELLED, f"cancelled by {situation.rulebook.rules[other].name}, its opposite"
    if not clause_holds(held.clause, fighter, situation, rule.settled(held.arguments), context):
        return Fate.NOT_NOW, f"does not act now ({say_clause(held.clause)})" if held.clause else ""
    return Fate.STANDS, ""


def _reaching(fighter: Fighter, situation: Situation) -> Iterator[Active]:
    """Step 6: sentences of others that reach him."""
    own = situation.side_of(fighter)
    for side in situation.sides:
        allied = bool(own.alliance) and side.alliance == own.alliance
        friendly = side is own or allied
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
    known: list[Active] | None = situation.memory.get(key)
    if known is None:
        _, own = _own(other, situation, NO_CONTEXT)
        known = situation.memory[key] = [active for active in own if active.effect.reach is not None]
    return known


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
    if active.effect.verb is Verb.LENDS:
        _, own = _own(active.holder, situation, NO_CONTEXT)
        inches += sum(more.number for more in own if more.effect.matter is Matter.LEADER_RADIUS)
    return inches


def _silence(acting: dict[Word, list[Active]], situation: Situation, reasons: list[Reason]) -> dict[str, str]:
    """Step 7: take out what an immunity silences; returns rule slug -> the name of what silences it."""
    shields = [active for (verb, _), actives in acting.items() if verb is Verb.IGNORES for active in actives]
    silenced: dict[str, str] = {}
    for word, actives in acting.items():
        if word[0] not in SILENCED_VERBS:
            continue
        for active in list(actives):
            shield = next((s for s in shields if shields_from(s, active, situation)), None)
            if shield is None:
                continue
            actives.remove(active)
            if active.rule.slug not in silenced:
                silenced[active.rule.slug] = shield.rule.name
                ruling = "R-21" if _frenzy_over_hatred(shield, active) else ""
                text = f"{active.rule.name} has no effect: {shield.rule.name} makes him immune to it"
                reasons.append(Reason(text, active.rule.slug, ruling))
    return silenced


def _frenzy_over_hatred(shield: Active, active: Active) -> bool:
    frenzied = shield.rule.nature is Nature.PSYCHOLOGY and shield.effect.matter is Matter.PSYCHOLOGY
    return frenzied and active.effect.matter is Matter.MISSED_HITS


def shields_from(shield: Active, active: Active, situation: Situation) -> bool:
    """Whether an ``ignores`` sentence silences this one; never one of its own rule."""
    if shield.rule.slug == active.rule.slug:
        return False
    matter, nature = shield.effect.matter, active.rule.nature
    if matter is active.effect.matter or matter == active.rule.slug:
        return True
    if matter is not Matter.PSYCHOLOGY:
        return nature is not None and matter == nature
    if nature is Nature.ANIMOSITY:
        return situation.rulings.animosity_itp_exempt and shield.rule.nature is None
    if _frenzy_over_hatred(shield, active) and situation.rulings.frenzy_hatred == "kept":
        return False
    return nature is Nature.PSYCHOLOGY


def _with_fate(now: RuleNow, silenced: Mapping[str, str]) -> RuleNow:
    if now.fate is Fate.STANDS and now.rule.slug in silenced:
        return RuleNow(now.held, now.rule, Fate.SILENCED, f"silenced by {silenced[now.rule.slug]}")
    return now
