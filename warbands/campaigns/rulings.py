"""Changing the rulings of a campaign: each change is a record, and holds from then on. As in ``services``."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction

from rules.engine.rulings import BY_KEY
from warbands.campaigns.services import running
from warbands.models import Campaign, RulingChange
from warbands.rosters.services import RefusedError, StaleError


def choice_in(campaign: Campaign, key: str) -> str:
    """The word of the choice that holds in a campaign."""
    ruling, chosen = BY_KEY[key], str(campaign.rulings.get(key, ""))
    return chosen if chosen in ruling.choices else ruling.default


@transaction.atomic
def change_ruling(*, campaign: Campaign, key: str, was: str, choice: str, reason: str, by: User) -> RulingChange | None:
    """Rule otherwise on a point, for a reason. None where it is ruled so already. Verdicts made before keep theirs.

    Raises ``StaleError`` where what held is no longer what it ``was``. Refuses an unknown ruling, a choice it does not
    offer, a reason left empty, and a finished campaign.
    """
    row = running(campaign)
    if key not in BY_KEY:
        raise RefusedError("", "There is no such ruling.")
    if choice not in BY_KEY[key].choices:
        raise RefusedError("choice", "Choose one of these.")
    now = choice_in(row, key)
    if now == choice:
        return None
    if now != was:
        raise StaleError(row)
    if not reason.strip():
        raise RefusedError("reason", "Say why, so that others can follow it.")
    change = RulingChange.objects.create(campaign=row, key=key, was=now, choice=choice, reason=reason.strip(), by=by)
    row.rulings = _come_to(row.ruling_changes.order_by("pk"))
    row.save(update_fields=["rulings", "changed"])
    return change


def _come_to(changes: Iterable[RulingChange]) -> dict[str, str]:
    """The choices that differ from their defaults after these changes."""
    last = {change.key: change.choice for change in changes}
    return {key: choice for key, choice in last.items() if key in BY_KEY and choice != BY_KEY[key].default}
