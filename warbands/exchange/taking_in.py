"""Making a warband of what its player confirmed: the last step of reading another tool's file in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import current
from warbands.exchange.proposing import Carried
from warbands.fortunes.rows import record
from warbands.models import (
    EntryKind,
    FortuneKind,
    LedgerEntry,
    Origin,
    Possession,
    PossessionKind,
    Warband,
    Warrior,
    WarriorRule,
)
from warbands.rosters import services
from warbands.rosters.services import RefusedError
from warbands.trade.opening import open_ledger


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A warrior as his player confirmed him. ``field`` is what the form calls him where he is refused."""

    unit: str
    name: str
    size: int
    experience: int
    carried: Sequence[Carried] = ()
    notes: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """From which tool a warband comes, and what of its file could not be read: for all eyes, and for its owner's."""

    tool: str
    unread: tuple[str, ...] = ()
    private: tuple[str, ...] = ()


@transaction.atomic
def take_in(
    *,
    owner: User,
    mark: Mark,
    warband_type: str,
    name: str,
    men: Iterable[Confirmed],
    gold: int | None = None,
    stash: Iterable[Carried] = (),
    notes: str = "",
    client_key: UUID | None = None,
) -> Warband:
    """A new private warband. The same key twice gives the same one.

    Its gold is what it had, or what its list starts with less what its warriors cost. Refuses a list, a unit and a
    size that there is not.
    """
    content = current()
    if warband_type not in content.warbands:
        raise RefusedError("listed", "There is no such list.")
    fields = {"warband_type_id": warband_type, "name": name, "notes": notes}
    if client_key is None:
        warband, made = Warband.objects.create(owner=owner, **fields), True
    else:
        warband, made = Warband.objects.get_or_create(owner=owner, client_key=client_key, defaults=fields)
    if not made:
        return warband
    tool = mark.tool
    Origin.objects.create(warband=warband, tool=tool, unread=list(mark.unread), private=list(mark.private))
    for man in men:
        _join(man, warband, owner, tool)
    _have(stash, warband, None)
    if gold is None:
        open_ledger(warband=warband, content=content, by=owner)
    else:
        LedgerEntry.objects.create(
            warband=warband,
            kind=EntryKind.OPENING,
            amount=gold,
            words=f"Gold as read from {tool}",
            lines=[{"words": f"Gold as read from {tool}", "each": gold, "times": 1}],
            by=owner,
        )
    return warband


def _join(man: Confirmed, warband: Warband, owner: User, tool: str) -> None:
    try:
        row = services.add_warrior(warband=warband, unit_type=man.unit, name=man.name, size=man.size)
    except RefusedError as refused:
        part = {"size": "size", "unit_type": "unit"}.get(refused.field, "unit")
        raise RefusedError(f"{man.field}-{part}", refused.message) from None
    row.experience, row.notes = man.experience, man.notes
    row.save(update_fields=["experience", "notes"])
    _have(man.carried, warband, row)
    _learn(man, row, owner, tool)
    WarriorRule.objects.bulk_create(
        WarriorRule(warrior=row, rule_id=one.slug, by=owner, reason=f"Read from {tool}: {one.told}"[:200])
        for one in man.carried
        if one.kind == "rule"
    )


def _learn(man: Confirmed, row: Warrior, owner: User, tool: str) -> None:
    """Skills, and characteristics that grew, as advances he took."""
    reason = f"Read from {tool}"
    for one in man.carried:
        if one.kind == "skill":
            record(row, kind=FortuneKind.SKILL, slug=one.slug, words=f"Learns {one.name}", reason=reason, by=owner)
        elif one.kind == "stat":
            effects: dict[str, Any] = {"slug": one.slug, "modifiers": {one.slug: 1}}
            record(row, kind=FortuneKind.ADVANCE, words=one.name, reason=reason, by=owner, **effects)


def _have(carried: Iterable[Carried], warband: Warband, warrior: Warrior | None) -> None:
    items = current().items
    kinds = {"item": PossessionKind.ITEM, "spell": PossessionKind.SPELL}
    freed: set[str] = set()
    rows = []
    for one in carried:
        if one.kind not in kinds or (warrior is None and one.kind != "item"):
            continue
        item = items.get(one.slug) if one.kind == "item" else None
        free = one.kind == "spell" or bool(warrior and item and item.free_first and one.slug not in freed)
        freed.add(one.slug)
        rows.append(
            Possession(
                warband=warband,
                warrior=warrior,
                kind=kinds[one.kind],
                slug=one.slug,
                brace=one.brace,
                quantity=warrior.size if warrior else 1,
                free=free,
            )
        )
    Possession.objects.bulk_create(rows)
