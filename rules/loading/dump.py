"""Rows as blocks: exactly what ``rules.loading.schema`` reads, without what is empty or the default."""

from collections.abc import Mapping
from typing import Any

from rules.models import Dispute, RuleAttachment, SpecialRule, UnitType, WarbandType

type Block = dict[str, Any]


def rules_with_parts() -> Any:
    """Rules with everything their blocks need, in a few queries."""
    return SpecialRule.objects.prefetch_related(
        "aliases", "inclusions__part", "opposites__opposite", "table", "sources", "disputes", "related"
    )


def warbands_with_parts() -> Any:
    """Warband types with everything their blocks need, in a few queries."""
    return WarbandType.objects.prefetch_related(
        "attachments__rule", "disputes", "equipment_lists", "units__attachments__rule"
    )


def rule_block(rule: SpecialRule) -> Block:
    """A rule with all that hangs on it, as one block."""
    reminder = compact({"moment": rule.reminder_moment, "text": rule.reminder_text})
    return compact(
        {
            "slug": rule.slug,
            "name": rule.name,
            "aliases": [{"slug": alias.slug, "name": alias.name} for alias in rule.aliases.all()],
            "kind": rule.kind,
            "nature": rule.nature,
            "summary": rule.summary,
            "text": rule.text,
            "source": [compact({"title": source.title, "page": source.page}) for source in rule.sources.all()],
            "parameters": rule.parameters,
            "sentences": [line for line in rule.sentences.splitlines() if line.strip()],
            "includes": [
                compact({"rule": inclusion.part.slug, "with": inclusion.arguments})
                for inclusion in rule.inclusions.all()
            ],
            "opposites": sorted(opposite.opposite.slug for opposite in rule.opposites.all()),
            "cap": rule.cap,
            "lost_on": rule.lost_on,
            "table": [
                {"from": row.low, "to": row.high, "slug": row.slug} | compact({"name": row.name, "text": row.text})
                for row in rule.table.all()
            ],
            "reminder": reminder,
            "status": rule.status,
            "reason": rule.reason,
            "disputes": [dump_dispute(dispute, "question") for dispute in rule.disputes.all()],
            "related": sorted(other.slug for other in rule.related.all()),
        },
        kind="rule",
    )


def warband_block(warband: WarbandType) -> Block:
    """A warband list with its units, as one block."""
    return compact(
        {
            "slug": warband.slug,
            "name": warband.name,
            "aliases": warband.aliases,
            "grade": warband.grade,
            "source": warband.source,
            "setting": warband.setting,
            "alignment": warband.alignment,
            "peoples": warband.peoples,
            "starting_gold": warband.starting_gold,
            "min_warriors": warband.min_warriors,
            "max_warriors": warband.max_warriors,
            "choice_notes": warband.choice_notes,
            "rules": [dump_attachment(attachment) for attachment in warband.attachments.all()],
            "disputes": [dump_dispute(dispute, "subject") for dispute in warband.disputes.all()],
            "trade": _trade(warband),
        },
        starting_gold=500,
        min_warriors=3,
        max_warriors=15,
    ) | {"units": [unit_block(unit) for unit in warband.units.all()]}


def _trade(warband: WarbandType) -> Block:
    """What a list buys, learns and hires."""
    facts: Block = warband.facts
    return facts | compact(
        {
            "equipment_lists": [
                compact({"slug": listed.slug, "name": listed.name, "note": listed.note, "items": listed.lines})
                for listed in warband.equipment_lists.all()
            ],
            "units": [{"unit": unit.short} | unit.facts for unit in warband.units.all() if unit.facts],
        }
    )


def unit_block(unit: UnitType) -> Block:
    """A unit as it stands in the block of its list."""
    return compact(
        {
            "slug": unit.short,
            "name": unit.name,
            "peoples": unit.peoples,
            "tags": unit.tags,
            "min": unit.minimum,
            "max": unit.maximum,
            "max_note": unit.max_note,
            "requires": unit.requires,
            "start_xp": unit.start_xp,
            "group_max": unit.group_max,
            "save": unit.save_on,
            "racial_maximum": unit.racial_maximum,
            "gains_experience": unit.gains_experience,
            "promotable": unit.promotable,
            "rules": [dump_attachment(attachment) for attachment in unit.attachments.all()],
        },
        min=0,
        start_xp=0,
        gains_experience=True,
        promotable=False,
    ) | {"kind": unit.kind, "cost": unit.cost, "profile": unit.profile}


def dump_attachment(attachment: RuleAttachment, scope: str = "scope") -> Block:
    """A rule that somebody holds. ``scope`` is the key that says for whom: ``to`` for what is not a fighter."""
    return compact(
        {
            "rule": attachment.rule.slug,
            "with": attachment.arguments,
            "clause": attachment.clause,
            scope: attachment.scope,
        },
        **{scope: "members"},
    )


def dump_dispute(dispute: Dispute, subject: str) -> Block:
    """A disputed point; ``subject`` is the key of its question."""
    return {subject: dispute.question, "readings": dispute.readings} | compact(
        {"holds": dispute.holds, "ruling": dispute.ruling}
    )


def compact(block: Mapping[str, Any], **defaults: Any) -> Block:
    """The block without what goes without saying."""
    return {
        key: value
        for key, value in block.items()
        if not (value is None or value in ("", [], {}) or (key in defaults and value == defaults[key]))
    }
