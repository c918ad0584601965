"""The lad's got talent: one of a group of henchmen becomes a hero of the same unit."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from rules.content import Content
from rules.engine.vocabulary import Matter
from rules.values import Unit
from warbands.fortunes import rows
from warbands.fortunes.experience import barred
from warbands.fortunes.recording import at_hand, reason_of, record
from warbands.holdings import of_warrior
from warbands.models import HERO, Fortune, FortuneKind, Possession, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.rulebooks import content_for
from warbands.snapshots import changes_of

MOST_HEROES = 6
LISTS = 2


def why_not(row: Warrior, content: Content) -> str:
    """Why none of a group may become a hero, in words; nothing where one may."""
    unit = content.units.get(row.unit_type_id)
    if unit is None:
        return "The published lists no longer hold this warrior."
    if row.kind_of(unit.kind) != "henchman":
        return "Only a henchman is promoted."
    changes = changes_of(row.warband, content)
    held = of_warrior(row, changes.get(row.pk, ()), content)
    for matter in (Matter.HERO, Matter.EXPERIENCE):
        if name := barred(held, matter, content.rulebook):
            return f"{name}: none of them ever becomes a hero."
    if not unit.promotable:
        return f"{unit.name}: none of them ever becomes a hero."
    if len(heroes(row.warband, content)) >= MOST_HEROES:
        return f"The warband has {MOST_HEROES} heroes already."
    return ""


def heroes(warband: Warband, content: Content) -> list[Warrior]:
    """The heroes on the roster."""
    return [
        row
        for row in warband.warriors.present()
        if (unit := content.units.get(row.unit_type_id)) and row.kind_of(unit.kind) == HERO
    ]


def open_lists(unit: Unit, content: Content) -> tuple[str, ...]:
    """The skill lists a promoted henchman may be given: those of his warband's heroes, or those his list prints."""
    listed = content.warbands.get(unit.warband)
    if unit.promoted_skill_lists:
        return unit.promoted_skill_lists
    found = dict.fromkeys(
        slug for other in (listed.units if listed else ()) if other.kind == HERO for slug in other.skill_lists
    )
    return tuple(slug for slug in found if slug not in unit.promoted_never)


@transaction.atomic
def promote(
    *,
    warrior: Warrior,
    name: str,
    skill_lists: Sequence[str],
    reason: str,
    by: User | None,
    client_key: UUID | None = None,
) -> Warrior:
    """Let one of a group become a hero. He keeps experience, advances and injuries; what he carries goes with him.

    A group of one becomes him altogether. Refuses whom the rules forbid it, and skill lists that are not open to him.
    """
    row, made = at_hand(warrior, client_key)
    if made:
        return Warrior.objects.get(public_id=made.facts["hero"])
    content = content_for(row.warband)
    reason = reason_of(reason)
    if refused := why_not(row, content):
        raise RefusedError("", refused)
    unit = content.units[row.unit_type_id]
    chosen = list(dict.fromkeys(skill_lists))
    opened = open_lists(unit, content)
    if not set(chosen) <= set(opened):
        raise RefusedError("skill_lists", "Such a list is not open to him.")
    wanted = min(LISTS, len(opened))
    if len(chosen) != wanted:
        raise RefusedError("skill_lists", f"Choose {wanted}.")
    rows.open_fortunes(row, by)
    hero = _hero(row, name, by, reason, chosen)
    alone = row.size == 1
    facts: dict[str, Any] = {"hero": hero.public_id, "gear": [own.pk for own in hero.possessions.all()]}
    if alone:
        facts["lost"] = rows.put_away(row)
    record(
        row,
        kind=FortuneKind.PROMOTION,
        words=f"{hero.name} becomes a hero",
        reason=reason,
        by=by,
        figures=0 if alone else -1,
        leaves=alone,
        facts=facts,
        client_key=client_key,
    )
    return hero


def _hero(row: Warrior, name: str, by: User | None, reason: str, lists: list[str]) -> Warrior:
    last = row.warband.warriors.aggregate(last=Max("position"))["last"] or 0
    hero = Warrior.objects.create(
        warband=row.warband,
        unit_type_id=row.unit_type_id,
        name=name.strip() or f"{row.name}’s talent",
        position=last + 1,
        experience=row.experience,
        promoted=True,
    )
    kept = _kept(row)
    rows.write(
        hero,
        kind=FortuneKind.PROMOTED,
        words=f"Becomes a hero: {row.name} has one less",
        reason=reason,
        by=by,
        experience=row.experience,
        facts={"group": row.public_id, "skill_lists": lists, **kept["facts"]},
        modifiers=kept["modifiers"],
        rules=kept["rules"],
    )
    for own in row.possessions.present():
        _his(own, hero)
    return hero


def _kept(row: Warrior) -> dict[str, Any]:
    """What the group went through so far, as one row of the hero's begins with it."""
    modifiers: dict[str, int] = {}
    rules: list[dict[str, Any]] = []
    for event in row.fortunes.acting():
        for stat, by in event.modifiers.items():
            modifiers[stat] = modifiers.get(stat, 0) + by
        rules += event.rules
    return {"modifiers": modifiers, "rules": rules, "facts": {"name": "As a henchman"} if modifiers or rules else {}}


def _his(own: Possession, hero: Warrior) -> None:
    """His piece of what each of the group carries. The group's own number follows its size."""
    fields = ("warband_id", "kind", "slug", "made", "brace", "price", "free", "fixed")
    Possession.objects.create(warrior=hero, quantity=1, **{name: getattr(own, name) for name in fields})


def group_of(hero: Warrior) -> Fortune | None:
    """The promotion that made somebody a hero."""
    return Fortune.objects.standing().filter(kind=FortuneKind.PROMOTION, facts__hero=hero.public_id).first()
