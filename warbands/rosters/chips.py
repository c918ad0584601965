"""The rules of a warrior as his card shows them: each a chip, with what its popover says.

A rule that was taken by hand, is silenced by an immunity, cancelled by its opposite or not shared with the warband
stays on the card, struck out, and says why: a rule that vanished would look like a mistake.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rules.content import Content
from rules.engine.rulebook import From, Held
from rules.engine.sentences import say_clause
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.standing import Fate, standing
from rules.values import Unit, WarbandList
from warbands.holdings import Change, after_changes, given, printed
from warbands.models import WarriorRule

IN_PLACE = "A house rule of the campaign, in place of the book’s"
# “Not now” is left out: on the roster nothing is happening yet.
MUTED = frozenset({Fate.CANCELLED, Fate.SILENCED, Fate.NOT_SHARED})


@dataclass(frozen=True, slots=True)
class Chip:
    """A rule on a card. ``note`` is what holds for this warrior alone; ``by_hand`` marks one given or taken by hand.

    ``clause``, which is part of the note, says when it holds, where that is not always.
    """

    slug: str
    label: str
    note: str = ""
    muted: bool = False
    by_hand: bool = False
    clause: str = ""


def chips_of(unit: Unit | None, changes: Iterable[Change], content: Content) -> tuple[Chip, ...]:
    """The chips of a warrior: what he holds in its order, then what was taken by hand.

    What belongs to the attacks with a weapon stands on the weapon's page, and is no rule of his own.
    """
    changes = list(changes)
    by_hand = [change for change in changes if isinstance(change, WarriorRule)]
    before = after_changes(printed(unit, content), [one for one in changes if one not in by_hand], content)
    held = tuple(item for item in after_changes(printed(unit, content), changes, content) if not item.weapon)
    silent = _silent(unit, held, content)
    hand = {given(change): change for change in by_hand if not change.taken}
    found = [_chip(item, silent, hand.get(item), content) for item in held if item.rule in content.rulebook.rules]
    found += [_taken(change, before, content) for change in by_hand if change.taken]
    return tuple(dict.fromkeys(found))


def chips_of_list(listed: WarbandList | None, content: Content) -> tuple[Chip, ...]:
    """The rules of a list that belong to the warband as a whole; those of its members stand on their cards."""
    return (
        tuple(
            Chip(
                held.rule, content.labels.label(held), "" if held in listed.roster_rules else "Counted in the profiles"
            )
            for held in (*listed.roster_rules, *listed.counted_rules)
        )
        if listed
        else ()
    )


def _silent(unit: Unit | None, held: tuple[Held, ...], content: Content) -> dict[str, str]:
    """Rules that never act while he holds what he holds, each with the reason: he stands alone, nothing happens."""
    fighter = Fighter("he", held=held, tags=unit.tags if unit else frozenset())
    now = standing(fighter, Situation(content.rulebook, (Side("his", (fighter,)),)))
    return {rule.held.rule: rule.why for rule in now.rules if rule.fate in MUTED}


def _chip(held: Held, silent: dict[str, str], change: WarriorRule | None, content: Content) -> Chip:
    rule = content.rulebook.rules[held.rule]
    clause = say_clause(held.clause, rule.settled(held.arguments)) if held.clause else ""
    by_hand = f"Given by hand: {change.reason}" if change else ""
    why = silent.get(held.rule, "")
    source = "" if change else _source(held)
    ours = IN_PLACE if held.rule in content.overlay.blocks and held.origin is not From.HOUSE else ""
    note = ". ".join(_sentence(part) for part in (clause, why, source, ours, by_hand) if part)
    label = content.labels.label(held)
    return Chip(held.rule, label, note, muted=bool(why), by_hand=change is not None, clause=clause)


def _source(held: Held) -> str:
    """Where he has a rule from that his list does not print: gear, a skill, an injury, the lead, a house rule."""
    if held.origin is From.EQUIPMENT:
        return f"From {held.origin_name}"
    if held.origin is From.SKILL:
        return f"Skill: {held.origin_name}"
    if held.origin is From.INJURY:
        return f"Injury: {held.origin_name}"
    if held.origin is From.HOUSE:
        return f"House rule of the campaign: {held.origin_name}"
    return held.origin_name if held.origin is From.HAND else ""


def _taken(change: WarriorRule, printed: Iterable[Held], content: Content) -> Chip:
    had = next((held for held in printed if held.rule == change.rule_id), None)
    rule = content.rulebook.get(change.rule_id)
    label = content.labels.label(had) if had else rule.name if rule else change.rule_id
    return Chip(change.rule_id, label, f"Taken away by hand: {change.reason}", muted=True, by_hand=True)


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:].rstrip(".")


def rule_href(slug: str, content: Content) -> str:
    """The address of a rule's own page: in its campaign for a house rule."""
    if address := content.overlay.addresses.get(slug):
        return address
    try:
        return reverse("rules:rule", args=[slug])
    except NoReverseMatch:
        return f"{reverse('home')}rules/{slug}/"


def popover(
    slug: str, content: Content, *, member: bool, name: str = "", note: str = "", label: str = ""
) -> SafeString:
    """What a chip brings when it is tapped: the rule's summary, a note of his own, and the way to its page.

    ``name`` is the popover's id, ``member`` whether whoever reads it may open the pages of the campaign. Popovers open
    and close without a script.
    """
    entry = content.entry(slug)
    # Who is no member of its campaign cannot open the page of a house rule, so the tip itself says what it does.
    ours = entry if slug in content.overlay.blocks else None
    way = format_html(
        '<a href="{}">{}</a>', rule_href(slug, content), "Its page in the campaign" if ours else "Read the whole rule"
    )
    return format_html(
        '<div popover id="{}" class="tip"><p><b>{}</b></p><p>{}</p>{}{}<p>{}</p></div>',
        name or f"r-{slug}",
        label or (entry.name if entry else slug),
        entry.summary if entry else "This rule is no longer in the rulebook.",
        format_html_join("", "<p>{}</p>", ((line,) for line in (ours.sentences_english if ours else ()))),
        format_html('<p class="note">{}.</p>', note) if note else "",
        way if member or not ours else "Its page is for the members of the campaign.",
    )


def rendered(chips: Iterable[Chip], content: Content, *, owner: str, member: bool) -> tuple[SafeString, frozenset[str]]:
    """Chips as list items, and the slugs whose shared popover the page must hold.

    A chip without a note shares its rule's popover with all others on the page; one with a note brings its own.
    """
    parts = []
    shared = set()
    for number, chip in enumerate(chips):
        target = f"r-{chip.slug}"
        own = SafeString("")
        if chip.note:
            target = f"r-{owner}-{number}"
            own = popover(chip.slug, content, member=member, name=target, note=chip.note, label=chip.label)
        else:
            shared.add(chip.slug)
        classes = " ".join(word for word, wanted in (("mute", chip.muted), ("hand", chip.by_hand)) if wanted)
        parts.append(
            format_html(
                '<li{}><button type="button" popovertarget="{}">{}</button>{}</li>',
                format_html(' class="{}"', classes) if classes else "",
                target,
                chip.label,
                own,
            )
        )
    return mark_safe("".join(parts)), frozenset(shared)  # noqa: S308 - each part is escaped above
