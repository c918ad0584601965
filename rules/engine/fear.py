"""Fear, both ways: charged by a fear-causer, and wishing (or driven) to charge one (psychology-spec, section 5)."""

from rules.engine.allowed import Action, allowed
from rules.engine.common import (
    against_leadership,
    barred_from_charging,
    by_charger_only,
    causes_fear,
    frenzy_rule,
    immunity,
    stand_of,
)
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Context, Reason, Standing
from rules.engine.vocabulary import Flag, Matter

INTERCEPT = "intercept"
INTERCEPTED = "intercepted"
CONTACT = "contact"
ANIMOSITY = "animosity"


def charged(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Fear (a): he is charged, in range, by ``trial.by[0]``.

    The same test is taken by a charger whom ``trial.by[0]`` intercepts (purpose "intercepted") and by one who is driven
    against a fear-causer without charging him (purpose "contact"). Without ``by`` somebody who causes fear is meant.
    """
    fighter = situation.fighter(trial.who)
    charger = situation.fighter(trial.by[0]) if trial.by else None
    own_charge = trial.purpose in {INTERCEPTED, CONTACT}
    context = Context(charging=own_charge, charger="" if own_charge or charger is None else charger.id)
    stand = stand_of(fighter, situation, stand, context)
    if charger is not None and causes_fear(charger, fighter, situation) is None:
        return Exempt(trial, (Reason(f"{charger.called} does not cause fear in {fighter.called}"),))
    if why := immunity(Matter.FEAR, stand, situation):
        return Exempt(trial, (why,))
    reasons = [Reason(_occasion(trial, charger), "cause-fear")]
    if spared := _spared(trial, fighter, situation, reasons):
        return spared
    if frenzy_rule(stand) and by_charger_only(stand, situation):
        reasons.append(Reason("The foe charges from beyond his own reach, so frenzy does not spare him", "", "R-20"))
    return against_leadership(
        trial,
        Matter.FEAR,
        stand,
        situation,
        passed=Outcome("pass", "He masters his fear and fights as usual.", passed=True),
        failed=_failed_charged(fighter, stand, situation),
        reasons=reasons,
        foes=(charger,) if charger else (),
    )


def _occasion(trial: Trial, charger: Fighter | None) -> str:
    called = charger.called if charger else "A foe"
    return {
        INTERCEPTED: f"{called} steps in his way and causes fear: he tests as though charged",
        CONTACT: f"He is driven against {called}, who causes fear",
    }.get(trial.purpose, f"{called} charges him and causes fear")


def _spared(trial: Trial, fighter: Fighter, situation: Situation, reasons: list[Reason]) -> Exempt | None:
    """No further test: by R-19 after an earlier one, by R-45 because he cannot strike anyway."""
    rulings = situation.rulings
    tested = any(key.startswith(f"{TrialKind.FEAR_CHARGED}:{fighter.id}:") for key in situation.done)
    if rulings.fear_multi == "once_per_turn" and tested:
        return Exempt(trial, (Reason("One Fear test a turn: the first stands for every charge", "", "R-19"),))
    if rulings.fear_multi == "per_charge_until_failed" and fighter.has(Flag.NEEDS_6S):
        return Exempt(trial, (Reason("He has failed one already and needs 6s against all", "", "R-19"),))
    if tested or _feared_chargers(fighter, situation) > 1:
        words = "one test a turn" if rulings.fear_multi == "once_per_turn" else "one for each charge until one fails"
        reasons.append(Reason(f"Several charges: {words}", "", "R-19"))
    if not fighter.down and not fighter.has(Flag.FLEEING):
        return None
    if rulings.fear_when_helpless == "skip":
        changes = (Change(Code.NO_BLOWS, fighter.id, "He strikes no blows in this round.", Until.END_OF_COMBAT),)
        return Exempt(trial, (Reason("He cannot strike in this round, so nothing hangs on it", "", "R-45"),), changes)
    reasons.append(Reason("He is tested though he cannot strike in this round", "", "R-45"))
    return None


def _feared_chargers(fighter: Fighter, situation: Situation) -> int:
    chargers = {charge.charger for charge in situation.charges if fighter.id in charge.targets and charge.in_range}
    return sum(causes_fear(situation.fighter(one), fighter, situation) is not None for one in chargers)


def _failed_charged(fighter: Fighter, stand: Standing, situation: Situation) -> Outcome:
    reasons: tuple[Reason, ...] = ()
    if frenzied := frenzy_rule(stand):
        slug = frenzied.rule.slug
        if situation.rulings.frenzy_clears_result:
            text = "The foe is upon him and frenzy sweeps his fear away: he hits as usual."
            why = Reason("Frenzy undoes a failed result once a foe is in reach", slug, "R-42")
            change = Change(Code.HITS_NORMALLY, fighter.id, text)
            return Outcome("fail", text, passed=False, changes=(change,), reasons=(why,))
        reasons = (Reason("Frenzy spares tests, it does not undo a failed one", slug, "R-42"),)
    text = "He hits only on natural 6s in this round of combat, against everyone."
    change = Change(Code.NEEDS_6S, fighter.id, text, Until.END_OF_COMBAT)
    return Outcome("fail", text, passed=False, changes=(change,), reasons=reasons)


def to_charge(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Fear (b): he wishes, or is driven, to charge ``trial.by``; or to intercept a charger (purpose "intercept").

    Without ``by`` somebody who causes fear is meant.
    """
    fighter = situation.fighter(trial.who)
    targets = tuple(situation.fighter(one) for one in trial.by)
    stand = stand_of(fighter, situation, stand, Context(charging=True))
    if barred := _barred(trial, fighter, situation, stand):
        return barred
    may = _may(trial, fighter, targets)
    feared = [foe for foe in targets if causes_fear(foe, fighter, situation)]
    if targets and not feared:
        verb = "does" if len(targets) == 1 else "do"
        return Exempt(trial, (Reason(f"{_names(targets)} {verb} not cause fear in {fighter.called}"),), may)
    if why := immunity(Matter.FEAR, stand, situation):
        return Exempt(trial, (why,), may)
    reasons = [Reason(f"{_names(tuple(feared))} causes fear" if feared else "The foe causes fear", "cause-fear")]
    if trial.forced:
        if situation.rulings.forced_charge_fear == "none":
            return Exempt(trial, (Reason("He has no wish in the matter, so no Fear test", "", "R-41"),), may)
        reasons.append(Reason("He is driven to charge, and tests all the same", "", "R-41"))
    return against_leadership(
        trial,
        Matter.FEAR,
        stand,
        situation,
        passed=Outcome("pass", may[0].text, passed=True, changes=may),
        failed=_failed_to_charge(trial, fighter),
        reasons=reasons,
        foes=targets,
    )


def _barred(trial: Trial, fighter: Fighter, situation: Situation, stand: Standing) -> Exempt | None:
    """He cannot charge, or step in the way, at all."""
    if trial.purpose != INTERCEPT:
        barred = barred_from_charging(fighter, situation, stand)
        return Exempt(trial, (barred,), (Change(Code.NO_CHARGE, fighter.id, "No charge."),)) if barred else None
    engaged = Reason("He is in hand-to-hand combat and cannot intercept") if situation.opponents(fighter) else None
    barred = engaged or allowed(fighter, situation)[Action.INTERCEPT]
    stays = Change(Code.NO_INTERCEPT, fighter.id, "He does not move: the charge goes on.")
    return Exempt(trial, (barred,), (stays,)) if barred else None


def _names(fighters: tuple[Fighter, ...]) -> str:
    return " and ".join(fighter.called for fighter in fighters)


def _may(trial: Trial, fighter: Fighter, targets: tuple[Fighter, ...]) -> tuple[Change, ...]:
    """What he does, or may do, once nothing holds him back: one change for each foe."""
    foes = [target.id for target in targets] or [""]
    if trial.purpose == INTERCEPT:
        return tuple(Change(Code.MAY_INTERCEPT, fighter.id, "He may intercept.", other=foe) for foe in foes)
    if not trial.forced:
        return tuple(Change(Code.MAY_CHARGE, fighter.id, "He may charge.", other=foe) for foe in foes)
    text = f"He charges {_names(targets) or 'the foe'} at once."
    changes = [Change(Code.CHARGES, fighter.id, text, other=foe) for foe in foes]
    if trial.purpose == ANIMOSITY:
        changes.append(Change(Code.KEEPS_MOVE, fighter.id, "He keeps his normal move this turn."))
    return tuple(changes)


def _failed_to_charge(trial: Trial, fighter: Fighter) -> Outcome:
    if trial.purpose == INTERCEPT:
        text = "He does not move: the charge goes on."
        return Outcome("fail", text, passed=False, changes=(Change(Code.NO_INTERCEPT, fighter.id, text),))
    still = "He does not move or shoot this turn, as after a failed charge; he may cast spells."
    changes = (
        Change(Code.NO_CHARGE, fighter.id, "No charge."),
        Change(Code.STATIONARY, fighter.id, still, Until.END_OF_TURN),
    )
    return Outcome("fail", f"No charge. {still}", passed=False, changes=changes)
