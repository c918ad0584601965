"""The rows of the content: the glossary, the warband lists, and every version that was published of them."""

from rules.models.catalogue import RuleAttachment, UnitType, WarbandType
from rules.models.glossary import (
    Dispute,
    OutcomeRow,
    RuleAlias,
    RuleInclusion,
    RuleOpposite,
    Source,
    SpecialRule,
)
from rules.models.versions import RemovedBlock, RulebookVersion

__all__ = [
    "Dispute",
    "OutcomeRow",
    "RemovedBlock",
    "RuleAlias",
    "RuleAttachment",
    "RuleInclusion",
    "RuleOpposite",
    "RulebookVersion",
    "Source",
    "SpecialRule",
    "UnitType",
    "WarbandType",
]
