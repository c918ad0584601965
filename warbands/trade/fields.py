"""What the forms of trade share: dice that fell on the table, reasons, and what is picked comes to."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms

from warbands.trade.quotes import Quote


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
