"""A tap that was refused, and what every form of a battle's pages is made of, so that nothing typed is lost.

The forms judge nothing: they only show what may be chosen, what a refused one had typed, and what was wrong. What they
send is read by ``warbands.battles.forms`` and judged by the deed itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.forms.utils import ErrorDict
from django.http import QueryDict

from warbands.battles.forms import LONGEST

type Choices = Iterable[tuple[str, str]]

NOBODY = ("", "nobody named")


@dataclass(frozen=True)
class Refusal:
    """Why a tap was refused: in words, which ``form`` of the page was sent, the field it hangs on, and what was typed.

    ``seen`` is set where the battle has moved on: the number of the last event that the sender had seen.
    """

    message: str
    form: str = ""
    field: str = ""
    typed: QueryDict | None = None
    seen: int | None = None

    @property
    def place(self) -> str:
        """The form that the message stands in; of a battle that moved on it stands above everything."""
        return "" if self.seen is not None else self.form

    def words(self, form: str) -> Mapping[str, str]:
        """What was typed into this form; nothing for another one."""
        return self.typed.dict() if self.typed and form == self.form else {}  # type: ignore[return-value] # no files


class BoardForm(forms.Form):
    """A form of a battle's page, filled in as it was sent if it is the one that was refused.

    ``beside`` says beside which of its fields the errors of another name stand.
    """

    place: ClassVar[str] = ""
    beside: ClassVar[Mapping[str, str]] = {}

    def __init__(self, refusal: Refusal | None, place: str = "") -> None:
        here = place or self.place
        self.refusal = refusal if refusal and refusal.form == here else None
        super().__init__(self.refusal.typed if self.refusal else None, label_suffix="", auto_id=f"{here}-%s")

    @property
    def wrong(self) -> str:
        """The name of the field that was wrong, if it is one of these."""
        if self.refusal is None or not self.refusal.place:
            return ""
        name = self.beside.get(self.refusal.field, self.refusal.field)
        return name if name in self.fields else ""

    def full_clean(self) -> None:
        """Nothing is judged here: a deed has refused it already and said why."""
        self._errors, self.cleaned_data = ErrorDict(), {}
        if self.refusal and self.refusal.place:
            self.add_error(self.wrong or None, self.refusal.message)
        if name := self.wrong:
            self.fields[name].widget.attrs |= {"autofocus": True, "data-focus": "nearest"}


def pick(label: str, choices: Choices, initial: str = "", *, named: bool = False) -> forms.ChoiceField:
    """A field that offers these; ``named`` where no label is seen beside it."""
    widget = forms.Select({"aria-label": label} if named else {})
    return forms.ChoiceField(label=label, choices=list(choices), initial=initial, required=False, widget=widget)


def words(label: str, longest: int = LONGEST, initial: str = "", **attrs: Any) -> forms.CharField:
    """A field of free words."""
    widget = forms.TextInput({"autocomplete": "off", **attrs})
    return forms.CharField(label=label, max_length=longest, initial=initial, required=False, widget=widget)


def number(label: str, longest: int = 4, *, decimal: bool = False, named: bool = False) -> forms.CharField:
    """A field of a number, as it was typed. ``named`` as in ``pick``."""
    more = {"aria-label": label} if named else {}
    return words(label, longest, inputmode="decimal" if decimal else "numeric", **more)
