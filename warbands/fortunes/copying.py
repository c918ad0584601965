"""What befell the warriors of a warband, in its copy: what stands, without what was taken back."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from warbands.fortunes import rows
from warbands.fortunes.rows import signed
from warbands.models import Fortune, FortuneKind, Warrior
from warbands.models.fortunes import SUMMED

OF_ROWS = {"lost", "gear"}
"""Facts that name rows of the warband they were written in, and mean nothing in another."""
KEPT = ("kind", "slug", "experience", "figures", "misses", "leaves", "modifiers", "rules")


def copy_fortunes(twins: Mapping[int, Warrior], by: User | None) -> None:
    """Give each twin (by the key of whom it is a copy of) what befell him. Many gains of experience become one."""
    by_id = {row.public_id: twins[row.pk].public_id for row in Warrior.objects.filter(pk__in=twins)}
    summed: dict[int, int] = {}
    acting: dict[int, list[Fortune]] = {}
    for event in Fortune.objects.standing().filter(warrior__in=twins):
        if event.kind in SUMMED:
            summed[event.warrior_id] = summed.get(event.warrior_id, 0) + event.experience
        else:
            acting.setdefault(event.warrior_id, []).append(event)
    for key, twin in twins.items():
        events = acting.get(key, [])
        _begin(twin, summed.get(key), by, promoted=any(one.kind == FortuneKind.PROMOTED for one in events))
        for event in events:
            facts = {
                name: by_id.get(str(value), value) if name in {"hero", "group"} else value
                for name, value in event.facts.items()
                if name not in OF_ROWS
            }
            rows.write(
                twin,
                words=event.words,
                reason=event.reason,
                by=event.by,
                facts=facts,
                **{name: getattr(event, name) for name in KEPT},
            )


def _begin(twin: Warrior, experience: int | None, by: User | None, *, promoted: bool) -> None:
    """His first row. A promoted hero begins with his promotion."""
    if experience is None or (promoted and not experience):
        return
    kind = FortuneKind.EXPERIENCE if promoted else FortuneKind.OPENING
    words = f"{signed(experience)} experience" if promoted else f"Begins with {experience} experience"
    rows.write(twin, kind=kind, words=words, reason="Copied with the warband", by=by, experience=experience)
