"""The injury chart: what a roll does to a model, and what makes it do less or more (psychology-spec, section 10)."""

from dataclasses import dataclass

from rules.engine.acting import Active, Reason, Standing
from rules.engine.rulings import Rulings
from rules.engine.vocabulary import Matter, Nature, Status, Verb

STUNNED_FROM = 3
CONCUSSED_FROM = 2
OUT_FROM = 5


@dataclass(frozen=True, slots=True)
class Injury:
    """What a roll on the injury chart does; ``status`` STANDING means that it is shrugged off.

    ``stun_save`` is the D6 from which a stunned result is a knock-down after all (a helmet), or None.
    """

    status: Status
    reasons: tuple[Reason, ...]
    stun_save: int | None = None


def injury(
    face: int, stand: Standing, rulings: Rulings, *, concussion: bool = False, attacker: Standing | None = None
) -> Injury:
    """The injury chart for one face: what the victim is, what struck him, and No Pain (ruling R-30) in account."""
    reasons: list[Reason] = []
    rolled = face + _added(stand, Matter.INJURY, reasons)
    rolled += _added(attacker, Matter.ENEMY_INJURY, reasons) if attacker else 0
    out = _from(Matter.OUT_FROM, OUT_FROM, stand, reasons)
    if rolled >= out:
        return Injury(Status.OUT_OF_ACTION, tuple(reasons))
    stunned = rolled >= _stunned_from(stand, attacker, reasons, concussion=concussion)
    status = _shrugged_off(Status.STUNNED if stunned else Status.KNOCKED_DOWN, stand, rulings, reasons)
    saves = stand.all(Verb.SETS, Matter.STUN_SAVE) if status is Status.STUNNED else ()
    helmet = min(saves, key=lambda active: active.number, default=None)  # of several protections the best is rolled
    if helmet:
        reasons.append(Reason(f"{helmet.rule.name}: knocked down instead on {helmet.number}+", helmet.rule.slug))
    return Injury(status, tuple(reasons), helmet.number if helmet else None)


def _added(stand: Standing, matter: Matter, reasons: list[Reason]) -> int:
    once = {active.rule.slug: active for active in stand.all(Verb.ADDS, matter)}.values()
    reasons += [Reason(f"{one.rule.name}: {one.number:+} to the roll", one.rule.slug) for one in once]
    return sum(one.number for one in once)


def _stunned_from(stand: Standing, attacker: Standing | None, reasons: list[Reason], *, concussion: bool) -> int:
    """From which roll on he is stunned: a club stuns sooner, unless his head is hard; so may a venom."""
    stunned = _from(Matter.STUNNED_FROM, STUNNED_FROM, stand, reasons)
    club = attacker.first(Verb.HAS, Matter.CONCUSSION) if attacker else None
    if concussion or club:
        hard = stand.first(Verb.IGNORES, Matter.CONCUSSION)
        if hard:
            reasons.append(Reason(f"{hard.rule.name}: concussion is ignored", hard.rule.slug))
        else:
            stunned = min(stunned, CONCUSSED_FROM)
            reasons.append(Reason("Concussion: stunned from 2", club.rule.slug if club else ""))
    sting = attacker.first(Verb.SETS, Matter.ENEMY_STUNNED_FROM) if attacker else None
    if sting and not _unharmed_by(sting, stand, reasons):
        stunned = min(stunned, sting.number)
        reasons.append(Reason(f"{sting.rule.name}: stunned from {stunned}", sting.rule.slug))
    return stunned


def _unharmed_by(active: Active, stand: Standing, reasons: list[Reason]) -> bool:
    """Whether the victim is unaffected by a rule of this nature (poison)."""
    shield = stand.first(Verb.IGNORES, Matter.POISON) if active.rule.nature is Nature.POISON else None
    if shield:
        reasons.append(Reason(f"{shield.rule.name}: {active.rule.name} does nothing to him", shield.rule.slug))
    return shield is not None


def _shrugged_off(status: Status, stand: Standing, rulings: Rulings, reasons: list[Reason]) -> Status:
    """A stunned or knocked down result after what he ignores of it."""
    pain = stand.first(Verb.IGNORES, Matter.PAIN)
    if pain:
        both = rulings.no_pain == "ignore_both"
        words = "knocked down and stunned are ignored" if both else "stunned counts as knocked down"
        reasons.append(Reason(f"{pain.rule.name}: {words}", pain.rule.slug, "R-30"))
        return Status.STANDING if both else Status.KNOCKED_DOWN
    steady = stand.first(Verb.IGNORES, Matter.STUNNING)
    if steady and status is Status.STUNNED:
        reasons.append(Reason(f"{steady.rule.name}: knocked down, not stunned", steady.rule.slug))
        status = Status.KNOCKED_DOWN
    firm = stand.first(Verb.IGNORES, Matter.KNOCK_DOWN)
    if firm and status is Status.KNOCKED_DOWN:
        reasons.append(Reason(f"{firm.rule.name}: being knocked down is shrugged off", firm.rule.slug))
        status = Status.STANDING
    return status


def _from(matter: Matter, base: int, stand: Standing, reasons: list[Reason]) -> int:
    active = stand.first(Verb.SETS, matter)
    if active is None:
        return base
    what = "stunned" if matter is Matter.STUNNED_FROM else "out of action"
    reasons.append(Reason(f"{active.rule.name}: {what} from {active.number}", active.rule.slug))
    return active.number
