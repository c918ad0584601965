"""What is kept of a battle beside its log: which phones act, and who may watch by a link."""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction

from warbands.access import hash_of
from warbands.models import Battle


@transaction.atomic
def let_one_phone(*, battle: Battle, by: User, one_phone: bool) -> Battle:
    """Let the starter act for both sides, or for his own alone. Raises ``PermissionDenied`` for anybody else."""
    row = _started_by(battle, by)
    row.one_phone = one_phone
    row.save(update_fields=["one_phone", "changed"])
    return row


@transaction.atomic
def let_watch(*, battle: Battle, by: User, token: str) -> Battle:
    """Let whoever has this link watch; an earlier link opens nothing any more, and with no token none does.

    Raises ``PermissionDenied`` for anybody but the starter.
    """
    row = _started_by(battle, by)
    row.link_hash = hash_of(token) if token else ""
    row.save(update_fields=["link_hash", "changed"])
    return row


def _started_by(battle: Battle, by: User) -> Battle:
    row = Battle.objects.select_for_update().get(pk=battle.pk)
    if row.starter_id != by.pk:
        raise PermissionDenied
    return row
