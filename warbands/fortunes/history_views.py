"""The history of a warband and of a warrior, and taking back what stands in it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from warbands.access import get_editable_or_404, get_visible_or_404
from warbands.doors import Request, open_to_readers, signed_in
from warbands.fortunes import history, recording
from warbands.fortunes.forms import TakeBackForm
from warbands.fortunes.views import recorded, shown
from warbands.models import Fortune, Warband, Warrior
from warbands.rosters.views import GET_OR_POST
from warbands.rosters.warrior_views import warrior_or_404


@open_to_readers
@require_safe
def of_warband(request: Request, warband: str) -> HttpResponse:
    """What happened to everybody, the newest first."""
    return _history(request, get_visible_or_404(request.user, warband))


@open_to_readers
@require_safe
def of_warrior(request: Request, warband: str, warrior: str) -> HttpResponse:
    """What happened to one warrior."""
    row = get_visible_or_404(request.user, warband)
    return _history(request, row, warrior_or_404(row, warrior))


def _history(request: Request, warband: Warband, warrior: Warrior | None = None) -> HttpResponse:
    found, told = history.page(warband, warrior=warrior, number=request.GET.get("page"))
    amended = 0 if warrior else warband.amendments.count()
    context = {"warband": warband, "warrior": warrior, "page": found, "told": told, "amended": amended}
    return render(request, "warbands/fortunes/history.html", context)


@signed_in
@require_http_methods(GET_OR_POST)
def take_back(request: Request, warband: str, warrior: str, event: int) -> HttpResponse:
    """Take back something that was recorded, and say why."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    found = get_object_or_404(Fortune, pk=event, warrior=row)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    undone = recorded(
        request,
        form,
        lambda: recording.take_back(
            event=found,
            reason=form.cleaned_data["reason"],
            by=request.user,
            client_key=form.cleaned_data["client_key"],
        ),
    )
    if undone is None:
        return shown(request, "take_back", {"warband": owned, "warrior": row, "event": found, "form": form})
    messages.success(request, f"{row.name}: {undone.words}.")
    return redirect("warbands:warrior-history", owned.public_id, row.public_id)
