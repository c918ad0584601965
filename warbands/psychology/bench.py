"""The bench a test is taken on: which tests can be asked, what this one must be told, and its plan.

The same bench serves a warrior's test, a test that another's result demands, and the warband's Rout test.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.urls import reverse

from rules.content import Content
from rules.engine.plans import Exempt, TrialKind
from rules.engine.psychology import plan
from rules.engine.questions import Answer, questions, tell
from rules.engine.situation import Situation
from rules.engine.trials import KINDS, LISTED
from warbands.models import TestRecord, Warband, Warrior
from warbands.psychology.forms import FACE, TOLD, FactsForm, MemberForm, RoutForm, new_key
from warbands.psychology.records import trial_of
from warbands.psychology.shown import PlanShown, VerdictShown, plan_shown
from warbands.psychology.taking import Asked, base, prepare
from warbands.snapshots import fighter_id


@dataclass(frozen=True, slots=True)
class Tab:
    """A kind of test as a link; ``why`` says why it cannot be asked of this warrior."""

    kind: TrialKind
    name: str
    href: str
    current: bool
    why: str = ""


@dataclass
class Bench:
    """All that the page of a test shows. ``href`` is where its form is sent, ``place`` the id of its panel."""

    warband: Warband
    title: str
    place: str
    href: str
    back_href: str
    key: UUID
    kind: TrialKind
    name: str
    when: str
    form: forms.Form
    plan: PlanShown | None
    asked: Asked
    warrior: Warrior | None = None
    tabs: list[Tab] = field(default_factory=list)
    member: MemberForm | None = None
    chain: list[VerdictShown] = field(default_factory=list)
    typed: dict[int, str] = field(default_factory=dict)
    error: str = ""
    error_field: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def barred(self) -> list[Tab]:
        """The tests that cannot be asked of him."""
        return [tab for tab in self.tabs if tab.why]

    @property
    def open_tabs(self) -> list[Tab]:
        """The tests that can."""
        return [tab for tab in self.tabs if not tab.why]

    @property
    def boxes(self) -> list[tuple[int, str]]:
        """The boxes for dice of the table, with what was typed into them."""
        return [(number, self.typed.get(number, "")) for number in self.plan.boxes] if self.plan else []

    @property
    def told(self) -> str:
        """The facts as a query, for an address that shows this same plan."""
        facts = {TOLD: "1"}
        facts |= {key: str(value) for key, value in self.asked.answers.items() if value not in {False, None, ""}}
        if self.member is not None:
            facts["member"] = str(self.member.chosen)
        return urlencode(facts)


def place_of(warrior: Warrior | None) -> str:
    """The id of the panel in which a warrior's tests are shown, or the warband's."""
    return f"bench-{warrior.public_id}" if warrior is not None else "bench-rout"


def _typed(data: Mapping[str, Any]) -> dict[int, str]:
    return {
        int(key.removeprefix(FACE)): str(value)
        for key, value in data.items()
        if key.startswith(FACE) and key.removeprefix(FACE).isdigit()
    }


def trial_href(warband: Warband, warrior: Warrior, kind: TrialKind | None = None) -> str:
    """The address of a warrior's tests, or of one of them."""
    if kind is None:
        return reverse("warbands:test", args=[warband.public_id, warrior.public_id])
    return reverse("warbands:test-kind", args=[warband.public_id, warrior.public_id, kind.replace("_", "-")])


def tabs(warband: Warband, warrior: Warrior, who: str, situation: Situation, current: TrialKind | None) -> list[Tab]:
    """Every kind of test, with the reason where it cannot be asked of this warrior whatever is told."""
    found = []
    for kind in LISTED:
        told, trial = tell(kind, who, situation, {})
        planned = plan(trial, told)
        why = planned.reasons[0].text if isinstance(planned, Exempt) and planned.reasons else ""
        href = trial_href(warband, warrior, kind)
        found.append(Tab(kind, KINDS[kind].name, href, kind is current, why))
    return found


