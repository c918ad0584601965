"""How much a warrior carries: two weapons for close combat besides the free dagger, two missile weapons, one suit."""

from collections import Counter
from collections.abc import Iterator

from rules.values import Item
from warbands.legality.values import Case, Finding, Piece, Standing, error, warning

MOST_WEAPONS = 2
ONE_ARMED = "one-armed"
FROM_THE_SADDLE = "cavalry-weapon"
ONE_OF = {"body": "suit of armour", "shield": "shield", "buckler": "buckler", "helmet": "helmet"}


def arms(case: Case) -> Iterator[Finding]:
    """Who carries more than he may. A hired sword comes as he is."""
    for one in case.own:
        yield from _of(case, one)


def _of(case: Case, one: Standing) -> Iterator[Finding]:
    known = [(piece, case.content.items[piece.item]) for piece in one.entry.gear if piece.item in case.content.items]
    close = [(piece, item) for piece, item in known if item.close_combat and not (piece.free and item.free_first)]
    count = sum(2 if item.pair else 1 for _, item in close)
    if count > MOST_WEAPONS:
        words = (
            f"{one.name}: at most {MOST_WEAPONS} weapons for close combat besides the free dagger, "
            f"not {count}: {_named(close)}."
        )
        yield error("close-combat-weapons", words, who=one.id)
    missile = [(piece, item) for piece, item in known if item.missile]
    shots = Counter(item.slug for _, item in missile)
    # Two pistols of one kind are a brace, and a brace is one weapon.
    count = sum(1 if item.brace else shots[item.slug] for item in {item.slug: item for _, item in missile}.values())
    if count > MOST_WEAPONS:
        words = f"{one.name}: at most {MOST_WEAPONS} missile weapons, not {count}: {_named(missile)}."
        yield error("missile-weapons", words, who=one.id)
    for item in {item.slug: item for _, item in missile}.values():
        if shots[item.slug] > 1 and not item.brace:
            words = f"{one.name}: his missile weapons must differ, and there are {shots[item.slug]} {item.name}."
            yield error("missile-alike", words, who=one.id, about=item.slug)
    for slot, name in ONE_OF.items():
        worn = [(piece, item) for piece, item in known if item.slot == slot]
        if len(worn) > 1:
            words = f"{one.name}: at most one {name}, not {len(worn)}: {_named(worn)}."
            yield error("armour-twice", words, who=one.id, about=slot)
    yield from _of_no_use(case, one, known)


def _of_no_use(case: Case, one: Standing, known: list[tuple[Piece, Item]]) -> Iterator[Finding]:
    """What he may own, and cannot use as he is."""
    if ONE_ARMED in one.rules:
        idle = [(piece, item) for piece, item in known if item.hands == "two" or item.slot in {"shield", "buckler"}]
        if idle:
            words = (
                f"{one.name} has one arm, and can use a single one-handed weapon: {_named(idle)} is of no use to him."
            )
            yield warning("one-armed", words, who=one.id)
    from_the_saddle = [item for _, item in known if any(held.rule == FROM_THE_SADDLE for held in item.held)]
    if from_the_saddle and not case.pupil(one).mounted:
        words = f"{one.name}: {from_the_saddle[0].name} is used from the saddle, and he has nothing to ride."
        yield warning("no-mount", words, who=one.id, about=from_the_saddle[0].slug)


def _named(carried: list[tuple[Piece, Item]]) -> str:
    return ", ".join(f"Brace of {item.name}" if piece.brace else item.name for piece, item in carried)
