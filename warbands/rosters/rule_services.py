"""Rules by hand: giving a warrior a special rule, taking one away, and withdrawing either. As in ``services``."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.binding import ArgumentError, typed_arguments
from rules.content import current
from rules.engine.rulebook import arguments
from warbands.holdings import of_warrior
from warbands.models import Warrior, WarriorRule
from warbands.rosters.services import RefusedError, fresh, lock, save

VALUE = "value-"
"""What a refusal of a parameter's value calls its field, before the parameter's name."""


@transaction.atomic
def give_rule(
    *,
    warrior: Warrior,
    version: int,
    rule: str,
    reason: str,
    by: User,
    values: Mapping[str, int | str] | None = None,
) -> WarriorRule:
    """Give a warrior a special rule by hand, with values for its parameters.

    Refuses an unknown rule, values that its parameters do not take, a reason left empty, and a rule that would change
    nothing because he holds it already, or because it was taken from him by hand.
    """
    row = fresh(warrior, version)
    content = current()
    known = content.rulebook.get(rule)
    if known is None:
        raise RefusedError("rule", "There is no such rule.")
    changes = standing_changes(row)
    if any(change.taken and change.rule_id == known.slug for change in changes):
        raise RefusedError("rule", f"{known.name} was taken from him by hand: withdraw that first.")
    try:
        given = arguments(typed_arguments(known.parameters, values or {}, content.names))
    except ArgumentError as error:
        raise RefusedError(f"{VALUE}{error.name}", f"{error}.") from None
    holdings = of_warrior(row, [*row.possessions.present(), *changes], content)
    same = [held for held in holdings if held.rule == known.slug and held.clause is None]
    if known.cap is None and any(known.settled(held.arguments) == known.settled(given) for held in same):
        raise RefusedError("rule", f"He has {known.name} already, and holding it twice adds nothing.")
    return _change_rule(row, by=by, reason=reason, rule_id=known.slug, arguments=dict(given))


@transaction.atomic
def take_rule(*, warrior: Warrior, version: int, rule: str, reason: str, by: User) -> WarriorRule:
    """Take a special rule from a warrior by hand, however often he holds it. Refuses one that he does not hold."""
    row = fresh(warrior, version)
    content = current()
    known = content.rulebook.get(rule)
    holdings = of_warrior(row, [*row.possessions.present(), *standing_changes(row)], content)
    if known is None or not any(held.rule == known.slug for held in holdings):
        raise RefusedError("rule", "He does not hold this rule.")
    return _change_rule(row, by=by, reason=reason, rule_id=known.slug, taken=True)


@transaction.atomic
def withdraw_rule_change(*, change: WarriorRule, by: User) -> WarriorRule:
    """Undo a rule given or taken by hand. The row stays, marked; withdrawing twice is the same as once."""
    lock(change.warrior.warband)
    row = WarriorRule.objects.select_related("warrior").get(pk=change.pk)
    if row.withdrawn_at is None:
        row.withdrawn_at = timezone.now()
        row.withdrawn_by = by
        row.save(update_fields=["withdrawn_at", "withdrawn_by"])
        save(row.warrior)
    return row


def standing_changes(warrior: Warrior) -> list[WarriorRule]:
    """The rules given and taken by hand that hold, in the order they were made."""
    return list(warrior.rule_changes.filter(withdrawn_at=None))


def _change_rule(row: Warrior, *, by: User, reason: str, **fields: object) -> WarriorRule:
    if not reason.strip():
        raise RefusedError("reason", "Say why, so that others can follow it.")
    change = row.rule_changes.create(by=by, reason=reason.strip(), **fields)
    save(row)
    return change
