"""What may be chosen of a printed sheet. It stands in the address, so that a sheet can be had again."""

from django import forms

MOST_BLANK = 12


class PaperForm(forms.Form):
    """How many blank cards are added, and whether the owner's notes are printed."""

    blank = forms.IntegerField(label="Blank cards", min_value=0, max_value=MOST_BLANK, initial=2)
    notes = forms.BooleanField(label="With my notes", required=False)
