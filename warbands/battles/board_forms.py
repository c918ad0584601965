"""The forms of the board that have fields to fill in: a charge, a model that joins, the end."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from django import forms

from warbands.battles import turning
from warbands.battles.joining import LONGEST_NAME
from warbands.battles.refusing import NOBODY, BoardForm, Choices, Refusal, number, pick, words
from warbands.battles.table import Table


class ChargeForm(BoardForm):
    """Who charges whom; a second foe, who steps in the way and a range too long are rarer, and told apart."""

    place = "charge"
    rare: ClassVar = ("too", "interceptor", "range")

    def __init__(self, refusal: Refusal | None, chargers: Choices, foes: Choices) -> None:
        super().__init__(refusal)
        foes = list(foes)
        self.fields["who"] = pick("Who", chargers)
        self.fields["targets"] = pick("charges", foes)
        self.fields["too"] = pick("and", [("", "nobody else"), *foes])
        self.fields["interceptor"] = pick("Stepping in the way", [("", "nobody"), *foes])
        box = forms.CheckboxInput({"value": "out"})
        self.fields["range"] = forms.BooleanField(label="It turns out to be out of range", required=False, widget=box)

    @property
    def more(self) -> bool:
        """Whether something rarer was told, so that it must be seen."""
        return self.wrong in self.rare or any(self.data.get(name) for name in self.rare)


class JoinForm(BoardForm):
    """A model that joins a side in play, like another of it; or unlike them all, and told in a few words."""

    def __init__(self, refusal: Refusal | None, side: str, name: str, alike: Choices, rules: Iterable[str]) -> None:
        super().__init__(refusal, f"join-{side}")
        self.offered = list(rules)
        alike = list(alike)
        self.fields["name"] = words("Name", LONGEST_NAME, name)
        # The leader is the first of his warband, and hardly ever the one who comes twice.
        self.fields["like"] = pick("Like", alike, alike[-1][0] if alike else "")
        self.fields["leadership"] = number("Leadership", 2)
        self.fields["rules"] = words("Rules", list=f"rules-of-{side}", placeholder="undead, cause fear, …")

    @property
    def more(self) -> bool:
        """Whether it was told in words, so that these must be seen."""
        told = ("leadership", "rules")
        return self.wrong in told or any(self.data.get(name) for name in told)


class EndForm(BoardForm):
    """How it ended for each side, and who took whom out of action, as far as the battle knows."""

    place = "ending"

    def __init__(self, refusal: Refusal | None, table: Table) -> None:
        super().__init__(refusal)
        every = [(outcome, outcome) for outcome in turning.OUTCOMES]
        for side, outcome in turning.suggested(table).items():
            self.fields[f"outcome-{side}"] = pick(table.name(side), every, outcome)
        foes: Mapping[str, list[tuple[str, str]]] = {
            side.id: [(foe, table.name(foe)) for foe in table.state["models"] if table.side_of(foe) != side.id]
            for side in table.situation.sides
        }
        for loss in turning.losses(table):
            if loss.out_of_action:
                label = f"{table.name(loss.who)} ({table.name(loss.side)})"
                self.fields[f"out-by-{loss.who}"] = pick(label, [NOBODY, *foes[loss.side]], loss.by)

    @property
    def outcomes(self) -> list[forms.BoundField]:
        """How it ended, side by side."""
        return [self[name] for name in self.fields if name.startswith("outcome-")]

    @property
    def out_by(self) -> list[forms.BoundField]:
        """Everybody out of action, and who did it."""
        return [self[name] for name in self.fields if name.startswith("out-by-")]
