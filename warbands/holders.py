"""The warriors of all rosters as the editors of the glossary must know them: who holds what, and alike with whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet

from rules.content import Content
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Side
from rules.engine.vocabulary import Status
from rules.holders import Group, Known, Somebody
from warbands.holdings import Row
from warbands.models import Enrolment, Fortune, Possession, Warrior, WarriorRule
from warbands.snapshots import changes_of, fighter_id, fighters_of, side_of

MOST_KNOWN = 200
"""How many of his own warriors an editor is offered."""


@dataclass
class _Alike:
    """Warriors of one unit with the same belongings, fortunes and rules by hand."""

    one: Warrior
    changes: Sequence[Row]
    warriors: int = 0
    warbands: set[int] = field(default_factory=set)


class WarbandHolders:
    """Implements ``rules.holders.Holders``."""

    rulings = Rulings()
    """The rulings under which a rule is tried."""

    def groups(self, contents: Sequence[Content]) -> Iterable[Group]:
        """Five queries, however many warriors there are."""
        changes = _changes()
        alike: dict[tuple[object, ...], _Alike] = {}
        for warrior in Warrior.objects.present().filter(warband__deleted_at=None).order_by().iterator():
            own = changes.get(warrior.pk, ())
            signature = (warrior.unit_type_id, warrior.promoted, *sorted(map(_signature, own)))
            group = alike.setdefault(signature, _Alike(warrior, own))
            group.warriors += 1
            group.warbands.add(warrior.warband_id)
        campaigns: dict[int, set[int]] = {}
        for campaign, warband in Enrolment.objects.present().values_list("campaign_id", "warband_id"):
            campaigns.setdefault(warband, set()).add(campaign)
        for group in alike.values():
            yield Group(
                group.one.unit_type_id,
                tuple(_fighter(group.one, group.changes, content) for content in contents),
                group.warriors,
                frozenset(group.warbands),
                frozenset(campaign for warband in group.warbands for campaign in campaigns.get(warband, ())),
            )

    def known_to(self, user: Somebody) -> Sequence[Known]:
        """The warriors of his own warbands, as many as anybody would look through."""
        rows = self.rows(user).select_related("warband").order_by("warband__name", "position", "pk")[:MOST_KNOWN]
        return [Known(row.public_id, f"{row.warband.name}: {row.name}") for row in rows]

    def side_of(self, user: Somebody, warrior: str, content: Content) -> tuple[Side, str] | None:
        """His warband as a side."""
        row = self.rows(user).filter(public_id=warrior).select_related("warband").first()
        if row is None:
            return None
        warband = row.warband
        changes = changes_of(warband, content)
        side = side_of(warband, warband.warriors.present(), changes, content, self.rulings)
        who = fighter_id(row)
        return (side, who) if any(fighter.id == who for fighter in side.fighters) else None

    def rows(self, user: Somebody) -> QuerySet[Warrior]:
        """The warriors whom this user may try a rule on: his own."""
        return Warrior.objects.present().filter(warband__owner=user.pk, warband__deleted_at=None)


def _changes() -> dict[int, list[Row]]:
    """What sets the warriors of all rosters apart, by the key of each."""
    there = {"warrior__removed_at": None, "warrior__warband__deleted_at": None}
    rows: list[Iterable[Row]] = [
        Possession.objects.present().filter(**there).exclude(warrior=None).iterator(),
        Fortune.objects.acting().filter(**there).iterator(),
        WarriorRule.objects.filter(**there, withdrawn_at=None).iterator(),
    ]
    found: dict[int, list[Row]] = {}
    for of_kind in rows:
        for row in of_kind:
            if row.warrior_id is not None:
                found.setdefault(row.warrior_id, []).append(row)
    return found


def _signature(change: Row) -> str:
    """All of a change that can make one warrior's rules or numbers other than another's."""
    if isinstance(change, Possession):
        return f"has {change.kind} {change.slug} {change.made} {change.quantity}"
    if isinstance(change, Fortune):
        return f"{change.kind} {change.slug} {change.modifiers} {change.rules} {change.facts}"
    return f"{'without' if change.taken else 'with'} {change.rule_id} {change.arguments}"


def _fighter(warrior: Warrior, changes: Sequence[Row], content: Content) -> Fighter | None:
    """One of them, as if he could fight: who misses a battle now still holds his rules."""
    found = fighters_of(warrior, changes, content)
    if not found:
        return None
    unit = content.units[warrior.unit_type_id]
    return replace(found[0], id="he", name=unit.name, status=Status.STANDING)
