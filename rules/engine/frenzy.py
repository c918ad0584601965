"""Frenzy's duty to charge, and the blood-greed that may bring frenzy on (psychology-spec, section 6)."""

from rules.engine.common import barred_from_charging, not_held, stand_of
from rules.engine.dice import D6
from rules.engine.plans import Change, Choose, Code, Exempt, Outcome, Plan, Roll, Settled, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, Standing
from rules.engine.vocabulary import Flag, Matter, Verb


def must_charge(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Whether he must charge, and whom: in his own movement phase, after charges have been declared."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    free = (Change(Code.NOT_COMPELLED, fighter.id, "Nothing compels him to charge."),)
    held = stand.first(Verb.MUST, Matter.CHARGE)
    if held is None:
        exempt = not_held(trial, stand, Verb.MUST, Matter.CHARGE, "He is not frenzied")
        return Exempt(trial, exempt.reasons, free)
    if any(charge.charger == fighter.id for charge in situation.charges):
        return Exempt(trial, (Reason("He has declared a charge already"),), free)
    if barred := barred_from_charging(fighter, situation, stand):
        return Exempt(trial, (barred,), free)
    reasons = (Reason(f"{held.rule.name}: an enemy is within his charge range, so he must charge", held.rule.slug),)
    targets = _in_reach(fighter, situation)
    if not targets:
        duty = Change(Code.MUST_CHARGE, fighter.id, "He must charge an enemy within his charge range.")
        return Settled(trial, Outcome("charge", duty.text, changes=(duty,)), reasons)
    options = tuple(_onto(fighter, foe) for foe in targets)
    if len(options) == 1:
        return Settled(trial, options[0], reasons)
    return Choose(trial, "Whom does he charge?", options, reasons)


def _in_reach(fighter: Fighter, situation: Situation) -> list[Fighter]:
    reach = fighter.charge_reach
    near = (
        foe
        for foe in situation.foes(fighter)
        if foe.on_table and not foe.has(Flag.HIDDEN) and situation.distance(fighter, foe) <= reach
    )
    return sorted(near, key=lambda foe: situation.distance(fighter, foe))


def _onto(fighter: Fighter, foe: Fighter) -> Outcome:
    duty = Change(Code.MUST_CHARGE, fighter.id, f"He must charge {foe.called}.", other=foe.id)
    follow = Trial(TrialKind.FEAR_TO_CHARGE, fighter.id, (foe.id,), forced=True, purpose="frenzy")
    return Outcome(foe.id, duty.text, changes=(duty,), follow=(follow,))


def bloodgreed(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """When he has put the last of his opponents out of action: on 4 or more frenzy takes him."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    held = stand.first(Verb.TAKES, Matter.BLOODGREED)
    if held is None:
        return not_held(trial, stand, Verb.TAKES, Matter.BLOODGREED, "He has no blood-greed")
    raging = Change(Code.GAINS_RULE, fighter.id, "Frenzy takes hold of him.", Until.END_OF_BATTLE, other="frenzy")
    return Roll(
        trial,
        D6,
        (
            Outcome("calm", "He keeps his head.", passed=True, low=1, high=3),
            Outcome("frenzied", raging.text, passed=False, low=4, high=6, changes=(raging,)),
        ),
        (Reason(f"{held.rule.name}: a D6 when his last opponent falls", held.rule.slug),),
    )
