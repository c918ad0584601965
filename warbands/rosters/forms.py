"""Forms of a warband and its warriors: what may be typed, and what is said where it may not."""

import uuid
from typing import Any, Self, cast

from django import forms
from django.http import QueryDict
from django.urls import reverse

from rules.content import current
from rules.values import Unit
from warbands.models import LARGEST_GROUP, Campaign, HouseRule, Warband, Warrior
from warbands.rosters import services
from warbands.rosters.services import largest_size

KINDS = {"hero": "Heroes", "henchman": "Henchmen", "hired-sword": "Hired swords"}
"""The kinds of unit in the order of a roster, as its headings call them."""

MOST_EXPERIENCE = 999
"""More than any warrior ever reached; what is larger was mistyped."""

GRADES = {"core": "From the rulebook", "official": "Official", "unofficial": "Unofficial"}

type Choices = list[tuple[str, str | list[tuple[str, str]]]]


class VersionedForm(forms.Form):
    """A form that knows which version of its row it was made from."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def over(self, row: Warband | Warrior | Campaign | HouseRule, **options: Any) -> Self:
        """The same form, typed words kept, made to be saved over the row as it is now, which it says in words."""
        typed = cast(QueryDict, self.data).copy()
        typed["version"] = str(row.version)
        form = type(self)(typed, **options)
        form.is_valid()
        form.add_error(
            None,
            f"Somebody saved this in the meantime; perhaps you, elsewhere. Now it reads: {self.reads(row)}. "
            "What you typed is still below: save again to put it in place of that.",
        )
        return form

    def reads(self, row: Any) -> str:
        """The row as it is now, in words."""
        notes = f"notes “{row.notes}”" if row.notes else "no notes"
        return f"name “{row.name}”, {notes}"


class KeyedForm(forms.Form):
    """A form that makes something, once: sent twice, it carries the same key."""

    client_key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial.setdefault("client_key", uuid.uuid4())


class NewWarbandForm(KeyedForm):
    """Choose a list, give a name."""

    warband_type = forms.ChoiceField(label="Warband list")
    name = forms.CharField(max_length=80, label="Its name", widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choose_from(self, "warband_type", [("", "Choose a list"), *lists_by_grade()])


class DetailsForm(VersionedForm):
    """Rename a warband and write its notes."""

    name = forms.CharField(max_length=80)
    notes = forms.CharField(
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="Only you read them.",
    )


class AddForm(KeyedForm):
    """Add a warrior: who, how many, what he is called."""

    unit_type = forms.ChoiceField(label="Who joins")
    size = forms.IntegerField(
        label="How many",
        initial=1,
        min_value=1,
        max_value=LARGEST_GROUP,
        required=False,
        help_text="More than one only for a group of henchmen.",
    )
    name = forms.CharField(
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Left empty, he is called after what he is.",
    )

    def __init__(self, *args: Any, warband: Warband, **options: Any) -> None:
        super().__init__(*args, **options)
        choose_from(self, "unit_type", [("", "Choose a warrior"), *units_by_kind(warband)])
        # What is shown of him follows who is chosen. What is typed stands apart from it, so that nothing typed is lost.
        self.fields["unit_type"].widget.attrs = {
            "hx-get": reverse("warbands:add", args=[warband.public_id]),
            "hx-trigger": "change",
            "hx-target": "#pick",
            "hx-select": "#pick",
            "hx-swap": "outerHTML",
        }
        unit = current().units.get(str(self["unit_type"].value() or ""))
        self.unit = unit if unit and unit.warband == warband.warband_type_id else None
        self.most = largest_size(self.unit) if self.unit else LARGEST_GROUP
        self.suggested = services.suggested_name(self.unit, warband.warriors.present()) if self.unit else ""

    def clean_size(self) -> int:
        return self.cleaned_data["size"] or 1


class WarriorForm(VersionedForm):
    """Rename a warrior, resize his group, set his experience, write his notes.

    A hero and a hired sword have no size to change, and some units gain no experience. Notes are their owner's alone:
    ``own`` says whether this is he, and is asked of the warrior's warband where nobody says.
    """

    name = forms.CharField(max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    size = forms.IntegerField(label="How many", min_value=1)
    experience = forms.IntegerField(min_value=0, max_value=MOST_EXPERIENCE)
    notes = forms.CharField(required=False, max_length=5_000, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, warrior: Warrior, own: bool | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.own = warrior.warband.own if own is None else own
        # Cards, log and popovers give their parts ids too, and several panels may be open at once.
        self.auto_id = f"{warrior.public_id}_%s"
        unit = current().units.get(warrior.unit_type_id)
        most = largest_size(unit) if unit and not warrior.promoted else warrior.size
        if most == 1 and str(self["size"].value() or 1) == "1":
            del self.fields["size"]
        else:
            self.fields["size"] = forms.IntegerField(label="How many", min_value=1, max_value=most)
            self.fields["experience"].help_text = "Of each model."
            self.order_fields(["name", "size", "experience", "notes"])
        if unit and not unit.gains_experience and not warrior.experience:
            del self.fields["experience"]
        if not self.own:
            del self.fields["notes"]

    @classmethod
    def of(cls, warrior: Warrior) -> Self:
        """The form as it first opens."""
        fields = ("name", "size", "experience", "notes", "version")
        return cls(initial={field: getattr(warrior, field) for field in fields}, warrior=warrior)

    def over(self, row: Any, **options: Any) -> Self:
        return super().over(row, warrior=row, own=self.own, **options)

    def reads(self, row: Warrior) -> str:
        size = f", {row.size} models" if "size" in self.fields else ""
        read = super().reads(row) if self.own else f"name “{row.name}”"
        return read + size + (f", {row.experience} xp" if "experience" in self.fields else "")


def choose_from(form: forms.Form, name: str, choices: Choices) -> None:
    """Fill a select of this form, below an empty first line that says what to do."""
    cast(forms.ChoiceField, form.fields[name]).choices = choices


def lists_by_grade() -> Choices:
    """All warband lists, the ones of the rulebook first."""
    lists = sorted(current().warbands.values(), key=lambda listed: listed.name)
    grades = {**GRADES, **{listed.grade: listed.grade.capitalize() for listed in lists if listed.grade not in GRADES}}
    found: Choices = []
    for grade, words in grades.items():
        if group := [(listed.slug, listed.name) for listed in lists if listed.grade == grade]:
            found.append((words or "Others", group))
    return found


def units_by_kind(warband: Warband) -> Choices:
    """The units of a warband's list, heroes first, as the list prints them."""
    listed = current().warbands.get(warband.warband_type_id)
    units = listed.units if listed else ()
    found: Choices = []
    for kind, words in KINDS.items():
        if group := [_choice(unit) for unit in units if unit.kind == kind]:
            found.append((words, group))
    return found


def _choice(unit: Unit) -> tuple[str, str]:
    most = largest_size(unit)
    return unit.slug, f"{unit.name} (group of 1 to {most})" if most > 1 else unit.name
