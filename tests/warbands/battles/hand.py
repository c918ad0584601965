"""The few words by which the tests play a battle."""

from functools import cache
from uuid import uuid4

from rules.content import Content
from rules.engine.rulebook import Held
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Side, Situation
from rules.loading.load import document_from_files
from warbands.battles import stored
from warbands.battles.deeds import do
from warbands.battles.doing import Throw
from warbands.battles.playing import act, agree, table_of, undo
from warbands.battles.table import Table
from warbands.psychology.records import stored_trial


def play(battle, by, what, faces=None, /, *, client_key=None, throw=None, **deed):
    """Do a deed as somebody who has seen everything; the battle is read anew."""
    battle.refresh_from_db()
    key, more = client_key or uuid4(), {"throw": throw} if throw else {}
    event = act(battle=battle, by=by, kind=what, deed=deed, seen=battle.last, client_key=key, faces=faces, **more)
    battle.refresh_from_db()
    return event


def due(battle):
    """What is due, as a form names it."""
    return [stored_trial(one.trial) for one in table_of(battle).due]


def settle(battle, by, faces=None):
    """Take the first test that is due."""
    return play(battle, by, "test", faces, trial=due(battle)[0])


def take_back(battle, by, **more):
    """Undo as somebody who has seen everything."""
    battle.refresh_from_db()
    events = undo(battle=battle, by=by, seen=battle.last, client_key=uuid4(), **more)
    battle.refresh_from_db()
    return events


def release(battle, by, event):
    """Agree that an undone throw is thrown anew."""
    battle.refresh_from_db()
    return agree(battle=battle, by=by, event=event.number, seen=battle.last, client_key=uuid4())


def skip_all(battle, by):
    """Skip whatever is due."""
    while left := due(battle):
        play(battle, by, "skip", trial=left[0])


def never():
    """A die that must not be thrown."""
    raise AssertionError("nothing was to be thrown")


@cache
def shipped():
    """The rulebook as it is shipped, read from its files: for tests without a database."""
    return Content.of_document(document_from_files()).rulebook


def table(rulebook, own, foes, rulings=None, *, stage="combat", turn="a", **state):
    """A table without a database: these fighters on sides a and b."""
    sides = (
        Side("a", tuple(own), "Ours", started=len(own), alliance="a"),
        Side("b", tuple(foes), "Theirs", started=len(foes), alliance="b"),
    )
    told = Situation(rulebook, sides, turn=turn, rulings=rulings or Rulings())
    came = {fighter.id: fighter for side in sides for fighter in side.fighters}
    opening = {**stored.opening(told, came), "stage": stage, "first": "a", "round": 1, **state}
    muster = {"players": 2, "sides": [stored.stored_side(side) for side in sides]}
    return Table(muster, opening, rulebook, rulings or Rulings())


def one(who, *rules, **fields):
    """A fighter with these rules."""
    return Fighter(who, name=who, held=tuple(Held(rule) for rule in rules), **fields)


def after(of, what, faces=None, /, **deed):
    """The table after a deed whose dice fell so."""
    return do(what, of, deed, Throw(never, faces)).table


def model(of, who):
    """How a model stands."""
    return of.situation.fighter(who)


def take(of, faces=None, option=""):
    """The first test that is due."""
    return after(of, "test", faces, trial=stored_trial(of.due[0].trial), option=option)


def on(of, many=1):
    """The next stage, and the next."""
    for _ in range(many):
        of = after(of, "next")
    return of


def to(of, stage, turn=""):
    """On until this stage (of this side's turn)."""
    of = on(of)
    while of.stage != stage or (turn and of.state["turn"] != turn):
        of = on(of)
    return of


def flags(of, who):
    """The flags of a model."""
    return model(of, who).flags
