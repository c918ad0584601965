"""What may be done about a test that was taken: the re-roll that a rule allows, and a correction with its reason.

Neither changes what is stored: each is one more record, in one transaction, which names the one it stands for.
"""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.engine.plans import Offer, Roll, TrialKind
from rules.engine.questions import Answers
from rules.engine.rulings import Rulings
from warbands.models import TestRecord
from warbands.psychology.records import offers_of
from warbands.psychology.taking import Asked, Prepared, RefusedError, face, judged, of_key, prepare, store
from warbands.rulebooks import content_at
from warbands.snapshots import situation_of


@transaction.atomic
def reroll(
    *, record: TestRecord, rule: str, by: User, client_key: UUID, faces: Sequence[int] | None = None
) -> TestRecord:
    """Take a failed test again by the rule that allows it; the second result stands. Raises ``RefusedError``."""
    if made := of_key(record.warband, client_key) or record.taken_again:
        return made
    offer = next((offer for offer in offers_of(record.verdict) if offer.rule == rule), None)
    if offer is None or record.corrected_by.exists():
        raise RefusedError("", "Nothing allows this test to be taken again.")
    prepared = as_it_was(record)
    if not isinstance(prepared.plan, Roll):
        raise RefusedError("", "As the warband stands now, nothing is rolled here.")
    verdict = judged(prepared.plan, faces, offer=offer)
    return store(prepared, verdict, by=by, client_key=client_key, typed=faces is not None, offer=offer,
                  reroll_of=record, follows=record.follows)  # fmt: skip


@transaction.atomic
def correct(
    *,
    record: TestRecord,
    answers: Answers,
    reason: str,
    by: User,
    client_key: UUID,
    faces: Sequence[int] | None = None,
    option: str = "",
) -> TestRecord:
    """Replace a record by one with other facts, other dice of the table or another option, for a reason.

    Dice that the app rolled stay as they fell, also where a correction before this one had no use for them; only where
    the new facts ask for more dice are the missing ones rolled. Raises ``RefusedError``.
    """
    if made := of_key(record.warband, client_key):
        return made
    if record.corrected_by.exists():
        raise RefusedError("", "This record was corrected already; correct the correction.")
    if record.taken_again:
        raise RefusedError("", "This test was taken again by a rule; correct the second throw.")
    if not reason.strip():
        raise RefusedError("reason", "A correction needs a reason.")
    prepared = as_it_was(record, answers)
    offer = _used(record)
    thrown, typed = _kept(record, prepared.plan, faces) if isinstance(prepared.plan, Roll) else (None, False)
    verdict = judged(prepared.plan, thrown, option or str(record.verdict["outcome"]), offer=offer)
    return store(prepared, verdict, by=by, client_key=client_key, typed=typed, offer=offer, corrects=record,
                  follows=record.follows, reroll_of=record.reroll_of, reason=reason.strip())  # fmt: skip


def fallen(record: TestRecord) -> TestRecord:
    """The record that holds the dice of a test: itself, or the one it corrects that holds more of them."""
    most, one = record, record
    while one.corrects is not None:
        one = one.corrects
        if len(one.faces) > len(most.faces):
            most = one
    return most


def _kept(record: TestRecord, roll: Roll, faces: Sequence[int] | None) -> tuple[Sequence[int], bool]:
    """The faces a corrected test is judged by, and whether they are dice of the table."""
    before = fallen(record)
    if before.faces and not before.typed:
        kept = list(before.faces[: roll.dice.count])
        return kept + [face() for _ in range(roll.dice.count - len(kept))], False
    if faces is not None:
        return faces, True
    if not before.faces:
        return roll.dice.roll(face), False
    if len(before.faces) != roll.dice.count:
        raise RefusedError("faces", "Type the dice as they lay on the table.")
    return before.faces, True


def _used(record: TestRecord) -> Offer | None:
    """The offer by which a record was a re-roll."""
    if record.reroll_of is None:
        return None
    rule = record.verdict["reroll_by"]
    return next((offer for offer in offers_of(record.reroll_of.verdict) if offer.rule == rule), None)


def as_it_was(record: TestRecord, answers: Answers | None = None, *, content: Content | None = None) -> Prepared:
    """The test of a record prepared again, under the content it was made under or another, with its answers or others.

    Raises ``RefusedError``.
    """
    content = content or content_at(record)
    situation = situation_of(record.warband, content, Rulings.of(record.rulings))
    told = record.facts if answers is None else {**record.facts, **answers}
    asked = Asked(record.warband, TrialKind(record.kind), record.warrior, record.member, told, record.follows)
    return prepare(asked, content=content, situation=situation)
