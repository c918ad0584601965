"""What the pages of a roster show, read with a fixed number of queries however many warriors there are.

A warrior's card is rendered from nothing but the values in its key, so a card once rendered is good wherever that key
comes up again, and there is nothing to invalidate. Cards hold no token and nothing of the request.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rules.content import Content
from rules.engine.rulebook import Held
from rules.engine.rulings import Rulings
from warbands.fortunes.experience import due_of
from warbands.fortunes.shown import learnt
from warbands.holdings import Change
from warbands.legality.shown import Legality, legality_of
from warbands.models import Fortune, Possession, Warband, Warrior
from warbands.profiles import cells_of
from warbands.readiness import fate_words, state_words
from warbands.rosters.chips import chips_of, chips_of_list, popover, rendered
from warbands.rosters.figures import Losses, figures_of, losses_left
from warbands.rosters.forms import KINDS
from warbands.rosters.rating import rating_of
from warbands.rulebooks import content_for
from warbands.rulings import rulings_for
from warbands.snapshots import Changes, changes_of
from warbands.trade.ledger import gold_of
from warbands.trade.shown import outfit

CARD = "warbands/roster.html#card"
UNKNOWN = "No longer in the lists"
MOST_KEPT = 4000

type Key = tuple[Any, ...]


class Kept[T]:
    """Values by the key that says all they depend on; forgets everything when it grows too large."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._values: dict[Key, T] = {}
        self._most = most

    def get(self, key: Key, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not there yet."""
        found = self._values.get(key)
        if found is None:
            if len(self._values) >= self._most:
                self._values.clear()
            found = self._values[key] = make()
        return found


@dataclass(frozen=True, slots=True)
class Card:
    """A piece of the page as HTML, and the rules whose popovers the page must hold for it."""

    html: SafeString
    rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class Section:
    """Warriors of one kind, in order."""

    kind: str
    title: str
    warriors: tuple[Warrior, ...]
    cards: tuple[SafeString, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """All that the roster page shows.

    ``rules`` are the chips of the warband as a whole, ``models`` counts figures, ``gold`` is in crowns, ``losses`` is
    how many out of action bring a Rout test, ``legality`` whether its list allows this, ``gone`` are those who left,
    the last first.
    """

    list_name: str
    rules: SafeString
    sections: tuple[Section, ...]
    models: int
    rating: int
    losses: Losses
    gold: int
    legality: Legality
    gone: tuple[Warrior, ...]
    popovers: SafeString

    @property
    def warriors(self) -> int:
        return sum(len(section.warriors) for section in self.sections)


_cards: Kept[Card] = Kept()
_popovers: Kept[SafeString] = Kept()
_lists: Kept[Card] = Kept()
_sums: Kept[tuple[int, Losses]] = Kept()


def roster(warband: Warband, *, fresh: str = "") -> Roster:
    """The roster of a warband that carries ``editable`` (``warbands.access``); ``fresh`` is the card to take the focus.

    Six queries: the digest of the content, the warriors, what they have, what befell them, their rules by hand, and the
    gold.
    """
    content = content_for(warband)
    rows = list(warband.warriors.all())
    changes = changes_of(warband, content)
    listed = content.warbands.get(warband.warband_type_id)
    template = get_template(CARD)
    rulings = rulings_for(warband)
    sections: list[Section] = []
    rules: set[str] = set()
    models = 0
    slug, member = warband.warband_type_id, bool(warband.role)
    whole = _lists.get((content.digest, slug, member), partial(_of_list, slug, content, member=member))
    rules |= whole.rules
    for kind, title, warriors in by_kind(rows, content):
        cards = [
            _card(
                template, warband, row, changes.get(row.pk, ()), content, rulings=rulings, fresh=row.public_id == fresh
            )
            for row in warriors
        ]
        for card in cards:
            rules |= card.rules
        models += sum(row.size for row in warriors)
        sections.append(Section(kind, title, tuple(warriors), tuple(card.html for card in cards)))
    for row in rows:
        row.fate = fate_words(changes.get(row.pk, ())) if row.removed_at else ""
    gone = sorted((row for row in rows if row.removed_at), key=lambda row: str(row.removed_at), reverse=True)
    tips = [
        _popovers.get((content.digest, rule, member), partial(popover, rule, content, member=member))
        for rule in sorted(rules)
    ]
    return Roster(
        listed.name if listed else UNKNOWN,
        whole.html,
        tuple(sections),
        models,
        *sums(warband, rows, changes, content),
        gold_of(warband, (row for row in rows if row.removed_at is None), content),
        legality_of(warband, rows, changes, content),
        tuple(gone),
        mark_safe("".join(tips)),  # noqa: S308 - each popover is escaped where it is made
    )


def _of_list(slug: str, content: Content, *, member: bool) -> Card:
    return Card(*rendered(chips_of_list(content.warbands.get(slug), content), content, owner=slug, member=member))


def sums(warband: Warband, rows: Iterable[Warrior], changes: Changes, content: Content) -> tuple[int, Losses]:
    """The rating of a warband, and the losses that bring it a Rout test; worked out once for the same warriors."""
    present = [row for row in rows if row.removed_at is None]
    rulings = rulings_for(warband)
    key = (
        content.digest,
        rulings,
        *(
            (row.unit_type_id, row.size, row.experience, row.promoted, *set_apart(changes.get(row.pk, ())))
            for row in present
        ),
    )
    return _sums.get(
        key,
        lambda: (
            rating_of(present, changes, content, rulings),
            losses_left(warband, present, changes, content, rulings),
        ),
    )


def set_apart(changes: Iterable[Change]) -> Key:
    """All that belongings, what befell him (whose rows never change) and rules by hand come to, as part of a key."""
    return tuple(
        (change.kind, change.slug, change.made, change.brace)
        if isinstance(change, Possession)
        else ("befell", change.pk)
        if isinstance(change, Fortune)
        else change
        if isinstance(change, Held)
        else (change.pk, change.rule_id, change.taken, change.reason, repr(change.arguments))
        for change in changes
    )


def by_kind(rows: Iterable[Warrior], content: Content) -> Iterator[tuple[str, str, list[Warrior]]]:
    """Those who are present, by kind in the order of a roster, no kind empty; a unit that is gone comes last."""
    found: dict[str, list[Warrior]] = {}
    for row in rows:
        if row.removed_at is None:
            unit = content.units.get(row.unit_type_id)
            found.setdefault(row.kind_of(unit.kind) if unit else "", []).append(row)
    for kind, title in {**KINDS, "": UNKNOWN}.items():
        if kind in found:
            yield kind, title, found[kind]


def _card(
    template: Any,
    warband: Warband,
    row: Warrior,
    changes: Iterable[Change],
    content: Content,
    *,
    rulings: Rulings,
    fresh: bool,
) -> Card:
    key = (
        # A template that is loaded anew is another object, which is how an edited one is noticed in development.
        template.template,
        content.digest,
        rulings,
        warband.public_id,
        warband.editable,
        bool(warband.role),
        row.public_id,
        row.unit_type_id,
        row.name,
        row.size,
        row.experience,
        row.promoted,
        row.notes if warband.own else "",
        set_apart(changes),
        fresh,
    )
    return _cards.get(key, lambda: _rendered(template, warband, row, changes, content, rulings=rulings, fresh=fresh))


def _rendered(
    template: Any,
    warband: Warband,
    row: Warrior,
    changes: Iterable[Change],
    content: Content,
    *,
    rulings: Rulings,
    fresh: bool,
) -> Card:
    unit = content.units.get(row.unit_type_id)
    found = chips_of(unit, changes, content)
    chips, rules = rendered(found, content, owner=row.public_id, member=bool(warband.role))
    facts = {
        "warband": warband,
        "warrior": row,
        "unit": unit,
        "cells": cells_of(unit, changes, content),
        "state": state_words(changes),
        "due": due_of(row, unit, (one for one in changes if isinstance(one, Fortune)), content),
        "learnt": learnt(changes, content),
        "chips": chips,
        "figures": figures_of(unit, changes, content, rulings),
        "outfit": outfit(unit, changes, content),
        "notes": row.notes if warband.own else "",
        "fresh": fresh,
        "gear_href": reverse("warbands:gear", args=[warband.public_id, row.public_id]) if warband.editable else "",
        "edit_href": reverse("warbands:warrior", args=[warband.public_id, row.public_id]) if warband.editable else "",
    }
    return Card(template.render(facts), rules)
