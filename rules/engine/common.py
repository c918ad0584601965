"""What the plans of all kinds of test share: immunity in words, fear caused, and the roll against Leadership."""

from collections.abc import Iterable

from rules.engine import leadership
from rules.engine.plans import Exempt, Outcome, Roll, Settled, Trial
from rules.engine.sentences import say_clause
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import (
    NO_CONTEXT,
    Active,
    Context,
    Fate,
    Reason,
    RuleNow,
    Standing,
    aimed_at,
    fact,
    standing,
)
from rules.engine.vocabulary import Fact, Flag, Matter, Nature, Verb

NO_LIMIT = (-99, 99)
"""Totals that no dice leave."""


def stand_of(
    fighter: Fighter, situation: Situation, stand: Standing | None = None, context: Context = NO_CONTEXT
) -> Standing:
    """The standing that a caller brought, if it answers the same question; else the fighter's standing now."""
    if stand is not None and stand.context == context:
        return stand
    return standing(fighter, situation, context)


def why_immune(active: Active, situation: Situation, subject: str) -> Reason:
    """Why a sentence ``ignores ...`` spares him: by the composite that brings it, where one does."""
    rule = active.rule
    via = situation.rulebook.get(active.held.via) if active.held.via else None
    if via is not None:
        return Reason(f"{via.name} includes {rule.name}: {subject}", rule.slug)
    lent = f" ({active.holder.called}'s)" if active.effect.reach is not None else ""
    return Reason(f"{rule.name}{lent}: {subject}", rule.slug)


def is_frenzy(active: Active) -> bool:
    """Whether an immunity to psychology is itself psychology: frenzy's."""
    return active.rule.nature is Nature.PSYCHOLOGY and active.effect.matter is Matter.PSYCHOLOGY


def frenzy_rule(stand: Standing) -> RuleNow | None:
    """The standing rule whose immunity to psychology is frenzy's, whether or not a foe is in reach now."""
    for now in stand.rules:
        if now.fate is Fate.STANDS and now.rule.nature is Nature.PSYCHOLOGY:
            for effect in now.rule.effects:
                if effect.verb is Verb.IGNORES and effect.matter is Matter.PSYCHOLOGY:
                    return now
    return None


def frenzied_in_reach(fighter: Fighter, situation: Situation) -> Reason | None:
    """Frenzy's immunity acts on him now, and ruling R-42 says what that does to a result already failed."""
    shield = standing(fighter, situation).first(Verb.IGNORES, Matter.PSYCHOLOGY)
    if shield is None or not is_frenzy(shield):
        return None
    clears = situation.rulings.frenzy_clears_result
    words = "undoes a failed result once a foe is in reach" if clears else "spares tests, it does not undo a failed one"
    return Reason(f"{shield.rule.name} {words}", shield.rule.slug, "R-42")


def undone(flag: Flag, fighter: Fighter, situation: Situation) -> bool:
    """Whether frenzy has swept away this result of a failed psychology test (ruling R-42)."""
    if not situation.rulings.frenzy_clears_result or flag not in PSYCHOLOGY_FLAGS:
        return False
    return frenzied_in_reach(fighter, situation) is not None


PSYCHOLOGY_FLAGS = frozenset({Flag.NEEDS_6S, Flag.STUPID, Flag.SHAMBLING, Flag.INACTIVE, Flag.STATIONARY})
"""The results of failed Fear and Stupidity tests."""


def immunity(matter: Matter, stand: Standing, situation: Situation) -> Reason | None:
    """Why he is spared a test of psychology, or None. Frenzy's immunity names ruling R-20 where it depends on it."""
    active = stand.covering(Verb.IGNORES, matter)
    if active is None:
        return None
    if is_frenzy(active):
        ruling = "R-20" if by_charger_only(stand, situation) else ""
        text = f"{active.rule.name}: a foe is within charge range, so other psychology does not touch him"
        return Reason(text, active.rule.slug, ruling)
    words = {Matter.FEAR: "he takes no Fear tests", Matter.STUPIDITY: "he takes no Stupidity tests"}
    return why_immune(active, situation, words.get(matter, "he is not tested"))


