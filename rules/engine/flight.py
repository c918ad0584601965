"""All Alone: breaking from combat, the parting hits, and flight (psychology-spec, section 4)."""

from fractions import Fraction
from math import ceil, inf

from rules.engine.allowed import Action, allowed
from rules.engine.common import against_leadership, is_frenzy, stand_of, why_immune
from rules.engine.dice import TWO_D6
from rules.engine.plans import Change, Choose, Code, Exempt, Outcome, Plan, Roll, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, Standing
from rules.engine.vocabulary import Flag, Matter, Status, Verb

FRIEND_REACH = 6
"""Inches within which a friend keeps a warrior from being all alone."""
FEWEST_OPPONENTS = 2
FRIEND_NEAR = "friend within 6"
"""The key under which somebody may tell whether a friend is near."""
CRAWL = Fraction(2)
"""Inches that one who is down can crawl."""
AWAY, EDGE, CHARGED = "away", "edge", "charged"
"""What a run is for: the first, away from the enemies; a failed recovery; a charge upon one who flees."""


def all_alone(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The first test, at the end of the combat phase of his own turn."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    reasons: list[Reason] = []
    for spared in (_immune, _too_few, _friend_near, _down_himself):
        if why := spared(fighter, situation, stand, reasons):
            return Exempt(trial, (why,))
    many = len(situation.opponents(fighter))
    reasons.insert(0, Reason(f'He fights {many} opponents and no friend is within {FRIEND_REACH}"'))
    holds = Change(Code.NERVE_HOLDS, fighter.id, "His nerve holds; he stays in the fight.")
    return against_leadership(
        trial,
        Matter.ALL_ALONE,
        stand,
        situation,
        passed=Outcome("pass", holds.text, passed=True, changes=(holds,)),
        failed=_breaks(fighter, situation),
        reasons=reasons,
        foes=situation.opponents(fighter),
    )


def _immune(fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason]) -> Reason | None:
    """A rule spares him, or it is not the time. Frenzy spares him by ruling R-22."""
    if immune := stand.first(Verb.IGNORES, Matter.ALL_ALONE):
        return why_immune(immune, situation, "he takes no All Alone tests")
    shield = next((one for one in stand.all(Verb.IGNORES, Matter.PSYCHOLOGY) if is_frenzy(one)), None)
    if shield is not None:
        spares = situation.rulings.frenzy_exempts_all_alone
        words = "spares" if spares else "does not spare"
        told = Reason(f"{shield.rule.name} {words} him All Alone tests", shield.rule.slug, "R-22")
        if spares:
            return told
        reasons.append(told)
    if situation.turn and situation.side_of(fighter).id != situation.turn:
        return Reason("All Alone is tested at the end of the combat phase of one's own turn")
    return Reason("He is fleeing already") if fighter.has(Flag.FLEEING) else None


def _too_few(fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason]) -> Reason | None:
    """Fewer than two opponents. Those who are down count or not by ruling R-13."""
    del stand
    opponents = situation.opponents(fighter)
    upright = [foe for foe in opponents if not foe.down]
    if len(opponents) < FEWEST_OPPONENTS:
        return Reason("He does not fight two or more opponents")
    if len(upright) < FEWEST_OPPONENTS:
        counts = situation.rulings.aa_downed_enemies_count
        ruled = Reason(f"Opponents who are down {'count' if counts else 'do not count'}", "", "R-13")
        if not counts:
            return ruled
        reasons.append(ruled)
    return None


def _friend_near(fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason]) -> Reason | None:
    """A friend on his feet within 6". Whether an ally is one is ruling R-03."""
    del stand
    told = fighter.told.get(FRIEND_NEAR)
    if told is not None:
        return Reason(f'A friend stands within {FRIEND_REACH}"') if told else None

    def near(other: Fighter) -> bool:
        return other.able and situation.distance(fighter, other) <= FRIEND_REACH

    mate = next(filter(near, situation.mates(fighter)), None)
    if mate is not None:
        return Reason(f'{mate.called} is within {FRIEND_REACH}"')
    ally = next(filter(near, situation.allies(fighter)), None)
    if ally is None:
        return None
    if situation.rulings.leader_scope == "allied":
        return Reason(f'{ally.called}, an ally, is a friend within {FRIEND_REACH}"', "", "R-03")
    reasons.append(Reason(f"{ally.called} belongs to another warband and is no friend here", "", "R-03"))
    return None


