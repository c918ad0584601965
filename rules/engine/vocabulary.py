"""The closed word lists of the sentence language.

A rule's mechanics are sentences (``rules.engine.sentences``). Each sentence starts with a verb and a matter; this
module lists both with the English of their facts; ``legal`` says which pairs are legal and what such a sentence
carries. A new mechanic is one word here, its row in ``legal.LEGAL``, and the one function that reads it.
"""

from enum import StrEnum


class Verb(StrEnum):
    """What a sentence does with its matter."""

    CAUSES = "causes"
    IGNORES = "ignores"
    ROLLS = "rolls"
    PASSES = "passes"
    LENDS = "lends"
    MUST = "must"
    MULTIPLIES = "multiplies"
    REROLLS = "rerolls"
    TAKES = "takes"
    MAY_NOT = "may_not"
    NEEDS = "needs"
    COUNTS = "counts"
    SETS = "sets"
    ADDS = "adds"
    HAS = "has"


SILENCED_VERBS = frozenset({Verb.TAKES, Verb.MUST, Verb.MULTIPLIES, Verb.REROLLS, Verb.ADDS})
"""The verbs an immunity silences in other rules of the nature it names (design, section 2)."""


class Matter(StrEnum):
    """What a sentence is about."""

    # tests and what provokes them
    PSYCHOLOGY = "psychology"
    LEADERSHIP_TESTS = "leadership_tests"
    FEAR = "fear"
    ALL_ALONE = "all_alone"
    RALLY = "rally"
    ROUT = "rout"
    STUPIDITY = "stupidity"
    ANIMOSITY = "animosity"
    HENCHMANS_TEMPER = "henchmans_temper"
    FRENZY = "frenzy"
    HATRED = "hatred"
    DRUNKENNESS = "drunkenness"
    BLOODGREED = "bloodgreed"
    SPECIAL_TEST = "special_test"
    # leadership
    LEADERSHIP = "leadership"
    LEADER_RADIUS = "leader_radius"
    LEADERS_LEADERSHIP = "leaders_leadership"
    COMMAND = "command"
    LEAD = "lead"
    ROUT_LEADERSHIP = "rout_leadership"
    ROUT_LOSS = "rout_loss"
    VOLUNTARY_ROUT = "voluntary_rout"
    # combat, saves, injury
    CHARGE = "charge"
    ATTACKS = "attacks"
    INITIATIVE = "initiative"
    MISSED_HITS = "missed_hits"
    HIT_IN_COMBAT = "hit_in_combat"
    HIT_BY_MISSILES = "hit_by_missiles"
    EASY_TARGET = "easy_target"
    ARMOUR_SAVE = "armour_save"
    WOUND_SAVE = "wound_save"
    WOUNDS = "wounds"
    SAVE_FLOOR = "save_floor"
    ENEMY_SAVE = "enemy_save"
    SPELL_WARD = "spell_ward"
    ENEMY_CASTING = "enemy_casting"
    STUNNED_FROM = "stunned_from"
    OUT_FROM = "out_from"
    ENEMY_STUNNED_FROM = "enemy_stunned_from"
    INJURY = "injury"
    ENEMY_INJURY = "enemy_injury"
    STUN_SAVE = "stun_save"
    STUNNING = "stunning"
    KNOCK_DOWN = "knock_down"
    CONCUSSION = "concussion"
    PAIN = "pain"
    POISON = "poison"
    # movement and gear
    RUN = "run"
    WATER = "water"
    WOODS = "woods"
    ARMOUR_PENALTY = "armour_penalty"
    EQUIPMENT = "equipment"
    ARMOUR = "armour"
    MISSILES = "missiles"
    # the roster
    HERO = "hero"
    EXPERIENCE = "experience"
    RATING_BASE = "rating_base"
    WARBAND_RULES = "warband_rules"
    COMPANION = "companion"
    STARTING_SPELLS = "starting_spells"


class Nature(StrEnum):
    """The family a rule belongs to; an immunity to that family silences it."""

    PSYCHOLOGY = "psychology"
    ANIMOSITY = "animosity"
    POISON = "poison"