def by_charger_only(stand: Standing, situation: Situation) -> bool:
    """Whether a foe is in reach by the charger's range only, so that ruling R-20 decides."""
    return bool(stand.context.charger) and not fact(Fact.FOE_IN_REACH, stand.fighter, situation)


def causes_fear(causer: Fighter, victim: Fighter, situation: Situation) -> Active | None:
    """The rule by which one model causes fear in another, or None."""
    for active in standing(causer, situation).all(Verb.CAUSES, Matter.FEAR):
        if aimed_at(active, (victim,), situation):
            return active
    return None


_BARRED = {
    Flag.FLEEING: "he is fleeing",
    Flag.RALLIED: "he has only just recovered his nerve",
    Flag.STOOD_UP: "he has only just stood up",
    Flag.STUPID: "he failed his Stupidity test",
    Flag.SHAMBLING: "he shambles forward",
    Flag.INACTIVE: "he stands and drools",
    Flag.STATIONARY: "he must remain stationary",
    Flag.IDLE: "he does nothing this turn",
}


def barred_from_charging(fighter: Fighter, situation: Situation, stand: Standing) -> Reason | None:
    """Why he cannot charge at all, or None (psychology-spec, section 6, point 2)."""
    if situation.opponents(fighter):
        return Reason("He is in hand-to-hand combat and cannot charge")
    if fighter.down:
        return Reason(f"He is {fighter.status.replace('_', ' ')} and cannot charge")
    for flag, why in _BARRED.items():
        if fighter.has(flag) and not undone(flag, fighter, situation):
            told = frenzied_in_reach(fighter, situation) if flag in PSYCHOLOGY_FLAGS else None
            return Reason(f"He cannot charge: {why}", "", told.ruling if told else "")
    for active in stand.all(Verb.MAY_NOT, Matter.CHARGE):
        if active.effect.against is None:
            return Reason(f"{active.rule.name}: he may not charge", active.rule.slug)
    return None


def against_leadership(
    trial: Trial,
    matter: Matter,
    stand: Standing,
    situation: Situation,
    *,
    passed: Outcome,
    failed: Outcome,
    reasons: Iterable[Reason] = (),
    foes: Iterable[Fighter] = (),
) -> Settled | Roll:
    """A Leadership test of one model: passed without dice where a rule says so, else a roll."""
    told = tuple(reasons)
    if found := leadership.passer(matter, stand):
        active, spend = found
        return Settled(trial, passed, (*told, why_immune(active, situation, "passed without rolling")), spend)
    target = leadership.target(stand.fighter, situation, stand)
    dice, why_dice = leadership.dice_for(matter, stand, situation)
    return Roll(
        trial,
        dice,
        (_within(passed, high=target.value), _within(failed, low=target.value + 1)),
        (*told, *target.reasons, *why_dice),
        target.value,
        target.provider.id,
        leadership.offers(matter, stand, situation, foes),
    )


def _within(outcome: Outcome, *, low: int = NO_LIMIT[0], high: int = NO_LIMIT[1]) -> Outcome:
    """The outcome for these totals; written out, for ``dataclasses.replace`` costs more than the rest of a plan."""
    return Outcome(
        outcome.slug, outcome.text, outcome.passed, low, high, outcome.changes, outcome.follow, outcome.reasons
    )


def not_held(trial: Trial, stand: Standing, verb: Verb, matter: Matter, otherwise: str) -> Exempt:
    """Nothing to test because the rule is not held, or does not stand now: says which."""
    for now in stand.rules:
        clauses = [e.clause for e in now.rule.effects if e.verb is verb and e.matter is matter]
        if not clauses:
            continue
        told = next((reason for reason in stand.reasons if reason.rule == now.rule.slug), None)
        when = say_clause(clauses[0], now.rule.settled(now.held.arguments)) if clauses[0] else ""
        words = f"it acts only {when}" if when.startswith(("while", "when", "in ", "once")) else f"it acts {when}"
        words = now.why or (words if when else "it does not act now")
        return Exempt(trial, (told or Reason(f"{now.rule.name}: {words}", now.rule.slug),))
    return Exempt(trial, (Reason(otherwise),))
