"""Taking a test: the plan for what was told, and the record of what fell.

``prepare`` plans and stores nothing. ``take``, ``reroll`` and ``correct`` each store one record in one transaction, and
give back the record that the same key made before: neither a double tap nor a retry rolls again.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.content import Content
from rules.engine.dice import FacesError
from rules.engine.plans import (
    ChoiceError,
    Choose,
    Exempt,
    Offer,
    Plan,
    Roll,
    Trial,
    TrialKind,
    Verdict,
    choose,
    judge,
    settle,
)
from rules.engine.psychology import plan
from rules.engine.questions import Answers, tell
from rules.engine.situation import Situation
from warbands.models import TestRecord, Warband, Warrior
from warbands.psychology import rout
from warbands.psychology.records import stored_plan, stored_trial, stored_verdict, trial_of
from warbands.rulebooks import content_for, house_of
from warbands.rulings import rulings_for
from warbands.snapshots import fighter_id, situation_of

REPEATED_WITHIN = timedelta(hours=2)
"""The same test of the same warrior within an evening is marked as a repeat."""


class RefusedError(ValueError):
    """A test that cannot be taken so: the field it belongs to, and a sentence that says why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True)
class Asked:
    """A test somebody asks for: of a warrior (and which model of a group), or of the warband; and what he was told.

    ``after`` is the record whose result demands it.
    """

    warband: Warband
    kind: TrialKind
    warrior: Warrior | None = None
    member: int = 0
    answers: Answers = field(default_factory=dict)
    after: TestRecord | None = None

    @property
    def subject(self) -> str:
        """Whom the record names."""
        if self.warrior is None:
            return self.warband.name
        return f"{self.warrior.name} {self.member or 1}" if self.warrior.size > 1 else self.warrior.name


@dataclass(frozen=True)
class Prepared:
    """A plan, with the situation and the content it was made in."""

    asked: Asked
    plan: Plan
    situation: Situation
    content: Content


def base(warband: Warband) -> tuple[Content, Situation]:
    """The rules that hold for a warband, and the warband as it stands before anything is told."""
    content = content_for(warband)
    return content, situation_of(warband, content, rulings_for(warband))


def prepare(asked: Asked, *, content: Content | None = None, situation: Situation | None = None) -> Prepared:
    """Plan a test. Raises ``RefusedError`` for a warrior who has left, or whose unit the published lists dropped."""
    if content is None or situation is None:
        content, situation = base(asked.warband)
    if asked.warrior is None:
        situation, trial = rout.tell(asked.kind, situation, asked.answers)
    else:
        who = fighter_id(asked.warrior, asked.member)
        if not situation.knows(who):
            raise RefusedError("", "He is no longer on the roster, or his unit no longer in the lists.")
        situation, trial = tell(asked.kind, who, situation, asked.answers, follows=_demanded(asked, who))
    return Prepared(asked, plan(trial, situation), situation, content)


def _demanded(asked: Asked, who: str) -> Trial | None:
    """What an earlier result left to be tested, of this same model even where his group has changed since."""
    if asked.after is None or not asked.after.verdict["follow"]:
        return None
    return replace(trial_of(asked.after.verdict["follow"][0]), who=who)


@transaction.atomic
def take(
    *,
    asked: Asked,
    by: User,
    client_key: UUID,
    faces: Sequence[int] | None = None,
    option: str = "",
    prepared: Prepared | None = None,
) -> TestRecord:
    """Take a test and keep it. Without ``faces`` the server rolls; ``option`` answers a question instead of dice.

    ``prepared`` is this very test where the caller has planned it already.
    Raises ``RefusedError`` for faces that the dice cannot show, for an option that is not offered, and where there is
    nothing to test.
    """
    if made := of_key(asked.warband, client_key) or (asked.after and asked.after.demanded):
        return made
    if asked.after is not None and (asked.after.corrected_by.exists() or asked.after.taken_again):
        raise RefusedError("", "The result that demanded this no longer holds.")
    prepared = prepared or prepare(asked)
    if isinstance(prepared.plan, Exempt) and not prepared.plan.follow and not prepared.plan.changes:
        raise RefusedError("", f"There is nothing to roll: {prepared.plan.reasons[0].text}.")
    verdict = judged(prepared.plan, faces, option)
    return store(prepared, verdict, by=by, client_key=client_key, typed=faces is not None and bool(verdict.faces),
                  follows=asked.after, repeats=_repeats(asked))  # fmt: skip


def of_key(warband: Warband, client_key: UUID) -> TestRecord | None:
    """The record that a form with this key has made already."""
    return TestRecord.objects.filter(warband=warband, client_key=client_key).first()


def face() -> int:
    """One die, thrown."""
    return secrets.randbelow(6) + 1


def judged(
    planned: Plan, faces: Sequence[int] | None = None, option: str = "", *, offer: Offer | None = None
) -> Verdict:
    """The verdict for these faces or this option; without faces the dice are rolled."""
    match planned:
        case Roll():
            try:
                return judge(planned, planned.dice.roll(face) if faces is None else faces, reroll_of=offer)
            except FacesError as error:
                raise RefusedError("faces", str(error)) from None
        case Choose():
            try:
                return choose(planned, option)
            except ChoiceError:
                raise RefusedError("option", "Choose what happened.") from None
        case _:
            return settle(planned)


def _repeats(asked: Asked) -> int:
    """How often this same test was taken of this same model shortly before."""
    if asked.after is not None:
        return 0
    return TestRecord.objects.filter(
        warband=asked.warband,
        warrior=asked.warrior,
        member=asked.member,
        kind=asked.kind,
        follows=None,
        corrects=None,
        reroll_of=None,
        at__gte=timezone.now() - REPEATED_WITHIN,
    ).count()


def store(
    prepared: Prepared, verdict: Verdict, *, by: User, client_key: UUID, offer: Offer | None = None, **fields: Any
) -> TestRecord:
    """Keep a verdict as a record, or give back the record of whoever sent the same form a moment earlier."""
    asked = prepared.asked
    try:
        with transaction.atomic():
            return TestRecord.objects.create(
                warband=asked.warband,
                warrior=asked.warrior,
                member=asked.member,
                subject=asked.subject,
                kind=asked.kind,
                trial=stored_trial(verdict.trial),
                facts=dict(asked.answers),
                plan=stored_plan(prepared.plan, prepared.situation),
                faces=list(verdict.faces),
                verdict=stored_verdict(verdict, offer),
                rulings=prepared.situation.rulings.changed(),
                version_id=prepared.content.published,
                house_id=house_of(prepared.content),
                by=by,
                client_key=client_key,
                **fields,
            )
    except IntegrityError:
        # Two forms came at once: the other was first, and its record is the answer, unless this one was to correct it.
        first = of_key(asked.warband, client_key)
        if first is None and fields.get("corrects"):
            raise RefusedError("", "Somebody else has just corrected this record.") from None
        first = first or (fields["reroll_of"].taken_again if fields.get("reroll_of") else None)
        first = first or (fields["follows"].demanded if fields.get("follows") else None)
        if first is None:
            raise
        return first
