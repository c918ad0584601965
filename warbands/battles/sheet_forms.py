"""The forms of a model's own sheet. Each is named by the deed it sends (``near`` by what it tells)."""

from typing import ClassVar

from django import forms

from rules.engine.trials import KINDS
from warbands.battles.refusing import NOBODY, BoardForm, Choices, Refusal, number, pick, words
from warbands.battles.trying import ASKED, LONGEST_REASON

PLACES = frozenset({"injure", "wound", "put", "contact", "near", "ask", "gain", "drop"})
"""Every form that stands on a sheet, those without a field too."""


class InjuryForm(BoardForm):
    """Who hit him, with what, and the dice of the table. ``suspect`` is the foe who most likely did."""

    place = "injure"
    beside: ClassVar = {"faces": "face-1"}

    def __init__(self, refusal: Refusal | None, foes: Choices, suspect: str, dice: int) -> None:
        super().__init__(refusal)
        self.fields["by"] = pick("Hit by", [NOBODY, *foes], suspect)
        self.fields["concussion"] = forms.BooleanField(label="with a club, mace or the like", required=False)
        for die in range(1, dice + 1):
            label = "Injury die" if die == 1 else "Die of the helmet, should he be stunned"
            self.fields[f"face-{die}"] = number(label, 3, named=True)

    @property
    def dice(self) -> list[forms.BoundField]:
        """The boxes for dice of the table."""
        return [self[name] for name in self.fields if name.startswith("face-")]


class StandsForm(BoardForm):
    """Who took him out of action, should that be how he stands now."""

    place = "put"

    def __init__(self, refusal: Refusal | None, foes: Choices, suspect: str) -> None:
        super().__init__(refusal)
        self.fields["by"] = pick("Out of action by", [NOBODY, *foes], suspect)


class ContactForm(BoardForm):
    """A foe he is in contact with."""

    place = "contact"

    def __init__(self, refusal: Refusal | None, foes: Choices) -> None:
        super().__init__(refusal)
        self.fields["foe"] = pick("A foe he fights", foes, named=True)


class NearForm(BoardForm):
    """How far another model is from him."""

    place = "near"
    beside: ClassVar = {"value": "inches", "key": "answer"}

    def __init__(self, refusal: Refusal | None, others: Choices) -> None:
        super().__init__(refusal)
        self.fields["answer"] = pick("How far is", [(f"near:{who}", name) for who, name in others])
        self.fields["inches"] = number("Inches", decimal=True)


class AskForm(BoardForm):
    """A test besides what is due."""

    place = "ask"
    beside: ClassVar = {"kind": "test"}

    def __init__(self, refusal: Refusal | None, foes: Choices) -> None:
        super().__init__(refusal)
        self.fields["test"] = pick("Which", [(kind.value, KINDS[kind].name) for kind in ASKED])
        self.fields["foe"] = pick("Against", [("", "nobody"), *foes])
        self.fields["reason"] = words("What for", LONGEST_REASON)


class GainForm(BoardForm):
    """A rule that a spell or terrain gives or takes."""

    place = "gain"

    def __init__(self, refusal: Refusal | None, who: str, untils: Choices) -> None:
        super().__init__(refusal)
        self.fields["rule"] = words("Rule", 80, list=f"rules-{who}", required=True)
        self.fields["until"] = pick("How long", untils)
        self.fields["why"] = words("From", 80, placeholder="a spell, water, …")