class Fact(StrEnum):
    """A yes/no fact of the moment that a clause may ask for. Each member's question is in ``FACT_QUESTIONS``."""

    ABLE = "able"
    ON_HIS_FEET = "on_his_feet"
    IN_COMBAT = "in_combat"
    FIRST_ROUND = "first_round"
    CHARGING = "charging"
    CHARGED = "charged"
    FOE_IN_REACH = "foe_in_reach"
    RIDDEN = "ridden"
    OUTNUMBERED = "outnumbered"
    WOUNDED = "wounded"
    LEADER_OUT = "leader_out"
    LAST_RESORT = "last_resort"
    CHARGING_WITH_SWORD = "charging_with_sword"
    BY_FIRE = "by_fire"
    BY_MAGIC = "by_magic"
    OFFENDED = "offended"
    ROUTED = "routed"
    LEADERSHIP_PASSED = "leadership_passed"
    HEIRLOOM_LOST = "heirloom_lost"
    BY_MISSILES = "by_missiles"
    HELMETED = "helmeted"
    MOUNTED = "mounted"
    AMONG_RUINS = "among_ruins"
    FIRST_ROUND_OF_FEUD = "first_round_of_feud"
    FOE_STRONGER = "foe_stronger"


FACT_QUESTIONS: dict[Fact, str] = {
    Fact.ABLE: "Is he on his feet and not fleeing?",
    Fact.ON_HIS_FEET: "Is he on his feet?",
    Fact.IN_COMBAT: "Is he in hand-to-hand combat?",
    Fact.FIRST_ROUND: "Is this the first round of the combat?",
    Fact.CHARGING: "Is he charging?",
    Fact.CHARGED: "Was he charged this turn?",
    Fact.FOE_IN_REACH: "Is an enemy within his charge range?",
    Fact.RIDDEN: "Does it carry a rider?",
    Fact.OUTNUMBERED: "Does he fight more than one opponent?",
    Fact.WOUNDED: "Has he lost a wound in this battle?",
    Fact.LEADER_OUT: "Is the leader out of action?",
    Fact.LAST_RESORT: "Is nobody else left whose Leadership could be used?",
    Fact.CHARGING_WITH_SWORD: "Is he charging, and striking with an ordinary one-handed sword?",
    Fact.BY_FIRE: "Was it done by fire or a fiery spell?",
    Fact.BY_MAGIC: "Was it done by a spell or a magic weapon?",
    Fact.OFFENDED: "Has he taken offence this turn?",
    Fact.ROUTED: "Has his warband failed its Rout test?",
    Fact.LEADERSHIP_PASSED: "Has he passed a Leadership test for it this turn?",
    Fact.HEIRLOOM_LOST: "Has he lost his inheritance and not yet replaced it?",
    Fact.BY_MISSILES: "Was it done by a missile?",
    Fact.HELMETED: "Does he wear a helmet?",
    Fact.MOUNTED: "Is he mounted?",
    Fact.AMONG_RUINS: "Is he inside a ruin or a building?",
    Fact.FIRST_ROUND_OF_FEUD: "Is this the first round against the foe he has sworn to hate?",
    Fact.FOE_STRONGER: "Is the enemy he strikes at stronger than he is?",
}

TOLD_FACTS = frozenset(
    {
        Fact.RIDDEN,
        Fact.CHARGING_WITH_SWORD,
        Fact.BY_FIRE,
        Fact.BY_MAGIC,
        Fact.ROUTED,
        Fact.LEADERSHIP_PASSED,
        Fact.HEIRLOOM_LOST,
        Fact.BY_MISSILES,
        Fact.MOUNTED,
        Fact.AMONG_RUINS,
        Fact.FIRST_ROUND_OF_FEUD,
        Fact.FOE_STRONGER,
    }
)
"""Facts that only whoever sees the table can know; they do not hold unless somebody says so."""

