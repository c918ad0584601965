"""To what the story of a campaign is narrowed."""

from typing import Any

from django import forms
from django.contrib.auth.models import User

from warbands.campaigns.feed import TOPICS
from warbands.models import Campaign


class FeedForm(forms.Form):
    """Of what, and of whom. Both stand in the address."""

    what = forms.ChoiceField(label="Of what", required=False)
    who = forms.ModelChoiceField(
        label="Of whom", required=False, queryset=User.objects.none(), to_field_name="username", empty_label="Everybody"
    )

    def __init__(self, campaign: Campaign, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["what"].choices = [("", "Everything"), *TOPICS.items()]  # type: ignore[attr-defined]
        ever = User.objects.filter(memberships__campaign=campaign).distinct().order_by("username")
        self.fields["who"].queryset = ever  # type: ignore[attr-defined]
