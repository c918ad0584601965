"""What the forms of trade share: dice of the table, reasons, ways to be armed, and what is picked comes to."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms

from warbands.rosters.forms import Choices, choose_from
from warbands.trade.quotes import Quote
from warbands.trade.ways import Choice, Way


@dataclass(frozen=True, slots=True)
class Bill:
    """What was picked comes to, and the gold there is. ``given`` is what is given up besides, in words."""

    quote: Quote
    gold: int
    given: str = ""

    @property
    def left(self) -> int:
        return self.gold - self.quote.total

    @property
    def missing(self) -> int:
        return max(0, -self.left)


class DiceField(forms.CharField):
    """Faces of dice that fell on the table, typed one after the other; left empty, the server throws."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False, max_length=20, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **options
        )

    def clean(self, value: Any) -> tuple[int, ...]:
        typed = super().clean(value)
        if re.search(r"[^0-9\s,+]", typed):
            raise forms.ValidationError("Type the faces of the dice: numbers from 1 to 6.")
        faces = tuple(int(word) for word in re.findall(r"\d+", typed))
        if any(not 1 <= number <= 6 for number in faces):
            raise forms.ValidationError("A die shows 1 to 6.")
        return faces


class ReasonField(forms.CharField):
    """Why, in a line that everybody reads who sees the roster."""

    def __init__(self, **options: Any) -> None:
        options = {"help_text": "Everybody who sees the roster reads it."} | options
        super().__init__(
            required=False, max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}), **options
        )


class Arming(forms.Form):
    """What forms share that ask how a hired sword is armed: ``choices``, and what he ``had`` of them before."""

    ways = forms.MultipleChoiceField(required=False)

    choices: tuple[Choice, ...] = ()
    had: tuple[Way | None, ...] = ()

    def ask_ways(self) -> None:
        """Let the form know which ways may be chosen."""
        found: Choices = [("", "")]
        found += [(way.key, way.words) for choice in self.choices for way in choice]
        choose_from(self, "ways", found)

    @property
    def armed(self) -> list[list[tuple[Way, bool]]]:
        """The choices, each with its ways and which is taken."""
        picked = self["ways"].value() or [way.key for way in self.had if way]
        return [[(way, way.key in picked) for way in choice] for choice in self.choices]

    def clean_ways(self) -> list[str]:
        return [key for key in self.cleaned_data["ways"] if key]
