"""The rows of a warband as what the checker reads."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rules.content import Content
from rules.values import Unit
from warbands.holdings import Change, of_warrior, printed, spells_of
from warbands.legality.carrying import Bearer
from warbands.legality.checker import check
from warbands.legality.learning import Pupil
from warbands.legality.values import Case, Entry, Finding, Piece, Standing
from warbands.models import Fortune, FortuneKind, Possession, PossessionKind, Warband, Warrior
from warbands.readiness import is_absent
from warbands.rulings import rulings_for
from warbands.snapshots import STASH, Changes


def findings_of(
    warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content
) -> tuple[Finding, ...]:
    """What is wrong with a warband. ``warriors`` are all of its rows, those who left among them."""
    listed = content.warbands.get(warband.warband_type_id)
    if listed is None:
        return ()
    rows = list(warriors)
    stash, former = stash_of(changes), former_of(rows)
    entries = entries_of(rows, changes, content)
    return check(listed, entries, content, stash=stash, former=former, rulings=rulings_for(warband))


def bearers_of(
    warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content
) -> Mapping[int, Bearer]:
    """Those who are present as they are asked what they may carry, by key; nobody whose unit no list holds."""
    return {key: case.bearer(one) for key, case, one in _standing(warband, warriors, changes, content)}


def pupils_of(warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content) -> Mapping[int, Pupil]:
    """The same as they are asked what they may learn."""
    return {key: case.pupil(one) for key, case, one in _standing(warband, warriors, changes, content)}


def newcomer(unit: Unit, warband: Warband, content: Content) -> Bearer | None:
    """Somebody of a unit as he is asked what he may carry before he has joined."""
    listed = content.warbands.get(warband.warband_type_id)
    if listed is None:
        return None
    entry = Entry(id="", name=unit.name, unit=unit.slug, held=printed(unit, content), experience=unit.start_xp)
    case = Case.of_entries(listed, [entry], content)
    return next((case.bearer(one) for one in case.all), None)


def _standing(
    warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content
) -> Iterator[tuple[int, Case, Standing]]:
    listed = content.warbands.get(warband.warband_type_id)
    if listed is None:
        return
    rows = [row for row in warriors if row.removed_at is None]
    case = Case.of_entries(listed, entries_of(rows, changes, content), content)
    keys = {row.public_id: row.pk for row in rows}
    yield from ((keys[one.id], case, one) for one in case.all)


def former_of(warriors: Iterable[Warrior]) -> frozenset[str]:
    """The units of those who left."""
    return frozenset(row.unit_type_id for row in warriors if row.removed_at is not None)


def stash_of(changes: Changes) -> tuple[tuple[Piece, int], ...]:
    """What lies in the stash, with how many there are of each."""
    return tuple((piece_of(row), row.quantity) for row in changes.get(STASH, ()) if isinstance(row, Possession))


def entries_of(warriors: Iterable[Warrior], changes: Changes, content: Content) -> tuple[Entry, ...]:
    """Those who are present, each with what he has and what befell him."""
    return tuple(_entry(row, list(changes.get(row.pk, ())), content) for row in warriors if row.removed_at is None)


def _entry(row: Warrior, changes: list[Change], content: Content) -> Entry:
    unit = content.units.get(row.unit_type_id)
    items = [one for one in changes if isinstance(one, Possession) and one.kind == PossessionKind.ITEM]
    counted: Counter[Piece] = Counter()
    for one in items:
        counted[piece_of(one)] += one.quantity
    return Entry(
        id=row.public_id,
        name=row.name,
        unit=row.unit_type_id,
        size=row.size,
        kind=row.kind_of(unit.kind) if unit else "",
        gear=tuple(piece for piece, quantity in counted.items() for _ in range(-(-quantity // row.size))),
        upgrades=tuple(
            one.slug for one in changes if isinstance(one, Possession) and one.kind == PossessionKind.UPGRADE
        ),
        skills=tuple(one.slug for one in changes if isinstance(one, Fortune) and one.kind == FortuneKind.SKILL),
        skill_lists=_chosen_lists(changes),
        spells=tuple(spells_of(changes)),
        held=of_warrior(row, changes, content),
        experience=row.experience,
        characteristics=_characteristics(row, changes, content),
        uneven=tuple((piece.item, quantity) for piece, quantity in counted.items() if quantity % row.size),
        misses_next=is_absent(changes),
    )


def _chosen_lists(changes: Iterable[Change]) -> tuple[str, ...] | None:
    """The skill lists that were chosen for a henchman when he was promoted."""
    for one in changes:
        if isinstance(one, Fortune) and one.kind == FortuneKind.PROMOTED:
            return tuple(one.facts.get("skill_lists", ()))
    return None


def piece_of(row: Possession) -> Piece:
    """A belonging as the checker sees it."""
    return Piece(row.slug, made=row.made, brace=row.brace, free=row.free and not row.fixed, fixed=row.fixed)


def _characteristics(row: Warrior, changes: Iterable[Change], content: Content) -> tuple[tuple[str, int], ...]:
    """Characteristics that advances and injuries changed, without what gear and upgrades add to them."""
    unit = content.units.get(row.unit_type_id)
    changed: Counter[str] = Counter()
    for event in changes:
        if isinstance(event, Fortune):
            for name, by in event.modifiers.items():
                changed[str(name).lower()] += int(by)
    printed = {name: getattr(unit.profile, name, None) for name in changed} if unit else {}
    return tuple((name, value + changed[name]) for name, value in printed.items() if isinstance(value, int))