FACT_ENGLISH: dict[Fact, tuple[str, str]] = {
    Fact.ABLE: ("while he stands and is not fleeing", "unless he stands and is not fleeing"),
    Fact.ON_HIS_FEET: ("while he is on his feet", "unless he is on his feet"),
    Fact.IN_COMBAT: ("in hand-to-hand combat", "outside hand-to-hand combat"),
    Fact.FIRST_ROUND: ("in the first round of a combat", "after the first round of a combat"),
    Fact.CHARGING: ("when he charges", "unless he charges"),
    Fact.CHARGED: ("when he was charged this turn", "unless he was charged this turn"),
    Fact.FOE_IN_REACH: ("while an enemy is within his charge range", "unless an enemy is within his charge range"),
    Fact.RIDDEN: ("while it is ridden", "unless it is ridden"),
    Fact.OUTNUMBERED: ("while he fights more than one opponent", "unless he fights more than one opponent"),
    Fact.WOUNDED: ("once he has lost a wound", "until he has lost a wound"),
    Fact.LEADER_OUT: ("while the leader is out of action", "unless the leader is out of action"),
    Fact.LAST_RESORT: ("when nobody else is left", "unless nobody else is left"),
    Fact.CHARGING_WITH_SWORD: (
        "when he charges and strikes with an ordinary one-handed sword",
        "unless he charges and strikes with an ordinary one-handed sword",
    ),
    Fact.BY_FIRE: ("when it is done by fire", "unless it is done by fire"),
    Fact.BY_MAGIC: ("when it is done by magic", "unless it is done by magic"),
    Fact.OFFENDED: ("when he has taken offence this turn", "unless he has taken offence this turn"),
    Fact.ROUTED: ("when his warband has failed its Rout test", "unless his warband has failed its Rout test"),
    Fact.LEADERSHIP_PASSED: (
        "once he has passed a Leadership test for it this turn",
        "unless he passes a Leadership test for it this turn",
    ),
    Fact.HEIRLOOM_LOST: ("while his inheritance is lost", "unless his inheritance is lost"),
    Fact.BY_MISSILES: ("when it is done by a missile", "unless it is done by a missile"),
    Fact.HELMETED: ("while he wears a helmet", "unless he wears a helmet"),
    Fact.MOUNTED: ("while he is mounted", "unless he is mounted"),
    Fact.AMONG_RUINS: ("inside ruins and buildings", "outside ruins and buildings"),
    Fact.FIRST_ROUND_OF_FEUD: (
        "in the first round against the foe he has sworn to hate",
        "except in the first round against the foe he has sworn to hate",
    ),
    Fact.FOE_STRONGER: ("while he strikes at a stronger enemy", "unless he strikes at a stronger enemy"),
}


class Status(StrEnum):
    """Where a model stands in a battle. Fleeing is a flag besides, for a fleeing model may also be down."""

    STANDING = "standing"
    KNOCKED_DOWN = "knocked_down"
    STUNNED = "stunned"
    OUT_OF_ACTION = "out_of_action"
    FLED_OFF = "fled_off"
    MISSING_GAME = "missing_game"
    BENCHED = "benched"


ON_TABLE = frozenset({Status.STANDING, Status.KNOCKED_DOWN, Status.STUNNED})
DOWN = frozenset({Status.KNOCKED_DOWN, Status.STUNNED})


class Flag(StrEnum):
    """What lasts on a model besides its status (psychology-spec, section 12, durations)."""

    FLEEING = "fleeing"
    RALLIED = "rallied_this_turn"
    STUPID = "stupid_failed"
    SHAMBLING = "shambling"
    INACTIVE = "inactive"
    NEEDS_6S = "needs_6s"
    STATIONARY = "stationary"
    IDLE = "does_nothing"
    STOOD_UP = "stood_up"
    HIDDEN = "hidden"
    ADDED = "added_in_play"
    CHARGED = "charged_this_turn"
    WOUNDED = "wounded"


class ReachWhom(StrEnum):
    """Whom a sentence reaches besides its holder."""

    FRIENDS = "friends"
    FOES = "foes"
    WARBAND = "warband"


class NearWho(StrEnum):
    """Whose nearness a clause may ask for."""

    LEADER = "leader"
    FRIEND = "friend"
    FOE = "foe"


class Limit(StrEnum):
    """How often a sentence may be used."""

    TURN = "turn"
    COMBAT = "combat"
    BATTLE = "battle"


COVERS: dict[Matter, frozenset[Matter]] = {
    Matter.PSYCHOLOGY: frozenset({Matter.FEAR, Matter.FRENZY, Matter.HATRED, Matter.STUPIDITY, Matter.DRUNKENNESS}),
    Matter.LEADERSHIP_TESTS: frozenset({Matter.FEAR, Matter.ALL_ALONE, Matter.RALLY, Matter.STUPIDITY}),
}
"""A wide matter and what it covers. Whether Leadership tests cover Rout is for rulings R-09 and R-12 to say."""


def covers(wide: Matter, narrow: Matter) -> bool:
    """Whether a sentence about ``wide`` also speaks of ``narrow``."""
    return wide is narrow or narrow in COVERS.get(wide, frozenset())
