"""The pages that a correction may be suggested for, and the row behind each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.urls import reverse

from rules.blocks import Key, key_of
from rules.models import (
    Clarification,
    Equipment,
    HiredSword,
    Skill,
    SkillList,
    SpecialRule,
    Spell,
    SpellList,
    UnitType,
    UpgradeFamily,
    WarbandType,
)


def _by_slug(model: Any) -> Callable[[str], Any]:
    return lambda slug: model.objects.filter(slug=slug).first()


ROWS: Mapping[str, Callable[[str], Any]] = {
    "rule": _by_slug(SpecialRule),
    "list": _by_slug(WarbandType),
    "unit": lambda slug: UnitType.objects.filter(slug=slug, warband__isnull=False).select_related("warband").first(),
    "item": _by_slug(Equipment),
    "family": _by_slug(UpgradeFamily),
    "skill": _by_slug(Skill),
    "skill-list": _by_slug(SkillList),
    "spell": lambda slug: Spell.objects.filter(slug=slug).select_related("whole").first(),
    "spell-list": _by_slug(SpellList),
    "hired-sword": lambda slug: HiredSword.objects.filter(short=slug).first(),
    "question": _by_slug(Clarification),
}
"""By the name of a page's address, the row that it tells of; None where there is none."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A page of the rules: the name of its address and its slug, how it is called, and the block that says it."""

    kind: str
    slug: str
    name: str
    key: Key
    address: str


def row_of(kind: str, slug: str) -> Model | None:
    """The row behind a page; None where there is none (any more)."""
    found: Model | None = ROWS[kind](slug) if kind in ROWS else None
    return found


def subject_of(kind: str, slug: str) -> Subject | None:
    """A page that could be corrected; None where there is none. A unit's slug is ``list--unit``."""
    row: Any = row_of(kind, slug)
    return Subject(kind, slug, row.name, key_of(row), address_of(kind, slug)) if row is not None else None


def address_of(kind: str, slug: str) -> str:
    """Where such a page stands, or stood."""
    return reverse(f"rules:{kind}", args=slug.split("--") if kind == "unit" else [slug])