def for_warrior(
    warband: Warband, warrior: Warrior, kind: TrialKind | None, data: Mapping[str, Any]
) -> tuple[Bench | None, Content, Situation]:
    """The bench for a warrior. None where the published lists no longer hold his unit."""
    content, situation = base(warband)
    member = MemberForm(warrior, data) if warrior.size > 1 else None
    chosen = member.chosen if member else 0
    who = fighter_id(warrior, chosen)
    if not situation.knows(who):
        return None, content, situation
    every = tabs(warband, warrior, who, situation, kind)
    if kind is None:
        kind = next((tab.kind for tab in every if not tab.why), every[-1].kind)
        every = [Tab(tab.kind, tab.name, tab.href, tab.kind is kind, tab.why) for tab in every]
    form = FactsForm(questions(kind, situation.fighter(who), situation), data, {})
    asked = Asked(warband, kind, warrior, chosen, _answers(form))
    return (
        Bench(
            warband=warband,
            title=asked.subject,
            place=place_of(warrior),
            href=trial_href(warband, warrior, kind),
            back_href=warband.get_absolute_url(),
            key=new_key(),
            kind=kind,
            name=KINDS[kind].name,
            when=KINDS[kind].when,
            form=form,
            plan=_planned(form, asked, content, situation),
            asked=asked,
            warrior=warrior,
            tabs=every,
            member=member,
            typed=_typed(data),
        ),
        content,
        situation,
    )


def _answers(form: FactsForm | RoutForm) -> dict[str, Answer]:
    return form.answers if not form.is_bound or form.is_valid() else {}


def _planned(form: forms.Form, asked: Asked, content: Content, situation: Situation) -> PlanShown | None:
    if form.is_bound and not form.is_valid():
        return None
    prepared = prepare(asked, content=content, situation=situation)
    return plan_shown(prepared.plan, prepared.situation)


def for_next(record: TestRecord, data: Mapping[str, Any]) -> Bench | None:
    """The bench for what a record's result demands; None where it demands nothing."""
    if not record.verdict["follow"] or record.warrior is None:
        return None
    content, situation = base(record.warband)
    who = fighter_id(record.warrior, record.member)
    if not situation.knows(who):
        return None
    kind = trial_of(record.verdict["follow"][0]).kind
    form = FactsForm(questions(kind, situation.fighter(who), situation), data, record.facts)
    asked = Asked(record.warband, kind, record.warrior, record.member, {**record.facts, **_answers(form)}, after=record)
    return Bench(
        warband=record.warband,
        title=record.subject,
        place=place_of(record.warrior),
        href=reverse("warbands:next", args=[record.warband.public_id, record.public_id]),
        back_href=record.warband.get_absolute_url(),
        key=new_key(),
        kind=kind,
        name=KINDS[kind].name,
        when=KINDS[kind].when,
        form=form,
        plan=_planned(form, asked, content, situation),
        asked=asked,
        warrior=record.warrior,
        typed=_typed(data),
    )


def for_rout(warband: Warband, kind: TrialKind, data: Mapping[str, Any]) -> tuple[Bench, Asked]:
    """The bench for the warband's own Rout test, and the test of leaving by choice beside it."""
    content, situation = base(warband)
    form = RoutForm(situation, data, {})
    answers = _answers(form)
    asked = Asked(warband, TrialKind.ROUT, answers=answers)
    choice = Asked(warband, TrialKind.VOLUNTARY_ROUT, answers=answers)
    bench = Bench(
        warband=warband,
        title=warband.name,
        place=place_of(None),
        href=reverse("warbands:rout", args=[warband.public_id]),
        back_href=warband.get_absolute_url(),
        key=new_key(),
        kind=kind,
        name=KINDS[TrialKind.ROUT].name,
        when=KINDS[TrialKind.ROUT].when,
        form=form,
        plan=_planned(form, asked, content, situation),
        asked=asked,
        typed=_typed(data),
    )
    bench.extra["choice"] = _planned(form, choice, content, situation)
    return bench, choice if kind is TrialKind.VOLUNTARY_ROUT else asked
