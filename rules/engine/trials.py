"""The kinds of test: what each is called, when it is taken, and which facts it asks for.

A row says what the planners cannot: words for people, and the facts that somebody at the table must tell. The facts a
rule's own clauses ask for, and who near him could help, ``questions.py`` finds from the rules themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.engine.plans import TrialKind
from rules.engine.vocabulary import Matter


class Ask(StrEnum):
    """A fact of the table that a kind of test asks for. ``questions.py`` gives each its words and its default."""

    FOE_CAUSES_FEAR = "foe_causes_fear"
    FORCED = "forced"
    FAILED_BEFORE = "failed_before"
    STATE = "state"
    FLEEING = "fleeing"
    RALLIED = "rallied"
    IN_COMBAT = "in_combat"
    OPPONENTS = "opponents"
    OPPONENTS_DOWN = "opponents_down"
    FRIEND_NEAR = "friend_near"
    ENEMY_NEAREST = "enemy_nearest"
    EDGE = "edge"
    MATE_IN_REACH = "mate_in_reach"
    MISSILE = "missile"
    ENEMY_IN_REACH = "enemy_in_reach"
    REASON = "reason"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of test.

    ``matter`` is the one that sentences speak of it by; ``asks`` are the facts it needs, ``rarely`` those that seldom
    matter. ``listed`` kinds can be asked for from the roster, the rest follow from a result.
    """

    name: str
    when: str
    matter: Matter
    asks: tuple[Ask, ...] = ()
    rarely: tuple[Ask, ...] = ()
    listed: bool = True


KINDS: Mapping[TrialKind, Kind] = {
    TrialKind.FEAR_CHARGED: Kind(
        "Fear: charged",
        "When a foe who causes fear declares a charge on him and is in range.",
        Matter.FEAR,
        (Ask.FOE_CAUSES_FEAR,),
        (Ask.STATE, Ask.FLEEING, Ask.FAILED_BEFORE),
    ),
    TrialKind.FEAR_TO_CHARGE: Kind(
        "Fear: to charge",
        "When he wishes to charge a foe who causes fear.",
        Matter.FEAR,
        (Ask.FOE_CAUSES_FEAR,),
        (Ask.FORCED,),
    ),
    TrialKind.ALL_ALONE: Kind(
        "All Alone",
        "At the end of the combat phase of his own turn, when he fights two or more and has no friend near.",
        Matter.ALL_ALONE,
        (Ask.OPPONENTS, Ask.FRIEND_NEAR),
        (Ask.OPPONENTS_DOWN, Ask.STATE, Ask.FLEEING),
    ),
    TrialKind.RALLY: Kind(
        "Recover his nerve",
        "At the start of each of his own turns while he is fleeing.",
        Matter.RALLY,
        (),
        (Ask.STATE, Ask.ENEMY_NEAREST),
    ),
    TrialKind.STUPIDITY: Kind(
        "Stupidity",
        "At the start of each of his own turns.",
        Matter.STUPIDITY,
        (Ask.IN_COMBAT,),
        (Ask.STATE, Ask.FLEEING, Ask.RALLIED),
    ),
    TrialKind.ANIMOSITY: Kind(
        "Animosity",
        "At the start of each of his own turns, unless he is in combat.",
        Matter.ANIMOSITY,
        (Ask.IN_COMBAT,),
        (Ask.STATE, Ask.FLEEING),
    ),
    TrialKind.FRENZY_CHARGE: Kind(
        "Frenzy: must he charge?",
        "In his own movement phase, after charges have been declared.",
        Matter.CHARGE,
        (Ask.IN_COMBAT,),
        (Ask.STATE, Ask.FLEEING, Ask.RALLIED),
    ),
    TrialKind.DRUNKENNESS: Kind("Drunkenness", "At the start of each of his own turns.", Matter.DRUNKENNESS),
    TrialKind.BLOODGREED: Kind("Blood-greed", "When he has put the last of his opponents out.", Matter.BLOODGREED),
    TrialKind.LEADERSHIP: Kind(
        "Leadership", "Whenever a rule, spell or scenario asks for one.", Matter.LEADERSHIP_TESTS, (Ask.REASON,)
    ),
    TrialKind.STUPIDITY_TABLE: Kind(
        "Stupidity: the D6", "After a failed Stupidity test.", Matter.STUPIDITY, (), (Ask.STATE,), listed=False
    ),
    TrialKind.ANIMOSITY_TABLE: Kind(
        "Animosity: the D6",
        "After a 1 for animosity.",
        Matter.ANIMOSITY,
        (Ask.MATE_IN_REACH, Ask.MISSILE, Ask.ENEMY_IN_REACH, Ask.FOE_CAUSES_FEAR),
        (Ask.STATE, Ask.FLEEING),
        listed=False,
    ),
    TrialKind.PARTING_HITS: Kind("Parting hits", "As he turns to run.", Matter.ALL_ALONE, listed=False),
    TrialKind.FLIGHT: Kind("Flight", "As he runs.", Matter.ALL_ALONE, (Ask.EDGE,), listed=False),
    TrialKind.ROUT: Kind(
        "Rout test", "At the start of the warband's own turn, when a quarter or more is out.", Matter.ROUT, listed=False
    ),
    TrialKind.VOLUNTARY_ROUT: Kind(
        "Rout by choice", "At the start of the warband's own turn.", Matter.ROUT, listed=False
    ),
}

LISTED = tuple(kind for kind, row in KINDS.items() if row.listed)
"""The kinds a player may ask for from the roster, in the order in which they are shown."""
