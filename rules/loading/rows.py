"""Blocks as rows. Writing a block replaces everything that hangs on its row, so that loading twice changes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Model, ProtectedError

from rules.digests import digest_of
from rules.models import (
    Dispute,
    EquipmentList,
    OutcomeRow,
    RuleAlias,
    RuleAttachment,
    RuleInclusion,
    RuleOpposite,
    Source,
    SpecialRule,
    UnitType,
    WarbandType,
)

type Block = Mapping[str, Any]


def write_rules(blocks: Sequence[Block]) -> None:
    """Rules and what hangs on them alone. What leads to other rules is written by ``link_rules``, once all exist."""
    simple = ("nature", "summary", "text", "status", "reason", "cap")
    lists = ("parameters", "lost_on")
    rows = []
    for block in blocks:
        reminder = block.get("reminder", {})
        rows.append(
            SpecialRule(
                slug=block["slug"],
                name=block["name"],
                kind=block.get("kind", "rule"),
                sentences="\n".join(block.get("sentences", ())),
                reminder_moment=reminder.get("moment", ""),
                reminder_text=reminder.get("text", ""),
                block_hash=digest_of(block),
                **{key: block.get(key, None if key == "cap" else "") for key in simple},
                **{key: block.get(key, []) for key in lists},
            )
        )
    named = ("name", "kind", "sentences", "reminder_moment", "reminder_text", "block_hash")
    SpecialRule.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["slug"], update_fields=[*named, *simple, *lists]
    )
    rules = rules_of(blocks)
    for model in (RuleAlias, Source, OutcomeRow, Dispute):
        model._base_manager.filter(rule__in=rules.values()).delete()  # noqa: SLF001 # each has one
    said = [(rules[block["slug"]], block) for block in blocks]
    RuleAlias.objects.bulk_create(
        RuleAlias(rule=rule, order=order, **alias)
        for rule, block in said
        for order, alias in enumerate(block.get("aliases", ()))
    )
    Source.objects.bulk_create(
        Source(rule=rule, order=order, **source)
        for rule, block in said
        for order, source in enumerate(block.get("source", ()))
    )
    OutcomeRow.objects.bulk_create(
        OutcomeRow(
            rule=rule,
            low=row["from"],
            high=row["to"],
            slug=row["slug"],
            name=row.get("name", ""),
            text=row.get("text", ""),
        )
        for rule, block in said
        for row in block.get("table", ())
    )
    Dispute.objects.bulk_create(
        dispute for rule, block in said for dispute in disputes_of(block, "question", rule=rule)
    )


def rules_of(blocks: Sequence[Block]) -> dict[str, SpecialRule]:
    """The rows of these blocks, by slug."""
    return SpecialRule.objects.in_bulk([block["slug"] for block in blocks], field_name="slug")


def link_rules(blocks: Sequence[Block], rules: Mapping[str, SpecialRule]) -> None:
    """What rules include, cancel and are related to. ``rules`` has every rule by slug."""
    said = [(rules[block["slug"]], block) for block in blocks]
    mine = [rule for rule, _ in said]
    RuleInclusion.objects.filter(whole__in=mine).delete()
    RuleOpposite.objects.filter(rule__in=mine).delete()
    related = SpecialRule.related.through
    related.objects.filter(from_specialrule__in=mine).delete()
    RuleInclusion.objects.bulk_create(
        RuleInclusion(whole=rule, part=rules[part["rule"]], arguments=part.get("with", {}), order=order)
        for rule, block in said
        for order, part in enumerate(block.get("includes", ()))
    )
    RuleOpposite.objects.bulk_create(
        RuleOpposite(rule=rule, opposite=rules[slug]) for rule, block in said for slug in block.get("opposites", ())
    )
    related.objects.bulk_create(
        related(from_specialrule=rule, to_specialrule=rules[slug])
        for rule, block in said
        for slug in block.get("related", ())
    )


def write_warband(block: Block, rules: Mapping[str, SpecialRule]) -> WarbandType:
    """A warband list, its units and all attachments.

    Units keep their rows, for rosters point to them. Raises ``ProtectedError`` when a unit that the block no longer
    has is still on somebody's roster.
    """
    texts = ("grade", "source", "setting", "alignment")
    lists = ("aliases", "peoples", "choice_notes")
    warband, _ = WarbandType.objects.update_or_create(
        slug=block["slug"],
        defaults={
            "name": block["name"],
            "starting_gold": block.get("starting_gold", 500),
            "min_warriors": block.get("min_warriors", 3),
            "max_warriors": block.get("max_warriors", 15),
            "facts": {
                key: value for key, value in block.get("trade", {}).items() if key not in {"units", "equipment_lists"}
            },
            "block_hash": digest_of(block),
            **{key: block.get(key, "") for key in texts},
            **{key: block.get(key, []) for key in lists},
        },
    )
    warband.attachments.all().delete()
    warband.disputes.all().delete()
    Dispute.objects.bulk_create(disputes_of(block, "subject", warband=warband))
    RuleAttachment.objects.bulk_create(attachments_of(block, rules, warband=warband))
    warband.units.exclude(short__in=[unit["slug"] for unit in block["units"]]).delete()
    trade = block.get("trade", {})
    of_units = {
        said["unit"]: {key: value for key, value in said.items() if key != "unit"} for said in trade.get("units", ())
    }
    for order, unit in enumerate(block["units"]):
        _write_unit(warband, unit, order, rules, of_units.get(unit["slug"], {}))
    _write_equipment_lists(warband, trade.get("equipment_lists", ()))
    return warband


def _write_equipment_lists(warband: WarbandType, blocks: Iterable[Block]) -> None:
    warband.equipment_lists.all().delete()
    EquipmentList.objects.bulk_create(
        EquipmentList(
            warband=warband,
            slug=block["slug"],
            name=block["name"],
            note=block.get("note", ""),
            lines=block["items"],
            order=order,
        )
        for order, block in enumerate(blocks)
    )


def _write_unit(warband: WarbandType, block: Block, order: int, rules: Mapping[str, SpecialRule], trade: Block) -> None:
    unit, _ = UnitType.objects.update_or_create(
        warband=warband,
        short=block["slug"],
        defaults={
            "slug": f"{warband.slug}--{block['slug']}",
            "name": block["name"],
            "kind": block["kind"],
            "peoples": block.get("peoples", []),
            "tags": block.get("tags", []),
            "cost": block["cost"],
            "minimum": block.get("min", 0),
            "maximum": block.get("max"),
            "max_note": block.get("max_note", ""),
            "requires": block.get("requires", []),
            "start_xp": block.get("start_xp", 0),
            "group_max": block.get("group_max"),
            "profile": block["profile"],
            "save_on": block.get("save"),
            "racial_maximum": block.get("racial_maximum"),
            "gains_experience": block.get("gains_experience", True),
            "promotable": block.get("promotable", False),
            "facts": trade,
            "order": order,
        },
    )
    unit.attachments.all().delete()
    RuleAttachment.objects.bulk_create(attachments_of(block, rules, unit=unit))


def attachments_of(
    block: Block, rules: Mapping[str, SpecialRule], *, used: bool = False, **holder: Any
) -> list[RuleAttachment]:
    """The rules that a block gives its holder, as rows that are not saved yet."""
    return [
        RuleAttachment(
            rule=rules[written["rule"]],
            arguments=written.get("with", {}),
            clause=written.get("clause", ""),
            scope=written.get("scope") or written.get("to") or "members",
            used=used,
            order=order,
            **holder,
        )
        for order, written in enumerate(block.get("rules", ()))
    ]


def disputes_of(block: Block, subject: str, **about: Any) -> list[Dispute]:
    """The disputed points of a block, as rows that are not saved yet."""
    return [
        Dispute(
            question=dispute[subject],
            readings=dispute["readings"],
            holds=dispute.get("holds", ""),
            ruling=dispute.get("ruling", ""),
            order=order,
            **about,
        )
        for order, dispute in enumerate(block.get("disputes", ()))
    ]


def removed(row: Model) -> bool:
    """Delete a row that is no longer shipped; False, and it stays, while something still holds it."""
    try:
        row.delete()
    except ProtectedError:
        return False
    return True
