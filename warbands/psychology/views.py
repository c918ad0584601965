"""Pages on which tests are taken: of a warrior, of what a result demands, of the warband."""

from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from rules.engine.plans import TrialKind
from rules.engine.trials import KINDS
from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.models import TestRecord, Warband
from warbands.psychology import bench as benches
from warbands.psychology import log
from warbands.psychology.bench import Bench
from warbands.psychology.forms import client_key, kind_or_none, new_key, typed_faces
from warbands.psychology.taking import Asked, RefusedError, take

GET_OR_POST = ["GET", "HEAD", "POST"]
CHOICE = "choice"


@signed_in
@require_http_methods(GET_OR_POST)
def trial(request: Request, warband: str, warrior: str, kind: str = "") -> HttpResponse:
    """A warrior's tests: what can be asked, the plan for what is told, and the roll."""
    row = get_editable_or_404(request.user, warband)
    who = get_object_or_404(row.warriors.present(), public_id=warrior)
    wanted = kind_or_none(kind) if kind else None
    if kind and (wanted is None or not KINDS[wanted].listed):
        raise Http404("There is no such test.")
    bench, _, _ = benches.for_warrior(row, who, wanted, _data(request))
    if bench is None:
        return render(request, "warbands/psychology/unknown.html", {"warband": row, "warrior": who})
    return _answer(request, bench, bench.asked)


@signed_in
@require_http_methods(GET_OR_POST)
def next_(request: Request, warband: str, record: str) -> HttpResponse:
    """What the result of a test demands: a second die, a run, what the parting hits did."""
    row = get_editable_or_404(request.user, warband)
    after = get_object_or_404(log.records(row), public_id=record)
    after.warband = row  # the row that knows whether it may be changed
    done = after.followed_by.filter(corrects=None, reroll_of=None).first()
    if done is not None:
        return shown_record(request, row, done)
    bench = benches.for_next(after, _data(request))
    if bench is None:
        return redirect(after)
    bench.chain = log.chain(after)
    return _answer(request, bench, bench.asked)


@signed_in
@require_http_methods(GET_OR_POST)
def rout(request: Request, warband: str) -> HttpResponse:
    """The warband's own Rout test, and leaving by choice."""
    row = get_editable_or_404(request.user, warband)
    leaving = request.POST.get("how") == CHOICE
    kind = TrialKind.VOLUNTARY_ROUT if leaving else TrialKind.ROUT
    bench, asked = benches.for_rout(row, kind, _data(request))
    return _answer(request, bench, asked, page="warbands/psychology/rout.html")


def _data(request: Request) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _answer(request: Request, bench: Bench, asked: Asked, page: str = "warbands/psychology/test.html") -> HttpResponse:
    """Show the bench, or take the test that was sent and show the verdict."""
    if request.method != "POST":
        return _bench(request, bench, page)
    if request.POST.get("how") == "look":
        return redirect(f"{bench.href}?{bench.told}")
    if bench.plan is None or (bench.member is not None and bench.member.is_bound and not bench.member.is_valid()):
        return _bench(request, bench, page, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        key = client_key(request.POST)
        faces: Sequence[int] | None = typed_faces(request.POST) if asked.kind is not TrialKind.VOLUNTARY_ROUT else None
        record = take(asked=asked, by=request.user, client_key=key, faces=faces, option=request.POST.get("option", ""))
    except RefusedError as refused:
        bench.error, bench.error_field = refused.message, refused.field
        return _bench(request, bench, page, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return shown_record(request, asked.warband, record)


def _bench(request: Request, bench: Bench, page: str, status: int = HTTPStatus.OK) -> HttpResponse:
    """The bench as a page, its panel, or (``HX-Target`` says so) just the plan."""
    part = ""
    if request.htmx:
        part = "#plan" if request.htmx.target == f"plan-{bench.place}" else "#panel"
    response = render(request, f"{page}{part}", {"bench": bench, "warband": bench.warband}, status=status)
    if part == "#plan" and urlsplit(request.htmx.current_url_abs_path or "").path == bench.href:
        response["HX-Replace-Url"] = f"{bench.href}?{bench.told}"
    return response


def shown_record(request: Request, warband: Warband, record: TestRecord) -> HttpResponse:
    """The answer to a test that was taken: its own page, or to htmx the panel with the verdict."""
    if not request.htmx:
        return redirect(record)
    fresh = get_object_or_404(log.records(warband), public_id=record.public_id)
    return record_page(request, warband, fresh, fresh=True)


def record_page(
    request: Request, warband: Warband, record: TestRecord, *, fresh: bool = False, error: str = "", status: int = 200
) -> HttpResponse:
    """A record with what led to it and what it demands, as a page or to htmx its panel."""
    verdicts = log.chain(record)
    demands = not verdicts[-1].replaced_by and not record.followed_by.exists()
    facts = {
        "warband": warband,
        "record": record,
        "verdicts": verdicts,
        "last": verdicts[-1],
        "place": benches.place_of(record.warrior),
        "again_href": benches.trial_href(warband, record.warrior) if record.warrior else "",
        "bench": benches.for_next(record, _data(request) if not fresh else QueryDict()) if demands else None,
        "key": new_key(),
        "fresh": fresh,
        "error": error,
        "log": log.teaser(warband) if request.htmx else [],
    }
    page = "warbands/psychology/record.html#panel" if request.htmx else "warbands/psychology/record.html"
    return render(request, page, facts, status=status)
