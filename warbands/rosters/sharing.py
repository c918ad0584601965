"""Who may look at a warband: its owner alone, whoever has the secret link, or anybody.

A link is made of 256 random bits. They stand behind the ``#`` of its address, which no browser ever sends: so they are
in no log and no ``Referer``, and reach the server by a form alone (``link_page``). Of a link only its hash is kept.
"""

import secrets

from django.core import signing
from django.db import transaction

from warbands.access import hash_of
from warbands.models import Battle, Campaign, Sharing, Warband
from warbands.rosters.services import RefusedError, StaleError

STALE_FORM = "This page was no longer fresh, so no link was made. Press again."


def new_token(shared: Warband | Campaign | Battle) -> str:
    """What a secret link of this row would carry, signed so that nobody puts a weaker one in its place."""
    return _signer(shared).sign(secrets.token_urlsafe(32))


def plain(token: str, shared: Warband | Campaign | Battle) -> str:
    """A signed token without its signature. Refuses one that was not made here for this row."""
    try:
        return _signer(shared).unsign(token)
    except signing.BadSignature:
        raise RefusedError("token", STALE_FORM) from None


def _signer(shared: Warband | Campaign | Battle) -> signing.Signer:
    return signing.Signer(salt=f"link/{shared.public_id}")


@transaction.atomic
def share(*, warband: Warband, version: int, sharing: str, token: str = "") -> Warband:
    """Let a warband be seen by its owner alone, by link, or by anybody; an earlier link opens nothing any more.

    ``token`` is plain. The same link twice is one link; otherwise raises ``StaleError`` for another version, so that a
    link once revoked is not brought back by a page that is sent again.
    """
    row = Warband.objects.select_for_update().get(pk=warband.pk)
    link_hash = hash_of(token) if sharing == Sharing.LINK else ""
    if (row.sharing, row.link_hash) == (sharing, link_hash):
        return row
    if row.version != version:
        raise StaleError(row)
    row.sharing = Sharing(sharing)
    row.link_hash = link_hash
    row.version += 1
    row.save()
    return row
