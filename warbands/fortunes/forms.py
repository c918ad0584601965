"""Forms of what happens between battles. Each records once: sent twice, it carries the same key."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms import BoundField

from rules.content import current
from warbands.fortunes.experience import MOST, Due, due_of, field_of, why_none
from warbands.fortunes.promoting import open_lists
from warbands.models import Fortune, Warband, Warrior
from warbands.rosters.forms import KeyedForm, choose_from
from warbands.snapshots import Changes


class RecordForm(KeyedForm):
    """What happened, and why: shown to everybody who sees the warband."""

    reason = forms.CharField(
        max_length=200,
        label="Why",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="For example the battle it happened in. Whoever sees the warband reads it.",
    )


class ExperienceForm(RecordForm):
    """What each warrior gains, in one form; left empty, he gains nothing."""

    def __init__(
        self, *args: Any, warband: Warband, changes: Changes, events: Iterable[Fortune], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        content = current()
        self.rows: list[tuple[BoundField, Warrior, str, Due | None, str]] = []
        by_warrior: dict[int, list[Fortune]] = {}
        for event in events:
            by_warrior.setdefault(event.warrior_id, []).append(event)
        for row in warband.warriors.present():
            unit = content.units.get(row.unit_type_id)
            due = due_of(row, unit, by_warrior.get(row.pk, ()), content)
            none = why_none(row, changes, content)
            name = field_of(row)
            self.fields[name] = forms.IntegerField(
                label=row.name, required=False, min_value=-MOST, max_value=MOST, disabled=bool(none)
            )
            self.rows.append((self[name], row, unit.name if unit else "", due, none))
        self.order_fields([*(field_of(row) for _, row, *_ in self.rows), "reason"])

    @property
    def amounts(self) -> dict[str, int]:
        """By public id, what was typed."""
        return {row.public_id: self.cleaned_data.get(field_of(row)) or 0 for _, row, *_ in self.rows}


class PromoteForm(RecordForm):
    """Who becomes a hero: his name, and his skill lists."""

    name = forms.CharField(max_length=80, label="His name", widget=forms.TextInput(attrs={"autocomplete": "off"}))
    skill_lists = forms.MultipleChoiceField(
        label="Two skill lists for him", widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, *args: Any, warrior: Warrior, **options: Any) -> None:
        super().__init__(*args, **options)
        content = current()
        unit = content.units.get(warrior.unit_type_id)
        lists = (
            [content.skill_lists[slug] for slug in open_lists(unit, content) if slug in content.skill_lists]
            if unit
            else []
        )
        choose_from(self, "skill_lists", [(listed.slug, listed.name) for listed in lists])
        self.order_fields(["name", "skill_lists", "reason"])


class LeaderForm(KeyedForm):
    """The D6 that decides a tie, as it fell on the table; left empty, it is thrown here."""

    face = forms.IntegerField(
        label="D6 as it fell on the table",
        required=False,
        min_value=1,
        max_value=6,
        help_text="Left empty, it is thrown here.",
    )


class TakeBackForm(KeyedForm):
    """Why something that was recorded is taken back."""

    reason = forms.CharField(max_length=200, label="Why", initial="Recorded by mistake")
