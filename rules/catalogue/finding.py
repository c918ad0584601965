"""Where something is found: the rooms of the book, each with what its search looks through."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from rules.catalogue import showing
from rules.content import Content
from rules.pages import HtmxRequest
from rules.prose import folded
from rules.searching import Wanted, asked, meant, page_of
from rules.values import Spell, Unit, Upgrade, UpgradeFamily, WarbandList


def list_searched(listed: WarbandList) -> str:
    """What finds a warband list: its names, where it is from and whom it has."""
    said = [listed.name, *listed.aliases, listed.setting, *(unit.name for unit in listed.units)]
    return folded(" ".join(said).replace("-", " "))


def unit_searched(unit: Unit, listed: WarbandList) -> str:
    """What finds a unit: its name, its peoples and rules, and its list."""
    said = [unit.name, listed.name, *unit.peoples, *(chip.label for chip in unit.chips)]
    return folded(" ".join(said).replace("-", " "))


def upgrade_searched(option: Upgrade, family: UpgradeFamily) -> str:
    """What finds an upgrade."""
    return folded(" ".join([option.name, family.name, option.text, *(chip.label for chip in option.chips)]))


def spell_searched(one: Spell, book: Content) -> str:
    """What finds a spell: itself and its list."""
    return f"{one.searched} {folded(book.spell_lists[one.list].name)}"


def sword_searched(one: Unit, book: Content) -> str:
    """What finds a hired sword: his name, his rules, and who may hire him."""
    said = [one.name, *one.peoples, *(chip.label for chip in one.chips), one.text, showing.who_hires(one, book)]
    return folded(" ".join(said))


def _lists(book: Content) -> Iterator[str]:
    for listed in book.warbands.values():
        yield list_searched(listed)
        yield from (unit_searched(unit, listed) for unit in listed.units)


ROOMS: Mapping[str, tuple[str, Callable[[Content], Iterator[str]]]] = {
    "index": ("Rules", lambda book: (one.searched for one in book.entries.values())),
    "lists": ("Warband lists", _lists),
    "items": ("Equipment", lambda book: (one.searched for one in book.items.values())),
    "skills": ("Skills", lambda book: (one.searched for one in book.skills.values())),
    "spells": ("Spells", lambda book: (spell_searched(one, book) for one in book.spells.values())),
    "upgrades": (
        "Mutations",
        lambda book: (upgrade_searched(o, family) for family in book.upgrades.values() for o in family.options),
    ),
    "questions": ("Questions and errata", lambda book: (one.searched for one in book.clarifications.values())),
    "hired-swords": ("Hired swords", lambda book: (sword_searched(one, book) for one in book.hired_swords.values())),
}
"""By the name of their address: what rooms are called, and the texts of all that stands there."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How much another room has of what was looked for."""

    name: str
    address: str
    number: int


def elsewhere(book: Content, query: str, room: str) -> list[Elsewhere]:
    """The other rooms where a query finds something."""
    wanted = Wanted(query)
    counts = {
        other: sum(wanted.is_in(text) for text in texts(book)) for other, (_, texts) in ROOMS.items() if other != room
    }
    return [
        Elsewhere(ROOMS[other][0], f"{reverse(f'rules:{other}')}?{urlencode({'q': query})}", number)
        for other, number in counts.items()
        if number
    ]


def answer(
    request: HtmxRequest, book: Content, room: str, find: Callable[[str], list[Any]], texts: Iterable[str]
) -> dict[str, Any]:
    """What ``rules/results.html`` shows of ``?q=``: a page of lines, what was meant ``instead``, and other rooms.

    ``find`` gives the lines of this room for a query, ``texts`` is all that it looks through.
    """
    query, number = asked(request), request.GET.get("page")
    found, others, instead = find(query), elsewhere(book, query, room), ""
    if not found and not others and (instead := meant(query, texts)):
        found, others = find(instead), elsewhere(book, instead, room)
    return {"instead": instead, "found": page_of(found, number), "elsewhere": others}
