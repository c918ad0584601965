"""What is stored of players: warbands and their warriors."""

from warbands.models.psychology import AppendOnlyError, TestRecord
from warbands.models.trade import EntryKind, LedgerEntry, Possession, PossessionKind
from warbands.models.warband import LARGEST_GROUP, Sharing, Warband, Warrior, WarriorRule, new_public_id

__all__ = [
    "LARGEST_GROUP",
    "AppendOnlyError",
    "EntryKind",
    "LedgerEntry",
    "Possession",
    "PossessionKind",
    "Sharing",
    "TestRecord",
    "Warband",
    "Warrior",
    "WarriorRule",
    "new_public_id",
]
