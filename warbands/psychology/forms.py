"""What is filled in for a test: which model, how a warband stands, dice typed from the table.

The facts of one model are a form that builds itself from the engine's questions: ``rules.facts_form``.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict

from rules.engine.plans import TrialKind
from rules.engine.questions import Answer
from rules.engine.situation import Situation
from rules.facts_form import TOLD, FactsForm, ToldForm
from warbands.models import Warrior
from warbands.psychology import rout
from warbands.psychology.taking import RefusedError

__all__ = [
    "FACE",
    "TOLD",
    "FactsForm",
    "MemberForm",
    "ReasonForm",
    "RoutForm",
    "ToldForm",
    "client_key",
    "kind_or_none",
    "new_key",
    "typed_faces",
]

FACE = "face-"
LONGEST_FACE = 3


class MemberForm(forms.Form):
    """Which model of a group is tested."""

    member = forms.TypedChoiceField(label="Which of them", coerce=int)

    def __init__(self, warrior: Warrior, data: Mapping[str, Any], place: str = "test") -> None:
        given = data if "member" in data else None
        super().__init__(given, initial={"member": 1}, label_suffix="", auto_id=f"{place}-%s")
        field = self.fields["member"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [(number, f"{number} of {warrior.size}") for number in range(1, warrior.size + 1)]

    @property
    def chosen(self) -> int:
        """The number of the model; the first until one is chosen."""
        return int(self.cleaned_data["member"]) if self.is_bound and self.is_valid() else 1


class RoutForm(ToldForm):
    """How the warband stands: a state for each single warrior, a number for each group.

    Where several could lend the warband their Leadership alike, one more field asks who does.
    """

    def __init__(
        self, situation: Situation, data: Mapping[str, Any], told: Mapping[str, Answer], place: str = "rout"
    ) -> None:
        super().__init__(data, told, place)
        for rank in rout.ranks(situation):
            if rank.models > 1:
                self.fields[rout.out_key(rank)] = forms.IntegerField(
                    label=f"{rank.name}: out of action",
                    min_value=0,
                    max_value=rank.models,
                    initial=0,
                    help_text=f"of {rank.models}",
                )
            else:
                self.fields[rout.state_key(rank)] = forms.ChoiceField(
                    label=rank.name, choices=rout.STATES, initial=rank.fighters[0].status.value
                )
        self.fields[rout.DUE_BEFORE] = forms.BooleanField(
            label="A Rout test was due earlier in this battle", required=False
        )
        self.fields[rout.PLAYERS] = forms.IntegerField(
            label="Players in this battle", min_value=2, max_value=8, initial=2
        )
        choices = rout.providers(situation, self.answers)
        if len(choices) > 1:
            picked = str(data.get(rout.PROVIDER, ""))
            self.fields[rout.PROVIDER] = forms.ChoiceField(
                label="Whose Leadership", choices=[("", "Whoever has the best chance"), *choices], required=False
            )
            if self.is_bound and self.is_valid() and picked in dict(choices):
                self.cleaned_data[rout.PROVIDER] = picked

    @property
    def ranks(self) -> list[forms.BoundField]:
        """The fields that say how the warband stands."""
        return [field for field in self if field.name != rout.PROVIDER]

    @property
    def provider(self) -> forms.BoundField | None:
        """The field that asks whose Leadership is used, where several are equal."""
        return self[rout.PROVIDER] if rout.PROVIDER in self.fields else None


class ReasonForm(forms.Form):
    """Why a record is put right."""

    reason = forms.CharField(label="Why", max_length=200, error_messages={"required": "A correction needs a reason."})


def typed_faces(data: QueryDict, *, needed: bool = False) -> list[int] | None:
    """The faces typed into the boxes, or None where all are empty and they are not needed.

    Raises ``RefusedError`` for what is no number.
    """
    words = [str(data[key]).strip() for key in sorted(data) if key.startswith(FACE)]
    if not any(words):
        if needed and words:
            raise RefusedError("faces", "Type what the dice show, or press Roll.")
        return None
    if not all(words):
        raise RefusedError("faces", "Type every die, or leave all of them empty and roll.")
    for word in words:
        if not word.isascii() or not word.isdigit() or len(word) > LONGEST_FACE:
            raise RefusedError("faces", f"A die shows 1 to 6, not “{word[:20]}”.")
    return [int(word) for word in words]


def client_key(data: QueryDict) -> UUID:
    """The key of the form. Raises ``RefusedError`` for one that is missing or no key."""
    try:
        return UUID(data.get("key", ""))
    except ValueError:
        raise RefusedError("", "This form is not complete. Open the test again.") from None


def new_key() -> UUID:
    """A key for a form that is handed out."""
    return uuid4()


def kind_or_none(word: str) -> TrialKind | None:
    """The kind of test of an address, or None."""
    try:
        return TrialKind(word.replace("-", "_"))
    except ValueError:
        return None
