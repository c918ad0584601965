"""Letting a finding stand with a reason, and withdrawing that. As in ``warbands.rosters.services``."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from warbands.legality.allowed import not_allowed
from warbands.legality.rows import findings_of
from warbands.models import LegalityOverride, Warband
from warbands.rosters.services import RefusedError, lock
from warbands.rulebooks import content_for
from warbands.snapshots import changes_of

MOST_WORDS = 500


@transaction.atomic
def override(*, warband: Warband, code: str, about: str, who: str, reason: str, by: User) -> LegalityOverride:
    """Let a finding stand. Refuses one that is no longer found, and a reason left empty.

    What is let stand already keeps its first reason: the same form twice makes one override.
    """
    lock(warband)
    standing = LegalityOverride.objects.standing().filter(warband=warband, code=code, about=about, who=who).first()
    if standing is not None:
        return standing
    reason = " ".join(reason.split())
    if not reason:
        raise RefusedError("reason", "Say why, so that others can follow it.")
    content = content_for(warband)
    changes = changes_of(warband, content)
    found = not_allowed(warband, content) + findings_of(warband, warband.warriors.all(), changes, content)
    finding = next((one for one in found if one.error and one.key == (code, about, who)), None)
    if finding is None:
        raise RefusedError("", "This is in order by now: there is nothing to let stand.")
    return LegalityOverride.objects.create(
        warband=warband,
        code=code,
        about=about,
        who=who,
        text=finding.text[:MOST_WORDS],
        reason=reason,
        by=by,
    )


@transaction.atomic
def withdraw(*, row: LegalityOverride, by: User) -> LegalityOverride:
    """Let a finding stand no longer. The row stays, marked; withdrawing twice is the same as once."""
    lock(row.warband)
    row = LegalityOverride.objects.get(pk=row.pk)
    if row.withdrawn_at is None:
        row.withdrawn_at = timezone.now()
        row.withdrawn_by = by
        row.save(update_fields=["withdrawn_at", "withdrawn_by"])
    return row
