"""Packs and the companion they need, while a battle goes on (psychology-spec, section 10, Pack Leader)."""

from rules.engine.plans import Change, Code, Until
from rules.engine.sentences import Tag
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, is_a
from rules.engine.vocabulary import Status, Verb


def companion_of(fighter: Fighter, situation: Situation) -> str:
    """The tag of whom he needs beside him, or ""."""
    for opened in situation.rulebook.opened(fighter.held):
        for effect in opened.effects:
            if effect.verb is Verb.NEEDS and isinstance(effect.amount, Tag):
                return effect.amount.value(opened.arguments)
    return ""


def fallen(gone: Fighter, situation: Situation) -> tuple[tuple[Change, ...], Reason | None]:
    """What becomes of the packs of one who went out of action: ruling R-31; nothing while another companion is left."""
    changes = []
    bereft = False
    for mate in situation.mates(gone):
        companion = companion_of(mate, situation) if mate.on_table else ""
        if not companion or not is_a(gone, companion, situation):
            continue
        if any(other.on_table and is_a(other, companion, situation) for other in situation.mates(mate)):
            continue
        bereft = True
        if situation.rulings.pack_midbattle == "remove":
            text = f"{mate.called} leaves the battle, with nobody left to lead the pack."
            changes.append(Change(Code.PACK_LEAVES, mate.id, text, Until.END_OF_BATTLE))
    if not bereft:
        return (), None
    words = "leaves the battle" if changes else "fights on; its loss is settled after the battle"
    return tuple(changes), Reason(f"A pack whose companion falls {words}", "pack-leader", "R-31")


def out_of_action(fighter: Fighter, situation: Situation) -> tuple[tuple[Change, ...], tuple[Reason, ...]]:
    """A fighter goes out of action, whatever put him there, and what follows for his pack."""
    gone = Change(Code.GOES_OUT, fighter.id, f"{fighter.called} is out of action.")
    without = situation.with_fighter(fighter.with_(status=Status.OUT_OF_ACTION))
    changes, why = fallen(without.fighter(fighter.id), without)
    return (gone, *changes), (why,) if why else ()
