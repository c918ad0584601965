"""What the pages of battles read: the board with its last events, the log, and whether anything is new."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from warbands.access import Anybody, battles_visible_to
from warbands.battles.playing import kept_throws, table_of
from warbands.battles.shown import Board, board
from warbands.battles.tasks import slots
from warbands.models import Battle, BattleEvent
from warbands.psychology.shown import Die

TEASER = 6


@dataclass(frozen=True)
class Line:
    """An event, for the log: with its dice, and how they came to be."""

    event: BattleEvent
    undone: bool

    @property
    def dice(self) -> list[Die]:
        """The dice that fell."""
        dropped = self.event.verdict.get("dropped")
        return [Die(face, number == dropped) for number, face in enumerate(self.event.faces)]

    @property
    def how(self) -> str:
        """Who did it, and where the dice came from."""
        who = self.event.by.username if self.event.by else "somebody who has left"
        if not self.event.faces:
            return who
        if self.event.keeps:
            return f"the dice of {self.event.keeps} again, for {who}"
        return f"typed by {who}" if self.event.typed else f"rolled by the app for {who}"

    @property
    def rulings(self) -> list[str]:
        """The rulings that a verdict depended on."""
        named = (reason["ruling"] for reason in self.event.verdict.get("reasons", ()) if reason.get("ruling"))
        return list(dict.fromkeys(named))

    @property
    def why(self) -> list[str]:
        """The reasons of a verdict."""
        return [reason["text"] for reason in self.event.verdict.get("reasons", ())]


def events(battle: Battle) -> QuerySet[BattleEvent]:
    """The events of a battle, each with whether it was undone, the last first."""
    undone = BattleEvent.objects.filter(battle=OuterRef("battle"), reverses=OuterRef("number"))
    found = battle.events.select_related("by").order_by("-number")
    return found.annotate(undone=Exists(undone))  # type: ignore[no-redef] # declared there too


def lines(found: Iterable[BattleEvent]) -> list[Line]:
    """Events, for the log."""
    return [Line(event, event.undone) for event in found]


@dataclass(frozen=True)
class Read:
    """A battle for its page: the board, its last events, and the one that could be undone."""

    battle: Battle
    board: Board
    log: list[Line]
    undoes: BattleEvent | None


def read(battle: Battle, typed: Mapping[str, str] | None = None) -> Read:
    """A battle that ``warbands.access`` gave: two queries besides the content it was begun under."""
    table = table_of(battle)
    kept = kept_throws(battle, slots(table)) if battle.last else {}
    last = list(events(battle)[: 4 * TEASER])
    undoes = next((event for event in last if event.kind not in {"undo", "agree"} and not event.undone), None)
    return Read(battle, board(table, battle.acts_for, kept, typed), lines(last[:TEASER]), undoes)


def last_number(user: Anybody, public_id: str) -> int | None:
    """The number of the last event of a battle that this user may watch, or None: one query by its address."""
    return battles_visible_to(user).filter(public_id=public_id).values_list("last", flat=True).first()
