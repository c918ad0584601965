"""Invitations: links by which others join, and their QR code. As in ``services``.

Like a warband's secret link, what is secret in one stands behind the ``#`` of its address, where no server sees it.
"""

from datetime import timedelta

import segno
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from warbands.access import hash_of
from warbands.campaigns.members import join
from warbands.campaigns.services import running
from warbands.models import Campaign, Invitation, Membership, Role
from warbands.rosters.services import RefusedError
from warbands.rosters.sharing import STALE_FORM

MOST_USES = 100
MOST_DAYS = 365
NOT_IN_FORCE = "This invitation is no longer in force: ask for a new one."


@transaction.atomic
def invite(
    *, campaign: Campaign, by: User, role: str, token: str, most_uses: int | None = None, days: int | None = None
) -> Invitation:
    """A new invitation, whose link carries ``token``. The same token twice is the same invitation.

    Refuses a finished campaign, and a token whose invitation was revoked meanwhile.
    """
    row = running(campaign)
    invitation, _ = Invitation.objects.get_or_create(
        token_hash=hash_of(token),
        defaults={
            "campaign": row,
            "role": Role(role),
            "most_uses": most_uses,
            "expires_at": None if days is None else timezone.now() + timedelta(days=days),
            "by": by,
        },
    )
    if invitation.revoked_at:
        raise RefusedError("token", STALE_FORM)
    return invitation


@transaction.atomic
def revoke(*, invitation: Invitation, by: User) -> Invitation:
    """Let an invitation admit nobody any more. The row stays, marked; revoking twice is the same as once."""
    row = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if row.revoked_at is None:
        row.revoked_at, row.revoked_by = timezone.now(), by
        row.save(update_fields=["revoked_at", "revoked_by"])
    return row


@transaction.atomic
def accept(*, invitation: Invitation, user: User) -> Membership:
    """Join by an invitation. Who belongs already, and is as much, stays what he is and uses nothing up.

    Refuses an invitation that is not in force, and somebody who was removed since it was made.
    """
    running(invitation.campaign)  # one after the other, so that the last use is used once
    row = Invitation.objects.in_force().filter(pk=invitation.pk).select_related("campaign").first()
    if row is None:
        raise RefusedError("", NOT_IN_FORCE)
    last = row.campaign.memberships.filter(user=user).last()
    if last and last.until and last.until >= row.at and last.ended_by_id != user.pk:
        raise RefusedError("", "You were removed after this invitation was made: an arbiter can send you a new one.")
    member = join(campaign=row.campaign, user=user, role=Role(row.role))
    if last is None or member.pk != last.pk:
        Invitation.objects.filter(pk=row.pk).update(uses=F("uses") + 1)
    return member


def qr_code(link: str) -> SafeString:
    """A link as a QR code: an inline SVG, black on white whatever the page's colours, for cameras want it so."""
    drawn = segno.make(link, micro=False).svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308 - paths of numbers, made here; the link itself is not in it
