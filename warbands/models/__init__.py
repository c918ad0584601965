"""What is stored of players: warbands and their warriors."""

from warbands.models.fortunes import LEARNT, Fortune, FortuneKind
from warbands.models.legality import LegalityOverride
from warbands.models.psychology import AppendOnlyError, TestRecord
from warbands.models.trade import EntryKind, LedgerEntry, Possession, PossessionKind
from warbands.models.warband import HERO, LARGEST_GROUP, Sharing, Warband, Warrior, WarriorRule, new_public_id

__all__ = [
    "HERO",
    "LARGEST_GROUP",
    "LEARNT",
    "AppendOnlyError",
    "EntryKind",
    "Fortune",
    "FortuneKind",
    "LedgerEntry",
    "LegalityOverride",
    "Possession",
    "PossessionKind",
    "Sharing",
    "TestRecord",
    "Warband",
    "Warrior",
    "WarriorRule",
    "new_public_id",
]
