"""A battle begins: who takes part, who stays away and why, and what is fixed for as long as it lasts."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from rules.content import Content
from rules.engine.rulebook import Held
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.vocabulary import Matter, Status
from warbands.battles import stored
from warbands.battles.doing import DeedError
from warbands.holdings import unit_of
from warbands.models import SIDES, Battle, BattleSide, Campaign, Warband, Warrior
from warbands.profiles import profile_of
from warbands.rulebooks import content_for, house_of
from warbands.snapshots import Changes, changes_of, fighter_id, mustered, side_of

CAUSE_FEAR = "cause-fear"
MOST_FOES = 30


@dataclass(frozen=True, slots=True)
class Foe:
    """An opponent without a roster: so many models, the Leadership of whoever leads them, whether they cause fear."""

    name: str
    models: int
    leadership: int = 8
    causes_fear: bool = False


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody on the roster who takes no part, and why."""

    name: str
    why: str


@dataclass(frozen=True)
class Fielded:
    """A side of a battle: who fights in it, who stays away, and the names of the units by their warriors' ids.

    ``absent`` are leaders among those who miss this game (ruling R-05), ``wounds`` the wounds of whoever has several.
    """

    side: Side
    away: tuple[Away, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    absent: tuple[Fighter, ...] = ()
    wounds: Mapping[str, int] = field(default_factory=dict)


def fielded(warband: Warband, slug: str, content: Content, rulings: Rulings, absent: Collection[str] = ()) -> Fielded:
    """A warband as side ``slug``: without those who miss this game, packs left behind, and ``absent`` (by id)."""
    warriors = list(warband.warriors.present())
    changes = changes_of(warband, content)
    mustering = side_of(warband, warriors, changes, content, rulings)
    misses = {one.id for one in mustering.fighters if one.status is Status.MISSING_GAME}
    gone = misses.union(absent)
    fighters = [one.with_(status=Status.MISSING_GAME) if one.id in gone else one for one in mustering.fighters]
    why = mustered(fighters, content, rulings)
    there, away, leaders = [], [], []
    for fighter in fighters:
        if fighter.id in gone:
            away.append(Away(fighter.called, "misses this game" if fighter.id in misses else "stays away"))
            leaders += [fighter] if _leads(fighter, content) else []
        elif fighter.id in why.benched or fighter.id in why.leaves:
            reason = why.benched.get(fighter.id)
            away.append(Away(fighter.called, reason.text if reason else "no companion is left to lead the pack"))
        else:
            there.append(fighter)
    units = {warrior.public_id: unit.name for warrior in warriors if (unit := unit_of(warrior, content))}
    several = dict(_several(warriors, changes, content))
    return Fielded(_side(slug, warband.name, there), tuple(away), units, tuple(leaders), several)


def _several(warriors: Iterable[Warrior], changes: Changes, content: Content) -> Iterator[tuple[str, int]]:
    """The fighters with more than one wound, and how many."""
    for warrior in warriors:
        unit = unit_of(warrior, content)
        wounds = profile_of(unit, list(changes.get(warrior.pk, ())), content).w if unit else 1
        if wounds > 1:
            yield from ((fighter_id(warrior, number), wounds) for number in range(1, warrior.size + 1))


def _leads(fighter: Fighter, content: Content) -> bool:
    opened = content.rulebook.opened(fighter.held)
    return any(effect.matter is Matter.COMMAND for one in opened for effect in one.effects)


def _side(slug: str, name: str, fighters: Iterable[Fighter]) -> Side:
    there = tuple(fighters)
    return Side(slug, there, name, started=len(there), alliance=slug)


def unlisted(foe: Foe, slug: str) -> Fielded:
    """An opponent without a roster, as side ``slug``."""
    held = (Held(CAUSE_FEAR),) if foe.causes_fear else ()
    fighters = (
        Fighter(f"{slug}{number}", foe.leadership, f"{foe.name} {number}", held=held)
        for number in range(1, foe.models + 1)
    )
    return Fielded(_side(slug, foe.name, fighters))


def muster_of(sides: Iterable[Fielded]) -> dict[str, Any]:
    """The muster as it is kept."""
    return {
        "players": len(SIDES),
        "sides": [
            {
                **stored.stored_side(one.side, one.absent, one.wounds),
                "units": dict(one.units),
                "away": [{"name": away.name, "why": away.why} for away in one.away],
            }
            for one in sides
        ],
    }


@transaction.atomic
def begin(
    *,
    by: User,
    own: Warband,
    against: Warband | Foe,
    client_key: UUID,
    rulings: Rulings,
    absent: Collection[str] = (),
    one_phone: bool = False,
    campaign: Campaign | None = None,
) -> Battle:
    """Begin a battle and keep it; the same form sent twice begins one.

    Raises ``DeedError`` for a warband against itself, and for a side with nobody to fight.
    """
    if made := Battle.objects.filter(starter=by, client_key=client_key).first():
        return made
    content = content_for(own)
    if isinstance(against, Warband) and against.pk == own.pk:
        raise DeedError("A warband does not fight itself.", "against")
    first, second = SIDES
    other = (
        unlisted(against, second) if isinstance(against, Foe) else fielded(against, second, content, rulings, absent)
    )
    both = (fielded(own, first, content, rulings, absent), other)
    for one in both:
        if not one.side.fighters:
            raise DeedError(f"Nobody of {one.side.name} can fight.", "against")
    return _kept(both, content, rulings, {first: own, second: against}, by=by, client_key=client_key,
                 one_phone=one_phone, campaign=campaign)  # fmt: skip


def _kept(
    both: tuple[Fielded, Fielded],
    content: Content,
    rulings: Rulings,
    warbands: Mapping[str, Warband | Foe],
    *,
    by: User,
    client_key: UUID,
    **fields: Any,
) -> Battle:
    sides = tuple(one.side for one in both)
    came = {fighter.id: replace(fighter, missile=False) for side in sides for fighter in side.fighters}
    opening = stored.opening(Situation(content.rulebook, sides, rulings=rulings), came)
    try:
        with transaction.atomic():
            battle = Battle.objects.create(
                starter=by,
                version_id=content.published,
                house_id=house_of(content),
                rulings=rulings.changed(),
                muster=muster_of(both),
                opening=opening,
                state=opening,
                client_key=client_key,
                **fields,
            )
    except IntegrityError:
        return Battle.objects.get(starter=by, client_key=client_key)
    for side in sides:
        warband = warbands[side.id]
        listed = warband if isinstance(warband, Warband) else None
        player = listed.owner if listed else None
        BattleSide.objects.create(battle=battle, slug=side.id, name=side.name, warband=listed, player=player)
    return battle
