"""Animosity: the D6 that offends, and the D6 that says how (psychology-spec, section 9). Not a Leadership test."""

from collections.abc import Iterator
from math import inf

from rules.engine.common import barred_from_charging, causes_fear, not_held
from rules.engine.dice import D6
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Roll, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Kind, Situation
from rules.engine.standing import Context, Reason, Standing, aimed_at, is_a, standing
from rules.engine.vocabulary import Flag, Matter, Verb

GREENSKINS = ("orc", "goblin")


def animosity(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The first D6, for each henchman not engaged at the start of his own turn: a 1 offends him."""
    fighter = situation.fighter(trial.who)
    stand = stand or standing(fighter, situation)
    held = stand.first(Verb.TAKES, Matter.ANIMOSITY)
    immune = stand.first(Verb.IGNORES, Matter.PSYCHOLOGY)
    ruled = [Reason("Immunity to psychology does not cover animosity", "", "R-26")] if immune else []
    if held is None:
        if immune and situation.rulings.animosity_itp_exempt:
            return Exempt(trial, (Reason("Immunity to psychology spares him animosity", "", "R-26"),))
        return not_held(trial, stand, Verb.TAKES, Matter.ANIMOSITY, "He is not subject to animosity")
    if fighter.kind is not Kind.HENCHMAN and not stand.first(Verb.HAS, Matter.HENCHMANS_TEMPER):
        return Exempt(trial, (Reason("Only henchmen roll for animosity", held.rule.slug),))
    if situation.opponents(fighter):
        return Exempt(trial, (Reason("He is in hand-to-hand combat and does not roll", held.rule.slug),))
    if _helpless(fighter):
        if situation.rulings.animosity_skip_downed:
            return Exempt(trial, (Reason("He cannot act anyway and does not roll", "", "R-29"),))
        ruled.append(Reason("He rolls though he can hardly act: only the engaged do not", "", "R-29"))
    offended = Change(Code.OFFENDED, fighter.id, "He takes offence.")
    return Roll(
        trial,
        D6,
        (
            Outcome("offended", "He takes offence: roll on the table.", False, 1, 1, (offended,),
                    (Trial(TrialKind.ANIMOSITY_TABLE, fighter.id),)),
            Outcome("nothing", "He takes no offence.", True, 2, 6,
                    (Change(Code.UNOFFENDED, fighter.id, "He takes no offence."),)),
        ),
        (Reason(f"{held.rule.name}: a D6 for each henchman not in combat", held.rule.slug), *ruled),
    )  # fmt: skip


def _helpless(fighter: Fighter) -> bool:
    return fighter.down or fighter.has(Flag.FLEEING) or fighter.has(Flag.RALLIED)


def table(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The second D6: 1 he turns on his own, 2-5 he sulks, 6 he makes for the enemy."""
    fighter = situation.fighter(trial.who)
    stand = stand or standing(fighter, situation, Context(offended=True))
    reasons = [Reason("He took offence", "animosity")]
    sulks = (
        Change(Code.IDLE, fighter.id, "He does nothing this turn.", Until.END_OF_TURN),
        Change(Code.MAY_DEFEND, fighter.id, "He may defend himself if attacked."),
    )
    erd = _heard_that(fighter, situation, stand, reasons, sulks)
    show = _show_them(fighter, situation, stand)
    if _helpless(fighter):
        lost = Change(Code.MOVE_LOST, fighter.id, "He is in no state to do it: the result is lost.")
        erd = Outcome("erd_dat", lost.text, changes=(lost,))
        show = Outcome("show_yer", lost.text, changes=(lost,))
    return Roll(
        trial,
        D6,
        (
            Outcome("erd_dat", erd.text, low=1, high=1, changes=erd.changes),
            Outcome("wud_yoo_say", "He hurls insults and does nothing this turn; he may defend himself.", low=2,
                    high=5, changes=sulks),
            Outcome("show_yer", show.text, low=6, high=6, changes=show.changes, follow=show.follow),
        ),
        tuple(reasons),
    )  # fmt: skip


def _heard_that(
    fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason], sulks: tuple[Change, ...]
) -> Outcome:
    targets = sorted(_targets(fighter, situation, stand, reasons), key=lambda one: situation.distance(fighter, one))
    in_reach = [one for one in targets if situation.distance(fighter, one) <= fighter.charge_reach]
    if in_reach:
        mate = in_reach[0]
        text = (
            f"He charges {mate.called}, the nearest friendly Orc or Goblin henchman in reach, and they fight a round."
        )
        part = Change(Code.PARTS, fighter.id, "Then they part 1 inch and are not engaged.", other=mate.id)
        return Outcome("erd_dat", text, changes=(Change(Code.ATTACKS_FRIEND, fighter.id, text, other=mate.id), part))
    if targets and fighter.missile:
        mate = targets[0]
        text = f"Nobody is in reach, so he shoots at {mate.called}, the nearest friendly Orc or Goblin henchman."
        return Outcome("erd_dat", text, changes=(Change(Code.SHOOTS_FRIEND, fighter.id, text, other=mate.id),))
    if situation.rulings.animosity_no_target == "as_2_5":
        reasons.append(Reason("Nobody to hit or shoot counts as 2 to 5: he does nothing", "", "R-27"))
        return Outcome("erd_dat", "There is nobody to hit or shoot: he does nothing this turn.", changes=sulks)
    reasons.append(Reason("Nobody to hit or shoot: no effect", "", "R-27"))
    free = Change(Code.KEEPS_MOVE, fighter.id, "He acts as usual.")
    return Outcome("erd_dat", "There is nobody to hit or shoot: he acts as usual.", changes=(free,))


