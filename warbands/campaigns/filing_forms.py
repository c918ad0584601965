"""The form by which a result is filed."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from warbands.models import FiledOutcome, Warband
from warbands.rosters.forms import KeyedForm


class ResultForm(KeyedForm):
    """Who fought whom, when, and who won. A player's own warbands come first among the first."""

    first = forms.ModelChoiceField(label="Warband", queryset=Warband.objects.none(), to_field_name="public_id")
    second = forms.ModelChoiceField(label="Against", queryset=Warband.objects.none(), to_field_name="public_id")
    outcome = forms.ChoiceField(label="Who won", choices=FiledOutcome, widget=forms.RadioSelect)
    fought_on = forms.DateField(
        label="When", initial=timezone.localdate, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    note = forms.CharField(label="A word on it, if you like", required=False, max_length=300)

    def __init__(self, warbands: QuerySet[Warband], user: User, *args: Any, arbitrates: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        own = warbands if arbitrates else warbands.filter(owner=user)
        self.fields["first"].queryset = own  # type: ignore[attr-defined]
        self.fields["second"].queryset = warbands  # type: ignore[attr-defined]
