"""What is stored of players: warbands and their warriors, and the campaigns they play in."""

from warbands.models.battle import SIDES, Battle, BattleEvent, BattleSide
from warbands.models.campaign import (
    Amendment,
    AmendmentNote,
    AmendmentNoteKind,
    Campaign,
    CampaignChange,
    CampaignStatus,
    Enrolment,
    Invitation,
    Membership,
    Role,
    RulingChange,
    campaign_of,
    known_to_a_group,
)
from warbands.models.filed import FiledOutcome, FiledResult
from warbands.models.fortunes import LEARNT, Fortune, FortuneKind
from warbands.models.house import HOUSE, HouseChange, HouseHolding, HouseRule, HouseRulebook, prefix_of
from warbands.models.legality import LegalityOverride
from warbands.models.limits import CacheRow, Tries
from warbands.models.origin import Origin
from warbands.models.psychology import AppendOnlyError, TestRecord
from warbands.models.trade import EntryKind, LedgerEntry, Possession, PossessionKind
from warbands.models.warband import HERO, LARGEST_GROUP, Sharing, Warband, Warrior, WarriorRule, new_public_id

__all__ = [
    "HERO",
    "HOUSE",
    "LARGEST_GROUP",
    "LEARNT",
    "SIDES",
    "Amendment",
    "AmendmentNote",
    "AmendmentNoteKind",
    "AppendOnlyError",
    "Battle",
    "BattleEvent",
    "BattleSide",
    "CacheRow",
    "Campaign",
    "CampaignChange",
    "CampaignStatus",
    "Enrolment",
    "EntryKind",
    "FiledOutcome",
    "FiledResult",
    "Fortune",
    "FortuneKind",
    "HouseChange",
    "HouseHolding",
    "HouseRule",
    "HouseRulebook",
    "Invitation",
    "LedgerEntry",
    "LegalityOverride",
    "Membership",
    "Origin",
    "Possession",
    "PossessionKind",
    "Role",
    "RulingChange",
    "Sharing",
    "TestRecord",
    "Tries",
    "Warband",
    "Warrior",
    "WarriorRule",
    "campaign_of",
    "known_to_a_group",
    "new_public_id",
    "prefix_of",
]
