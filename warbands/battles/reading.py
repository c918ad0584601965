"""What the pages of battles read: the board with its last events, the log, and whether anything is new."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from urllib.parse import urlencode

from django.db.models import OuterRef, Q, QuerySet, Subquery

from rules.engine.rulings import Rulings
from warbands.access import Anybody, battles_visible_to, not_his_to_undo
from warbands.battles.kept import ABOUT_EVENTS, kept_of
from warbands.battles.playing import standing, table_of
from warbands.battles.refusing import Refusal
from warbands.battles.ruled import Ruled, of_verdict
from warbands.battles.shown import Board, board
from warbands.battles.table import ANY_TURN
from warbands.battles.tasks import slots
from warbands.models import Battle, BattleEvent
from warbands.psychology.shown import Die

TEASER = 6
"""So many events are told on the board; whoever missed more is sent to the log."""
RECENT = 40
"""So many are looked through for what was tested in this stage, and for what can be undone."""
PAGE_OF_LOG = 100


@dataclass(frozen=True)
class Line:
    """An event, for the log: with its dice, and how they came to be."""

    event: BattleEvent
    held: Rulings

    @property
    def undone(self) -> bool:
        """Whether it was undone."""
        return self.event.undone_in is not None

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
    def rulings(self) -> list[Ruled]:
        """The rulings that the verdict depended on."""
        return of_verdict(self.event.verdict, self.held)


def events(battle: Battle) -> QuerySet[BattleEvent]:
    """The events of a battle, each with which one undid it and whose that was, the last first."""
    later = BattleEvent.objects.filter(battle=OuterRef("battle"), number__gt=OuterRef("number"))
    undoing = later.filter(reverses=OuterRef("number"))
    found = battle.events.select_related("by").order_by("-number")
    numbers, names = undoing.values("number"), undoing.values("by__username")
    return found.annotate(undone_in=Subquery(numbers), undone_by=Subquery(names))  # type: ignore[no-redef]


def lines(battle: Battle, found: Iterable[BattleEvent]) -> list[Line]:
    """Events, for the log."""
    held = Rulings.of(battle.rulings)
    return [Line(event, held) for event in found]


@dataclass(frozen=True)
class Read:
    """A battle for its page: the board, what was done in this stage, its last events, the one that could be undone.

    ``waiting`` are undone throws whose dice count when somebody calls for the same again, whenever that is.
    """

    battle: Battle
    board: Board
    stage: list[Line]
    waiting: list[BattleEvent]
    log: list[Line]
    undoes: BattleEvent | None


@dataclass(frozen=True)
class Moved:
    """What happened after event number ``after``: the last lines of it, in their order, and how many events in all."""

    after: int
    lines: list[Line]
    many: int


def moved(battle: Battle, after: int) -> Moved:
    """What happened since somebody last looked, for whoever tapped too late."""
    found = lines(battle, events(battle).filter(number__gt=after)[:TEASER])
    return Moved(after, found[::-1], battle.last - after)


def read(battle: Battle, refusal: Refusal | None = None) -> Read:
    """A battle that ``warbands.access`` gave: one query besides the content it was begun under.

    It reads the last events, and those of every throw that is due or may be called for, however old they are.
    """
    table = table_of(battle)
    due = slots(table)
    recent = Q(number__gt=battle.last - RECENT)
    found = list(events(battle).filter(recent | Q(slot__in=due) | Q(slot__startswith=ANY_TURN)))
    kept = kept_of(event for event in found if event.slot in due or event.slot.startswith(ANY_TURN))
    last = lines(battle, (event for event in found if event.number > battle.last - RECENT))
    stands = [line for line in last if line.event.kind not in ABOUT_EVENTS and not line.undone]
    stage = list(takewhile(lambda line: line.event.kind not in {"begin", "next"}, stands))
    undoes = stands[0].event if stands else None
    put_off = [event for slot, event in kept.items() if slot not in due]
    return Read(battle, board(table, battle.acts_for, kept, refusal), stage, put_off, last[:TEASER], undoes)


@dataclass(frozen=True)
class LogPage:
    """A page of the log. ``onward`` is the query of the next one, ``rising`` whether its numbers rise.

    Lines above ``stop`` may be undone by whoever looks, with all that followed them.
    """

    lines: list[Line]
    rising: bool
    onward: str
    newest: bool
    stop: int

    @property
    def to_undo(self) -> set[int]:
        """The numbers of the events that the battle may be taken back to."""
        found = (line.event for line in self.lines if not line.undone)
        return {event.number for event in found if event.kind not in ABOUT_EVENTS and event.number > self.stop}


def page_of_log(battle: Battle, user: Anybody, *, after: int | None = None, before: int | None = None) -> LogPage:
    """The last events before a number; or, ``after`` one, what came since, from the first of it on."""
    rising = after is not None
    found = events(battle).filter(number__gt=after or 0)
    if before is not None:
        found = found.filter(number__lt=before)
    page = list((found.order_by("number") if rising else found)[: PAGE_OF_LOG + 1])
    shown = lines(battle, page[:PAGE_OF_LOG])
    ways = {"after" if rising else "before": shown[-1].event.number} if len(page) > PAGE_OF_LOG else {}
    if ways and rising and before is not None:
        ways["before"] = before
    newest = bool(shown) and max(shown[0].event.number, shown[-1].event.number) == battle.last
    return LogPage(shown, rising, urlencode(ways), newest, _stop(battle, user))


def _stop(battle: Battle, user: Anybody) -> int:
    """The number of the last event that is not this user's to undo."""
    if not battle.acts_for:
        return battle.last
    others = not_his_to_undo(user, battle, standing(battle))
    return others.order_by("-number").values_list("number", flat=True).first() or 0


def last_number(user: Anybody, public_id: str) -> int | None:
    """The number of the last event of a battle that this user may watch, or None: one query by its address."""
    return battles_visible_to(user).filter(public_id=public_id).values_list("last", flat=True).first()
