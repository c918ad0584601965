"""Pages on which tests are taken: of a warrior, of what a result demands, of the warband."""

from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from rules.content import current
from rules.engine.trials import KINDS
from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.limits import limited
from warbands.models import TestRecord, Warband
from warbands.psychology import bench as benches
from warbands.psychology import log
from warbands.psychology.bench import Bench
from warbands.psychology.forms import client_key, kind_or_none, new_key, typed_faces
from warbands.psychology.taking import Asked, RefusedError, take

GET_OR_POST = ["GET", "HEAD", "POST"]
LOOK = "look"
CHOICE = "choice"


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def trial(request: Request, warband: str, warrior: str, kind: str = "") -> HttpResponse:
    """A warrior's tests: what can be asked, the plan for what is told, and the roll."""
    row = get_editable_or_404(request.user, warband)
    who = get_object_or_404(row.warriors.present(), public_id=warrior)
    wanted = kind_or_none(kind) if kind else None
    if kind and (wanted is None or not KINDS[wanted].listed):
        raise Http404("There is no such test.")
    bench = benches.for_warrior(row, who, wanted, _data(request))
    if bench is None:
        part = "#panel" if request.htmx else ""
        return render(request, f"warbands/psychology/unknown.html{part}", {"warband": row, "warrior": who})
    return _answer(request, bench, bench.asked)


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def next_(request: Request, warband: str, record: str) -> HttpResponse:
    """What the result of a test demands: a second die, a run, what the parting hits did."""
    row = get_editable_or_404(request.user, warband)
    after = get_object_or_404(log.records(row), public_id=record)
    if done := after.demanded:
        return shown_record(request, row, done)
    bench = benches.for_next(after, row, _data(request))
    if bench is None:
        return redirect(after)
    bench.chain = log.chain(after, bench.prepared.content if bench.prepared else None)
    return _answer(request, bench, bench.asked)


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def rout(request: Request, warband: str) -> HttpResponse:
    """The warband's own Rout test, and leaving by choice."""
    row = get_editable_or_404(request.user, warband)
    bench = benches.for_rout(row, _data(request))
    asked = benches.by_choice(bench.asked) if request.POST.get("how") == CHOICE else bench.asked
    return _answer(request, bench, asked, page="warbands/psychology/rout.html")


def _data(request: Request) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


def _answer(request: Request, bench: Bench, asked: Asked, page: str = "warbands/psychology/test.html") -> HttpResponse:
    """Show the bench, or take the test that was sent and show the verdict."""
    if request.method != "POST":
        return _bench(request, bench, page)
    if bench.wrong:
        return _bench(request, bench, page, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    how = request.POST.get("how")
    if how == LOOK:
        return redirect(f"{bench.href}?{bench.told_and_typed}")
    try:
        key = client_key(request.POST)
        faces = typed_faces(request.POST, needed=how == "typed")
        record = take(
            asked=asked,
            by=request.user,
            client_key=key,
            faces=faces,
            option=request.POST.get("option", ""),
            prepared=bench.prepared if asked is bench.asked else None,
        )
    except RefusedError as refused:
        bench.error, bench.error_field = refused.message, refused.field
        return _bench(request, bench, page, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return shown_record(request, asked.warband, record)


def on_roster(request: Request, warband: Warband) -> bool:
    """Whether htmx asks from the roster itself, whose address stays as it is and whose log is brought up to date."""
    path = urlsplit(request.htmx.current_url_abs_path or "").path
    return bool(request.htmx) and path in {"", warband.get_absolute_url()}


def _bench(request: Request, bench: Bench, page: str, status: int = HTTPStatus.OK) -> HttpResponse:
    """The bench as a page, its panel, or (``HX-Target`` says so) just the plan."""
    if not request.htmx:
        return render(request, page, {"bench": bench, "warband": bench.warband}, status=status)
    plan = request.htmx.target == f"plan-{bench.place}"
    facts = {"bench": bench, "warband": bench.warband, "keep_dice": plan}
    response = render(request, f"{page}#{'plan' if plan else 'panel'}", facts, status=status)
    if request.method != "POST" and not on_roster(request, bench.warband):
        response["HX-Replace-Url" if plan else "HX-Push-Url"] = f"{bench.href}?{bench.told}" if plan else bench.address
    return response


def shown_record(request: Request, warband: Warband, record: TestRecord) -> HttpResponse:
    """The answer to a test that was taken: its own page, or to htmx the panel with the verdict."""
    if not request.htmx:
        return redirect(record)
    fresh = get_object_or_404(log.records(warband), public_id=record.public_id)
    response = record_page(request, warband, fresh, fresh=True)
    if not on_roster(request, warband):
        response["HX-Push-Url"] = record.get_absolute_url()
    return response


def record_page(
    request: Request,
    warband: Warband,
    record: TestRecord,
    *,
    fresh: bool = False,
    refused: RefusedError | None = None,
) -> HttpResponse:
    """A record with what led to it and what it demands, as a page or to htmx its panel."""
    verdicts = log.chain(record, current())
    last = verdicts[-1]
    done = record.demanded
    open_still = warband.editable and not last.replaced_by and done is None
    facts = {
        "warband": warband,
        "record": record,
        "verdicts": verdicts,
        "last": last,
        "done": done,
        "place": benches.place_of(record.warrior),
        "again_place": f"again-{record.public_id}",
        "again_href": benches.again_href(warband, record),
        "bench": benches.for_next(record, warband, {}) if open_still else None,
        "boxes": benches.boxes(len(record.faces), benches.typed_in(request.POST) if refused else {}),
        "key": new_key(),
        "fresh": fresh,
        "refused": refused,
        "log": log.teaser(warband) if on_roster(request, warband) else None,
    }
    page = "warbands/psychology/record.html#panel" if request.htmx else "warbands/psychology/record.html"
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, page, facts, status=status)
