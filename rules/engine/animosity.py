"""Animosity: the D6 that offends, and the D6 that says how (psychology-spec, section 9). Not a Leadership test."""

from dataclasses import dataclass, replace
from math import inf

from rules.engine.common import barred_from_charging, causes_fear, is_frenzy, not_held, stand_of
from rules.engine.dice import D6
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Roll, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Kind, Situation
from rules.engine.standing import Context, Reason, Standing, aimed_at, is_a
from rules.engine.vocabulary import Flag, Matter, Verb

GREENSKINS = ("orc", "goblin")


def animosity(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The first D6, for each henchman not engaged at the start of his own turn: a 1 offends him."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    held = stand.first(Verb.TAKES, Matter.ANIMOSITY)
    immune = any(not is_frenzy(active) for active in stand.all(Verb.IGNORES, Matter.PSYCHOLOGY))
    if held is None:
        if immune and situation.rulings.animosity_itp_exempt:
            return Exempt(trial, (Reason("Immunity to psychology spares him animosity", "", "R-26"),))
        return not_held(trial, stand, Verb.TAKES, Matter.ANIMOSITY, "He is not subject to animosity")
    if fighter.kind is not Kind.HENCHMAN and not stand.first(Verb.HAS, Matter.HENCHMANS_TEMPER):
        return Exempt(trial, (Reason("Only henchmen roll for animosity", held.rule.slug),))
    if situation.opponents(fighter):
        return Exempt(trial, (Reason("He is in hand-to-hand combat and does not roll", held.rule.slug),))
    ruled = [Reason("Immunity to psychology does not cover animosity", "", "R-26")] if immune else []
    if _helpless(fighter):
        if situation.rulings.animosity_skip_downed:
            return Exempt(trial, (Reason("He cannot act anyway and does not roll", "", "R-29"),))
        ruled.append(Reason("He rolls though he can hardly act: only the engaged do not", "", "R-29"))
    offended = Change(Code.OFFENDED, fighter.id, "He takes offence.")
    content = Change(Code.UNOFFENDED, fighter.id, "He takes no offence.")
    table = Trial(TrialKind.ANIMOSITY_TABLE, fighter.id)
    return Roll(
        trial,
        D6,
        (
            Outcome("offended", "He takes offence: roll on the table.", passed=False, low=1, high=1,
                    changes=(offended,), follow=(table,)),
            Outcome("nothing", "He takes no offence.", passed=True, low=2, high=6, changes=(content,)),
        ),
        (Reason(f"{held.rule.name}: a D6 for each henchman not in combat", held.rule.slug), *ruled),
    )  # fmt: skip


def _helpless(fighter: Fighter) -> bool:
    return fighter.down or fighter.has(Flag.FLEEING) or fighter.has(Flag.RALLIED)


def table(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The second D6: 1 he turns on his own, 2-5 he sulks, 6 he makes for the enemy."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand, Context(offended=True))
    sulks = (
        Change(Code.IDLE, fighter.id, "He does nothing this turn.", Until.END_OF_TURN),
        Change(Code.MAY_DEFEND, fighter.id, "He may defend himself if attacked."),
    )
    if _helpless(fighter):
        lost = Change(Code.MOVE_LOST, fighter.id, "He is in no state to do it: the result is lost.")
        heard = show = Outcome("", lost.text, changes=(lost,))
    else:
        heard, show = _heard_that(fighter, situation, stand, sulks), _show_them(fighter, situation, stand)
    text = "He hurls insults and does nothing this turn; he may defend himself."
    return Roll(
        trial,
        D6,
        (
            replace(heard, slug="erd_dat", low=1, high=1),
            Outcome("wud_yoo_say", text, low=2, high=5, changes=sulks),
            replace(show, slug="show_yer", low=6, high=6),
        ),
        (Reason("He took offence", "animosity"),),
    )


@dataclass(frozen=True, slots=True)
class _Victim:
    """Whom he turns on: by a charge, or (``shot``) with a missile weapon."""

    mate: Fighter
    shot: bool


def _heard_that(fighter: Fighter, situation: Situation, stand: Standing, sulks: tuple[Change, ...]) -> Outcome:
    """“I 'Erd Dat”: he charges the nearest in reach, else shoots at the nearest, else ruling R-27."""
    hired = situation.rulings.animosity_hits_hired_swords
    victim = _victim(fighter, situation, stand, hired_swords=hired)
    ruled: tuple[Reason, ...] = ()
    if victim != _victim(fighter, situation, stand, hired_swords=not hired):
        words = "may be a target too" if hired else "is no target: henchmen only"
        ruled = (Reason(f"A friendly Orc or Goblin hired sword {words}", "", "R-28"),)
    if victim is None:
        none = situation.rulings.animosity_no_target == "as_2_5"
        words = "counts as 2 to 5: he does nothing" if none else "has no effect"
        ruled = (*ruled, Reason(f"Nobody to hit or shoot {words}", "", "R-27"))
        free = Change(Code.KEEPS_MOVE, fighter.id, "He acts as usual.")
        text = f"There is nobody to hit or shoot: he {'does nothing this turn' if none else 'acts as usual'}."
        return Outcome("", text, changes=sulks if none else (free,), reasons=ruled)
    mate = victim.mate
    if victim.shot:
        text = f"Nobody is in reach, so he shoots at {mate.called}, the nearest friendly Orc or Goblin henchman."
        shoots = Change(Code.SHOOTS_FRIEND, fighter.id, text, other=mate.id)
        return Outcome("", text, changes=(shoots,), reasons=ruled)
    text = f"He charges {mate.called}, the nearest friendly Orc or Goblin henchman in reach, and they fight a round."
    attacks = Change(Code.ATTACKS_FRIEND, fighter.id, text, other=mate.id)
    parts = Change(Code.PARTS, fighter.id, "Then they part 1 inch and are not engaged.", other=mate.id)
    return Outcome("", text, changes=(attacks, parts), reasons=ruled)


def _victim(fighter: Fighter, situation: Situation, stand: Standing, *, hired_swords: bool) -> _Victim | None:
    kinds = {Kind.HENCHMAN, Kind.HIRED_SWORD} if hired_swords else {Kind.HENCHMAN}
    spared = [active for active in stand.all(Verb.MAY_NOT, Matter.CHARGE) if active.effect.against is not None]
    mates = sorted(
        (
            mate
            for mate in situation.mates(fighter)
            if mate.on_table and mate.kind in kinds and any(is_a(mate, people, situation) for people in GREENSKINS)
        ),
        key=lambda mate: situation.distance(fighter, mate),
    )
    for mate in mates:
        near = situation.distance(fighter, mate) <= fighter.charge_reach
        if near and not any(aimed_at(active, (mate,), situation) for active in spared):
            return _Victim(mate, shot=False)
    return _Victim(mates[0], shot=True) if mates and fighter.missile else None


def _show_them(fighter: Fighter, situation: Situation, stand: Standing) -> Outcome:
    """“I'll Show Yer”: as fast as he can at the nearest enemy, besides his normal move."""
    foes = [foe for foe in situation.foes(fighter) if foe.on_table]
    nearest = min(foes, key=lambda foe: situation.distance(fighter, foe), default=None)
    keeps = Change(Code.KEEPS_MOVE, fighter.id, "He keeps his normal move this turn.")
    distance = situation.distance(fighter, nearest) if nearest is not None else inf
    if nearest is None or distance > fighter.charge_reach or barred_from_charging(fighter, situation, stand):
        towards = nearest.called if nearest is not None else "the nearest enemy"
        text = f"He moves at once, as fast as he can, towards {towards}; he keeps his normal move besides."
        move = Change(Code.EXTRA_MOVE, fighter.id, text, other=nearest.id if nearest else "")
        return Outcome("", text, changes=(move, keeps))
    if causes_fear(nearest, fighter, situation):
        # Whether he keeps his normal move is for the Fear test to say: a fail leaves him stationary.
        text = f"He would charge {nearest.called}, who causes fear."
        fear = Trial(TrialKind.FEAR_TO_CHARGE, fighter.id, (nearest.id,), forced=True, purpose="animosity")
        return Outcome("", text, follow=(fear,))
    text = f"He charges {nearest.called} at once."
    return Outcome("", text, changes=(Change(Code.CHARGES, fighter.id, text, other=nearest.id), keeps))
