"""Blows in combat as psychology leaves them: who strikes, with how many attacks, what hits, what may be re-rolled."""

from dataclasses import dataclass, replace

from rules.engine import numbers
from rules.engine.allowed import Action, allowed
from rules.engine.common import frenzied_in_reach, undone
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

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings they depend on, each once."""
        return tuple(dict.fromkeys(reason.ruling for reason in self.reasons if reason.ruling))


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
    elif fighter.has(Flag.STUPID) and (cleared := frenzied_in_reach(fighter, situation)):
        reasons.append(cleared)
    counted = numbers.attacks(stand, two_weapons=two_weapons)
    sixes = _needs_sixes(fighter, situation, reasons)
    rerolls = foe is not None and _rerolls(fighter, foe, situation, context, reasons)
    if barred:
        return Blows(strikes=False, attacks=0, only_sixes=sixes, rerolls=rerolls, reasons=tuple(reasons))
    return Blows(
        strikes=True, attacks=counted.value, only_sixes=sixes, rerolls=rerolls, reasons=(*reasons, *counted.reasons)
    )


def _needs_sixes(fighter: Fighter, situation: Situation, reasons: list[Reason]) -> bool:
    if not fighter.has(Flag.NEEDS_6S):
        return False
    if told := frenzied_in_reach(fighter, situation):
        reasons.append(told)
    if undone(Flag.NEEDS_6S, fighter, situation):
        return False
    reasons.append(Reason("He failed a Fear test: only natural 6s hit, whatever the modifiers"))
    return True


def _rerolls(fighter: Fighter, foe: Fighter, situation: Situation, context: Context, reasons: list[Reason]) -> bool:
    """Whether he may roll a miss once more; ruling R-23 where a hated foe has joined a running combat."""
    found = _reroll_rule(fighter, foe, situation, context, reasons)
    if fighter.round == 1 or not foe.has(Flag.CHARGED):
        return found is not None
    newcomer = replace(fighter, round=1)
    afresh = _reroll_rule(newcomer, foe, situation.with_fighter(newcomer), context, [])
    if found is None and afresh is not None:
        again = situation.rulings.hatred_new_opponent == "per_opponent"
        words = "counts as a first round" if again else "is still the same combat"
        reasons.append(Reason(f"{foe.called} has joined: against him this {words}", "", "R-23"))
        if again:
            reasons.append(afresh)
        return again
    return found is not None


def _reroll_rule(
    fighter: Fighter, foe: Fighter, situation: Situation, context: Context, reasons: list[Reason]
) -> Reason | None:
    stand = standing(fighter, situation, context)
    for active in stand.all(Verb.REROLLS, Matter.MISSED_HITS):
        if aimed_at(active, (foe,), situation):
            kept = _kept_by_ruling(fighter, active.rule.slug, situation)
            reason = Reason(f"{active.rule.name}: each miss may be rolled once more", active.rule.slug, kept)
            reasons.append(reason)
            return reason
    reasons += [reason for reason in stand.reasons if reason.ruling == "R-21"]
    return None


def _kept_by_ruling(fighter: Fighter, slug: str, situation: Situation) -> str:
    """R-21, where hatred stands beside a frenzy that would silence it by the other reading."""
    if situation.rulings.frenzy_hatred != "kept" or not frenzied_in_reach(fighter, situation):
        return ""
    letter = replace(situation, rulings=replace(situation.rulings, frenzy_hatred="suppressed"))
    still = standing(fighter, letter).all(Verb.REROLLS, Matter.MISSED_HITS)
    return "" if any(active.rule.slug == slug for active in still) else "R-21"
