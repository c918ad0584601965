"""What the plans of all kinds of test share: immunity in words, fear caused, and the roll against Leadership."""

from collections.abc import Iterable

from rules.engine import leadership
from rules.engine.plans import Exempt, Outcome, Roll, Settled, Trial
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Active, Context, Fate, Reason, Standing, aimed_at, fact, standing
from rules.engine.vocabulary import Fact, Flag, Matter, Nature, Verb


def why_immune(active: Active, situation: Situation, subject: str) -> Reason:
    """Why a sentence ``ignores ...`` spares him: by the composite that brings it, where one does."""
    rule = active.rule
    via = situation.rulebook.get(active.held.via) if active.held.via else None
    if via is not None:
        return Reason(f"{via.name} includes {rule.name}: {subject}", rule.slug)
    lent = f" ({active.holder.called}'s)" if active.effect.reach is not None else ""
    return Reason(f"{rule.name}{lent}: {subject}", rule.slug)


def frenzy_rule(stand: Standing) -> str:
    """The name of a standing rule that makes him immune by being psychology itself (Frenzy), or ""."""
    for now in stand.rules:
        if now.fate is Fate.STANDS and now.rule.nature is Nature.PSYCHOLOGY:
            if any(e.verb is Verb.IGNORES and e.matter is Matter.PSYCHOLOGY for e in now.rule.effects):
                return now.rule.slug
    return ""


def immunity(matter: Matter, stand: Standing, situation: Situation, context: Context) -> Reason | None:
    """Why he is spared a test of psychology, or None. Frenzy's immunity names ruling R-20 where it depends on it."""
    active = stand.covering(Verb.IGNORES, matter)
    if active is None:
        return None
    words = {Matter.FEAR: "he takes no Fear tests", Matter.STUPIDITY: "he takes no Stupidity tests"}
    reason = why_immune(active, situation, words.get(matter, "he is not tested"))
    if active.rule.slug == frenzy_rule(stand):
        text = f"{active.rule.name}: a foe is within charge range, so other psychology does not touch him"
        return Reason(text, active.rule.slug, "R-20" if by_charger_only(stand.fighter, situation, context) else "")
    return reason


def by_charger_only(fighter: Fighter, situation: Situation, context: Context) -> bool:
    """Whether a foe is in reach by the charger's range only, so that ruling R-20 decides."""
    return bool(context.charger) and not fact(Fact.FOE_IN_REACH, fighter, situation)


def causes_fear(causer: Fighter, victim: Fighter, situation: Situation) -> Active | None:
    """The rule by which one model causes fear in another, or None."""
    for active in standing(causer, situation).all(Verb.CAUSES, Matter.FEAR):
        if aimed_at(active, (victim,), situation):
            return active
    return None


def barred_from_charging(fighter: Fighter, situation: Situation, stand: Standing) -> Reason | None:
    """Why he cannot charge at all, or None (psychology-spec, section 6, point 2)."""
    if situation.opponents(fighter):
        return Reason("He is in hand-to-hand combat and cannot charge")
    if fighter.down:
        return Reason("He is down and cannot charge")
    words = {
        Flag.FLEEING: "he is fleeing",
        Flag.RALLIED: "he has only just recovered his nerve",
        Flag.STOOD_UP: "he has only just stood up",
        Flag.STUPID: "he failed his Stupidity test",
        Flag.STATIONARY: "he must remain stationary",
        Flag.IDLE: "he does nothing this turn",
    }
    for flag, why in words.items():
        if fighter.has(flag):
            return Reason(f"He cannot charge: {why}")
    for active in stand.all(Verb.MAY_NOT, Matter.CHARGE):
        if active.effect.against is None:
            return Reason(f"{active.rule.name}: he may not charge", active.rule.slug)
    return None


def test(
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


def _within(outcome: Outcome, *, low: int = -99, high: int = 99) -> Outcome:
    return Outcome(outcome.slug, outcome.text, outcome.passed, low, high, outcome.changes, outcome.follow)


def not_held(trial: Trial, stand: Standing, verb: Verb, matter: Matter, otherwise: str) -> Exempt:
    """Nothing to test because the rule is not held, or does not stand now: says which."""
    for now in stand.rules:
        if any(e.verb is verb and e.matter is matter for e in now.rule.effects):
            told = next((r for r in stand.reasons if r.rule == now.rule.slug), None)
            words = now.why or "its condition does not hold now"
            return Exempt(trial, (told or Reason(f"{now.rule.name}: {words}", now.rule.slug),))
    return Exempt(trial, (Reason(otherwise),))
