"""Advances: a characteristic raised, a skill or a spell learnt. What may be had, and recording what was taken."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content, current
from rules.values import Buyer, Skill, Unit
from warbands.fortunes.experience import why_none
from warbands.fortunes.recording import at_hand, record
from warbands.holdings import Change
from warbands.models import Fortune, FortuneKind, Possession, PossessionKind, Warrior
from warbands.profiles import NAMES, Cell, cells_of
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of

CHARACTERISTIC, SKILL, SPELL = "stat", "skill", "spell"


@dataclass(frozen=True, slots=True)
class Way:
    """Something an advance may bring: its value in a form, its words, the heading it stands under.

    ``refused`` says why it cannot be had.
    """

    value: str
    words: str
    under: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Learner:
    """A warrior who learns: his unit, all that happened to him and that he has."""

    row: Warrior
    unit: Unit
    rows: tuple[Change, ...]
    content: Content

    @property
    def events(self) -> list[Fortune]:
        return [one for one in self.rows if isinstance(one, Fortune)]

    @property
    def is_hero(self) -> bool:
        return self.row.kind_of(self.unit.kind) == "hero"

    @property
    def is_henchman(self) -> bool:
        return self.row.kind_of(self.unit.kind) == "henchman"

    @property
    def skills(self) -> set[str]:
        """Skills he knows."""
        learnt = {one.slug for one in self.events if one.kind == FortuneKind.SKILL}
        return learnt | set(self.unit.hiring.skills if self.unit.hiring else ())

    @property
    def spells(self) -> set[str]:
        """Spells he knows."""
        own = {one.slug for one in self.rows if isinstance(one, Possession) and one.kind == PossessionKind.SPELL}
        return own | {one.slug for one in self.events if one.kind == FortuneKind.SPELL}

    @property
    def skill_lists(self) -> tuple[str, ...]:
        """The lists he may choose skills from; those of a promoted henchman were chosen then."""
        for one in self.events:
            if one.kind == FortuneKind.PROMOTED:
                return tuple(one.facts.get("skill_lists", ()))
        return self.unit.skill_lists


def learner_of(row: Warrior, content: Content) -> Learner | None:
    """A warrior as a learner; None where the published lists no longer hold his unit."""
    unit = content.units.get(row.unit_type_id)
    if unit is None:
        return None
    return Learner(row, unit, tuple(changes_of(row.warband).get(row.pk, ())), content)


def ways(learner: Learner) -> list[Way]:
    """All that an advance may bring him, in the order in which it is offered."""
    return [*_characteristics(learner), *_skills(learner), *_spells(learner)]


def _characteristics(learner: Learner) -> Iterator[Way]:
    for cell in cells_of(learner.unit, learner.rows, learner.content):
        if isinstance(cell.value, int):
            most = _most(cell, learner)
            limit = f", at most {most}" if most is not None else ", no maximum is known"
            words = f"{NAMES[cell.name]} {cell.value} → {cell.value + 1}{limit}"
            yield Way(f"{CHARACTERISTIC}:{cell.name}", words, "A characteristic", _too_high(cell, most, learner))


def _most(cell: Cell, learner: Learner) -> int | None:
    """How far advances may raise a characteristic; None where nobody says."""
    maxima = dict(learner.unit.racial_maximum.cells) if learner.unit.racial_maximum else {}
    most = maxima.get(cell.name)
    return most if isinstance(most, int) else None


def _too_high(cell: Cell, most: int | None, learner: Learner) -> str:
    raised = sum(one.modifiers.get(cell.name, 0) for one in learner.events if one.kind == FortuneKind.ADVANCE)
    other = sum(one.modifiers.get(cell.name, 0) for one in learner.events if one.kind != FortuneKind.ADVANCE)
    if learner.is_henchman and raised >= 1:
        return f"A henchman’s {NAMES[cell.name]} never rises by more than 1 above its start."
    # What gear and blessings add is beyond the maximum of his people, and leaves it room.
    grown = cell.printed + raised + other if isinstance(cell.printed, int) else 0
    if most is not None and grown >= most:
        return f"{NAMES[cell.name]} is at the maximum of his people, {most}, already."
    return ""


def _skills(learner: Learner) -> Iterator[Way]:
    if learner.is_henchman:
        return
    content = learner.content
    terms = learner.unit.hiring
    listed = {slug: content.skill_lists[slug] for slug in learner.skill_lists if slug in content.skill_lists}
    found: dict[str, str] = {}
    for one in listed.values():
        found |= {slug: one.name for slug in one.skills if slug not in found}
    if terms:
        found |= dict.fromkeys(terms.own_skills, "His own skills")
    known = learner.skills
    for slug, under in found.items():
        skill = content.skills.get(slug)
        if skill is None or slug in known or (terms and slug in terms.never_skills) or not _is_for(skill, learner):
            continue
        yield Way(f"{SKILL}:{slug}", skill.name, f"Skills: {under}", _asks(skill, learner))


def _is_for(skill: Skill, learner: Learner) -> bool:
    buyer = Buyer(learner.row.warband.warband_type_id, learner.unit)
    return learner.content.admits(skill.needs.who, buyer) is not False


def _asks(skill: Skill, learner: Learner) -> str:
    """What he lacks for a skill, in words."""
    needs, known, content = skill.needs, learner.skills, learner.content
    lacking = [slug for slug in needs.skills if slug not in known]
    against = [slug for slug in needs.not_with if slug in known]
    if lacking:
        return f"{skill.name} needs {_names(lacking, content)} first."
    if against:
        return f"{skill.name} does not go with {_names(against, content)}."
    if needs.experience and learner.row.experience < needs.experience:
        return f"{skill.name} needs {needs.experience} experience."
    if (needs.caster or needs.magic) and not (learner.unit.spells or learner.spells):
        return f"{skill.name} is for those who cast."
    return ""


def _names(slugs: Iterable[str], content: Content) -> str:
    return ", ".join(content.skills[slug].name if slug in content.skills else slug for slug in slugs)


def _spells(learner: Learner) -> Iterator[Way]:
    listed = learner.content.spell_lists.get(learner.unit.spells)
    known = learner.spells
    for spell in listed.spells if listed and not learner.is_henchman else ():
        again = ": known, so its difficulty falls by 1" if spell.slug in known else ""
        yield Way(f"{SPELL}:{spell.slug}", f"{spell.name}{again}", f"Spells: {listed.name if listed else ''}")


@transaction.atomic
def advance(*, warrior: Warrior, what: str, reason: str, by: User | None, client_key: UUID | None = None) -> Fortune:
    """Record an advance: ``stat:T``, ``skill:<slug>`` or ``spell:<slug>``; of a group, it is that of each model.

    Refuses what his unit or the racial maximum forbids, and skills that are on none of his lists. Which of them is due,
    and what was rolled, the player says.
    """
    row, made = at_hand(warrior, client_key)
    if made:
        return made
    content = current()
    learner = learner_of(row, content)
    if learner is None:
        raise RefusedError("what", "The published lists no longer hold this warrior.")
    if none := why_none(row, {row.pk: learner.rows}, content):
        raise RefusedError("what", none)
    way = next((one for one in ways(learner) if one.value == what), None)
    if way is None:
        raise RefusedError("what", "That is not open to him.")
    if way.refused:
        raise RefusedError("what", way.refused)
    kind, _, slug = what.partition(":")
    common: dict[str, Any] = {"reason": reason, "by": by, "client_key": client_key, "slug": slug}
    if kind == CHARACTERISTIC:
        words = f"+1 {NAMES[slug]}"
        return record(row, kind=FortuneKind.ADVANCE, words=words, modifiers={slug: 1}, **common)
    if kind == SKILL:
        return record(row, kind=FortuneKind.SKILL, words=f"Learns {content.skills[slug].name}", **common)
    again = " once more: its difficulty falls by 1" if slug in learner.spells else ""
    return record(row, kind=FortuneKind.SPELL, words=f"Learns {content.spells[slug].name}{again}", **common)
