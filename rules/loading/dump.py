"""Rows as blocks: exactly what ``rules.loading.schema`` reads, without what is empty or the default."""

from collections.abc import Mapping
from typing import Any

from rules.models import Dispute, RuleAttachment, SpecialRule, UnitType, WarbandType

type Block = dict[str, Any]


def document_of_rows() -> dict[str, list[Block]]:
    """The whole content of the database as one plain document, in a stable order."""
    return {
        "rules": [rule_block(rule) for rule in rules_with_parts().order_by("slug")],
        "warbands": [warband_block(warband) for warband in warbands_with_parts().order_by("slug")],
    }


def rules_with_parts() -> Any:
    """Rules with everything their blocks need, in a few queries."""
    return SpecialRule.objects.prefetch_related(
        "aliases", "inclusions__part", "opposites__opposite", "table", "sources", "disputes", "related"
    )


def warbands_with_parts() -> Any:
    """Warband types with everything their blocks need, in a few queries."""
    return WarbandType.objects.prefetch_related("attachments__rule", "disputes", "units__attachments__rule")


def rule_block(rule: SpecialRule) -> Block:
    """A rule with all that hangs on it, as one block."""
    reminder = _compact({"moment": rule.reminder_moment, "text": rule.reminder_text})
    return _compact(
        {
            "slug": rule.slug,
            "name": rule.name,
            "aliases": [{"slug": alias.slug, "name": alias.name} for alias in rule.aliases.all()],
            "kind": rule.kind,
            "nature": rule.nature,
            "summary": rule.summary,
            "text": rule.text,
            "source": [_compact({"title": source.title, "page": source.page}) for source in rule.sources.all()],
            "parameters": rule.parameters,
            "sentences": [line for line in rule.sentences.splitlines() if line.strip()],
            "includes": [
                _compact({"rule": inclusion.part.slug, "with": inclusion.arguments})
                for inclusion in rule.inclusions.all()
            ],
            "opposites": sorted(opposite.opposite.slug for opposite in rule.opposites.all()),
            "cap": rule.cap,
            "lost_on": rule.lost_on,
            "table": [
                {"from": row.low, "to": row.high, "slug": row.slug} | _compact({"name": row.name, "text": row.text})
                for row in rule.table.all()
            ],
            "reminder": reminder,
            "status": rule.status,
            "reason": rule.reason,
            "disputes": [_dispute(dispute, "question") for dispute in rule.disputes.all()],
            "related": sorted(other.slug for other in rule.related.all()),
        },
        kind="rule",
    )


def warband_block(warband: WarbandType) -> Block:
    """A warband list with its units, as one block."""
    return _compact(
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
            "rules": [_attachment(attachment) for attachment in warband.attachments.all()],
            "disputes": [_dispute(dispute, "subject") for dispute in warband.disputes.all()],
        },
        starting_gold=500,
        min_warriors=3,
        max_warriors=15,
    ) | {"units": [_unit(unit) for unit in warband.units.all()]}


def _unit(unit: UnitType) -> Block:
    return _compact(
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
            "rules": [_attachment(attachment) for attachment in unit.attachments.all()],
        },
        min=0,
        start_xp=0,
        gains_experience=True,
        promotable=False,
    ) | {"kind": unit.kind, "cost": unit.cost, "profile": unit.profile}


def _attachment(attachment: RuleAttachment) -> Block:
    return _compact(
        {
            "rule": attachment.rule.slug,
            "with": attachment.arguments,
            "clause": attachment.clause,
            "scope": attachment.scope,
        },
        scope="members",
    )


def _dispute(dispute: Dispute, subject: str) -> Block:
    return {subject: dispute.question, "readings": dispute.readings} | _compact(
        {"holds": dispute.holds, "ruling": dispute.ruling}
    )


def _compact(block: Mapping[str, Any], **defaults: Any) -> Block:
    """The block without what goes without saying."""
    return {
        key: value
        for key, value in block.items()
        if not (value is None or value in ("", [], {}) or (key in defaults and value == defaults[key]))
    }
