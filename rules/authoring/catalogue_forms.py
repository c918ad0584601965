"""Forms of warband types and unit types."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.authoring.facts import FactsField, LinesOfYaml
from rules.authoring.forms import CheckedForm
from rules.authoring.lines import LinesField, ProfileField, SlugsField, area
from rules.loading.trade_schema import LINE, LIST_TRADE, UNIT_TRADE
from rules.models import EquipmentList, UnitType, WarbandType


class AliasesField(SlugsField):
    """Other slugs of a warband list, in the shape of its block."""

    def show(self, value: Any) -> str:
        return " ".join(alias["slug"] for alias in value)

    def read(self, lines: list[str]) -> Any:
        return [{"slug": slug} for slug in super().read(lines)]


class WarbandForm(CheckedForm):
    """A warband list."""

    aliases = AliasesField(label="Other slugs")
    peoples = SlugsField(help_text="What its members are, as far as all of them are: slugs, with spaces between them.")
    choice_notes = LinesField(widget=area(5), help_text="Who may be hired, one note a line.")
    facts = FactsField(LIST_TRADE, label="limits, market, hiring", rows=12)

    class Meta:
        model = WarbandType
        fields = "__all__"  # the admin names the fields


class EquipmentListForm(CheckedForm):
    """What some of a list may buy."""

    lines = LinesOfYaml(LINE, rows=14, help_text="One item a line: {item: sword, cost: 10}.")

    class Meta:
        model = EquipmentList
        fields = ["name", "slug", "note", "lines", "order"]


class UnitForm(CheckedForm):
    """An entry of a warband list."""

    profile = ProfileField(required=True)
    racial_maximum = ProfileField(label="Highest profile")
    peoples = SlugsField(help_text="What he is: slugs, with spaces between them. Sentences and hatred aim at these.")
    tags = SlugsField(help_text="What else he is: spellcaster, for example.")
    facts = FactsField(UNIT_TRADE, label="buys and learns", rows=8)
    requires = SlugsField(help_text="Units of the same list that must belong to the warband first.")

    class Meta:
        model = UnitType
        fields = "__all__"  # the admin names the fields
        widgets = {"max_note": forms.TextInput(attrs={"size": 60})}

    def clean_short(self) -> str:
        short: str = self.cleaned_data["short"]
        if "--" in short:
            raise ValidationError("The list's own slug is put before it by itself; leave it out.", code="slug")
        return short

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        warband = cleaned.get("warband") or getattr(self.instance, "warband", None)
        if warband is not None and cleaned.get("requires"):
            there = set(warband.units.values_list("short", flat=True))
            for slug in cleaned["requires"]:
                if slug not in there:
                    self.add_error("requires", f"{warband.name} has no unit “{slug}”.")
        return cleaned
