"""The bench a test is taken on: which tests can be asked, what this one must be told, and its plan.

The same bench serves a warrior's test, a test that another's result demands, and the warband's Rout test.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from rules.content import Content
from rules.engine.plans import Exempt, TrialKind
from rules.engine.psychology import plan
from rules.engine.questions import questions, tell
from rules.engine.situation import Situation
from rules.engine.trials import KINDS, LISTED
from warbands.models import TestRecord, Warband, Warrior
from warbands.psychology.forms import FACE, TOLD, FactsForm, MemberForm, RoutForm, ToldForm, new_key
from warbands.psychology.records import trial_of
from warbands.psychology.shown import PlanShown, VerdictShown, plan_shown
from warbands.psychology.taking import Asked, Prepared, base, prepare
from warbands.snapshots import fighter_id

type Book = tuple[Content, Situation]

EACH_TURN = (TrialKind.STUPIDITY, TrialKind.ANIMOSITY, TrialKind.DRUNKENNESS)
"""Tests that whoever can take them takes at the start of every turn: they are offered first."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A kind of test as a link; ``why`` says why it cannot be asked of this warrior."""

    kind: TrialKind
    href: str
    why: str = ""
    current: bool = False

    @property
    def name(self) -> str:
        """What the test is called."""
        return KINDS[self.kind].name


@dataclass
class Bench:
    """All that the page of a test shows. ``href`` is where its form is sent; ``choice`` plans a rout by choice.

    ``every_kind`` finds the tabs once a page shows them: whoever just sends his dice is not kept waiting for them.
    """

    asked: Asked
    form: ToldForm
    href: str
    plan: PlanShown | None = None
    choice: PlanShown | None = None
    every_kind: Callable[[], list[Tab]] = list
    prepared: Prepared | None = None
    member: MemberForm | None = None
    chain: list[VerdictShown] = field(default_factory=list)
    typed: dict[str, str] = field(default_factory=dict)
    key: UUID = field(default_factory=new_key)
    error: str = ""
    error_field: str = ""

    @property
    def warband(self) -> Warband:
        """Whose test it is."""
        return self.asked.warband

    @property
    def place(self) -> str:
        """The id of the panel."""
        return place_of(self.asked.warrior)

    @property
    def name(self) -> str:
        """What the test is called."""
        return KINDS[self.asked.kind].name

    @property
    def when(self) -> str:
        """When it is taken."""
        return KINDS[self.asked.kind].when

    @property
    def address(self) -> str:
        """Where this bench is found again, with nothing told."""
        return _of_member(self.href, self.member.chosen if self.member else 0)

    @cached_property
    def tabs(self) -> list[Tab]:
        """Every kind of test, as a link; none where a result demands this one."""
        return self.every_kind()

    @property
    def barred(self) -> list[Tab]:
        """The tests that cannot be asked of him."""
        return [tab for tab in self.tabs if tab.why]

    @property
    def open_tabs(self) -> list[Tab]:
        """The tests that can, and the one that was asked for."""
        return [tab for tab in self.tabs if tab.current or not tab.why]

    @property
    def boxes(self) -> list[tuple[int, str]]:
        """The boxes for dice of the table, with what was typed into them."""
        return boxes(self.plan.boxes if self.plan else 0, self.typed)

    @property
    def told(self) -> str:
        """The facts as a query, for an address that shows this same plan."""
        facts = {TOLD: "1"}
        facts |= {
            key: str(value)
            for key, value in self.asked.answers.items()
            if value not in {None, ""} and value is not False
        }
        if self.member is not None:
            facts["member"] = str(self.member.chosen)
        return urlencode(facts)

    @property
    def told_and_typed(self) -> str:
        """The facts and the dice that were typed, as a query."""
        typed = {f"{FACE}{number}": word for number, word in self.typed.items() if word}
        return f"{self.told}&{urlencode(typed)}" if typed else self.told

    @property
    def wrong(self) -> bool:
        """Whether something was told that cannot be."""
        return self.plan is None or (self.member is not None and bool(self.member.errors))


def boxes(many: int, typed: Mapping[str, str]) -> list[tuple[int, str]]:
    """So many boxes for dice of the table, with what was typed into them."""
    return [(number, typed.get(str(number), "")) for number in range(1, many + 1)]


def typed_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What was typed into the boxes, by their numbers."""
    return {key.removeprefix(FACE): str(data[key]) for key in data if key.startswith(FACE)}


def place_of(warrior: Warrior | None) -> str:
    """The id of the panel in which a warrior's tests are shown, or the warband's."""
    return f"bench-{warrior.public_id}" if warrior is not None else "bench-rout"


def trial_href(warband: Warband, warrior: Warrior, kind: TrialKind | None = None) -> str:
    """The address of a warrior's tests, or of one of them."""
    if kind is None:
        return reverse("warbands:test", args=[warband.public_id, warrior.public_id])
    return reverse("warbands:test-kind", args=[warband.public_id, warrior.public_id, kind.replace("_", "-")])


