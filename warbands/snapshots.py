"""Rows into what the engine reads: the only translator on this side of the wall.

A warrior becomes one fighter, a henchman group one for each model (``<public id>.<n>``), for every model of a group is
tested by itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.content import Content
from rules.engine.mustering import Member, Muster, muster
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Kind, Side, Situation
from rules.engine.vocabulary import Fact, Status
from warbands.holdings import MEMBERS, ONE, Change, carried, of_warrior, unit_of
from warbands.models import Fortune, Possession, Warband, Warrior, WarriorRule
from warbands.profiles import profile_of
from warbands.readiness import is_absent

type Changes = Mapping[int, Sequence[Change]]
"""Belongings, rules by hand that are not withdrawn and what befell him that stands, by the key of their warrior."""


STASH = 0
"""Whose is what lies in the stash: no warrior has this key."""


def changes_of(warband: Warband, content: Content | None = None) -> Changes:
    """What the warriors of a warband have, their rules by hand, and what befell them: three queries.

    With the content that holds for it (``warbands.rulebooks``) also what they hold of its campaign's house rules.
    """
    found = changes_in([warband])
    return found if content is None else with_house(found, warband, content)


def with_house(changes: Changes, warband: Warband, content: Content) -> Changes:
    """The same, with what the warriors of this warband, and they alone, hold of a campaign's house rules."""
    return Housed(changes, warband, content) if content.overlay.given else changes


class Housed(Mapping[int, Sequence[Change]]):
    """Changes of one warband and the house rules its warriors hold: some all of them, some only one."""

    def __init__(self, changes: Changes, warband: Warband, content: Content) -> None:
        self._changes = changes
        self._given = content.overlay.given
        self._all = self._given.get((MEMBERS, warband.pk), ())

    def __getitem__(self, key: int) -> Sequence[Change]:
        held = () if key == STASH else (*self._all, *self._given.get((ONE, key), ()))
        # Who was given a rule that everybody holds has it once, for the reason that is his own.
        found = (*self._changes.get(key, ()), *{one.rule: one for one in held}.values())
        if not found:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self._changes)

    def __len__(self) -> int:
        return len(self._changes)


def changes_in(warbands: Iterable[Warband]) -> dict[int, list[Change]]:
    """As ``changes_of``, for several warbands: three queries too."""
    found: dict[int, list[Change]] = {}
    warbands = list(warbands)
    for row in Possession.objects.present().filter(warband__in=warbands):
        found.setdefault(row.warrior_id or STASH, []).append(row)
    for event in Fortune.objects.acting().filter(warband__in=warbands):
        found.setdefault(event.warrior_id, []).append(event)
    for change in WarriorRule.objects.filter(warrior__warband__in=warbands, withdrawn_at=None):
        found.setdefault(change.warrior_id, []).append(change)
    return found


def fighter_id(warrior: Warrior, member: int = 0) -> str:
    """The id of a fighter: the warrior's, and for a group the number of the model from 1."""
    return f"{warrior.public_id}.{member or 1}" if warrior.size > 1 else warrior.public_id


def fighters_of(warrior: Warrior, changes: Iterable[Change], content: Content) -> tuple[Fighter, ...]:
    """The fighters a warrior stands for; none for one whose unit the published lists no longer hold."""
    unit = unit_of(warrior, content)
    if unit is None:
        return ()
    changes = list(changes)
    profile = profile_of(unit, changes, content)
    has = carried(unit, changes, content)
    numbered = warrior.size > 1
    return tuple(
        Fighter(
            id=fighter_id(warrior, number),
            leadership=profile.ld,
            name=f"{warrior.name} {number}" if numbered else warrior.name,
            kind=Kind(unit.kind.replace("-", "_")),
            tags=unit.tags,
            held=of_warrior(warrior, changes, content),
            movement=profile.m if isinstance(profile.m, int) else None,
            attacks=profile.a,
            missile=any(item.missile for item in has),
            told={Fact.MOUNTED: True} if any(item.ridden for item in has) else {},
            status=Status.MISSING_GAME if is_absent(changes) else Status.STANDING,
        )
        for number in range(1, warrior.size + 1)
    )


def side_of(
    warband: Warband, warriors: Iterable[Warrior], changes: Changes, content: Content, rulings: Rulings | None = None
) -> Side:
    """A warband as a side: everybody on his feet who misses no battle; a pack without its companion stays behind."""
    fighters: list[Fighter] = []
    for warrior in warriors:
        fighters += fighters_of(warrior, changes.get(warrior.pk, ()), content)
    found = mustered(fighters, content, rulings or Rulings())
    behind = frozenset((*found.benched, *found.leaves))
    placed = (one.with_(status=Status.BENCHED) if one.id in behind else one for one in fighters)
    return Side(warband.public_id, tuple(placed), warband.name, alliance=warband.public_id)


def mustered(fighters: Iterable[Fighter], content: Content, rulings: Rulings) -> Muster:
    """Who of these takes part in a battle, and who stays behind and why."""
    members = [
        Member(
            one.id,
            one.name,
            one.kind,
            one.leadership,
            tags=one.tags,
            held=one.held,
            misses_next=one.status is Status.MISSING_GAME,
        )
        for one in fighters
    ]
    return muster(members, content.rulebook, rulings)


def situation_of(warband: Warband, content: Content, rulings: Rulings) -> Situation:
    """A warband at the start of its own turn with nobody placed yet: four queries."""
    side = side_of(warband, warband.warriors.present(), changes_of(warband, content), content, rulings)
    return Situation(content.rulebook, (side,), turn=side.id, rulings=rulings)
