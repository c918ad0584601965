"""Which special rules a warrior holds: one answer for the roster, the tests and everything that follows.

The order of things: what his unit type holds, then what the warband's rules give every member, then what his gear and
upgrades give, then what skills and injuries left him with, then his campaign's house rules, then what was given by
hand, and from all that what was taken by hand is left out. A rule that the rulebook does not know is left out too: a
roster outlives a rule. What silences what is not asked here; the engine's ``standing`` answers that.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.content import Content
from rules.engine.rulebook import From, Held, arguments
from rules.engine.vocabulary import Matter, Verb
from rules.values import Gear, Item, Unit, WarbandList
from warbands.models import HERO, Fortune, FortuneKind, Possession, PossessionKind, Warrior, WarriorRule

type Row = WarriorRule | Possession | Fortune
"""What is stored of a warrior's own."""

type Change = Row | Held
"""What sets a warrior apart from others of his unit: rules by hand, gear, upgrades, spells, what befell him, and what
he holds of his campaign's house rules."""

MEMBERS, ONE = "members of", "warrior"
"""Who holds a house rule, by these and a key (``rules.values.Overlay.given``): a warband's members, or one warrior."""


def of_warrior(warrior: Warrior, changes: Iterable[Change], content: Content) -> tuple[Held, ...]:
    """What a warrior holds. ``changes`` are his belongings, what befell him, and his rules by hand not withdrawn."""
    unit = content.units.get(warrior.unit_type_id)
    return after_changes(printed(unit, content), changes, content)


def unit_of(warrior: Warrior, content: Content) -> Unit | None:
    """The unit of a warrior as he is one: a henchman who was promoted is a hero of it."""
    unit = content.units.get(warrior.unit_type_id)
    if unit is None or warrior.kind_of(unit.kind) == unit.kind:
        return unit
    return replace(unit, kind=HERO, tags=unit.tags - {unit.kind} | {HERO})


def printed(unit: Unit | None, content: Content) -> tuple[Held, ...]:
    """What a unit holds by itself, with the gear that comes with it."""
    if unit is None:
        return ()
    return (*unit.held, *(held for gear in unit.fixed for held in _of_gear(gear, content))) if unit.fixed else unit.held


def _of_gear(gear: Gear, content: Content) -> Iterator[Held]:
    """The rules of fixed gear; where there is a choice, nobody knows which."""
    yield from gear.held
    for slug in filter(None, (gear.item, gear.upgrade)):
        if item := content.items.get(slug):
            yield from (*item.held, *item.attacks)


def after_changes(printed: Iterable[Held], changes: Iterable[Change], content: Content) -> tuple[Held, ...]:
    """These holdings with what gear, skills and injuries give, and with rules given and taken by hand."""
    changes = list(changes)
    if not changes:
        return tuple(printed)
    hand = [change for change in changes if isinstance(change, WarriorRule)]
    taken = {change.rule_id for change in hand if change.taken}
    gear = (held for change in changes if isinstance(change, Possession) for held in of_possession(change, content))
    befell = (held for change in changes if isinstance(change, Fortune) for held in of_fortune(change, content))
    house = (change for change in changes if isinstance(change, Held))
    held = [*printed, *gear, *befell, *house, *(given(change) for change in hand if not change.taken)]
    book = content.rulebook
    known = ((item, book.get(item.rule)) for item in held)
    return tuple(item for item, rule in known if rule is not None and rule.slug not in taken)


def of_possession(row: Possession, content: Content) -> Iterator[Held]:
    """The rules that a belonging gives: to its bearer, and to the attacks made with it (``weapon``)."""
    if row.kind == PossessionKind.UPGRADE:
        family = content.upgrades.get(row.slug.partition("--")[0])
        for option in family.options if family else ():
            if option.slug == row.slug:
                yield from (*option.held, *option.attacks)
    elif row.kind == PossessionKind.ITEM:
        for slug in filter(None, (row.slug, row.made)):
            if item := content.items.get(slug):
                yield from (*item.held, *item.attacks)


def of_fortune(event: Fortune, content: Content) -> Iterator[Held]:
    """The rules that something left a warrior with: a skill he learnt, an injury, the command of a warband."""
    if event.kind == FortuneKind.SKILL and (skill := content.skills.get(event.slug)):
        yield from (*skill.held, *skill.attacks)
    origin = From.INJURY if event.kind == FortuneKind.INJURY else From.HAND
    for one in event.rules:
        yield Held(one["rule"], arguments(one.get("arguments")), origin=origin, origin_name=event.words)


def command_of(held: Iterable[Held], content: Content) -> Held | None:
    """The rule by which somebody leads a warband, with its reach; None for whoever does not lead."""
    for opened in content.rulebook.opened(tuple(held)):
        if any(effect.verb is Verb.HAS and effect.matter is Matter.COMMAND for effect in opened.effects):
            return Held(opened.rule.slug, arguments(opened.arguments))
    return None


def leading_unit(listed: WarbandList, content: Content) -> Unit | None:
    """The unit that leads by its list."""
    return next((unit for unit in listed.units if command_of(unit.held, content)), None)


def spells_of(changes: Iterable[Change]) -> Mapping[str, int]:
    """The spells a warrior knows, since he joined or learnt later, each with how often its difficulty has fallen."""
    found: dict[str, int] = {}
    for change in changes:
        if isinstance(change, (Possession, Fortune)) and change.kind in {PossessionKind.SPELL, FortuneKind.SPELL}:
            found[change.slug] = found.get(change.slug, -1) + 1
    return found


def carried(unit: Unit | None, changes: Iterable[Change], content: Content) -> tuple[Item, ...]:
    """The items a warrior came with or was given, as far as the book knows them."""
    fixed = (gear.item for gear in unit.fixed) if unit else ()
    own = (row.slug for row in changes if isinstance(row, Possession) and row.kind == PossessionKind.ITEM)
    items = (content.items.get(slug) for slug in (*fixed, *own))
    return tuple(item for item in items if item is not None)


def given(change: WarriorRule) -> Held:
    """A rule given by hand, as it is held."""
    return Held(change.rule_id, arguments(change.arguments), origin=From.HAND, origin_name=change.reason)
