"""What may be chosen of a printed sheet, which stands in its address, and the file that is read in."""

from django import forms

from warbands.exchange.checking import SCHEMA_VERSION
from warbands.rosters.forms import KeyedForm

MOST_BLANK = 12


class PaperForm(forms.Form):
    """How many blank cards are added, and whether the owner's notes are printed."""

    blank = forms.IntegerField(label="Blank cards", min_value=0, max_value=MOST_BLANK, initial=2)
    notes = forms.BooleanField(label="With my notes", required=False)


class ImportForm(KeyedForm):
    """A file with a warband. ``schema_version`` is that of our own."""

    schema_version = SCHEMA_VERSION
    file = forms.FileField(
        label="File",
        max_length=200,
        help_text="At most 2 MB. It becomes a new private warband of yours; nothing else changes.",
        widget=forms.FileInput(attrs={"accept": ".json,.yaml,.yml,.ros,.rosz"}),
    )
