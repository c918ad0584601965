"""How legal a warband is, as its roster and its page show it: worked out once for the same rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.content import Content
from rules.engine.rulebook import Held
from warbands.holdings import Change
from warbands.legality.allowed import not_allowed
from warbands.legality.rows import findings_of
from warbands.legality.values import Finding
from warbands.models import Fortune, LegalityOverride, Possession, Warband, Warrior
from warbands.models.legality import read_told
from warbands.rulings import rulings_for
from warbands.snapshots import STASH, Changes

MOST_KEPT = 2000

type Key = tuple[str, str, str]

_kept: dict[tuple[Any, ...], tuple[Finding, ...]] = {}


@dataclass(frozen=True)
class Legality:
    """The findings of a warband, and the reasons of those that are let stand, by their keys."""

    findings: tuple[Finding, ...]
    let_stand: Mapping[Key, str]

    @cached_property
    def to_mend(self) -> tuple[Finding, ...]:
        """What makes it illegal."""
        return tuple(one for one in self.findings if one.error and one.key not in self.let_stand)

    @cached_property
    def excepted(self) -> tuple[tuple[Finding, str], ...]:
        """What would, and is let stand, each with the reason."""
        errors = (one for one in self.findings if one.error)
        return tuple((one, self.let_stand[one.key]) for one in errors if one.key in self.let_stand)

    @cached_property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if not one.error)

    @property
    def legal(self) -> bool:
        return not self.to_mend

    @property
    def words(self) -> str:
        """In a word or two, as it stands at the head of a roster."""
        count, excepted = len(self.to_mend), len(self.excepted)
        if count:
            return f"{count} thing{'s' if count > 1 else ''} to mend"
        if excepted:
            return f"Legal, with {excepted} exception{'s' if excepted > 1 else ''}"
        return "Legal"


def legality_of(warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content) -> Legality:
    """How legal a warband is. ``warriors`` are all of its rows, those who left among them; no query of its own."""
    rows = list(warriors)
    parts = (_part(row, changes) for row in rows)
    key = (content.digest, rulings_for(warband), warband.warband_type_id, *parts, _set_apart(changes, STASH))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = findings_of(warband, rows, changes, content)
    return Legality((*not_allowed(warband, content), *_kept[key]), let_stand(warband))


def let_stand(warband: Warband) -> Mapping[Key, str]:
    """What is let stand in a warband, with the reasons; ``warbands.access`` has read them with its row."""
    if hasattr(warband, "overrides"):
        return read_told(warband.overrides)
    return {one.key: one.reason for one in LegalityOverride.objects.standing().filter(warband=warband)}


def _part(row: Warrior, changes: Changes) -> tuple[Any, ...]:
    """All of a warrior that the checker looks at; of one who left, what he was."""
    if row.removed_at is not None:
        return (row.unit_type_id,)
    facts = (row.public_id, row.name, row.unit_type_id, row.size, row.experience, row.promoted)
    return (*facts, _set_apart(changes, row.pk))


def _set_apart(changes: Changes, of: int) -> tuple[Any, ...]:
    return tuple(_of_change(change) for change in changes.get(of, ()))


def _of_change(change: Change) -> tuple[Any, ...]:
    """Fortunes and rules by hand never change once they are written; belongings do."""
    if isinstance(change, Possession):
        return change.kind, change.slug, change.made, change.brace, change.free, change.fixed, change.quantity
    if isinstance(change, Fortune):
        return "befell", change.pk
    if isinstance(change, Held):
        return "house", change.rule
    return "by hand", change.pk, change.rule_id, change.taken
