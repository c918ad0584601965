"""The form by which a finding is let stand."""

from typing import Self

from django import forms

from warbands.legality.values import Finding


class LetStandForm(forms.Form):
    """Which finding, and why it is let stand."""

    code = forms.CharField(max_length=40, widget=forms.HiddenInput)
    about = forms.CharField(max_length=120, required=False, widget=forms.HiddenInput)
    who = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=200,
        label="Why it may stand",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Everybody who sees the roster reads it.",
    )

    @classmethod
    def of(cls, finding: Finding) -> Self:
        """The form as it first opens."""
        code, about, who = finding.key
        # Each finding has a form of its own on the page, and the ids of their fields must differ.
        return cls(initial={"code": code, "about": about, "who": who}, auto_id=f"{'-'.join(finding.key)}-%s")

    @property
    def key(self) -> tuple[str, str, str]:
        """The finding it speaks of, as it was sent."""
        return str(self["code"].value() or ""), str(self["about"].value() or ""), str(self["who"].value() or "")
