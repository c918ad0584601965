"""What an immunity silences (design, section 2; psychology-spec, sections 6, 9 and 10).

It takes away, of another rule of the nature it names, the sentences that begin with takes, must, multiplies, rerolls
or adds; never causes, lends, has or ignores, and never those of its own rule.
"""

from rules.engine.acting import Active, Reason, Word
from rules.engine.rulings import Rulings
from rules.engine.vocabulary import SILENCED_VERBS, Matter, Nature, Verb


def silence(acting: dict[Word, list[Active]], rulings: Rulings, reasons: list[Reason]) -> dict[str, str]:
    """Take out what an immunity silences; returns rule slug -> the name of what silences it."""
    shields = [active for (verb, _), actives in acting.items() if verb is Verb.IGNORES for active in actives]
    silenced: dict[str, str] = {}
    if not shields:
        return silenced
    for word, actives in acting.items():
        if word[0] not in SILENCED_VERBS:
            continue
        for active in list(actives):
            shield = next((one for one in shields if shields_from(one, active, rulings)), None)
            if shield is None:
                continue
            actives.remove(active)
            if active.rule.slug not in silenced:
                silenced[active.rule.slug] = shield.rule.name
                ruling = "R-21" if _frenzy_over_hatred(shield, active) else ""
                text = f"{active.rule.name} has no effect: {shield.rule.name} makes him immune to it"
                reasons.append(Reason(text, active.rule.slug, ruling))
    return silenced


def shields_from(shield: Active, active: Active, rulings: Rulings) -> bool:
    """Whether an ``ignores`` sentence silences this one; never one of its own rule."""
    if shield.rule.slug == active.rule.slug:
        return False
    matter, nature = shield.effect.matter, active.rule.nature
    if matter is active.effect.matter or matter in _named(active):
        return True
    if matter is not Matter.PSYCHOLOGY:
        return nature is not None and matter.value == nature.value
    if nature is Nature.ANIMOSITY:
        return rulings.animosity_itp_exempt and shield.rule.nature is None
    if _frenzy_over_hatred(shield, active) and rulings.frenzy_hatred == "kept":
        return False
    return nature is Nature.PSYCHOLOGY


def _named(active: Active) -> set[Matter]:
    """By which name of psychology a rule may be ignored: its own, or the frenzy and hatred that are its nature."""
    if active.rule.nature is not Nature.PSYCHOLOGY:
        return set()
    words = {(effect.verb, effect.matter) for effect in active.rule.effects}
    found = set()
    if (Verb.MUST, Matter.CHARGE) in words:
        found.add(Matter.FRENZY)
    if (Verb.REROLLS, Matter.MISSED_HITS) in words:
        found.add(Matter.HATRED)
    return found


def _frenzy_over_hatred(shield: Active, active: Active) -> bool:
    frenzied = shield.rule.nature is Nature.PSYCHOLOGY and shield.effect.matter is Matter.PSYCHOLOGY
    return frenzied and active.effect.matter is Matter.MISSED_HITS and active.rule.nature is Nature.PSYCHOLOGY
