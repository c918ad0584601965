"""Which special rules a warrior holds: one answer for the roster, the tests and everything that follows.

The order of things: what his unit type holds, then what the warband's rules give every member, then what was given by
hand, and from all that what was taken by hand is left out. A rule that the rulebook does not know is left out too:
a roster outlives a rule. What silences what is not asked here; the engine's ``standing`` answers that.
"""

from collections.abc import Iterable

from rules.content import Content
from rules.engine.rulebook import From, Held, arguments
from warbands.models import Warrior, WarriorRule


def of_warrior(warrior: Warrior, changes: Iterable[WarriorRule], content: Content) -> tuple[Held, ...]:
    """What a warrior holds. ``changes`` are his rules given and taken by hand that are not withdrawn."""
    unit = content.units.get(warrior.unit_type_id)
    printed = unit.held if unit else ()
    return after_changes(printed, changes, content)


def after_changes(printed: Iterable[Held], changes: Iterable[WarriorRule], content: Content) -> tuple[Held, ...]:
    """These holdings with rules given and taken by hand."""
    changes = list(changes)
    if not changes:
        return tuple(printed)
    taken = {change.rule_id for change in changes if change.taken}
    held = [*printed, *(given(change) for change in changes if not change.taken)]
    book = content.rulebook
    known = ((item, book.get(item.rule)) for item in held)
    return tuple(item for item, rule in known if rule is not None and rule.slug not in taken)


def given(change: WarriorRule) -> Held:
    """A rule given by hand, as it is held."""
    return Held(change.rule_id, arguments(change.arguments), origin=From.HAND, origin_name=change.reason)
