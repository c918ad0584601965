"""What a warrior has, as pages show it: weapons first, each with a link to its page."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.attaching import EQUIPMENT, SPELLS
from rules.content import Content
from rules.values import Gear, Item, Unit
from warbands.holdings import Change, spells_of
from warbands.models import Possession, PossessionKind
from warbands.trade.shelf import ORDER, OTHERS, SHELVES, key_of, name_of
from warbands.trade.ways import choices_of, leaves_choice, names_of, ways_had


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a warrior, or each model of a group, has. ``note`` is what is to be known of it; ``row`` its key."""

    name: str
    href: str = ""
    note: str = ""
    shelf: str = OTHERS
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Outfit:
    """All that a warrior has: gear, upgrades and spells."""

    gear: tuple[Thing, ...] = ()
    upgrades: tuple[Thing, ...] = ()
    spells: tuple[Thing, ...] = ()

    @property
    def parts(self) -> tuple[tuple[str, tuple[Thing, ...]], ...]:
        """What there is, each part with its heading."""
        named = (("Gear", self.gear), ("Changed", self.upgrades), ("Knows", self.spells))
        return tuple((words, things) for words, things in named if things)

    def __bool__(self) -> bool:
        return bool(self.gear or self.upgrades or self.spells)


def outfit(unit: Unit | None, changes: Iterable[Change], content: Content) -> Outfit:
    """What a warrior has, with the gear that comes with his unit, and the spells he knows, whenever he learnt them."""
    changes = list(changes)
    rows = [row for row in changes if isinstance(row, Possession)]
    gear = [_item(row, unit, content) for row in rows if row.kind == PossessionKind.ITEM]
    gear += [_fixed(one, content) for one in _his_own(unit, rows, content)]
    return Outfit(
        tuple(_counted(sorted(gear, key=lambda thing: ORDER.index(thing.shelf)))),
        tuple(_upgrade(row, content) for row in rows if row.kind == PossessionKind.UPGRADE),
        tuple(_spell(slug, easier, content) for slug, easier in spells_of(changes).items()),
    )


def _his_own(unit: Unit | None, rows: Iterable[Possession], content: Content) -> Iterator[Gear]:
    """The gear that comes with a unit; what leaves a choice only while nobody has chosen."""
    if unit is None:
        return
    had = iter(ways_had(choices_of(unit, content), rows))
    for gear in unit.fixed:
        if not leaves_choice(gear) or next(had) is None:
            yield gear


def _counted(things: Iterable[Thing]) -> Iterator[Thing]:
    """Things of which there are several as one: two swords of a warrior, and of each model of a group."""
    many = Counter((one.name, one.href, one.note, one.shelf) for one in things)
    for (name, href, note, shelf), number in many.items():
        yield Thing(f"{name} × {number}" if number > 1 else name, href, note, shelf)


def item_href(slug: str, content: Content) -> str:
    """The address of an item's page; nothing for one that the book no longer holds."""
    return f"{EQUIPMENT.address}{slug}/" if slug in content.items else ""


def shelf_name(item: Item | None) -> str:
    """Among what an item stands."""
    return SHELVES.get(item.slot, OTHERS) if item else OTHERS


def thing(row: Possession, content: Content, *, as_name: str = "") -> Thing:
    """An item that somebody has, or that lies in the stash."""
    name = as_name or name_of(row.slug, content, made=row.made, brace=row.brace)
    return Thing(name, item_href(row.slug, content), "", shelf_name(content.items.get(row.slug)), row.pk)


def _item(row: Possession, unit: Unit | None, content: Content) -> Thing:
    """An item, under the name it has on his list."""
    if unit and row.fixed:
        named = names_of(choices_of(unit, content))
        return thing(row, content, as_name=named.get(key_of(row.slug, made=row.made, brace=row.brace), ""))
    listed = content.warbands.get(unit.warband) if unit else None
    sold = listed.equipment_list(unit.equipment_list) if listed and unit else None
    names = {line.item: line.name for line in sold.lines if not line.brace} if sold else {}
    return thing(row, content, as_name="" if row.made or row.brace else names.get(row.slug, ""))


def _fixed(gear: Gear, content: Content) -> Thing:
    item = content.items.get(gear.item)
    words = gear.name or " or ".join(_ways(gear, content))
    words = words[:1].upper() + words[1:]
    name = f"{words} × {gear.count}" if gear.count > 1 and not gear.any else words
    return Thing(name, item_href(gear.item, content) if item else "", gear.note, shelf_name(item))


def _ways(gear: Gear, content: Content) -> Iterator[str]:
    """The choice somebody has, in words."""
    if gear.any:
        names = ", ".join(name_of(slug, content).lower() for slug in gear.any)
        yield f"{gear.count} of {names}" if gear.count > 1 else f"one of {names}"
    for way in gear.choice:
        yield " and ".join(one.name or " or ".join(_ways(one, content)) for one in way)


def _upgrade(row: Possession, content: Content) -> Thing:
    slug, _, short = row.slug.partition("--")
    family = content.upgrades.get(slug)
    option = next((one for one in family.options if one.slug == row.slug), None) if family else None
    href = f"{EQUIPMENT.address}upgrades/{slug}/#{short}" if option else ""
    return Thing(option.name if option else short.replace("-", " ").capitalize(), href, row=row.pk)


def _spell(slug: str, easier: int, content: Content) -> Thing:
    """A spell with its difficulty, which falls by one each time it is learnt again."""
    spell = content.spells.get(slug)
    if spell is None:
        return Thing(slug.rpartition("--")[2].replace("-", " ").capitalize())
    note = f"{spell.difficulty - easier}" if isinstance(spell.difficulty, int) else ""
    return Thing(spell.name, f"{SPELLS.address}{slug}/", note)
