"""Models that join in play: the dead who are raised, whoever a spell or a scenario brings (rulings register, R-07)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.rulebook import From, Held
from rules.engine.situation import Fighter
from rules.engine.vocabulary import Flag
from warbands.battles.doing import DeedError, Done, Throw
from warbands.battles.hands import rule_named
from warbands.battles.stored import MODEL, stored_fighter
from warbands.battles.table import Table

type Deed = Mapping[str, Any]

LONGEST_NAME = 80
MOST_JOINED = 40
BEST_LEADERSHIP = 12


def join(table: Table, deed: Deed, throw: Throw) -> Done:
    """A model joins a ``side`` under a ``name``: ``like`` another of that side, or of ``leadership`` and ``rules``.

    Whether it enlarges N for Rout is ruling R-07.
    """
    del throw
    side = str(deed.get("side", ""))
    if side not in {one.id for one in table.situation.sides}:
        raise DeedError("Choose a side.", "side")
    name = str(deed.get("name", "")).strip()
    if not 0 < len(name) <= LONGEST_NAME:
        raise DeedError(f"Give a name of at most {LONGEST_NAME} letters.", "name")
    joined, already = table.state["joined"], many(table)
    if already >= MOST_JOINED:
        raise DeedError(f"No more than {MOST_JOINED} can join.", "name")
    like = str(deed.get("like", "") or "")
    who = replace(
        _alike(table, side, like) if like else _unlike(table, deed), id=f"{side}-joined-{already + 1}", name=name
    )
    kept = {**stored_fighter(who), "wounds": table.wounds(like)}
    models = {**table.state["models"], who.id: {**MODEL, "flags": [Flag.ADDED.value]}}
    state = {**table.state, "joined": {**joined, side: [*joined.get(side, ()), kept]}, "models": models}
    return Done(replace(table, state=state), f"{name} joins {table.name(side)}.", side)


def many(table: Table) -> int:
    """How many have joined so far, of both sides."""
    return sum(map(len, table.state["joined"].values()))


def _alike(table: Table, side: str, like: str) -> Fighter:
    if not table.plays(like) or table.side_of(like) != side:
        raise DeedError("Choose one of the same side.", "like")
    return table.came[like]


def _unlike(table: Table, deed: Deed) -> Fighter:
    leadership = deed.get("leadership")
    if isinstance(leadership, bool) or not isinstance(leadership, int) or not 1 <= leadership <= BEST_LEADERSHIP:
        raise DeedError(f"Type a Leadership from 1 to {BEST_LEADERSHIP}.", "leadership")
    return Fighter("", leadership, held=tuple(_held(table, deed.get("rules") or ())))


def _held(table: Table, named: Iterable[str]) -> Iterable[Held]:
    for word in named:
        rule = rule_named(table, str(word))
        if rule is None:
            raise DeedError(f"No rule is called “{word}”.", "rules")
        if any(parameter.default is None for parameter in rule.parameters):
            raise DeedError(f"{rule.name} needs a value; choose one who has it.", "rules")
        yield Held(rule.slug, origin=From.HAND)