def _of_member(href: str, member: int) -> str:
    return f"{href}?member={member}" if member > 1 else href


def again_href(warband: Warband, record: TestRecord) -> str:
    """Where another test is taken: of this warrior while he is on the roster, or of the warband."""
    if record.warrior is None:
        return reverse("warbands:rout", args=[warband.public_id])
    return _of_member(trial_href(warband, record.warrior), record.member) if record.warrior.removed_at is None else ""


def tabs(warband: Warband, warrior: Warrior, who: str, situation: Situation) -> list[Tab]:
    """Every kind of test, with the reason where it cannot be asked of this warrior whatever is told."""
    return [Tab(kind, trial_href(warband, warrior, kind), _barred(kind, who, situation)) for kind in LISTED]


def _barred(kind: TrialKind, who: str, situation: Situation) -> str:
    told, trial = tell(kind, who, situation, {})
    planned = plan(trial, told)
    return planned.reasons[0].text if isinstance(planned, Exempt) and planned.reasons else ""


def _offered_first(every: Iterable[Tab]) -> TrialKind:
    """The test a warrior's panel opens with where none is named."""
    can = [tab.kind for tab in every if not tab.why]
    return next((kind for kind in (*EACH_TURN, *can) if kind in can), LISTED[-1])


def for_warrior(warband: Warband, warrior: Warrior, wanted: TrialKind | None, data: Mapping[str, Any]) -> Bench | None:
    """The bench for a warrior. None where the published lists no longer hold his unit."""
    content, situation = base(warband)
    member = MemberForm(warrior, data, place_of(warrior)) if warrior.size > 1 else None
    chosen = member.chosen if member else 0
    who = fighter_id(warrior, chosen)
    if not situation.knows(who):
        return None
    every = cache(lambda: tabs(warband, warrior, who, situation))
    kind = wanted or _offered_first(every())
    form = FactsForm(questions(kind, situation.fighter(who), situation), data, {}, place_of(warrior))
    asked = Asked(warband, kind, warrior, chosen, form.answers)
    made = _made(asked, form, trial_href(warband, warrior, kind), data, (content, situation))
    made.every_kind = lambda: [
        replace(tab, href=_of_member(tab.href, chosen), current=tab.kind is kind) for tab in every()
    ]
    made.member = member
    return made


def for_next(record: TestRecord, warband: Warband, data: Mapping[str, Any]) -> Bench | None:
    """The bench for what a record's result demands; None where it demands nothing."""
    if not record.verdict["follow"] or record.warrior is None:
        return None
    content, situation = base(warband)
    who = fighter_id(record.warrior, record.member)
    if not situation.knows(who):
        return None
    kind = trial_of(record.verdict["follow"][0]).kind
    form = FactsForm(questions(kind, situation.fighter(who), situation), data, record.facts, place_of(record.warrior))
    asked = Asked(warband, kind, record.warrior, record.member, {**record.facts, **form.answers}, after=record)
    href = reverse("warbands:next", args=[warband.public_id, record.public_id])
    return _made(asked, form, href, data, (content, situation))


def for_rout(warband: Warband, data: Mapping[str, Any]) -> Bench:
    """The bench for the warband's own Rout test, with the plan of leaving by choice beside it."""
    content, situation = base(warband)
    form = RoutForm(situation, data, {})
    asked = Asked(warband, TrialKind.ROUT, answers=form.answers)
    made = _made(asked, form, reverse("warbands:rout", args=[warband.public_id]), data, (content, situation))
    leaving = _prepared(form, by_choice(asked), (content, situation))
    made.choice = plan_shown(leaving.plan, leaving.situation, leaving.content) if leaving else None
    return made


def by_choice(asked: Asked) -> Asked:
    """Leaving by choice, as the warband stands in its Rout test."""
    return replace(asked, kind=TrialKind.VOLUNTARY_ROUT)


def _made(asked: Asked, form: ToldForm, href: str, data: Mapping[str, Any], book: Book) -> Bench:
    prepared = _prepared(form, asked, book)
    shown = plan_shown(prepared.plan, prepared.situation, prepared.content) if prepared else None
    return Bench(asked, form, href, shown, prepared=prepared, typed=typed_in(data))


def _prepared(form: ToldForm, asked: Asked, book: Book) -> Prepared | None:
    if form.is_bound and not form.is_valid():
        return None
    content, situation = book
    return prepare(asked, content=content, situation=situation)
