"""What battle did to a warrior: injuries, death, captivity, battles he misses, and leaving for good."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.content import Content, current
from warbands.fortunes.experience import is_hero
from warbands.fortunes.injuries import FEUD, HATRED, Injury, injury
from warbands.fortunes.recording import at_hand, record
from warbands.fortunes.rows import signed, undo
from warbands.models import Fortune, FortuneKind, PossessionKind, Warband, Warrior
from warbands.profiles import NAMES
from warbands.readiness import is_captured, misses
from warbands.rosters.services import RefusedError, lock
from warbands.snapshots import changes_of

MOST_BATTLES = 20
BATTLE = "battle"
"""The fact that tells which battle it was that somebody missed."""
LONGEST = 80
"""The longest answer to what an injury or a skill asks."""


@transaction.atomic
def injure(
    *,
    warrior: Warrior,
    slug: str,
    reason: str,
    by: User | None,
    foe: str = "",
    battles: int | None = None,
    answer: str = "",
    client_key: UUID | None = None,
) -> Fortune:
    """Record a serious injury with all that it leaves. ``foe`` is whom he hates now: a name, or the slug of a list.

    ``answer`` is to what the table asks of others, and changes nothing but the words.

    Refuses an unknown injury, one for somebody who is no hero, and one that needs an answer nobody gave.
    """
    row, made = at_hand(warrior, client_key)
    if made:
        return made
    content = current()
    found = injury(slug, content)
    if found is None:
        raise RefusedError("what", "There is no such injury.")
    if not is_hero(row, content.units.get(row.unit_type_id)):
        raise RefusedError("what", "Only heroes suffer serious injuries; others die or recover.")
    ends = _ends(row, found)
    effects = _effects(found, foe, battles, content)
    if answer := answer.strip()[:LONGEST]:
        effects["facts"]["answer"] = answer
    if found.robbed:
        effects["facts"]["lost"] = _rob(row)
    return record(
        row,
        kind=FortuneKind.DEAD if found.dead else FortuneKind.INJURY,
        slug=found.slug,
        words=_words(found, effects, content, ends=ends),
        reason=reason,
        by=by,
        leaves=found.dead or ends,
        client_key=client_key,
        **effects,
    )


def _ends(row: Warrior, found: Injury) -> bool:
    """Whether suffering this once more forces him to retire."""
    return found.again == "retires" and row.fortunes.standing().filter(slug=found.slug).exists()


def _effects(found: Injury, foe: str, battles: int | None, content: Content) -> dict[str, Any]:
    missed = found.misses if isinstance(found.misses, int) else battles
    if missed is None or not 0 <= missed <= MOST_BATTLES:
        raise RefusedError("battles", f"Say how many battles he misses: {found.misses}.")
    rules = []
    for rule in found.rules:
        held: dict[str, Any] = {"rule": rule}
        if rule == FEUD:
            if not foe.strip():
                raise RefusedError("foe", found.asks or "Say whom he hates from now on.")
            held["arguments"] = {"foe": foe.strip()[:LONGEST]}
        elif rule == HATRED:
            if foe not in content.warbands:
                raise RefusedError("hated", found.asks or "Say which list.")
            held["arguments"] = {"target": foe}
        rules.append(held)
    facts: dict[str, Any] = {"name": found.name}
    if found.captured:
        facts["captured"] = True
    return {
        "modifiers": dict(found.modifiers),
        "rules": rules,
        "misses": missed,
        "experience": found.experience,
        "facts": facts,
    }


def _words(found: Injury, effects: dict[str, Any], content: Content, *, ends: bool) -> str:
    parts = [f"{NAMES[name]} {signed(by)}" for name, by in effects["modifiers"].items()]
    parts += [
        f"hates {content.warbands[foe].name if foe in content.warbands else foe}"
        for one in effects["rules"]
        for foe in one.get("arguments", {}).values()
    ]
    if effects["misses"]:
        parts.append(f"misses {effects['misses']} battle{'' if effects['misses'] == 1 else 's'}")
    if effects["experience"]:
        parts.append(f"{signed(effects['experience'])} experience")
    if ends:
        parts.append("retires")
    answer = f" ({effects['facts']['answer']})" if "answer" in effects["facts"] else ""
    return f"{found.name}{answer}{': ' if parts else ''}{', '.join(parts)}"


def _rob(row: Warrior) -> list[int]:
    """All that he carries is gone; what it was, so that it can be given back."""
    gear = row.possessions.present().filter(kind=PossessionKind.ITEM)
    keys = list(gear.values_list("pk", flat=True))
    gear.update(gone_at=timezone.now())
    return keys


@transaction.atomic
def lose_characteristic(
    *, warrior: Warrior, stat: str, reason: str, by: User | None, number: int = -1, client_key: UUID | None = None
) -> Fortune:
    """Record that a characteristic is lower, or higher, for good, by what no table says."""
    row, made = at_hand(warrior, client_key)
    if made:
        return made
    if stat not in NAMES or not -10 <= number <= 10 or not number:
        raise RefusedError("stat", "Say which characteristic.")
    return record(
        row,
        kind=FortuneKind.INJURY,
        slug=stat,
        words=f"{NAMES[stat]} {signed(number)}",
        reason=reason,
        by=by,
        modifiers={stat: number},
        facts={"name": reason.strip()},
        client_key=client_key,
    )


@transaction.atomic
def miss(*, warrior: Warrior, battles: int, reason: str, by: User | None, client_key: UUID | None = None) -> Fortune:
    """Record that a warrior misses so many battles; from several causes they add up."""
    row, made = at_hand(warrior, client_key)
    if made:
        return made
    if not 1 <= battles <= MOST_BATTLES:
        raise RefusedError("battles", f"From 1 to {MOST_BATTLES} battles.")
    words = f"Misses {battles} battle{'' if battles == 1 else 's'}"
    return record(
        row, kind=FortuneKind.MISSING, words=words, reason=reason, by=by, misses=battles, client_key=client_key
    )


@transaction.atomic
def fought(*, warband: Warband, number: int, by: User | None, begun: datetime | None = None) -> list[Fortune]:
    """Battle ``number`` was fought: everybody who missed it misses one less from now on, until it is ``not_fought``.

    Where it is told when the battle was ``begun``, whoever was hurt since then did not miss it.
    """
    lock(warband)
    changes = changes_of(warband)
    rows = []
    for row in warband.warriors.present():
        events = [one for one in changes.get(row.pk, ()) if isinstance(one, Fortune)]
        if misses(events) and misses(one for one in events if begun is None or one.at < begun):
            rows.append(row)
    return [
        record(
            at_hand(row)[0],
            kind=FortuneKind.FOUGHT,
            words="A battle was fought without him",
            reason=f"Battle {number}",
            by=by,
            misses=-1,
            facts={BATTLE: number},
        )
        for row in rows
    ]


@transaction.atomic
def not_fought(*, warband: Warband, number: int, by: User | None) -> None:
    """The mark of battle ``number`` is taken back: whoever missed it is to miss it still."""
    lock(warband)
    events = warband.fortunes.standing().filter(kind=FortuneKind.FOUGHT, facts__battle=number)
    for event in events.select_related("warrior__warband"):
        undo(event, reason=f"Battle {number} is not marked any more", by=by)


FATES = {
    FortuneKind.DEAD: "Dead",
    FortuneKind.RETIRED: "Retires for good",
    FortuneKind.CAPTURED: "Captured by the enemy",
    FortuneKind.RETURNED: "Returns from captivity",
}


@transaction.atomic
def befall(
    *,
    warrior: Warrior,
    fate: str,
    reason: str,
    by: User | None,
    figures: int | None = None,
    client_key: UUID | None = None,
) -> Fortune:
    """Record a death, a retirement, a capture or a return. ``figures`` is how many of a group it meets.

    All of a group, or a warrior by himself, leave the roster; of a group that goes on, so many models are gone.
    """
    row, made = at_hand(warrior, client_key)
    if made:
        return made
    kind = FortuneKind(fate) if fate in FATES else None
    if kind is None:
        raise RefusedError("what", "Say what became of him.")
    many = row.size if figures is None else figures
    if not 1 <= many <= row.size:
        raise RefusedError("figures", f"{row.name} has {row.size}.")
    words = FATES[kind]
    held = is_captured(_events(row))
    if kind == FortuneKind.RETURNED and not held:
        raise RefusedError("what", f"{row.name} is not in captivity.")
    if kind == FortuneKind.CAPTURED and held:
        raise RefusedError("what", f"{row.name} is in captivity already.")
    if kind == FortuneKind.RETURNED or (kind == FortuneKind.CAPTURED and many == row.size):
        return record(row, kind=kind, words=words, reason=reason, by=by, client_key=client_key)
    some = many < row.size
    return record(
        row,
        kind=kind,
        words=f"{many} of {row.size}: {words.lower()}" if some else words,
        reason=reason,
        by=by,
        figures=-many if some else 0,
        leaves=not some,
        client_key=client_key,
    )


def _events(row: Warrior) -> Iterable[Fortune]:
    return row.fortunes.acting()
