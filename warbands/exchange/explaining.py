"""What a warrior holds, carries and knows, each in a line: so that nobody must open a book at the table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from rules.catalogue.words import reach, strength, used
from rules.content import Content
from rules.engine.rulebook import Held
from rules.prose import plain
from rules.values import Chip, Item, Skill, Spell, Unit, Use
from warbands.holdings import Change
from warbands.models import FortuneKind, Possession, PossessionKind, WarriorRule
from warbands.rosters.chips import Chip as RosterChip


class Part(IntEnum):
    """What is explained, in the order of the sheet."""

    RULES = 0
    GEAR = 1
    SKILLS = 2
    SPELLS = 3


TITLES = {
    Part.RULES: "What the rules do",
    Part.GEAR: "Weapons and gear",
    Part.SKILLS: "Skills",
    Part.SPELLS: "Spells",
}


@dataclass(frozen=True, slots=True)
class Explained:
    """Something that somebody holds, carries or knows, in a line. ``label`` is what it is called where he holds it."""

    part: Part
    name: str
    summary: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """All of one part, by name."""

    title: str
    things: tuple[Explained, ...]


def chapters(told: Iterable[Explained]) -> tuple[Chapter, ...]:
    """Each thing once, in its part."""
    once = {(one.part, one.name): one for one in told}
    found = [one for _, one in sorted(once.items())]
    parts = ((title, tuple(one for one in found if one.part is part)) for part, title in TITLES.items())
    return tuple(Chapter(title, things) for title, things in parts if things)


def called(chip: RosterChip) -> str:
    """What a rule is called where it is held, and when it holds where that is not always."""
    return f"{chip.label} {chip.clause}" if chip.clause else chip.label


def rules_explained(chips: Iterable[RosterChip], content: Content) -> tuple[Explained, ...]:
    """What these rules do; nothing of one that the book no longer holds."""
    found = ((chip, content.entry(chip.slug)) for chip in chips)
    told = (Explained(Part.RULES, entry.name, entry.summary, called(chip)) for chip, entry in found if entry)
    return tuple(dict.fromkeys(told))


def explained(
    unit: Unit | None, chips: Sequence[RosterChip], changes: Sequence[Change], content: Content
) -> tuple[Explained, ...]:
    """All that a warrior's card names: his rules, what he carries, his skills and spells, and the rules of these."""
    told = [one for one in (*_gear(unit, changes, content), *_learnt(changes, content)) if one[0].summary]
    known = {chip.slug for chip in chips}
    named = [RosterChip(chip.slug, chip.label) for _, given in told for chip in given if chip.slug not in known]
    return (*rules_explained([*chips, *named], content), *dict.fromkeys(one for one, _ in told))


type Told = tuple[Explained, tuple[Chip, ...]]
"""Something in a line, and the rules that the line names."""


def _gear(unit: Unit | None, changes: Iterable[Change], content: Content) -> Iterator[Told]:
    slugs = [row.slug for row in changes if isinstance(row, Possession) and row.kind == PossessionKind.ITEM]
    slugs += [one.item for one in (unit.fixed if unit else ()) if one.item]
    for slug in dict.fromkeys(slugs):
        if item := content.items.get(slug):
            yield _line(Part.GEAR, item.name, _of_item(item)), (*item.chips, *_chips(item.used))


def _line(part: Part, name: str, words: str) -> Explained:
    return Explained(part, name, words, name)


def _chips(use: Use | None) -> tuple[Chip, ...]:
    return use.chips if use else ()


def _of_item(item: Item) -> str:
    """The numbers of a weapon and its rules by name. Of what is no weapon, its rules stand among his own."""
    if not (item.close_combat or item.missile):
        return _sentences(_used(item.used), plain(item.text))
    far = reach(item.range) if item.missile else ""
    strong = "" if item.strength == "user" else strength(item.strength)
    numbers = ", ".join(filter(None, [f"Range {far}" if far else "", f"Strength {strong}" if strong else ""]))
    names = ", ".join(chip.label for chip in item.chips)
    return _sentences(numbers, names, _used(item.used), plain(item.text))


def _learnt(changes: Iterable[Change], content: Content) -> Iterator[Told]:
    for row in changes:
        if isinstance(row, WarriorRule | Held):
            continue
        if row.kind in {FortuneKind.SPELL, PossessionKind.SPELL} and (cast := content.spells.get(row.slug)):
            yield _line(Part.SPELLS, cast.name, _of_spell(cast, content)), _chips(cast.used)
        elif row.kind == FortuneKind.SKILL and (skill := content.skills.get(row.slug)):
            yield _line(Part.SKILLS, skill.name, _of_skill(skill)), _chips(skill.used)


def _of_spell(spell: Spell, content: Content) -> str:
    same = content.spells.get(spell.same_as)
    difficulty = f"Difficulty {spell.difficulty}" if isinstance(spell.difficulty, int) else ""
    text = plain(spell.text) or (plain(same.text) if same else "")
    return _sentences(difficulty, text or _used(spell.used))


def _of_skill(skill: Skill) -> str:
    """What its rules do not say: these stand among his own."""
    return _sentences(_used(skill.used), plain(skill.text))


def _used(use: Use | None) -> str:
    if use is None:
        return ""
    rules = ", ".join(chip.label for chip in use.chips)
    return f"When used, for {used(use)}{f': {rules}' if rules else ''}"


def _sentences(*parts: str) -> str:
    """Parts as sentences, each with its full stop."""
    told = (" ".join(part.split()) for part in parts)
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in told if part)
