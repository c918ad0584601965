"""Which sentences are legal: each pair of verb and matter, what such a sentence carries, and how it reads."""

from dataclasses import dataclass
from enum import StrEnum

from rules.engine.vocabulary import Matter, Verb


class AmountKind(StrEnum):
    """Which kind of amount a sentence carries."""

    NONE = "none"
    NUMBER = "number"
    DICE = "dice"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a legal sentence with one verb and matter may carry, and how it reads.

    ``says`` is the English, with ``{amount}`` where the amount stands. ``against`` and ``limit`` tell whether those
    parts are allowed.
    """

    says: str
    amount: AmountKind = AmountKind.NONE
    against: bool = False
    limit: bool = False


LEADERSHIP_KINDS = (Matter.FEAR, Matter.ALL_ALONE, Matter.RALLY, Matter.STUPIDITY, Matter.ROUT)
"""The Leadership tests that have a name of their own (psychology-spec, section 1, point 9)."""

MATTER_ENGLISH: dict[Matter, str] = {
    Matter.PSYCHOLOGY: "psychology",
    Matter.LEADERSHIP_TESTS: "Leadership tests",
    Matter.FEAR: "Fear tests",
    Matter.ALL_ALONE: "All Alone tests",
    Matter.RALLY: "tests to recover from fleeing",
    Matter.ROUT: "Rout tests",
    Matter.STUPIDITY: "Stupidity tests",
}


def _legal() -> dict[tuple[Verb, Matter], Shape]:
    number, dice, tag = AmountKind.NUMBER, AmountKind.DICE, AmountKind.TAG
    table: dict[tuple[Verb, Matter], Shape] = {
        (Verb.CAUSES, Matter.FEAR): Shape("causes fear", against=True),
        (Verb.LENDS, Matter.LEADERSHIP): Shape("lends his Leadership"),
        (Verb.HAS, Matter.COMMAND): Shape("leads the warband: its Rout tests are taken on his Leadership"),
        (Verb.HAS, Matter.EASY_TARGET): Shape("may be picked as a target over closer models"),
        (Verb.HAS, Matter.STARTING_SPELLS): Shape("knows {amount} random starting spell(s)", number),
        (Verb.HAS, Matter.HENCHMANS_TEMPER): Shape("rolls for animosity though he is no henchman"),
        (Verb.MUST, Matter.CHARGE): Shape("must charge"),
        (Verb.MULTIPLIES, Matter.ATTACKS): Shape("multiplies his Attacks by {amount}", number),
        (Verb.MULTIPLIES, Matter.WOUNDS): Shape("suffers {amount} times as many wounds", number),
        (Verb.TAKES, Matter.STUPIDITY): Shape("tests for stupidity at the start of his turn"),
        (Verb.TAKES, Matter.ANIMOSITY): Shape("rolls for animosity at the start of his turn"),
        (Verb.TAKES, Matter.DRUNKENNESS): Shape("rolls for drunkenness at the start of his turn"),
        (Verb.TAKES, Matter.BLOODGREED): Shape("rolls for blood-greed when his last opponent falls"),
        (Verb.TAKES, Matter.SPECIAL_TEST): Shape("takes a Leadership test of its own"),
        (Verb.NEEDS, Matter.COMPANION): Shape("may be used only beside {amount}", tag),
        (Verb.COUNTS, Matter.ROUT_LOSS): Shape(
            "counts as {amount} of a warrior towards Rout when out of action", number
        ),
        (Verb.REROLLS, Matter.MISSED_HITS): Shape("re-rolls missed hits", against=True, limit=True),
        (Verb.SETS, Matter.ATTACKS): Shape("fights with {amount} attacks", number),
        (Verb.SETS, Matter.ARMOUR_SAVE): Shape("has a natural armour save of {amount}+", number),
        (Verb.SETS, Matter.SAVE_FLOOR): Shape(
            "keeps a natural save of {amount}+ whatever the Strength of the blow", number
        ),
        (Verb.SETS, Matter.WOUND_SAVE): Shape("ignores a wound on {amount}+", number),
        (Verb.SETS, Matter.SPELL_WARD): Shape("has a ward save of {amount}+ against spells", number),
        (Verb.SETS, Matter.STUNNED_FROM): Shape("is stunned from {amount} upwards on the injury chart", number),
        (Verb.SETS, Matter.OUT_FROM): Shape(
            "goes out of action only from {amount} upwards on the injury chart", number
        ),
        (Verb.SETS, Matter.ENEMY_STUNNED_FROM): Shape("stuns his victims from {amount} upwards", number),
        (Verb.SETS, Matter.STUN_SAVE): Shape("is knocked down instead of stunned on {amount}+", number),
        (Verb.SETS, Matter.RATING_BASE): Shape("counts {amount} points towards the rating", number),
        (Verb.ADDS, Matter.ATTACKS): Shape("adds {amount} to his Attacks", number, against=True),
        (Verb.ADDS, Matter.INITIATIVE): Shape("adds {amount} to his Initiative", number),
        (Verb.ADDS, Matter.LEADERSHIP): Shape("adds {amount} to Leadership", number),
        (Verb.ADDS, Matter.ROUT): Shape("adds {amount} to the Leadership used in Rout tests", number),
        (Verb.ADDS, Matter.LEADER_RADIUS): Shape('adds {amount}" to the reach of his Leadership', number),
        (Verb.ADDS, Matter.ENEMY_CASTING): Shape("changes enemy casting rolls aimed at him by {amount}", number),
        (Verb.ADDS, Matter.HIT_BY_MISSILES): Shape("is hit by missiles at {amount}", number),
        (Verb.ADDS, Matter.HIT_IN_COMBAT): Shape("is hit in combat at {amount}", number),
        (Verb.ADDS, Matter.ARMOUR_SAVE): Shape("improves his armour save by {amount}", number),
        (Verb.ADDS, Matter.ENEMY_SAVE): Shape("changes his victims' armour save by {amount}", number),
        (Verb.ADDS, Matter.INJURY): Shape("changes injury rolls against him by {amount}", number),
        (Verb.ADDS, Matter.ENEMY_INJURY): Shape("changes the injury rolls he causes by {amount}", number),
        (Verb.HAS, Matter.CONCUSSION): Shape("stuns from 2 upwards on the injury chart"),
    }
    for matter in (*LEADERSHIP_KINDS, Matter.LEADERSHIP_TESTS):
        english = MATTER_ENGLISH[matter]
        table[Verb.ROLLS, matter] = Shape("takes " + english + " on {amount}", dice)
        table[Verb.PASSES, matter] = Shape(f"passes {english} without rolling", limit=True)
        table[Verb.REROLLS, matter] = Shape(f"may re-roll failed {english}", against=True, limit=True)
    ignorable = {
        Matter.PSYCHOLOGY: "is immune to psychology",
        Matter.FEAR: "takes no Fear tests",
        Matter.ALL_ALONE: "takes no All Alone tests",
        Matter.STUPIDITY: "is not subject to stupidity",
        Matter.FRENZY: "is not subject to frenzy",
        Matter.HATRED: "is not subject to hatred",
        Matter.ANIMOSITY: "is not subject to animosity",
        Matter.POISON: "is unaffected by poison",
        Matter.WATER: "treats water as open ground",
        Matter.WOODS: "treats woods and jungle as open ground",
        Matter.ARMOUR_PENALTY: "is never slowed by armour",
        Matter.CONCUSSION: "ignores the special rules of maces and clubs",
        Matter.PAIN: "shrugs off being knocked down or stunned",
        Matter.STUNNING: "is knocked down where others would be stunned",
        Matter.KNOCK_DOWN: "shrugs off being knocked down",
        Matter.ARMOUR: "leaves his victims no armour save",
        Matter.WARBAND_RULES: "does not share the rules of its warband",
    }
    table |= {(Verb.IGNORES, matter): Shape(says) for matter, says in ignorable.items()}
    forbidden = {
        Matter.LEAD: "may never lead the warband",
        Matter.RUN: "may not run",
        Matter.CHARGE: "may not charge",
        Matter.HERO: "may never become a Hero",
        Matter.EXPERIENCE: "gains no experience",
        Matter.EQUIPMENT: "uses no equipment",
        Matter.ARMOUR: "wears no armour",
        Matter.MISSILES: "uses no missile weapons",
        Matter.LEADERS_LEADERSHIP: "may not use the leader's Leadership",
        Matter.ROUT_LEADERSHIP: "never supplies the Leadership for a Rout test",
        Matter.VOLUNTARY_ROUT: "may not choose to rout",
    }
    table |= {(Verb.MAY_NOT, matter): Shape(says) for matter, says in forbidden.items()}
    table[Verb.MAY_NOT, Matter.CHARGE] = Shape("may not charge", against=True)
    table[Verb.MAY_NOT, Matter.VOLUNTARY_ROUT] = Shape("may not choose to rout", against=True)
    return table


LEGAL: dict[tuple[Verb, Matter], Shape] = _legal()
"""Every legal pair of verb and matter."""
