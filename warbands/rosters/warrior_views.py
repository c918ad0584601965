"""What is done with one warrior: change, move, remove and restore him."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.models import Warband, Warrior
from warbands.rosters import services
from warbands.rosters.entry import entry
from warbands.rosters.forms import WarriorForm
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.views import CONFLICT, GET_OR_POST, UNPROCESSABLE, changed, order_page
from warbands.trade import hiring


def warrior_or_404(warband: Warband, public_id: str) -> Warrior:
    """The warrior at an address below his warband's. Raises ``Http404`` for one who is not of this warband."""
    warrior = warband.warriors.filter(public_id=public_id).first()
    if warrior is None:
        raise Http404("Nobody in this warband has this address.")
    warrior.warband = warband
    return warrior


def panel(request: Request, page: str, context: dict[str, Any], *, place: str, status: int = 200) -> HttpResponse:
    """A page that htmx opens inside the roster, at ``place``: whole, or to htmx its panel.

    The panel's form aims at the whole roster; what cannot be saved is sent back to the panel's own place.
    """
    if not request.htmx:
        return render(request, page, context, status=status)
    response = render(request, f"{page}#panel", context, status=status)
    return reswap(retarget(response, f"#{place}"), "outerHTML") if status != 200 else response


@signed_in
@require_http_methods(GET_OR_POST)
def warrior(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Change a warrior: his name, the size of his group, notes; and the way to all else that is done with him."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    status = 200
    form = WarriorForm.of(row)
    if request.method == "POST":
        form = WarriorForm(request.POST, warrior=row)
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                saved = hiring.change_warrior(warrior=row, by=request.user, **form.cleaned_data)
            except StaleError as stale:
                form, row, status = form.over(stale.current), warrior_or_404(owned, warrior), CONFLICT
            except RefusedError as refused:
                refused.beside(form)
            else:
                return changed(request, owned, f"{saved.name} is saved.", at=saved.public_id)
    context: dict[str, Any] = {"warband": owned, "warrior": row, "form": form, "entry": entry(row)}
    return panel(request, "warbands/warrior.html", context, place=f"w-{row.public_id}", status=status)


@signed_in
@require_POST
def move(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Move a warrior up or down among his kind."""
    owned = get_editable_or_404(request.user, warband)
    services.reorder(warrior=warrior_or_404(owned, warrior), up=request.POST.get("to") == "up")
    return order_page(request, owned) if request.htmx else redirect("warbands:order", owned.public_id)


@signed_in
@require_POST
def remove(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Take a warrior off the roster, from where he can be restored."""
    owned = get_editable_or_404(request.user, warband)
    gone = services.remove_warrior(warrior=warrior_or_404(owned, warrior))
    return changed(request, owned, f"{gone.name} has left. He can be restored at the end of the roster.")


@signed_in
@require_POST
def restore(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Bring a removed warrior back."""
    owned = get_editable_or_404(request.user, warband)
    back = services.restore_warrior(warrior=warrior_or_404(owned, warrior), by=request.user)
    return changed(request, owned, f"{back.name} is back.", at=back.public_id)
