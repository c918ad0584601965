"""Pages of what was recorded: the log, one record with its re-roll, and its correction."""

from http import HTTPStatus

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules.engine.plans import Choose, Plan, Roll, TrialKind
from rules.engine.questions import questions
from rules.engine.rulings import Rulings
from warbands.access import get_editable_or_404, get_visible_or_404
from warbands.doors import Request, open_to_readers, signed_in
from warbands.limits import limited
from warbands.models import TestRecord
from warbands.psychology import log
from warbands.psychology.amending import as_it_was, correct, fallen, reroll
from warbands.psychology.bench import boxes, typed_in
from warbands.psychology.forms import FactsForm, ReasonForm, RoutForm, ToldForm, client_key, new_key, typed_faces
from warbands.psychology.shown import verdict_shown
from warbands.psychology.taking import RefusedError
from warbands.psychology.views import GET_OR_POST, record_page, shown_record
from warbands.rulebooks import content_at
from warbands.snapshots import fighter_id, situation_of


@open_to_readers
@require_safe
def tests(request: Request, warband: str) -> HttpResponse:
    """The log of a warband's tests, of one warrior where the address names one."""
    row = get_visible_or_404(request.user, warband)
    warriors = list(row.warriors.all())
    wanted = request.GET.get("warrior", "")
    warrior = next((one for one in warriors if one.public_id == wanted), None)
    if wanted and warrior is None:
        raise Http404("No such warrior belongs to this warband.")
    page, rows = log.page(row, warrior=warrior, number=request.GET.get("page"))
    facts = {"warband": row, "page": page, "rows": rows, "warrior": warrior, "warriors": warriors}
    part = "#rows" if request.htmx else ""
    return render(request, f"warbands/psychology/log.html{part}", facts)


@open_to_readers
@require_http_methods(GET_OR_POST)
@limited("rolls")
def record(request: Request, warband: str, record: str) -> HttpResponse:
    """One record; sent to, it is taken again by the rule that allows it."""
    if request.method != "POST":
        row = get_visible_or_404(request.user, warband)
        return record_page(request, row, get_object_or_404(log.records(row), public_id=record))
    row = get_editable_or_404(request.user, warband)
    old = get_object_or_404(log.records(row), public_id=record)
    try:
        made = reroll(
            record=old,
            rule=request.POST.get("rule", ""),
            by=request.user,
            client_key=client_key(request.POST),
            faces=typed_faces(request.POST, needed=request.POST.get("how") == "typed"),
        )
    except RefusedError as refused:
        return record_page(request, row, old, refused=refused)
    return shown_record(request, row, made)


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def correction(request: Request, warband: str, record: str) -> HttpResponse:
    """Put right what was told, dice of the table mistyped or an option mistaken: a new record that says why."""
    row = get_editable_or_404(request.user, warband)
    old = get_object_or_404(log.records(row), public_id=record)
    if heir := old.corrected_by.first() or old.taken_again:
        return redirect(heir)
    sheet = Correction(old, request.POST)
    if request.method == "POST" and sheet.is_valid():
        try:
            return redirect(sheet.save(request.user))
        except RefusedError as refused:
            sheet.refused = refused
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    facts = {"warband": row, "old": verdict_shown(old), "sheet": sheet, "key": new_key()}
    return render(request, "warbands/psychology/correct.html", facts, status=status)


class Correction:
    """What is filled in to put a record right: the facts, the dice of the table or the option, and the reason."""

    def __init__(self, old: TestRecord, data: QueryDict) -> None:
        self.old = old
        self.data = data
        self.form = _facts(old, data)
        self.reason = ReasonForm(data or None, label_suffix="")
        self.refused: RefusedError | None = None
        self.plan = self._planned()

    def is_valid(self) -> bool:
        """Whether facts and reason can be."""
        return all([self.form.is_valid(), self.reason.is_valid()])

    def save(self, by: User) -> TestRecord:
        """The correction. Raises ``RefusedError``."""
        return correct(
            record=self.old,
            answers=self.form.answers,
            reason=self.reason.cleaned_data["reason"],
            by=by,
            client_key=client_key(self.data),
            faces=typed_faces(self.data) if self.boxes else None,
            option=self.data.get("option", ""),
        )

    def _planned(self) -> Plan | None:
        if self.form.is_bound and not self.form.is_valid():
            return None
        try:
            return as_it_was(self.old, self.form.answers).plan
        except RefusedError as refused:
            self.refused = refused
            return None

    @property
    def boxes(self) -> list[tuple[int, str]]:
        """Boxes for dice of the table, as they were typed; none where the app rolled."""
        before = fallen(self.old)
        if not isinstance(self.plan, Roll) or (before.faces and not before.typed):
            return []
        kept = {str(number): str(face) for number, face in enumerate(before.faces, 1)}
        return boxes(self.plan.dice.count, kept | typed_in(self.data))

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """What may have happened instead, where that was the question."""
        if not isinstance(self.plan, Choose):
            return []
        chosen = self.data.get("option") or self.old.verdict["outcome"]
        return [(option.slug, option.text, option.slug == chosen) for option in self.plan.options]


def _facts(old: TestRecord, data: QueryDict) -> ToldForm:
    """The facts of a record as a form, filled in as they were told."""
    situation = situation_of(old.warband, content_at(old), Rulings.of(old.rulings))
    if old.warrior is None:
        return RoutForm(situation, data, old.facts)
    who = fighter_id(old.warrior, old.member)
    if not situation.knows(who):
        return FactsForm((), data, old.facts)
    return FactsForm(questions(TrialKind(old.kind), situation.fighter(who), situation), data, old.facts)
