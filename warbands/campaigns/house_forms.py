"""Forms of house special rules: sentences are refused at their line and word, by the reader of the glossary."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.urls import reverse

from rules.authoring.forms import sentences_read
from rules.authoring.lines import PlainText, SlugsField
from rules.authoring.writing import Said, said
from rules.content import current
from rules.engine.vocabulary import Nature
from rules.overlaying import names_with
from rules.prose import rendered
from warbands.campaigns.forms import MARKDOWN
from warbands.campaigns.house import Wording
from warbands.models import Campaign, HouseRule, Warband, Warrior
from warbands.rosters.forms import VersionedForm, choose_from
from warbands.rulebooks import over

NATURES = [("", "none of these"), *((str(nature), str(nature)) for nature in Nature)]


class ReasonForm(forms.Form):
    """Why something is done with a house rule."""

    reason = forms.CharField(
        label="Why",
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Every member reads it in the campaign’s history.",
    )


class HouseRuleForm(VersionedForm, ReasonForm):
    """What a house rule says. ``rule`` is the one that is worded anew; None for a new one."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, initial=0)
    name = forms.CharField(max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    replaces = forms.BooleanField(
        label="It stands in place of the book’s rule of this name",
        required=False,
        help_text="Then whoever holds that rule by his list has yours instead, in this campaign.",
    )
    text = PlainText(
        required=False,
        max_length=5_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=f"In your own words, for people. {MARKDOWN}",
    )
    sentences = PlainText(
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="What it does, one sentence a line, as in the glossary: adds leadership -1 when able.",
    )
    includes = SlugsField(
        label="Rules of the book it brings with it",
        help_text="Slugs, with spaces between them: immune-to-psychology may-not-run.",
    )
    nature = forms.ChoiceField(
        required=False, choices=NATURES, help_text="What an immunity to it silences. Most rules have none."
    )

    field_order = ("name", "replaces", "text", "sentences", "includes", "nature", "reason", "version")

    def __init__(self, *args: Any, campaign: Campaign, rule: HouseRule | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rule = rule
        names = over(current(), campaign).names
        self.names = names_with(names, {rule.slug: rule.block}) if rule else names
        if rule is not None:
            del self.fields["replaces"]
        self.fields["sentences"].widget.attrs |= typed(campaign, "#in-english")
        self.fields["text"].widget.attrs |= typed(campaign, "#preview")

    @classmethod
    def of(cls, campaign: Campaign, rule: HouseRule) -> "HouseRuleForm":
        """The form as it first opens for a rule that is there."""
        named = ("name", "text", "sentences", "includes", "nature", "version")
        return cls(initial={field: getattr(rule, field) for field in named}, campaign=campaign, rule=rule)

    def clean_sentences(self) -> str:
        """Every line reads. What is wrong is said with its line and word."""
        return sentences_read(self.cleaned_data["sentences"], (), self.names)

    @property
    def wording(self) -> Wording:
        """What was typed, of a form that is valid."""
        typed = self.cleaned_data
        return Wording(
            typed["name"],
            typed["text"],
            typed["sentences"],
            tuple(typed["includes"]),
            typed["nature"],
            typed.get("replaces", False),
        )

    @property
    def said(self) -> Said:
        """Its sentences as they stand in the form, in English."""
        return said(str(self["sentences"].value() or ""), (), self.names)

    @property
    def preview(self) -> str:
        """Its text as it will be shown: HTML that is safe to show."""
        return rendered(str(self["text"].value() or ""))

    def reads(self, row: HouseRule) -> str:
        return f"name “{row.name}”, text “{row.text}”, sentences “{row.sentences}”"


def typed(campaign: Campaign, target: str) -> dict[str, str]:
    """The attributes by which a text box is read aloud as something is typed."""
    return {
        "hx-post": reverse("campaigns:house-said", args=[campaign.public_id]),
        "hx-trigger": "input changed delay:300ms",
        "hx-target": target,
        "hx-select": target,
        "hx-swap": "outerHTML",
        "hx-sync": "this:replace",
    }


class GiveHouseForm(ReasonForm):
    """Who is given a house rule: everybody of a warband, or one of its warriors."""

    whom = forms.ChoiceField(label="Give it to")
    field_order = ("whom", "reason")

    def __init__(self, *args: Any, warbands: Iterable[Warband], warriors: Iterable[Warrior], **options: Any) -> None:
        super().__init__(*args, **options)
        self.warbands = {row.public_id: row for row in warbands}
        self.warriors = {row.public_id: row for row in warriors}
        groups: list[Any] = [("", "Choose who")]
        for row in self.warbands.values():
            members = [(one.public_id, one.name) for one in self.warriors.values() if one.warband_id == row.pk]
            groups.append((row.name, [(row.public_id, f"Everybody of {row.name}"), *members]))
        choose_from(self, "whom", groups)

    @property
    def chosen(self) -> tuple[Warband, Warrior | None]:
        """The warband and the warrior, of a form that is valid."""
        warrior = self.warriors.get(self.cleaned_data["whom"])
        if warrior is None:
            return self.warbands[self.cleaned_data["whom"]], None
        return next(row for row in self.warbands.values() if row.pk == warrior.warband_id), warrior