def _down_himself(fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason]) -> Reason | None:
    del stand
    if not fighter.down:
        return None
    if situation.rulings.aa_downed_tester == "no_test":
        return Reason("He is down himself and can neither fight nor run", "", "R-14")
    reasons.append(Reason("He is tested though he is down", "", "R-14"))
    return None


def _breaks(fighter: Fighter, situation: Situation) -> Outcome:
    """He flees; who may strike at him as he turns is ruling R-40."""
    opponents = situation.opponents(fighter)
    strikers = [foe for foe in opponents if allowed(foe, situation)[Action.FIGHT] is None]
    reasons: tuple[Reason, ...] = ()
    if len(strikers) < len(opponents):
        every = situation.rulings.parting_hit_by == "all_opponents"
        strikers = list(opponents) if every else strikers
        words = "Every opponent strikes at him as he runs, able or not" if every else (
            "Only opponents able to fight strike at him as he runs"
        )  # fmt: skip
        reasons = (Reason(words, "", "R-40"),)
    hits = (
        Change(Code.PARTING_HIT, foe.id, f"{foe.called} may make one automatic hit against him.", other=fighter.id)
        for foe in strikers
    )
    if strikers:
        many = "one automatic hit" if len(strikers) == 1 else f"up to {len(strikers)} automatic hits"
        text = f"He breaks from combat and suffers {many}; if he survives he runs 2D6 inches directly away."
        follow = Trial(TrialKind.PARTING_HITS, fighter.id, tuple(foe.id for foe in strikers))
    else:
        text = "He breaks from combat and runs 2D6 inches directly away."
        follow = Trial(TrialKind.FLIGHT, fighter.id, purpose=AWAY)
    changes = (Change(Code.BREAKS, fighter.id, "He flees.", Until.RECOVERED), *hits)
    return Outcome("fail", text, passed=False, changes=changes, follow=(follow,), reasons=reasons)


