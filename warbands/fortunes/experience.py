"""Experience: what warriors gain, the boxes it crosses, and the advances that are due for them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.engine.rulebook import Held, Rulebook
from rules.engine.vocabulary import Matter, Verb
from rules.values import Unit
from warbands.fortunes.recording import at_hand, reason_of, record
from warbands.fortunes.rows import signed
from warbands.holdings import of_warrior
from warbands.models import HERO, LEARNT, Fortune, FortuneKind, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.rulebooks import content_for
from warbands.snapshots import Changes, changes_of

MOST = 999
"""More than any warrior ever reached; what is larger was mistyped."""


@dataclass(frozen=True, slots=True)
class Due:
    """Advances of a warrior: how many boxes he crossed, how many advances he took, and where the next box stands.

    ``next`` is None beyond the last box.
    """

    crossed: int
    taken: int
    next: int | None

    @property
    def number(self) -> int:
        """How many are still to be taken; below nought where more were taken than are due."""
        return self.crossed - self.taken

    @property
    def words(self) -> str:
        """The same in words; nothing where all is in order."""
        if self.number > 0:
            return f"{self.number} advance{'' if self.number == 1 else 's'} due"
        if self.number < 0:
            return f"{-self.number} more advance{'' if self.number == -1 else 's'} than boxes crossed"
        return ""


def thresholds(row: Warrior, unit: Unit, content: Content) -> tuple[int, ...]:
    """The totals at which an advance is due for him; none where the book has no table of them."""
    table = content.tables.get("experience")
    data = table.data if table else None
    steps = data.get("thresholds", {}) if isinstance(data, Mapping) else {}
    return tuple(steps.get(row.kind_of(unit.kind).replace("-", "_"), ()))


def due_of(row: Warrior, unit: Unit | None, events: Iterable[Fortune], content: Content) -> Due | None:
    """Which advances are due for him; None for one who earns none.

    Experience he was recruited with never earns any. A promoted henchman counts from what he had, and has one more.
    """
    if unit is None or not (unit.gains_experience or row.promoted):
        return None
    events = list(events)
    promoted = next((one for one in events if one.kind == FortuneKind.PROMOTED), None)
    start = promoted.experience if promoted else unit.start_xp
    boxes = thresholds(row, unit, content)
    if not boxes:
        return None
    crossed = sum(start < box <= row.experience for box in boxes) + (promoted is not None)
    taken = sum(one.kind in LEARNT and not one.facts.get("gift") for one in events)
    return Due(crossed, taken, next((box for box in boxes if box > row.experience), None))


def barred(held: Iterable[Held], matter: Matter, rulebook: Rulebook) -> str:
    """The name of the rule that forbids somebody ``matter``; nothing where none does."""
    for opened in rulebook.opened(tuple(held)):
        if any(effect.verb is Verb.MAY_NOT and effect.matter is matter for effect in opened.effects):
            return opened.rule.name
    return ""


def why_none(row: Warrior, changes: Changes, content: Content) -> str:
    """Why a warrior gains no experience, in words; nothing where he does."""
    unit = content.units.get(row.unit_type_id)
    if unit is not None and not unit.gains_experience and not row.promoted:
        return f"{unit.name} gains no experience."
    rule = barred(of_warrior(row, changes.get(row.pk, ()), content), Matter.EXPERIENCE, content.rulebook)
    return f"{rule}: he gains no experience." if rule else ""


def field_of(row: Warrior) -> str:
    """What a refusal calls the field of a warrior's experience."""
    return f"xp-{row.public_id}"


@transaction.atomic
def gain(
    *, warband: Warband, amounts: Mapping[str, int], reason: str, by: User | None, client_key: UUID | None = None
) -> list[Fortune]:
    """Add to the experience of several warriors at once, or (below nought) take from it.

    ``amounts`` go by public id, and count for each model of a group. Refuses warriors who gain none, and a total that
    no warrior has. The same key twice records once.
    """
    reason_of(reason)
    content = content_for(warband)
    changes = changes_of(warband, content)
    wanted = {key: number for key, number in amounts.items() if number}
    if not wanted:
        raise RefusedError("", "Nobody gains anything yet: fill in who does.")
    return [
        _gain(row, wanted[row.public_id], why_none(row, changes, content), reason=reason, by=by, client_key=client_key)
        for row in warband.warriors.filter(public_id__in=wanted)
    ]


def _gain(row: Warrior, number: int, none: str, *, reason: str, by: User | None, client_key: UUID | None) -> Fortune:
    row, made = at_hand(row, client_key)
    if made:
        return made
    if none and number > 0:
        raise RefusedError(field_of(row), none)
    total = row.experience + number
    if not 0 <= total <= MOST:
        raise RefusedError(field_of(row), f"{row.name} would have {total}: it stays between 0 and {MOST}.")
    return record(
        row,
        kind=FortuneKind.EXPERIENCE,
        words=f"{signed(number)} experience",
        reason=reason,
        by=by,
        experience=number,
        client_key=client_key,
    )


def is_hero(row: Warrior, unit: Unit | None) -> bool:
    """Whether he is a hero, by birth or by promotion."""
    return unit is not None and row.kind_of(unit.kind) == HERO
