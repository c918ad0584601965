"""What befell a warrior, as his card shows it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.attaching import SKILLS, SPELLS
from rules.content import Content
from warbands.holdings import Change
from warbands.models import Fortune, FortuneKind


@dataclass(frozen=True, slots=True)
class Learnt:
    """A skill or a spell, with its page."""

    name: str
    href: str = ""


def learnt(changes: Iterable[Change], content: Content) -> tuple[Learnt, ...]:
    """The skills and spells a warrior learnt since he joined."""
    return tuple(dict.fromkeys(_learnt(changes, content)))


def _learnt(changes: Iterable[Change], content: Content) -> Iterator[Learnt]:
    for change in changes:
        if not isinstance(change, Fortune):
            continue
        if change.kind == FortuneKind.SKILL:
            skill = content.skills.get(change.slug)
            yield Learnt(skill.name, f"{SKILLS.address}{change.slug}/") if skill else Learnt(_plain(change.slug))
        elif change.kind == FortuneKind.SPELL:
            spell = content.spells.get(change.slug)
            yield Learnt(spell.name, f"{SPELLS.address}{change.slug}/") if spell else Learnt(_plain(change.slug))


def _plain(slug: str) -> str:
    return slug.rpartition("--")[2].replace("-", " ").capitalize()
