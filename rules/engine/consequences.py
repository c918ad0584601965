"""What can come of a trial: the codes, how long each lasts, and one consequence with its words."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Code(StrEnum):
    """What can come of a trial. ``changes.py`` says what each does to the situation."""

    NERVE_HOLDS = "nerve_holds"
    BREAKS = "breaks"
    UNBROKEN = "unbroken"
    PARTING_HIT = "parting_hit"
    RUNS_AWAY = "runs_away"
    RUNS_TO_EDGE = "runs_to_edge"
    CRAWLS = "crawls"
    FLEES_OFF = "flees_off"
    STOPS_AT_EDGE = "stops_at_edge"
    KEEPS_FLEEING = "keeps_fleeing"
    RALLIES = "rallies"
    MAY_ONLY_CAST = "may_only_cast"
    FALLS = "falls"
    IS_STUNNED = "is_stunned"
    GOES_OUT = "goes_out"
    PACK_LEAVES = "pack_leaves"
    NEEDS_6S = "needs_6s"
    HITS_NORMALLY = "hits_normally"
    MAY_CHARGE = "may_charge"
    NO_CHARGE = "no_charge"
    STATIONARY = "stationary"
    MAY_INTERCEPT = "may_intercept"
    NO_INTERCEPT = "no_intercept"
    CONTACT = "contact"
    NO_BLOWS = "no_blows"
    ACTS_NORMALLY = "acts_normally"
    STUPID = "stupid"
    SHAMBLES = "shambles"
    DROOLS = "drools"
    MOVE_LOST = "move_lost"
    UNOFFENDED = "unoffended"
    OFFENDED = "offended"
    ATTACKS_FRIEND = "attacks_friend"
    SHOOTS_FRIEND = "shoots_friend"
    PARTS = "parts"
    IDLE = "idle"
    MAY_DEFEND = "may_defend"
    EXTRA_MOVE = "extra_move"
    KEEPS_MOVE = "keeps_move"
    CHARGES = "charges"
    MUST_CHARGE = "must_charge"
    NOT_COMPELLED = "not_compelled"
    GAINS_RULE = "gains_rule"
    BECOMES_KNOCKED_DOWN = "becomes_knocked_down"
    MAY_STAND_UP = "may_stand_up"
    FIGHTS_ON = "fights_on"
    MAY_ROUT = "may_rout"
    ROUTED = "routed"
    LOSES = "loses"
    BATTLE_OVER = "battle_over"
    OTHERS_PLAY_ON = "others_play_on"
    NO_FIGHTERS_LEFT = "no_fighters_left"


class Until(StrEnum):
    """How long a consequence lasts (psychology-spec, section 12)."""

    AT_ONCE = "at_once"
    END_OF_COMBAT = "end_of_combat"
    END_OF_TURN = "end_of_turn"
    NEXT_OWN_TURN = "next_own_turn"
    RECOVERED = "recovered"
    END_OF_BATTLE = "end_of_battle"


UNTIL_ENGLISH = {
    Until.AT_ONCE: "at once",
    Until.END_OF_COMBAT: "until the end of this combat phase",
    Until.END_OF_TURN: "until the end of this turn",
    Until.NEXT_OWN_TURN: "until his side's next turn begins",
    Until.RECOVERED: "until he recovers his nerve",
    Until.END_OF_BATTLE: "for the rest of the battle",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One consequence: what, for whom, with whom, how much, how long, and in words.

    ``amount`` is in inches for moves; for a run it is filled in from the dice. ``other`` is a fighter's id, a rule's
    slug for a rule gained, or "".
    """

    code: Code
    who: str
    text: str
    until: Until = Until.AT_ONCE
    other: str = ""
    amount: Fraction | None = None