def _targets(fighter: Fighter, situation: Situation, stand: Standing, reasons: list[Reason]) -> Iterator[Fighter]:
    """Friendly Orc or Goblin henchmen on the table whom no rule keeps him from charging."""
    hired = situation.rulings.animosity_hits_hired_swords
    for mate in situation.mates(fighter):
        if not mate.on_table or not any(is_a(mate, people, situation) for people in GREENSKINS):
            continue
        if mate.kind is Kind.HIRED_SWORD:
            words = "may be a target" if hired else "is no target: henchmen only"
            reasons.append(Reason(f"{mate.called}, a hired sword, {words}", "", "R-28"))
            if not hired:
                continue
        elif mate.kind is not Kind.HENCHMAN:
            continue
        barred = (a for a in stand.all(Verb.MAY_NOT, Matter.CHARGE) if a.effect.against is not None)
        if any(aimed_at(active, (mate,), situation) for active in barred):
            continue
        yield mate


def _show_them(fighter: Fighter, situation: Situation, stand: Standing) -> Outcome:
    foes = [foe for foe in situation.foes(fighter) if foe.on_table]
    nearest = min(foes, key=lambda foe: situation.distance(fighter, foe), default=None)
    keeps = Change(Code.KEEPS_MOVE, fighter.id, "He keeps his normal move this turn.")
    towards = nearest.called if nearest is not None else "the nearest enemy"
    distance = situation.distance(fighter, nearest) if nearest is not None else inf
    if nearest is None or distance > fighter.charge_reach or barred_from_charging(fighter, situation, stand):
        text = f"He moves at once, as fast as he can, towards {towards}; he keeps his normal move besides."
        move = Change(Code.EXTRA_MOVE, fighter.id, text, other=nearest.id if nearest else "")
        return Outcome("show_yer", text, changes=(move, keeps))
    if causes_fear(nearest, fighter, situation):
        text = f"He would charge {nearest.called}, who causes fear."
        fear = Trial(TrialKind.FEAR_TO_CHARGE, fighter.id, (nearest.id,), forced=True, purpose="animosity")
        return Outcome("show_yer", text, changes=(keeps,), follow=(fear,))
    text = f"He charges {nearest.called} at once."
    charge = Change(Code.CHARGES, fighter.id, text, other=nearest.id)
    return Outcome("show_yer", text, changes=(charge, keeps))
