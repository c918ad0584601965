"""Recovering one's nerve at the start of the own turn (psychology-spec, section 4)."""

from collections.abc import Iterable
from dataclasses import replace
from math import inf

from rules.engine.common import against_leadership, stand_of
from rules.engine.flight import EDGE, crawls, still_fleeing
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, Standing
from rules.engine.vocabulary import Flag, Matter, Status


def rally(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Recovery: at the start of each of his own turns while he flees."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    if not fighter.has(Flag.FLEEING):
        return Exempt(trial, (Reason("He is not fleeing"),))
    chart = fighter.down and situation.rulings.fleeing_downed == "chart"
    if chart and fighter.status is Status.STUNNED:
        text = "A stunned fleer neither tests nor moves; he is still fleeing"
        return Exempt(trial, (Reason(text, "", "R-18"),), (still_fleeing(fighter),))
    reasons: list[Reason] = []
    if fighter.down:
        words = "crawls 2 inches on a fail" if chart else "tests and runs like any other"
        reasons.append(Reason(f"A fleer who is down {words}", "", "R-18"))
    failed = _fails(fighter, chart=chart)
    if _enemy_nearest(fighter, situation):
        if situation.rulings.rally_blocked_by_enemy:
            why = Reason("The nearest model is an enemy, so he cannot recover", "", "R-17")
            return Exempt(trial, (why, *reasons), failed.changes, failed.follow)
        reasons.append(Reason("An enemy is the nearest model; that does not bar him", "", "R-17"))
    return against_leadership(
        trial, Matter.RALLY, stand, situation, passed=_recovers(fighter), failed=failed, reasons=reasons
    )


def _recovers(fighter: Fighter) -> Outcome:
    text = "He recovers his nerve. For the rest of this turn he may do nothing but cast spells."
    changes = (
        Change(Code.RALLIES, fighter.id, "He is no longer fleeing."),
        Change(Code.MAY_ONLY_CAST, fighter.id, "He may only cast spells.", Until.END_OF_TURN),
    )
    return Outcome("pass", text, passed=True, changes=changes)


def _fails(fighter: Fighter, *, chart: bool) -> Outcome:
    run = Trial(TrialKind.FLIGHT, fighter.id, purpose=EDGE)
    text = "He keeps running: 2D6 inches towards the nearest table edge, at once."
    failed = Outcome("fail", text, passed=False, changes=(still_fleeing(fighter),), follow=(run,))
    if not chart:
        return failed
    text = "Still fleeing: he crawls 2 inches."
    return replace(failed, text=text, changes=(*failed.changes, *crawls(fighter)), follow=())


def _enemy_nearest(fighter: Fighter, situation: Situation) -> bool:
    """Whether the closest model, not counting those fleeing, down or hidden, is an enemy."""

    def nearest(others: Iterable[Fighter]) -> float:
        seen = (other for other in others if other.able and not other.has(Flag.HIDDEN))
        return min((situation.distance(fighter, other) for other in seen), default=inf)

    foes = nearest(situation.foes(fighter))
    return foes < inf and foes < min(nearest(situation.mates(fighter)), nearest(situation.allies(fighter)))
