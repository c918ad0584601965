"""Amending a warband of one's campaign: begun with a reason, ended, and answered by its owner. As in ``services``.

What is changed in between is recorded by ``warbands.amendments``.
"""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from warbands.campaigns.services import running
from warbands.models import Amendment, AmendmentNote, AmendmentNoteKind, Campaign, Warband
from warbands.rosters.services import RefusedError


@transaction.atomic
def begin(*, campaign: Campaign, warband: Warband, reason: str, by: User, client_key: UUID | None = None) -> Amendment:
    """Begin to amend a warband; it can be changed until this is ended or its time is over.

    The same key twice gives the same amendment. Refuses whoever is no arbiter, his own warband, one that this campaign
    does not hold, a reason left empty, and a finished campaign.
    """
    row = running(campaign)
    if client_key and (made := Amendment.objects.filter(warband=warband, client_key=client_key).first()):
        return made
    if not row.memberships.arbiters().filter(user=by).exists():
        raise RefusedError("", "Only an arbiter amends what is another player’s.")
    if warband.owner_id == by.pk:
        raise RefusedError("", "It is your own: change it as you like.")
    if not row.enrolments.filter(warband=warband, holds=True).exists():
        raise RefusedError("", "This warband is no longer in the campaign.")
    if not reason.strip():
        raise RefusedError("reason", "Say why, so that its owner can follow it.")
    return Amendment.objects.create(campaign=row, warband=warband, reason=reason.strip(), by=by, client_key=client_key)


@transaction.atomic
def close(*, amendment: Amendment) -> Amendment:
    """End an amendment. Ending twice is the same as once."""
    row = Amendment.objects.select_for_update().get(pk=amendment.pk)
    if row.closed_at is None:
        row.closed_at = timezone.now()
        row.save(update_fields=["closed_at"])
    return row


@transaction.atomic
def answer(*, amendment: Amendment, words: str, by: User, client_key: UUID | None = None) -> AmendmentNote:
    """Say something to an amendment of one's own warband. The same key twice is one answer. Refuses an empty one."""
    if amendment.warband.owner_id != by.pk:
        raise RefusedError("", "Only its owner answers.")
    if not words.strip():
        raise RefusedError("words", "Write something.")
    found = {"kind": AmendmentNoteKind.ANSWER, "words": words.strip(), "by": by}
    if client_key is None:
        return amendment.notes.create(**found)
    return amendment.notes.get_or_create(client_key=client_key, defaults=found)[0]
