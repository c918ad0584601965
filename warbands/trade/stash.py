"""What lies in the stash for somebody who joins: he takes it along, and pays nothing for it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.content import Content
from rules.values import Unit
from warbands.legality.carrying import Bearer, refused, refused_make
from warbands.legality.rows import newcomer
from warbands.models import Possession, PossessionKind, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.trade.changes import Deeds
from warbands.trade.quotes import Line, Quote
from warbands.trade.shelf import key_of, name_of


def refusal(row: Possession, bearer: Bearer | None, content: Content) -> str:
    """Why somebody may not use an item, in words; empty where he may (``warbands.legality.carrying``)."""
    item, made = content.items.get(row.slug), content.items.get(row.made)
    if bearer is None:
        return "No list holds his unit any more."
    if item is None:
        return ""
    why = refused(bearer, item, content) or (refused_make(bearer, made, content) if made else None)
    return f"{why.words[:1].upper()}{why.words[1:]}." if why and why.grave else ""


FROM_THE_STASH = " (from the stash)"
"""What a receipt says beside a thing that was not bought."""


@dataclass(frozen=True, slots=True)
class Stashed:
    """Something in the stash that a unit may carry, and whether it is ticked."""

    row: Possession
    name: str
    ticked: bool = False


def stash_for(unit: Unit, warband: Warband, content: Content, ticked: Iterable[str] = ()) -> tuple[Stashed, ...]:
    """What lies in the stash for somebody of a unit who is not hired yet: one query. ``ticked`` are keys."""
    bearer, ticked = newcomer(unit, warband, content), set(ticked)
    rows = warband.possessions.present().filter(warrior=None, kind=PossessionKind.ITEM)
    return tuple(
        Stashed(row, _name(row, content), str(row.pk) in ticked) for row in rows if not refusal(row, bearer, content)
    )


def taken_along(things: Iterable[Stashed], size: int) -> Quote:
    """What is taken from the stash, as a receipt names it."""
    return Quote(tuple(Line(f"{one.name}{FROM_THE_STASH}", 0, size) for one in things))


def take_along(warrior: Warrior, unit: Unit, keys: Iterable[str], deeds: Deeds, content: Content) -> Quote:
    """Give somebody who joins what was ticked, one for each model, and say what it was.

    Refuses what does not lie there for him, and fewer pieces than there are models.
    """
    wanted = set(keys)
    things = [one for one in stash_for(unit, deeds.warband, content, wanted) if one.ticked]
    if len(things) < len(wanted):
        raise RefusedError("stash", "Something of this lies in the stash no more, or is not for him.")
    for one in things:
        if one.row.quantity < warrior.size:
            raise RefusedError("stash", f"{one.name}: {warrior.size} join, and there are only {one.row.quantity}.")
        deeds.change(deeds.split(one.row, warrior.size), warrior=warrior)
    return taken_along(things, warrior.size)


# --- Those who join a group ------------------------------------------------------------------------------------------


def spares(warrior: Warrior, more: int) -> Mapping[str, tuple[Possession, int]]:
    """What lies in the stash, with how many of it so many more models of a group need: by key, two queries.

    Only what every model bought counts, and only where there is enough for all who join.
    """
    things = warrior.possessions.present().filter(kind=PossessionKind.ITEM, free=False, fixed=False)
    needed = Counter(key_of_row(row) for row in things)
    rows = warrior.warband.possessions.present().filter(warrior=None, kind=PossessionKind.ITEM)
    found = {key_of_row(row): (row, needed[key_of_row(row)] * more) for row in rows}
    return {key: (row, many) for key, (row, many) in found.items() if 0 < many <= row.quantity}


def key_of_row(row: Possession) -> str:
    """What a belonging is, as offers call it."""
    return key_of(row.slug, made=row.made, brace=row.brace)


def stashed_name(row: Possession, content: Content) -> str:
    """A thing that comes from the stash, as a receipt names it."""
    return f"{_name(row, content)}{FROM_THE_STASH}"


def _name(row: Possession, content: Content) -> str:
    return name_of(row.slug, content, made=row.made, brace=row.brace)
