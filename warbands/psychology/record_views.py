"""Pages of what was recorded: the log, one record with its re-roll, and its correction."""

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules.content import at
from rules.engine.plans import TrialKind
from rules.engine.questions import questions
from rules.engine.rulings import Rulings
from warbands.access import get_editable_or_404, get_visible_or_404
from warbands.doors import Request, signed_in
from warbands.models import TestRecord
from warbands.psychology import log
from warbands.psychology.forms import FactsForm, RoutForm, client_key, new_key, typed_faces
from warbands.psychology.shown import verdict_shown
from warbands.psychology.taking import RefusedError, correct, reroll
from warbands.psychology.views import GET_OR_POST, record_page, shown_record
from warbands.snapshots import fighter_id, situation_of


@signed_in
@require_safe
def tests(request: Request, warband: str) -> HttpResponse:
    """The log of a warband's tests, of one warrior where the address names one."""
    row = get_visible_or_404(request.user, warband)
    warrior = request.GET.get("warrior", "")
    page, rows = log.page(row, warrior=warrior, number=request.GET.get("page"))
    facts = {
        "warband": row,
        "page": page,
        "rows": rows,
        "warrior": warrior,
        "warriors": row.warriors.all(),
        "numbers": page.paginator.get_elided_page_range(page.number, on_each_side=1),
    }
    part = "#rows" if request.htmx else ""
    return render(request, f"warbands/psychology/log.html{part}", facts)


@signed_in
@require_http_methods(GET_OR_POST)
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
            faces=typed_faces(request.POST),
        )
    except RefusedError as refused:
        return record_page(request, row, old, error=refused.message, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return shown_record(request, row, made)


@signed_in
@require_http_methods(GET_OR_POST)
def correction(request: Request, warband: str, record: str) -> HttpResponse:
    """Put right what was told, or dice of the table mistyped: a new record that names the old one and why."""
    row = get_editable_or_404(request.user, warband)
    old = get_object_or_404(log.records(row), public_id=record)
    heir = old.corrected_by.first()
    if heir is not None:
        return redirect(heir)
    form = _facts(old, request)
    error, error_field, status = "", "", HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                made = correct(
                    record=old,
                    answers=form.answers,
                    reason=request.POST.get("reason", ""),
                    by=request.user,
                    client_key=client_key(request.POST),
                    faces=typed_faces(request.POST) if old.typed else None,
                )
            except RefusedError as refused:
                error, error_field = refused.message, refused.field
            else:
                return redirect(made)
    facts = {
        "warband": row,
        "old": verdict_shown(old),
        "form": form,
        "reason": request.POST.get("reason", ""),
        "boxes": _boxes(old, request),
        "key": new_key(),
        "error": error,
        "error_field": error_field,
    }
    return render(request, "warbands/psychology/correct.html", facts, status=status)


def _boxes(old: TestRecord, request: Request) -> list[tuple[int, str]]:
    """The dice of the table as they were typed, or as they are typed now."""
    if not old.typed:
        return []
    return [(n, request.POST.get(f"face-{n}", str(face))) for n, face in enumerate(old.faces, 1)]


def _facts(old: TestRecord, request: Request) -> FactsForm | RoutForm:
    """The facts of a record as a form, filled in as they were told."""
    situation = situation_of(old.warband, at(old.version_id), Rulings.of(old.rulings))
    data = request.POST if request.method == "POST" else None
    if old.warrior is None:
        return RoutForm(situation, data, old.facts)
    who = fighter_id(old.warrior, old.member)
    if not situation.knows(who):
        return FactsForm((), data, old.facts)
    return FactsForm(questions(TrialKind(old.kind), situation.fighter(who), situation), data, old.facts)
