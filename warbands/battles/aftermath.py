"""What the end of a battle leaves on the roster: for each warband the mark that opens its trading visit.

Undoing the end takes the mark back where nothing was bought since. Where something was, the mark stays, and the battle
that ends again is not marked twice. Nor is one that its player marked by hand while it was played.
"""

from collections.abc import Iterable

from django.contrib.auth.models import User

from warbands.models import Battle, Warband
from warbands.rosters.services import RefusedError
from warbands.trade import ledger
from warbands.trade.visits import BATTLE, fought, mark_of


def ended(battle: Battle, by: User) -> None:
    """The battle has ended: mark it for each warband that fought in it."""
    for warband in _warbands(battle):
        if mark_of(warband, battle.public_id, battle.begun) is None:
            try:
                fought(warband=warband, by=by, battle=battle.public_id, begun=battle.begun)
            except RefusedError:
                continue  # a warband with as many battles as there may be; that is no reason not to end this one


def goes_on(battle: Battle, by: User) -> None:
    """The end is undone: take back the marks that were set by it, where nothing stands on them."""
    for warband in _warbands(battle):
        mark = mark_of(warband, battle.public_id, battle.begun)
        if mark and mark.facts.get(BATTLE) == battle.public_id and mark == ledger.last_of(warband):
            ledger.undo(warband=warband, entry=mark.pk, by=by)


def _warbands(battle: Battle) -> Iterable[Warband]:
    """In a fixed order, so that two battles that end at once do not wait for each other."""
    return Warband.objects.filter(battles__battle=battle).order_by("pk")
