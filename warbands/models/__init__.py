"""What is stored of players: warbands and their warriors."""

from warbands.models.psychology import AppendOnlyError, TestRecord
from warbands.models.warband import LARGEST_GROUP, Sharing, Warband, Warrior, WarriorRule, new_public_id

__all__ = [
    "LARGEST_GROUP",
    "AppendOnlyError",
    "Sharing",
    "TestRecord",
    "Warband",
    "Warrior",
    "WarriorRule",
    "new_public_id",
]
