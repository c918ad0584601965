"""What befell a warrior, as his card shows it."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.attaching import SKILLS
from rules.content import Content
from warbands.holdings import Change
from warbands.models import Fortune, FortuneKind


@dataclass(frozen=True, slots=True)
class Learnt:
    """A skill, with its page."""

    name: str
    href: str = ""


def learnt(changes: Iterable[Change], content: Content) -> tuple[Learnt, ...]:
    """The skills a warrior learnt since he joined. Spells stand among all that he knows (``warbands.trade.shown``)."""
    events = (one for one in changes if isinstance(one, Fortune) and one.kind == FortuneKind.SKILL)
    return tuple(dict.fromkeys(_skill(event, content) for event in events))


def _skill(event: Fortune, content: Content) -> Learnt:
    """A skill, with the answer to what it asks: which mount he rides."""
    skill = content.skills.get(event.slug)
    name = skill.name if skill else event.slug.rpartition("--")[2].replace("-", " ").capitalize()
    answer = event.facts.get("answer")
    return Learnt(f"{name}: {answer}" if answer else name, f"{SKILLS.address}{event.slug}/" if skill else "")
