"""Pages of amendments: an arbiter begins and ends one; its owner reads what was changed and why, and answers."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from warbands.access import AMENDING, campaigns_of, get_arbitrated_or_404, get_own_or_404, get_visible_or_404
from warbands.campaigns import amending as services
from warbands.campaigns.forms import AmendForm, AnswerForm
from warbands.campaigns.shown import warband_in
from warbands.doors import Request, amended_in, forget_amendment, open_to_readers, remember_amendment, signed_in
from warbands.models import Amendment, Warband
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE

A_PAGE = 20


@signed_in
@require_http_methods(GET_OR_POST)
def amend(request: Request, campaign: str, warband: str) -> HttpResponse:
    """Begin to amend a warband, and say why."""
    row = get_arbitrated_or_404(request.user, campaign)
    found = warband_in(row, request.user, warband)
    form = AmendForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            begun = services.begin(campaign=row, warband=found, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            remember_amendment(request, found.public_id, begun.pk)
            messages.success(request, f"You amend {found.name} now. Whatever you change is written down.")
            return redirect(found)
    facts = {"campaign": row, "warband": found, "form": form, "minutes": int(AMENDING.total_seconds() // 60)}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "warbands/campaigns/amend.html", facts, status=status)


@signed_in
@require_POST
def finish(request: Request, warband: str) -> HttpResponse:
    """End one's own amendment of a warband."""
    found = get_visible_or_404(request.user, warband)
    begun = Amendment.objects.filter(pk=amended_in(request, warband) or 0, by=request.user).first()
    if begun is None:
        raise PermissionDenied
    services.close(amendment=begun)
    forget_amendment(request, warband)
    messages.success(request, f"You amend {found.name} no longer. Its owner reads what you changed, and why.")
    return redirect("campaigns:amendments", found.public_id)


@open_to_readers
@require_safe
def amendments(request: Request, warband: str) -> HttpResponse:
    """What arbiters changed in a warband and why, and what was answered; the newest first."""
    return _page(request, get_visible_or_404(request.user, warband))


@signed_in
@require_POST
def answer(request: Request, warband: str, amendment: int) -> HttpResponse:
    """Answer to an amendment of one's own warband."""
    row = get_own_or_404(request.user, warband)
    found = get_object_or_404(Amendment, pk=amendment, warband=row)
    form = AnswerForm(request.POST, prefix=f"a{found.pk}")
    if form.is_valid():
        try:
            services.answer(amendment=found, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, "Your answer stands below what it answers to.")
            return redirect("campaigns:amendments", row.public_id)
    return _page(request, row, refused={found.pk: form}, status=UNPROCESSABLE)


def _page(
    request: Request, warband: Warband, *, refused: dict[int, AnswerForm] | None = None, status: int = 200
) -> HttpResponse:
    rows = warband.amendments.select_related("by", "campaign").prefetch_related("notes__by")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    forms = refused or {}
    # Whoever has only the warband's link is not told in which campaign it plays.
    known = set(campaigns_of(request.user).values_list("pk", flat=True))
    told = [
        (
            row,
            warband.own or row.campaign_id in known,
            (forms.get(row.pk) or AnswerForm(prefix=f"a{row.pk}")) if warband.own else None,
        )
        for row in page.object_list
    ]
    facts = {"warband": warband, "page": page, "told": told}
    return render(request, "warbands/campaigns/amendments.html", facts, status=status)
