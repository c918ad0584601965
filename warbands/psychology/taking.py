"""Taking a test: the plan for what was told, and the record of what fell.

``prepare`` plans and stores nothing. ``take``, ``reroll`` and ``correct`` each store one record in one transaction, and
give back the record that the same key made before: neither a double tap nor a retry rolls again.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.content import Content, at, current
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
from rules.engine.rulings import Rulings
from rules.engine.situation import Situation
from warbands.models import TestRecord, Warband, Warrior
from warbands.psychology import rout
from warbands.psychology.records import offers_of, stored_plan, stored_trial, stored_verdict, trial_of
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


def rulings_for(warband: Warband) -> Rulings:
    """The rulings that hold for a warband: the defaults, as long as it belongs to no campaign."""
    del warband
    return Rulings()


def base(warband: Warband) -> tuple[Content, Situation]:
    """The published content, and the warband as it stands before anything is told."""
    content = current()
    return content, situation_of(warband, content, rulings_for(warband))


def prepare(asked: Asked, *, content: Content | None = None, situation: Situation | None = None) -> Prepared:
    """Plan a test. Raises ``RefusedError`` for a warrior whose unit the published lists no longer hold."""
    if content is None or situation is None:
        content, situation = base(asked.warband)
    if asked.warrior is None:
        situation, trial = rout.tell(asked.kind, situation, asked.answers)
    else:
        who = fighter_id(asked.warrior, asked.member)
        if not situation.knows(who):
            raise RefusedError("", "The published lists no longer hold this unit, so it cannot be tested.")
        situation, trial = tell(asked.kind, who, situation, asked.answers, follows=_demanded(asked))
    return Prepared(asked, plan(trial, situation), situation, content)


def _demanded(asked: Asked) -> Trial | None:
    if asked.after is None:
        return None
    follow = asked.after.verdict["follow"]
    return trial_of(follow[0]) if follow else None


@transaction.atomic
def take(
    *, asked: Asked, by: User, client_key: UUID, faces: Sequence[int] | None = None, option: str = ""
) -> TestRecord:
    """Take a test and keep it. Without ``faces`` the server rolls; ``option`` answers a question instead of dice.

    Raises ``RefusedError`` for faces that the dice cannot show, for an option that is not offered, and where there is
    nothing to test.
    """
    if made := _made(asked.warband, client_key):
        return made
    if asked.after is not None and (done := asked.after.followed_by.filter(corrects=None, reroll_of=None).first()):
        return done
    prepared = prepare(asked)
    thrown, verdict = _verdict(prepared.plan, faces, option)
    return _store(prepared, verdict, by=by, client_key=client_key, typed=faces is not None and bool(thrown),
                  follows=asked.after, repeats=_repeats(asked))  # fmt: skip


@transaction.atomic
def reroll(
    *, record: TestRecord, rule: str, by: User, client_key: UUID, faces: Sequence[int] | None = None
) -> TestRecord:
    """Take a failed test again by the rule that allows it; the second result stands. Raises ``RefusedError``."""
    if made := _made(record.warband, client_key) or record.rerolled_as.filter(corrects=None).first():
        return made
    offer = next((offer for offer in offers_of(record.verdict) if offer.rule == rule), None)
    if offer is None or record.corrected_by.exists():
        raise RefusedError("", "Nothing allows this test to be taken again.")
    prepared = _as_it_was(record)
    if not isinstance(prepared.plan, Roll):
        raise RefusedError("", "As the warband stands now, nothing is rolled here.")
    thrown, verdict = _verdict(prepared.plan, faces, "", offer=offer)
    return _store(prepared, verdict, by=by, client_key=client_key, typed=faces is not None and bool(thrown),
                  reroll_of=record, follows=record.follows)  # fmt: skip


@transaction.atomic
def correct(
    *, record: TestRecord, answers: Answers, reason: str, by: User, client_key: UUID, faces: Sequence[int] | None = None
) -> TestRecord:
    """Replace a record by one with other facts, or other dice of the table, for a reason.

    Dice that the app rolled stay as they fell; only where the new facts ask for more dice are the missing ones rolled.
    Raises ``RefusedError``.
    """
    if made := _made(record.warband, client_key):
        return made
    if record.corrected_by.exists():
        raise RefusedError("", "This record was corrected already; correct the correction.")
    if not reason.strip():
        raise RefusedError("reason", "A correction needs a reason.")
    prepared = _as_it_was(record, answers)
    option = "" if record.faces else str(record.verdict["outcome"])
    kept = list(record.faces)
    if record.typed and faces is not None:
        kept = list(faces)
    elif isinstance(prepared.plan, Roll):
        kept = kept[: prepared.plan.dice.count]
        kept += [_face() for _ in range(prepared.plan.dice.count - len(kept))]
    _, verdict = _verdict(prepared.plan, kept if isinstance(prepared.plan, Roll) else None, option)
    return _store(prepared, verdict, by=by, client_key=client_key, typed=record.typed, corrects=record,
                  follows=record.follows, reroll_of=record.reroll_of, reason=reason.strip())  # fmt: skip


def _made(warband: Warband, client_key: UUID) -> TestRecord | None:
    return TestRecord.objects.filter(warband=warband, client_key=client_key).first()


def _as_it_was(record: TestRecord, answers: Answers | None = None) -> Prepared:
    """The test of a record prepared again, under the content it was made under, with its answers or others."""
    content = at(record.version_id)
    situation = situation_of(record.warband, content, Rulings.of(record.rulings))
    told = record.facts if answers is None else {**record.facts, **answers}
    asked = Asked(record.warband, TrialKind(record.kind), record.warrior, record.member, told, record.follows)
    return prepare(asked, content=content, situation=situation)


def _face() -> int:
    return secrets.randbelow(6) + 1


def _verdict(
    planned: Plan, faces: Sequence[int] | None, option: str, offer: Offer | None = None
) -> tuple[Sequence[int], Verdict]:
    """The faces that fell and the verdict for them."""
    match planned:
        case Exempt() if not planned.follow and not planned.changes:
            raise RefusedError("", f"There is nothing to roll: {planned.reasons[0].text}.")
        case Roll():
            try:
                thrown = planned.dice.roll(_face) if faces is None else planned.dice.check(faces)
            except FacesError as error:
                raise RefusedError("faces", str(error)) from None
            return thrown, judge(planned, thrown, reroll_of=offer)
        case Choose():
            try:
                return (), choose(planned, option)
            except ChoiceError:
                raise RefusedError("option", "Choose what happened.") from None
        case _:
            return (), settle(planned)


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


def _store(prepared: Prepared, verdict: Verdict, *, by: User, client_key: UUID, **fields: Any) -> TestRecord:
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
                verdict=stored_verdict(verdict),
                rulings=prepared.situation.rulings.changed(),
                version_id=prepared.content.digest,
                by=by,
                client_key=client_key,
                **fields,
            )
    except IntegrityError:
        # The same form came twice at once: the other one was first, and its record is the answer.
        made = _made(asked.warband, client_key)
        if made is None and fields.get("follows"):
            made = fields["follows"].followed_by.filter(corrects=None, reroll_of=None).first()
        if made is None:
            raise
        return made
