"""All Alone: breaking from combat, the parting hits, flight, and recovering one's nerve (psychology-spec, section 4)."""

from fractions import Fraction
from math import ceil, inf

from rules.engine.common import frenzy_rule, test, why_immune
from rules.engine.dice import TWO_D6
from rules.engine.plans import Change, Choose, Code, Exempt, Outcome, Plan, Roll, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, Standing, standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb

FRIEND_REACH = 6
"""Inches within which a friend keeps a warrior from being all alone."""
FEWEST_OPPONENTS = 2
FRIEND_NEAR = "friend within 6"
"""The key under which somebody may tell whether a friend is near."""


def all_alone(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The first test, at the end of the combat phase of his own turn."""
    fighter = situation.fighter(trial.who)
    stand = stand or standing(fighter, situation)
    reasons: list[Reason] = []
    if exempt := _not_alone(fighter, situation, stand, reasons):
        return Exempt(trial, (exempt,))
    return test(
        trial,
        Matter.ALL_ALONE,
        stand,
        situation,
        passed=Outcome("pass", "His nerve holds; he stays in the fight.", True, changes=(
            Change(Code.NERVE_HOLDS, fighter.id, "His nerve holds; he stays in the fight."),
        )),
        failed=_breaks(fighter, situation, reasons),
        reasons=reasons,
        foes=situation.opponents(fighter),
    )  # fmt: skip


def _not_alone(  # noqa: PLR0911 - one reason each
    fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason]
) -> Reason | None:
    rulings = situation.rulings
    if immune := stand.first(Verb.IGNORES, Matter.ALL_ALONE):
        return why_immune(immune, situation, "he takes no All Alone tests")
    frenzied = frenzy_rule(stand)
    if frenzied and stand.first(Verb.IGNORES, Matter.PSYCHOLOGY):
        if rulings.frenzy_exempts_all_alone:
            return Reason("Frenzy spares him All Alone tests", frenzied, "R-22")
        reasons.append(Reason("Frenzy does not spare him All Alone tests", frenzied, "R-22"))
    if not fighter.on_table:
        return Reason("He is not on the table")
    if situation.turn and situation.side_of(fighter).id != situation.turn:
        return Reason("All Alone is tested at the end of the combat phase of one's own turn")
    if fighter.has(Flag.FLEEING):
        return Reason("He is fleeing already")
    opponents = situation.opponents(fighter)
    standing_foes = [foe for foe in opponents if not foe.down]
    counted = opponents if rulings.aa_downed_enemies_count else tuple(standing_foes)
    if len(opponents) >= FEWEST_OPPONENTS > len(standing_foes):
        word = "count" if rulings.aa_downed_enemies_count else "do not count"
        ruled = Reason(f"Opponents who are down {word}", "", "R-13")
        if len(counted) < FEWEST_OPPONENTS:
            return ruled
        reasons.append(ruled)
    if len(counted) < FEWEST_OPPONENTS:
        return Reason("He does not fight two or more opponents")
    if friend := _friend_near(fighter, situation, reasons):
        return Reason(friend)
    if fighter.down:
        if rulings.aa_downed_tester == "no_test":
            return Reason("He is down himself and can neither fight nor run", "", "R-14")
        reasons.append(Reason("He is tested though he is down", "", "R-14"))
    reasons.insert(0, Reason(f'He fights {len(counted)} opponents and no friend is within {FRIEND_REACH}"'))
    return None


def _friend_near(fighter: Fighter, situation: Situation, reasons: list[Reason]) -> str:
    told = fighter.told.get(FRIEND_NEAR)
    if told is not None:
        return f'A friend stands within {FRIEND_REACH}"' if told else ""
    for friend in situation.friends(fighter):
        if friend.able and situation.distance(fighter, friend) <= FRIEND_REACH:
            return f'{friend.called} is within {FRIEND_REACH}"'
    if situation.rulings.leader_scope == "own_warband":
        for ally in situation.allies(fighter):
            if ally.able and situation.distance(fighter, ally) <= FRIEND_REACH:
                reasons.append(Reason(f"{ally.called} belongs to another warband and is no friend here", "", "R-03"))
    return ""


def _breaks(fighter: Fighter, situation: Situation, reasons: list[Reason]) -> Outcome:
    opponents = situation.opponents(fighter)
    strikers = [foe for foe in opponents if _can_strike(foe)]
    if len(strikers) < len(opponents):
        if situation.rulings.parting_hit_by == "able_to_fight":
            reasons.append(Reason("Only opponents able to fight strike at him as he runs", "", "R-40"))
        else:
            strikers = list(opponents)
            reasons.append(Reason("Every opponent strikes at him as he runs, able or not", "", "R-40"))
    hits = tuple(
        Change(Code.PARTING_HIT, foe.id, f"{foe.called} may make one automatic hit against him.", other=fighter.id)
        for foe in strikers
    )
    text = "He breaks from combat."
    if strikers:
        many = "one automatic hit" if len(strikers) == 1 else f"up to {len(strikers)} automatic hits"
        text += f" His opponents have {many}; if he survives he runs 2D6 inches directly away."
        follow = Trial(TrialKind.PARTING_HITS, fighter.id, tuple(foe.id for foe in strikers))
    else:
        text += " He runs 2D6 inches directly away."
        follow = Trial(TrialKind.FLIGHT, fighter.id, purpose="away")
    changes = (Change(Code.BREAKS, fighter.id, "He flees.", Until.RECOVERED), *hits)
    return Outcome("fail", text, False, changes=changes, follow=(follow,))


def _can_strike(foe: Fighter) -> bool:
    return not foe.down and not foe.has(Flag.STUPID)


def parting_hits(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """What the parting hits did to him: a question, for wounds and saves are rolled on the table."""
    del stand
    fighter = situation.fighter(trial.who)
    run = (Trial(TrialKind.FLIGHT, fighter.id, purpose="away"),)
    names = ", ".join(situation.fighter(one).called for one in trial.by if situation.knows(one))
    reading = situation.rulings.aa_parting_hit_down
    options = [Outcome("unharmed", "He survives unharmed and runs.", follow=run)]
    for slug, code, word in (
        ("knocked_down", Code.FALLS, "knocked down"),
        ("stunned", Code.IS_STUNNED, "stunned"),
    ):
        felled = Change(code, fighter.id, f"He is {word}.")
        if reading == "runs":
            outcome = Outcome(
                slug, f"He is {word}; he survived, so he runs all the same.", changes=(felled,), follow=run
            )
        elif reading == "stays_broken":
            outcome = Outcome(slug, f"He is {word} and does not run, but is still fleeing.", changes=(felled,))
        else:
            calm = Change(Code.UNBROKEN, fighter.id, "He is not fleeing.")
            outcome = Outcome(slug, f"He is {word} where he stands, and not fleeing.", changes=(felled, calm))
        options.append(outcome)
    out = Change(Code.GOES_OUT, fighter.id, "He is out of action and counts for Rout.")
    options.append(Outcome("out_of_action", "He is out of action: no run.", changes=(out,)))
    reasons = (
        Reason(f"An automatic hit each, if they wish: {names}" if names else "Each opponent may hit him once"),
        Reason("What a parting hit that fells him leads to", "", "R-15"),
    )
    return Choose(trial, "What did the parting hits do?", tuple(options), reasons)


def flight(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """A run of 2D6 inches: purpose "away" for the first, else towards the nearest table edge."""
    del stand
    fighter = situation.fighter(trial.who)
    first = trial.purpose == "away"
    where = "directly away from his enemies" if first else "towards the nearest table edge"
    code = Code.RUNS_AWAY if first else Code.RUNS_TO_EDGE
    run = Change(code, fighter.id, f"He runs {{total}} inches {where}, at once.")
    before = _caught(trial, situation)
    edge = fighter.flight_edge if first and fighter.flight_edge < inf else fighter.edge
    reasons = [Reason(f"He runs 2D6 inches {where}")]
    if edge == inf:
        reasons.append(Reason("Should that take him to the table edge, he leaves the battle: not out of action"))
        return Roll(trial, TWO_D6, (Outcome("runs", run.text, changes=(*before, run)),), tuple(reasons))
    limit = ceil(edge)
    gone = Change(Code.FLEES_OFF, fighter.id, "He reaches the table edge and leaves the battle.", Until.END_OF_BATTLE)
    if first and limit <= 2 * 6:
        if not situation.rulings.aa_first_run_edge_removes:
            gone = Change(Code.STOPS_AT_EDGE, fighter.id, "He stops at the table edge, still fleeing.", Until.RECOVERED)
        word = "removes him" if situation.rulings.aa_first_run_edge_removes else "does not remove him"
        reasons.append(Reason(f"Reaching the edge on the first run {word}", "", "R-16"))
    outcomes = (
        Outcome("runs", run.text, high=limit - 1, changes=(*before, run)),
        Outcome("edge", f"{run.text} {gone.text}", low=limit, changes=(*before, run, gone)),
    )
    return Roll(trial, TWO_D6, outcomes, tuple(reasons))


def rally(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """Recovery: at the start of each of his own turns while he flees."""
    fighter = situation.fighter(trial.who)
    stand = stand or standing(fighter, situation)
    if not fighter.has(Flag.FLEEING) or not fighter.on_table:
        return Exempt(trial, (Reason("He is not fleeing"),))
    chart = situation.rulings.fleeing_downed == "chart"
    reasons: list[Reason] = []
    if fighter.status is Status.STUNNED and chart:
        text = "A stunned fleer neither tests nor moves; he is still fleeing"
        return Exempt(trial, (Reason(text, "", "R-18"),), (_still_fleeing(fighter),))
    if fighter.down:
        words = "crawls 2 inches on a fail" if chart else "tests and runs like any other"
        reasons.append(Reason(f"A fleer who is down {words}", "", "R-18"))
    run = (Trial(TrialKind.FLIGHT, fighter.id, purpose="edge"),)
    if _enemy_nearest(fighter, situation):
        if situation.rulings.rally_blocked_by_enemy:
            why = Reason("The nearest model is an enemy, so he cannot recover", "", "R-17")
            return Exempt(trial, (why,), (_still_fleeing(fighter),), run)
        reasons.append(Reason("An enemy is the nearest model; that does not bar him", "", "R-17"))
    changes: tuple[Change, ...] = (_still_fleeing(fighter),)
    text = "He keeps running: 2D6 inches towards the nearest table edge, at once."
    if fighter.down and chart:
        crawl = Change(Code.CRAWLS, fighter.id, "He crawls 2 inches towards the table edge.", amount=Fraction(2))
        changes, run, text = (*changes, crawl), (), "Still fleeing: he crawls 2 inches."
    return test(
        trial,
        Matter.RALLY,
        stand,
        situation,
        passed=_rallies(fighter),
        failed=Outcome("fail", text, False, changes=changes, follow=run),
        reasons=reasons,
    )


def _rallies(fighter: Fighter) -> Outcome:
    text = "He recovers his nerve. For the rest of this turn he may do nothing but cast spells."
    changes = (
        Change(Code.RALLIES, fighter.id, "He is no longer fleeing."),
        Change(Code.MAY_ONLY_CAST, fighter.id, "He may only cast spells.", Until.END_OF_TURN),
    )
    return Outcome("pass", text, True, changes=changes)


def _still_fleeing(fighter: Fighter) -> Change:
    return Change(Code.KEEPS_FLEEING, fighter.id, "He is still fleeing.", Until.RECOVERED)


def _enemy_nearest(fighter: Fighter, situation: Situation) -> bool:
    def nearest(others: list[Fighter]) -> float:
        return min((situation.distance(fighter, other) for other in others), default=inf)

    def counts(other: Fighter) -> bool:
        return other.able and not other.has(Flag.HIDDEN)

    foes = nearest([foe for foe in situation.foes(fighter) if counts(foe)])
    friends = nearest([mate for mate in situation.friends(fighter) if counts(mate)])
    return foes < inf and foes < friends


def _caught(trial: Trial, situation: Situation) -> tuple[Change, ...]:
    """What a charge on a fleeing model does before he runs on; nothing unless he was charged."""
    if trial.purpose != "charged":
        return ()
    charger = situation.fighter(trial.by[0])
    return (
        Change(Code.CONTACT, charger.id, f"{charger.called} is placed in contact and stays there.", other=trial.who),
        Change(Code.NO_BLOWS, trial.who, "No blows are struck between them.", Until.END_OF_TURN, other=charger.id),
    )
