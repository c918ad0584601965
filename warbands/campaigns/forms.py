"""Forms of a campaign: what may be typed, and what is said where it may not."""

from typing import Any, Self, cast

from django import forms
from django.http import QueryDict

from rules.engine.ruling_words import choice_words, choices_of
from rules.engine.rulings import Ruling
from warbands.campaigns.invitations import MOST_DAYS, MOST_USES
from warbands.campaigns.services import MOST_GOLD
from warbands.models import Campaign, Role
from warbands.rosters.forms import Choices, KeyedForm, NewWarbandForm, VersionedForm, choose_from, lists_by_grade

MARKDOWN = "Plain text, or Markdown for headings, lists and links."


class _CampaignForm(forms.Form):
    """What holds in a campaign; the fields of both ways."""

    name = forms.CharField(max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    description = forms.CharField(
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=f"Where and when you play, and what about. {MARKDOWN}",
    )
    starting_gold = forms.IntegerField(
        label="Starting gold",
        required=False,
        min_value=0,
        max_value=MOST_GOLD,
        help_text="What a warband made for this campaign starts with. Left empty, as its list says.",
    )
    allowed_lists = forms.MultipleChoiceField(
        label="Allowed warband lists",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="None ticked: every list is welcome.",
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choose_from(self, "allowed_lists", lists_by_grade())

    @property
    def lists_open(self) -> bool:
        """Whether the page shows the lists at once: some are chosen, or something is wrong with them."""
        return bool(self["allowed_lists"].value() or self["allowed_lists"].errors)


class NewCampaignForm(KeyedForm, _CampaignForm):
    """Found a campaign."""


class SettingsForm(VersionedForm, _CampaignForm):
    """Change what holds in a campaign, its house rules included."""

    house_rules = forms.CharField(
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=f"What you agreed on and no setting covers. {MARKDOWN}",
    )

    field_order = ("name", "description", "house_rules", "starting_gold", "allowed_lists")

    @classmethod
    def of(cls, campaign: Campaign) -> "SettingsForm":
        """The form as it first opens."""
        return cls(initial={field: getattr(campaign, field) for field in (*cls.field_order, "version")})

    def reads(self, row: Campaign) -> str:
        return f"name “{row.name}”, description “{row.description}”, house rules “{row.house_rules}”"


class InviteForm(forms.Form):
    """As what somebody is invited, how often the link may be used and how long. ``token`` is what it will carry."""

    role = forms.ChoiceField(label="They join as", choices=Role, initial=Role.PLAYER)
    most_uses = forms.IntegerField(
        label="How many may use it",
        required=False,
        min_value=1,
        max_value=MOST_USES,
        initial=10,
        help_text="Left empty, as many as have the link.",
    )
    days = forms.IntegerField(
        label="For how many days",
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        initial=14,
        help_text="Left empty, until it is revoked.",
    )
    token = forms.CharField(required=False, widget=forms.HiddenInput)


class MakeForm(NewWarbandForm):
    """Choose one of the lists that a campaign allows, give a name."""

    def __init__(self, *args: Any, campaign: Campaign, **options: Any) -> None:
        super().__init__(*args, **options)
        if allowed := set(campaign.allowed_lists):
            choose_from(self, "warband_type", [("", "Choose a list"), *_among(allowed, lists_by_grade())])


def _among(allowed: set[str], choices: Choices) -> Choices:
    """Groups of choices with the allowed ones only, no group empty."""
    found: Choices = []
    for group, lists in choices:
        if kept := [one for one in lists if isinstance(one, tuple) and one[0] in allowed]:
            found.append((group, kept))
    return found


class RulingForm(forms.Form):
    """Which choice of a ruling shall hold, and why. ``was`` is what held when the form was made."""

    was = forms.CharField(widget=forms.HiddenInput, required=False)
    choice = forms.ChoiceField(label="What holds here", widget=forms.RadioSelect)
    reason = forms.CharField(
        label="Why",
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Every member reads it, and so does whoever meets a verdict that depends on it.",
    )

    def __init__(self, *args: Any, ruling: Ruling, **options: Any) -> None:
        super().__init__(*args, **options)
        self.ruling = ruling
        choose_from(self, "choice", [*choices_of(ruling)])

    @classmethod
    def of(cls, ruling: Ruling, now: str) -> Self:
        """The form as it first opens."""
        return cls(initial={"was": now, "choice": now}, ruling=ruling)

    def over(self, now: str) -> Self:
        """The same form, typed words kept, made to be saved over what holds now."""
        typed = cast(QueryDict, self.data).copy()
        typed["was"] = now
        form = type(self)(typed, ruling=self.ruling)
        form.is_valid()
        words = choice_words(self.ruling.key, now)
        form.add_error(None, f"Somebody ruled on this in the meantime: now it is “{words}”. Save again to change that.")
        return form


class AmendForm(KeyedForm):
    """Why an arbiter amends a warband."""

    reason = forms.CharField(
        label="Why",
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Its owner and every member read it.",
    )


class AnswerForm(KeyedForm):
    """What an owner says to an amendment."""

    words = forms.CharField(label="Your answer", max_length=1000, widget=forms.Textarea(attrs={"rows": 2}))
