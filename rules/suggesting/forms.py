"""What a reader fills in."""

from django import forms

LONGEST = 2000
LONGEST_WORDING = 8000


class SuggestionForm(forms.Form):
    """What is wrong, and if he likes how it should read and where that stands."""

    text = forms.CharField(
        label="What is wrong",
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST}),
        error_messages={"required": "Say what is wrong, so that an editor can look into it."},
    )
    wording = forms.CharField(
        label="How it should read",
        required=False,
        max_length=LONGEST_WORDING,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": LONGEST_WORDING}),
        help_text="If you like: the whole text, in your own words and not those of a book.",
    )
    source = forms.CharField(
        label="Where that stands",
        required=False,
        max_length=250,
        help_text="A book and its page, an official answer, an address. It is kept as text.",
    )
