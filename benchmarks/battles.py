"""A battle at two sizes: its board, the poll that finds nothing new, a deed, and the deed undone."""

from dataclasses import dataclass
from uuid import uuid4

from django.contrib.auth.models import User
from django.urls import reverse

from benchmarks.pages import Page
from benchmarks.population import warband
from rules.engine.rulings import Rulings
from warbands.battles.opening import begin
from warbands.battles.playing import act
from warbands.models import Battle

FEW, MANY = (5, 10), (15, 400)
"""Models of each side, and events of the log."""


@dataclass
class Followed:
    """A battle as somebody sees it who has seen everything: the deeds that are posted count themselves."""

    battle: Battle
    models: int
    seen: int

    def pages(self) -> list[Page]:
        """What is asked of it. The deed comes before its undoing, so that the battle stays as it is."""
        address = [self.battle.public_id]
        name, do = f"2 × {self.models}", reverse("warbands:battle-do", args=address)
        rows = 'class="mark'
        return [
            Page(f"battle of {name}", reverse("warbands:battle", args=address), rows, 2 * self.models),
            Page(f"its poll, {name}", query=self._unchanged, path=reverse("warbands:battle-since", args=address),
                 status=204),
            Page(f"an event posted, {name}", do, rows, 2 * self.models, form=self._deed),
            Page(f"the event undone, {name}", do, rows, 2 * self.models, form=self._undoing),
        ]  # fmt: skip

    def _unchanged(self) -> dict[str, str]:
        return {"seen": str(self.seen)}

    def _deed(self) -> dict[str, str]:
        return {"kind": "put", "who": _somebody(self.battle), "status": "stunned", **self._next()}

    def _undoing(self) -> dict[str, str]:
        return {"kind": "undo", **self._next()}

    def _next(self) -> dict[str, str]:
        self.seen += 1
        return {"seen": str(self.seen - 1), "key": str(uuid4())}


def battles(owner: User, foe: User) -> list[Followed]:
    """A battle of few models that has begun, and one of many that was played for long."""
    return [_battle(owner, foe, models, events) for models, events in (FEW, MANY)]


def _battle(owner: User, foe: User, models: int, events: int) -> Followed:
    first, second = (warband(user, models, singly=True) for user in (owner, foe))
    made = begin(by=owner, own=first, against=second, client_key=uuid4(), rulings=Rulings(), one_phone=True)
    for number in range(events):
        kind, deed = ("put", _put(made, number)) if number else ("begin", {"side": "a"})
        act(battle=made, by=owner, kind=kind, deed=deed, seen=number, client_key=uuid4())
        made.refresh_from_db()
    return Followed(made, models, events)


def _put(battle: Battle, number: int) -> dict[str, str]:
    """Down, and on his feet again."""
    return {"who": _somebody(battle), "status": ("standing", "stunned")[number % 2]}


def _somebody(battle: Battle) -> str:
    return str(battle.muster["sides"][0]["fighters"][-1]["id"])
