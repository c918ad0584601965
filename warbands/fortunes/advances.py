"""Advances: a characteristic raised, a skill or a spell learnt. What may be had, and recording what was taken."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.values import Unit
from warbands.fortunes.experience import why_none
from warbands.fortunes.harms import LONGEST
from warbands.fortunes.recording import at_hand, record
from warbands.holdings import Change, spells_of
from warbands.legality.learning import Pupil, is_for, lacks, skills_open_to
from warbands.legality.rows import pupils_of
from warbands.models import LEARNT, Fortune, FortuneKind, Warrior
from warbands.profiles import NAMES, Cell, cells_of
from warbands.rosters.services import RefusedError
from warbands.rulebooks import content_for
from warbands.snapshots import changes_of

SUCCESSOR = "successor-magic"
"""The rule of lists whose next leader may learn the magic of the one before (Sisters, Possessed, Carnival)."""

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
    """A warrior who learns: his unit, all that happened to him and that he has, and what he is asked about skills."""

    row: Warrior
    unit: Unit
    rows: tuple[Change, ...]
    pupil: Pupil
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


def learner_of(row: Warrior, content: Content) -> Learner | None:
    """A warrior as a learner; None where the published lists no longer hold his unit."""
    unit, warband = content.units.get(row.unit_type_id), row.warband
    changes = changes_of(warband, content)
    pupil = pupils_of(warband, warband.warriors.present(), changes, content).get(row.pk)
    if unit is None or pupil is None:
        return None
    return Learner(row, unit, tuple(changes.get(row.pk, ())), pupil, content)


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
    pupil, content = learner.pupil, learner.content
    known = {*pupil.skills, *(learner.unit.hiring.skills if learner.unit.hiring else ())}
    for slug, under in skills_open_to(pupil, content).items():
        skill = content.skills.get(slug)
        if skill is None or slug in known or not is_for(pupil, skill, content):
            continue
        lack = lacks(pupil, skill, content)
        yield Way(f"{SKILL}:{slug}", skill.name, f"Skills: {under}", lack.words if lack else "")


def _spells(learner: Learner) -> Iterator[Way]:
    slug = learner.unit.spells or inherited_magic(learner)
    listed = learner.content.spell_lists.get(slug)
    known = spells_of(learner.rows)
    for spell in listed.spells if listed and not learner.is_henchman else ():
        again = ": known, so its difficulty falls by 1" if spell.slug in known else ""
        yield Way(f"{SPELL}:{spell.slug}", f"{spell.name}{again}", f"Spells: {listed.name if listed else ''}")


def inherited_magic(learner: Learner) -> str:
    """The spell list that an heir learns from, where his list lets him: with his first advance as leader, or never."""
    listed = learner.pupil.listed
    granted = next((held for held in listed.roster_rules if held.rule == SUCCESSOR), None)
    events = learner.events
    crowned = next((number for number, one in enumerate(events) if one.kind == FortuneKind.LEADER), None)
    if granted is None or crowned is None:
        return ""
    since = [one for one in events[crowned:] if one.kind in LEARNT]
    return str(dict(granted.arguments)["list"]) if not since or since[0].kind == FortuneKind.SPELL else ""


@transaction.atomic
def advance(
    *, warrior: Warrior, what: str, reason: str, by: User | None, answer: str = "", client_key: UUID | None = None
) -> Fortune:
    """Record an advance: ``stat:T``, ``skill:<slug>`` or ``spell:<slug>``; of a group, it is that of each model.

    ``answer`` is to what a skill asks when it is learnt: which mount he rides.

    Refuses what his unit or the racial maximum forbids, and skills that are on none of his lists. Which of them is due,
    and what was rolled, the player says.
    """
    row, made = at_hand(warrior, client_key)
    if made:
        return made
    content = content_for(row.warband)
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
        told = answer.strip()[:LONGEST]
        words = f"Learns {content.skills[slug].name}{f': {told}' if told else ''}"
        return record(row, kind=FortuneKind.SKILL, words=words, facts={"answer": told} if told else {}, **common)
    again = " once more: its difficulty falls by 1" if slug in spells_of(learner.rows) else ""
    return record(row, kind=FortuneKind.SPELL, words=f"Learns {content.spells[slug].name}{again}", **common)
