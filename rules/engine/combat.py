"""Blows in combat as psychology leaves them: who strikes, with how many attacks, what hits, what may be re-rolled."""

from dataclasses import dataclass, replace

from rules.engine import numbers
from rules.engine.allowed import Action, allowed
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import NO_CONTEXT, Context, Reason, aimed_at, standing
from rules.engine.vocabulary import Flag, Matter, Verb

SIX = 6


@dataclass(frozen=True, slots=True)
class Blows:
    """A model's blows against a foe. ``rerolls`` tells whether each miss may be rolled once more."""

    strikes: bool
    attacks: int
    only_sixes: bool
    rerolls: bool
    reasons: tuple[Reason, ...]

    def hits(self, natural: int, *, needed: int = 4, bonus: int = 0) -> bool:
        """Whether a natural roll hits. One who needs 6s hits on a natural 6 and on nothing else."""
        if not self.strikes:
            return False
        return natural == SIX if self.only_sixes else natural + bonus >= needed


def blows(
    fighter: Fighter, foe: Fighter | None, situation: Situation, *, two_weapons: bool = False, charging: bool = False
) -> Blows:
    """The blows of a model in this combat phase, against ``foe`` where it matters whom."""
    context = Context(charging=True) if charging else NO_CONTEXT
    stand = standing(fighter, situation, context)
    reasons: list[Reason] = []
    barred = allowed(fighter, situation)[Action.FIGHT]
    if barred:
        reasons.append(barred)
    counted = numbers.attacks(stand, two_weapons=two_weapons)
    sixes = fighter.has(Flag.NEEDS_6S)
    if sixes:
        reasons.append(Reason("He failed a Fear test: only natural 6s hit, whatever the modifiers"))
    rerolls = foe is not None and _rerolls(fighter, foe, situation, context, reasons)
    return Blows(barred is None, counted.value if barred is None else 0, sixes, rerolls, (*reasons, *counted.reasons))


def _rerolls(fighter: Fighter, foe: Fighter, situation: Situation, context: Context, reasons: list[Reason]) -> bool:
    joined = fighter.round > 1 and foe.has(Flag.CHARGED)
    if joined:
        again = situation.rulings.hatred_new_opponent == "per_opponent"
        words = "counts as a first round" if again else "is still the same combat"
        reasons.append(Reason(f"{foe.called} has joined: against him this {words}", "", "R-23"))
        if again:
            fighter = replace(fighter, round=1)
            situation = situation.with_fighter(fighter)
    stand = standing(fighter, situation, context)
    for active in stand.all(Verb.REROLLS, Matter.MISSED_HITS):
        if aimed_at(active, (foe,), situation):
            reasons.append(Reason(f"{active.rule.name}: each miss may be rolled once more", active.rule.slug))
            return True
    return False
