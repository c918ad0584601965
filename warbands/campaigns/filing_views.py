"""Pages of results that are filed afterwards: filing one, agreeing to one, taking one back."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from warbands.access import get_campaign_or_404, get_played_or_404
from warbands.campaigns import filing as services
from warbands.campaigns.filing_forms import ResultForm
from warbands.campaigns.shown import warbands_of
from warbands.doors import Request, signed_in
from warbands.models import Campaign, Role
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE

ON_A_PAGE = 50


@signed_in
@require_http_methods(GET_OR_POST)
def results(request: Request, campaign: str) -> HttpResponse:
    """The reports of a campaign, those that wait first; players and arbiters file one here."""
    if request.method != "POST":
        row = get_campaign_or_404(request.user, campaign)
        return _page(request, row, _form(request, row))
    row = get_played_or_404(request.user, campaign)
    form = _form(request, row)
    if form.is_valid():
        try:
            result = services.file_result(campaign=row, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            words = "It stands." if result.stands else "Filed. It counts once the other side or an arbiter agrees."
            messages.success(request, words)
            return redirect("campaigns:results", row.public_id)
    return _page(request, row, form, status=UNPROCESSABLE)


def _form(request: Request, row: Campaign) -> ResultForm:
    data = request.POST if request.method == "POST" else None
    return ResultForm(warbands_of(row, request.user), request.user, data, arbitrates=row.role == Role.ARBITER)


def _page(request: Request, row: Campaign, form: ResultForm, *, error: str = "", status: int = 200) -> HttpResponse:
    every = row.filed.select_related("first", "second", "by", "settled_by")
    arbitrates = row.role == Role.ARBITER
    waiting = [
        (one, services.may_agree(one, request.user, arbitrates=arbitrates), arbitrates or one.by_id == request.user.pk)
        for one in services.marked(every.filter(stands=None))
    ]
    settled = Paginator(every.exclude(stands=None), ON_A_PAGE).get_page(request.GET.get("page"))
    facts = {"campaign": row, "form": form, "waiting": waiting, "settled": settled, "error": error}
    return render(request, "warbands/campaigns/results.html", facts, status=status)


@signed_in
@require_POST
def settle(request: Request, campaign: str, result: str) -> HttpResponse:
    """Agree to a report, or take it back."""
    row = get_played_or_404(request.user, campaign)
    found = get_object_or_404(row.filed.select_related("campaign"), public_id=result)
    settles = services.withdraw if request.POST.get("how") == "withdraw" else services.agree
    try:
        settled = settles(result=found, by=request.user)
    except RefusedError as refused:
        form = ResultForm(warbands_of(row, request.user), request.user, arbitrates=row.role == Role.ARBITER)
        return _page(request, row, form, error=refused.message, status=UNPROCESSABLE)
    messages.success(request, f"{settled}. It stands." if settled.stands else "It is taken back.")
    return redirect("campaigns:results", row.public_id)
