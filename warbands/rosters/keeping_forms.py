"""Forms by which a warband is shared, copied and deleted, and by which a secret link is opened."""

from django import forms

from warbands.models import Sharing
from warbands.rosters.forms import KeyedForm, VersionedForm


class SharingForm(VersionedForm):
    """Who may look at a warband. Its buttons say which; ``token`` is what a new link would carry."""

    sharing = forms.ChoiceField(choices=Sharing, widget=forms.HiddenInput)
    token = forms.CharField(required=False, widget=forms.HiddenInput)


class LinkForm(forms.Form):
    """A secret link or the part behind its ``#``, pasted."""

    token = forms.CharField(
        label="The link",
        max_length=300,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )

    def clean_token(self) -> str:
        return str(self.cleaned_data["token"]).rpartition("#")[2].strip()


class DuplicateForm(KeyedForm):
    """What a copy is called."""

    name = forms.CharField(
        max_length=80, label="Name of the copy", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class DeleteForm(forms.Form):
    """The name of what is deleted, so that nothing is deleted by a slip of the thumb."""

    name = forms.CharField(
        max_length=200,
        label="Type its name",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
