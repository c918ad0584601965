"""Forms of what happens between battles. Each records once: sent twice, it carries the same key."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms import BoundField

from rules.content import Content, current
from warbands.fortunes import harms
from warbands.fortunes.advances import Way, learner_of, ways
from warbands.fortunes.experience import MOST, Due, due_of, field_of, is_hero, why_none
from warbands.fortunes.harms import FATES, MOST_BATTLES
from warbands.fortunes.injuries import Injury, injuries, injury
from warbands.fortunes.promoting import open_lists
from warbands.models import Fortune, FortuneKind, Warband, Warrior
from warbands.profiles import NAMES
from warbands.readiness import is_captured
from warbands.rosters.forms import Choices, KeyedForm, choose_from
from warbands.snapshots import Changes

INJURY, FATE, LOSES = "injury", "fate", "loses"
MISSES = "misses"


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


class AdvanceForm(RecordForm):
    """What an advance brings a warrior. ``closed`` says of what he cannot have why not."""

    what = forms.ChoiceField(label="What he gains")

    def __init__(self, *args: Any, warrior: Warrior, **options: Any) -> None:
        super().__init__(*args, **options)
        learner = learner_of(warrior, current())
        found = ways(learner) if learner else []
        self.closed = [way.refused for way in found if way.refused]
        choose_from(self, "what", [("", "Choose"), *_grouped(found)])
        self.order_fields(["what", "reason"])


def _grouped(found: Iterable[Way]) -> Choices:
    groups: dict[str, list[tuple[str, str]]] = {}
    for way in found:
        words = f"{way.words} (not open to him)" if way.refused else way.words
        groups.setdefault(way.under, []).append((way.value, words))
    return list(groups.items())


class HarmForm(RecordForm):
    """What became of a warrior; which of the other fields it needs, it says."""

    what = forms.ChoiceField(label="What became of him")
    stat = forms.ChoiceField(
        label="Which characteristic",
        required=False,
        choices=[("", "Choose"), *NAMES.items()],
        help_text="Only where a characteristic is lost that no injury of the table names.",
    )
    foe = forms.CharField(
        label="Whom he hates", max_length=80, required=False, help_text="Only for bitter enmity: by name."
    )
    hated = forms.ChoiceField(label="Which warbands he hates", required=False)
    battles = forms.IntegerField(
        label="Battles missed",
        required=False,
        min_value=1,
        max_value=MOST_BATTLES,
        help_text="Only where dice or you say how many.",
    )
    figures = forms.IntegerField(label="How many of them", required=False, min_value=1)

    def __init__(self, *args: Any, warrior: Warrior, changes: Iterable[Any], **options: Any) -> None:
        super().__init__(*args, **options)
        self.warrior = warrior
        content = current()
        hero = is_hero(warrior, content.units.get(warrior.unit_type_id))
        captive = is_captured(changes)
        choose_from(self, "what", [("", "Choose"), *_harms(content, hero=hero, captive=captive)])
        if hero:
            lists = sorted(content.warbands.values(), key=lambda listed: listed.name)
            choose_from(self, "hated", [("", "Choose"), *((listed.slug, listed.name) for listed in lists)])
            self.fields["hated"].help_text = "Only for bitter enmity with every warband of a kind."
        else:
            del self.fields["foe"], self.fields["hated"]
        if warrior.size > 1:
            self.fields["figures"].help_text = f"Of the {warrior.size}, who die, retire or are captured. Empty: all."
        else:
            del self.fields["figures"]
        names = ("what", "figures", "battles", "stat", "foe", "hated", "reason")
        self.order_fields([name for name in names if name in self.fields])

    def save(self, *, by: Any) -> Fortune:
        """Record it. Raises what the services raise."""
        typed = self.cleaned_data
        kind, _, slug = typed["what"].partition(":")
        common: dict[str, Any] = {
            "warrior": self.warrior,
            "reason": typed["reason"],
            "by": by,
            "client_key": typed["client_key"],
        }
        if kind == INJURY:
            found = injury(slug, current())
            foe = typed.get("hated", "") if found and found.asks_list else typed.get("foe", "")
            return harms.injure(slug=slug, foe=foe, battles=typed.get("battles"), **common)
        if kind == LOSES:
            return harms.lose_characteristic(stat=typed["stat"], **common)
        if kind == MISSES:
            return harms.miss(battles=typed.get("battles") or 1, **common)
        return harms.befall(fate=slug, figures=typed.get("figures"), **common)


def _harms(content: Content, *, hero: bool, captive: bool) -> Choices:
    found: Choices = []
    if hero:
        found.append(("Serious injuries", [(f"{INJURY}:{one.slug}", _said(one)) for one in injuries(content)]))
    kinds = [FortuneKind.RETURNED] if captive else [FortuneKind.CAPTURED]
    kinds += [FortuneKind.DEAD, FortuneKind.RETIRED]
    others = [(f"{FATE}:{kind.value}", FATES[kind]) for kind in kinds]
    others += [(MISSES, "Misses battles"), (LOSES, "Loses a characteristic")]
    found.append(("What became of him", others))
    return found


def _said(one: Injury) -> str:
    parts = [f"{name} {by}" for name, by in one.modifiers.items()]
    if one.misses:
        parts.append(f"misses {one.misses}")
    return f"{one.roll} {one.name}{f' ({", ".join(parts)})' if parts else ''}".replace(" -", " −")


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


class FoughtForm(RecordForm):
    """Which battle was fought without those who missed it."""
