"""Fear, both ways: charged by a fear-causer, and wishing (or driven) to charge one (psychology-spec, section 5)."""

from rules.engine.common import (
    barred_from_charging,
    by_charger_only,
    causes_fear,
    frenzy_rule,
    immunity,
    test,
)
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Context, Reason, Standing, standing
from rules.engine.vocabulary import Flag, Matter


def charged(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Fear (a): he is charged, in range, by ``trial.by[0]``."""
    fighter, charger = situation.fighter(trial.who), situation.fighter(trial.by[0])
    context = Context(charger=charger.id)
    stand = stand or standing(fighter, situation, context)
    fearful = causes_fear(charger, fighter, situation)
    if fearful is None:
        return Exempt(trial, (Reason(f"{charger.called} does not cause fear in {fighter.called}"),))
    if why := immunity(Matter.FEAR, stand, situation, context):
        return Exempt(trial, (why,))
    reasons = [Reason(f"{charger.called} charges him and causes fear", fearful.rule.slug)]
    if spared := _spared(trial, fighter, situation, reasons):
        return spared
    if frenzy_rule(stand) and by_charger_only(fighter, situation, context):
        reasons.append(Reason("The foe charges from beyond his own reach, so frenzy does not spare him", "", "R-20"))
    return test(
        trial,
        Matter.FEAR,
        stand,
        situation,
        passed=Outcome("pass", "He masters his fear and fights as usual.", passed=True),
        failed=_failed_charged(fighter, stand, situation, reasons),
        reasons=reasons,
        foes=(charger,),
    )


def _spared(trial: Trial, fighter: Fighter, situation: Situation, reasons: list[Reason]) -> Exempt | None:
    """No further test: by R-19 after an earlier one, by R-45 because he cannot strike anyway."""
    rulings = situation.rulings
    tested = any(key.startswith(f"{TrialKind.FEAR_CHARGED}:{fighter.id}:") for key in situation.done)
    several = sum(fighter.id in charge.targets for charge in situation.charges) > 1 or tested
    if rulings.fear_multi == "once_per_turn" and tested:
        return Exempt(trial, (Reason("One Fear test a turn: the first stands for every charge", "", "R-19"),))
    if rulings.fear_multi == "per_charge_until_failed" and fighter.has(Flag.NEEDS_6S):
        return Exempt(trial, (Reason("He has failed one already and needs 6s against all", "", "R-19"),))
    if several:
        words = "one test a turn" if rulings.fear_multi == "once_per_turn" else "one for each charge until one fails"
        reasons.append(Reason(f"Several charges: {words}", "", "R-19"))
    helpless = fighter.down or fighter.has(Flag.FLEEING)
    if helpless and rulings.fear_when_helpless == "skip":
        changes = (Change(Code.NO_BLOWS, fighter.id, "He strikes no blows in this round.", Until.END_OF_COMBAT),)
        return Exempt(trial, (Reason("He cannot strike in this round, so nothing hangs on it", "", "R-45"),), changes)
    if helpless:
        reasons.append(Reason("He is tested though he cannot strike in this round", "", "R-45"))
    return None


def _failed_charged(fighter: Fighter, stand: Standing, situation: Situation, reasons: list[Reason]) -> Outcome:
    if frenzied := frenzy_rule(stand):
        if situation.rulings.frenzy_clears_result:
            text = "The foe is upon him and frenzy sweeps his fear away: he hits as usual."
            reasons.append(Reason("Frenzy undoes a failed result once a foe is in reach", frenzied, "R-42"))
            return Outcome("fail", text, False, changes=(Change(Code.HITS_NORMALLY, fighter.id, text),))
        reasons.append(Reason("Frenzy spares tests, it does not undo a failed one", frenzied, "R-42"))
    text = "He hits only on natural 6s in this round of combat, against everyone."
    return Outcome("fail", text, False, changes=(Change(Code.NEEDS_6S, fighter.id, text, Until.END_OF_COMBAT),))


def to_charge(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Fear (b): he wishes, or is driven, to charge ``trial.by``; or to intercept a charger (purpose "intercept")."""
    fighter = situation.fighter(trial.who)
    targets = tuple(situation.fighter(one) for one in trial.by)
    context = Context(charging=True)
    stand = stand or standing(fighter, situation, context)
    intercepting = trial.purpose == "intercept"
    if (barred := barred_from_charging(fighter, situation, stand)) and not intercepting:
        return Exempt(trial, (barred,), (Change(Code.NO_CHARGE, fighter.id, "No charge."),))
    may = _may(trial, fighter, targets)
    feared = [(foe, found) for foe in targets if (found := causes_fear(foe, fighter, situation))]
    if not feared:
        return Exempt(trial, (Reason(f"{_names(targets)} does not cause fear in {fighter.called}"),), (may,))
    if why := immunity(Matter.FEAR, stand, situation, context):
        return Exempt(trial, (why,), (may,))
    foe, found = feared[0]
    reasons = [Reason(f"{foe.called} causes fear", found.rule.slug)]
    if trial.forced:
        if situation.rulings.forced_charge_fear == "none":
            return Exempt(trial, (Reason("He has no wish in the matter, so no Fear test", "", "R-41"),), (may,))
        reasons.append(Reason("He is driven to charge, and tests all the same", "", "R-41"))
    return test(
        trial,
        Matter.FEAR,
        stand,
        situation,
        passed=Outcome("pass", may.text, passed=True, changes=(may,)),
        failed=_failed_to_charge(fighter, intercepting=intercepting),
        reasons=reasons,
        foes=targets,
    )


def _names(fighters: tuple[Fighter, ...]) -> str:
    return " and ".join(fighter.called for fighter in fighters)


def _may(trial: Trial, fighter: Fighter, targets: tuple[Fighter, ...]) -> Change:
    first = targets[0].id if targets else ""
    if trial.purpose == "intercept":
        return Change(Code.MAY_INTERCEPT, fighter.id, "He may intercept.", other=first)
    if trial.forced:
        return Change(Code.CHARGES, fighter.id, f"He charges {_names(targets)} at once.", other=first)
    return Change(Code.MAY_CHARGE, fighter.id, "He may charge.", other=first)


def _failed_to_charge(fighter: Fighter, *, intercepting: bool) -> Outcome:
    if intercepting:
        text = "He does not move: the charge goes on."
        return Outcome("fail", text, False, changes=(Change(Code.NO_INTERCEPT, fighter.id, text),))
    still = "He does not move or shoot this turn, as after a failed charge; he may cast spells."
    changes = (
        Change(Code.NO_CHARGE, fighter.id, "No charge."),
        Change(Code.STATIONARY, fighter.id, still, Until.END_OF_TURN),
    )
    return Outcome("fail", f"No charge. {still}", False, changes=changes)
