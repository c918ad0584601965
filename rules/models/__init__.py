"""The rows of the content: the glossary, the catalogue, and every version that was published of them."""

from rules.models.catalogue import HiredSword, RuleAttachment, UnitType, WarbandType
from rules.models.clarifications import Clarification
from rules.models.drafts import BlockChange, Draft
from rules.models.glossary import (
    Dispute,
    OutcomeRow,
    RuleAlias,
    RuleInclusion,
    RuleOpposite,
    Source,
    SpecialRule,
)
from rules.models.suggestions import Suggestion
from rules.models.versions import RemovedBlock, RulebookVersion
from rules.models.wares import (
    BuyerGroup,
    CampaignTable,
    Equipment,
    EquipmentList,
    Skill,
    SkillList,
    Spell,
    SpellList,
    Upgrade,
    UpgradeFamily,
    Ware,
    WarePart,
)
from rules.models.wordings import Wording

__all__ = [
    "BlockChange",
    "BuyerGroup",
    "CampaignTable",
    "Clarification",
    "Dispute",
    "Draft",
    "Equipment",
    "EquipmentList",
    "HiredSword",
    "OutcomeRow",
    "RemovedBlock",
    "RuleAlias",
    "RuleAttachment",
    "RuleInclusion",
    "RuleOpposite",
    "RulebookVersion",
    "Skill",
    "SkillList",
    "Source",
    "SpecialRule",
    "Spell",
    "SpellList",
    "Suggestion",
    "UnitType",
    "Upgrade",
    "UpgradeFamily",
    "WarbandType",
    "Ware",
    "WarePart",
    "Wording",
]
