"""Pages of a warband: all of mine, a new one, the roster, its name and notes, its order."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules.content import current
from warbands.access import deleted_of, get_editable_or_404, get_own_or_404, get_visible_or_404, owned_by
from warbands.doors import Request, open_to_readers, signed_in
from warbands.models import Origin, Warband
from warbands.rosters import entry, services, sheet
from warbands.rosters.forms import DetailsForm, NewWarbandForm
from warbands.rosters.mine import mine as all_mine
from warbands.rosters.rating import receipt
from warbands.rosters.services import RefusedError, StaleError
from warbands.rulebooks import content_for
from warbands.rulings import rulings_for
from warbands.snapshots import changes_of

CONFLICT = 409
UNPROCESSABLE = 422

GET_OR_POST = ["GET", "HEAD", "POST"]


@signed_in
@require_safe
def mine(request: Request) -> HttpResponse:
    """The warbands this player keeps, the last changed first."""
    return render(
        request,
        "warbands/mine.html",
        {"warbands": all_mine(owned_by(request.user)), "deleted": deleted_of(request.user)},
    )


@signed_in
@require_http_methods(GET_OR_POST)
def new(request: Request) -> HttpResponse:
    """Choose a list, give a name."""
    form = NewWarbandForm(request.POST or None, initial={"warband_type": request.GET.get("list")})
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_warband(owner=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            return redirect(made)
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "warbands/new.html", {"form": form}, status=status)


@open_to_readers
@require_safe
def warband(request: Request, warband: str) -> HttpResponse:
    """The roster."""
    return roster(request, get_visible_or_404(request.user, warband))


def roster(request: Request, warband: Warband, *, fresh: str = "") -> HttpResponse:
    """The roster as a whole page, or to htmx its inner part; the card of the warrior ``fresh`` takes the focus."""
    page = "warbands/roster.html#roster" if request.htmx else "warbands/roster.html"
    return render(request, page, {"warband": warband, "roster": sheet.roster(warband, fresh=fresh)})


def changed(request: Request, warband: Warband, words: str, *, at: str = "") -> HttpResponse:
    """The answer to a change that was made: back to the roster, to the warrior ``at`` this public id."""
    messages.success(request, words)
    if request.htmx:
        return roster(request, warband, fresh=at)
    return redirect(f"{warband.get_absolute_url()}{f'#w-{at}' if at else ''}")


@open_to_readers
@require_safe
def rating(request: Request, warband: str) -> HttpResponse:
    """How the rating of a warband comes about, warrior by warrior."""
    row = get_visible_or_404(request.user, warband)
    content = content_for(row)
    rulings = rulings_for(row)
    found = receipt(row.warriors.present(), changes_of(row, content), content, rulings)
    facts = {"warband": row, "receipt": found, "on_top": rulings.large_target_rating == "added"}
    return render(request, "warbands/rating.html", facts)


@open_to_readers
@require_http_methods(GET_OR_POST)
def details(request: Request, warband: str) -> HttpResponse:
    """Rename a warband and write its notes. Others are told what is known of it, its notes left out."""
    row = get_visible_or_404(request.user, warband)
    if not row.own:
        if request.method == "POST":
            get_own_or_404(request.user, warband)
        return render(request, "warbands/about.html", _known_of(row))
    status = 200
    form = DetailsForm(initial={"name": row.name, "notes": row.notes, "version": row.version})
    if request.method == "POST":
        form = DetailsForm(request.POST)
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                services.change_warband(warband=row, **form.cleaned_data)
            except StaleError as stale:
                row = get_own_or_404(request.user, warband)
                form, status = form.over(stale.current), CONFLICT
            else:
                messages.success(request, "Saved.")
                return redirect(row)
    return render(request, "warbands/details.html", {**_known_of(row), "form": form}, status=status)


def _known_of(warband: Warband) -> dict[str, object]:
    listed = current().warbands.get(warband.warband_type_id)
    return {
        "warband": warband,
        "list_name": listed.name if listed else sheet.UNKNOWN,
        "origin": Origin.objects.filter(warband=warband).first(),
    }


@signed_in
@require_safe
def order(request: Request, warband: str) -> HttpResponse:
    """The warriors in their order, each to be moved up or down."""
    return order_page(request, get_editable_or_404(request.user, warband))


def order_page(request: Request, warband: Warband) -> HttpResponse:
    """The page of the order, or to htmx its list."""
    page = "warbands/order.html#order" if request.htmx else "warbands/order.html"
    return render(request, page, {"warband": warband, "sections": entry.in_order(warband)})