def parting_hits(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """What the parting hits did to him: a question, for wounds and saves are rolled on the table."""
    del stand
    fighter = situation.fighter(trial.who)
    run = (Trial(TrialKind.FLIGHT, fighter.id, purpose=AWAY),)
    names = ", ".join(situation.fighter(one).called for one in trial.by if situation.knows(one))
    out = Change(Code.GOES_OUT, fighter.id, "He is out of action and counts for Rout.")
    options = (
        Outcome("unharmed", "He survives on his feet and runs.", follow=run),
        _felled(fighter, situation, "knocked_down", Change(Code.FALLS, fighter.id, "He is knocked down."), run),
        _felled(fighter, situation, "stunned", Change(Code.IS_STUNNED, fighter.id, "He is stunned."), run),
        Outcome("out_of_action", "He is out of action: no run.", changes=(out,)),
    )
    reason = Reason(f"An automatic hit each, if they wish: {names}" if names else "Each opponent may hit him once")
    return Choose(trial, "What did the parting hits do?", options, (reason,))


def _felled(fighter: Fighter, situation: Situation, slug: str, felled: Change, run: tuple[Trial, ...]) -> Outcome:
    """A parting hit knocks him down or stuns him: ruling R-15."""
    word = slug.replace("_", " ")
    calm: tuple[Change, ...] = ()
    reading = situation.rulings.aa_parting_hit_down
    if reading == "runs":
        text = f"He is {word}; he survived, so he runs all the same."
    elif reading == "stays_broken":
        text, run = f"He is {word} and does not run, but is still fleeing.", ()
    else:
        text, run = f"He is {word} where he stands, and not fleeing.", ()
        calm = (Change(Code.UNBROKEN, fighter.id, "He is not fleeing."),)
    return Outcome(slug, text, changes=(felled, *calm), follow=run, reasons=(Reason(text, "", "R-15"),))


def flight(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """A run of 2D6 inches: purpose "away" for the first, else towards the nearest table edge."""
    del stand
    fighter = situation.fighter(trial.who)
    before = _caught(trial, situation)
    if trial.purpose == CHARGED and fighter.down and situation.rulings.fleeing_downed == "chart":
        return _charged_while_down(trial, fighter, before)
    first = trial.purpose == AWAY
    where = "directly away from his enemies" if first else "towards the nearest table edge"
    code = Code.RUNS_AWAY if first else Code.RUNS_TO_EDGE
    run = Change(code, fighter.id, f"He runs {{total}} inches {where}, at once.")
    edge = fighter.flight_edge if first and fighter.flight_edge < inf else fighter.edge
    reasons = [Reason(f"He runs 2D6 inches {where}")]
    if trial.purpose == CHARGED and fighter.down:
        reasons.append(Reason("A fleer who is down runs like any other", "", "R-18"))
    if edge == inf:
        reasons.append(Reason("Should that take him to the table edge, he leaves the battle: not out of action"))
        return Roll(trial, TWO_D6, (Outcome("runs", run.text, changes=(*before, run)),), tuple(reasons))
    limit = ceil(edge)
    gone = _leaves(fighter)
    ruled: tuple[Reason, ...] = ()
    if first:
        removed = situation.rulings.aa_first_run_edge_removes
        if not removed:
            gone = Change(Code.STOPS_AT_EDGE, fighter.id, "He stops at the table edge, still fleeing.", Until.RECOVERED)
        words = "removes him" if removed else "does not remove him"
        ruled = (Reason(f"Reaching the edge on the first run {words}", "", "R-16"),)
    outcomes = (
        Outcome("runs", run.text, high=limit - 1, changes=(*before, run)),
        Outcome("edge", f"{run.text} {gone.text}", low=limit, changes=(*before, run, gone), reasons=ruled),
    )
    return Roll(trial, TWO_D6, outcomes, tuple(reasons))


def _leaves(fighter: Fighter) -> Change:
    text = "He reaches the table edge and leaves the battle."
    return Change(Code.FLEES_OFF, fighter.id, text, Until.END_OF_BATTLE)


def _caught(trial: Trial, situation: Situation) -> tuple[Change, ...]:
    """What a charge on a fleeing model does before he runs on; nothing unless he was charged."""
    if trial.purpose != CHARGED or not trial.by:
        return ()
    charger = situation.fighter(trial.by[0])
    return (
        Change(Code.CONTACT, charger.id, f"{charger.called} is placed in contact and stays there.", other=trial.who),
        Change(Code.NO_BLOWS, trial.who, "No blows are struck between them.", Until.END_OF_TURN, other=charger.id),
    )


def _charged_while_down(trial: Trial, fighter: Fighter, before: tuple[Change, ...]) -> Exempt:
    """By the chart of ruling R-18 a fleer who is down does not run when he is charged."""
    if fighter.status is Status.STUNNED:
        why = Reason("A stunned fleer does not move; he is still fleeing", "", "R-18")
        return Exempt(trial, (why,), (*before[:1], still_fleeing(fighter)))
    why = Reason("A fleer who is knocked down crawls 2 inches", "", "R-18")
    return Exempt(trial, (why,), (*before, still_fleeing(fighter), *crawls(fighter)))


def crawls(fighter: Fighter) -> tuple[Change, ...]:
    """Two inches towards the table edge, and off it where it is no farther."""
    crawl = Change(Code.CRAWLS, fighter.id, "He crawls 2 inches towards the table edge.", amount=CRAWL)
    return (crawl, _leaves(fighter)) if fighter.edge <= CRAWL else (crawl,)


def still_fleeing(fighter: Fighter) -> Change:
    """He has not recovered."""
    return Change(Code.KEEPS_FLEEING, fighter.id, "He is still fleeing.", Until.RECOVERED)
