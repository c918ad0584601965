"""By leave of the arbiter: what the rules refuse, done all the same with a reason that everybody reads.

The reason stands in the ledger, and where the checker finds a fault in what was done, that is let stand for the same
reason (``warbands.legality.overriding``): the roster shows it wherever it shows what is let stand.
"""

from django.contrib.auth.models import User

from rules.content import Content
from warbands.legality.overriding import override, withdraw
from warbands.legality.rows import findings_of
from warbands.legality.values import Finding
from warbands.models import LedgerEntry, LegalityOverride, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of

LEAVE = "leave"
"""The fact of an entry that keeps the reason."""


def reason_of(typed: str, *, field: str = "reason") -> str:
    """A reason as it is kept. Refuses one left empty."""
    reason = " ".join(typed.split())[:200]
    if not reason:
        raise RefusedError(field, "Say by whose leave, so that others can follow it.")
    return reason


def faults_of(warband: Warband, content: Content) -> tuple[Finding, ...]:
    """What makes a warband illegal as it is now: four queries."""
    found = findings_of(warband, warband.warriors.all(), changes_of(warband, content), content)
    return tuple(one for one in found if one.error)


def let_stand(
    warband: Warband, warrior: Warrior, before: tuple[Finding, ...], *, reason: str, by: User, content: Content
) -> None:
    """Let stand whatever became a fault of a warrior since ``before``."""
    known = {one.key for one in before}
    for fault in faults_of(warband, content):
        if fault.who == warrior.public_id and fault.key not in known:
            code, about, who = fault.key
            override(warband=warband, code=code, about=about, who=who, reason=reason, by=by)


def no_longer(entry: LedgerEntry, *, by: User) -> None:
    """An entry is taken back: what was let stand for its sake no longer is."""
    if (reason := entry.facts.get(LEAVE)) and entry.warrior:
        rows = LegalityOverride.objects.standing().filter(
            warband=entry.warband, who=entry.warrior.public_id, reason=reason
        )
        for row in rows.filter(at__gte=entry.at).select_related("warband"):
            withdraw(row=row, by=by)
