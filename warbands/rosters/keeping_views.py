"""Pages on which a warband is copied, deleted and brought back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from warbands.access import RESTORABLE, deleted_of, get_own_or_404, owned_by
from warbands.doors import Request, signed_in
from warbands.rosters import keeping
from warbands.rosters.keeping_forms import DeleteForm, DuplicateForm
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE


@signed_in
@require_http_methods(GET_OR_POST)
def duplicate(request: Request, warband: str) -> HttpResponse:
    """Copy a warband: what the copy is called."""
    row = get_own_or_404(request.user, warband)
    form = DuplicateForm(request.POST or None, initial={"name": f"Copy of {row.name}"[:80]})
    if request.method == "POST" and form.is_valid():
        copy = keeping.duplicate_warband(warband=row, owner=request.user, **form.cleaned_data)
        messages.success(request, f"This is the copy of {row.name}.")
        return redirect(copy)
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "warbands/duplicate.html", {"warband": row, "form": form}, status=status)


@signed_in
@require_http_methods(GET_OR_POST)
def delete(request: Request, warband: str) -> HttpResponse:
    """Delete a warband: its name is typed first."""
    row = get_own_or_404(request.user, warband)
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            keeping.delete_warband(warband=row, name=form.cleaned_data["name"])
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(
                request, f"{row.name} is deleted. It can be brought back below for {RESTORABLE.days} days."
            )
            return redirect("warbands:list")
    facts = {"warband": row, "form": form, "days": RESTORABLE.days}
    return render(request, "warbands/delete.html", facts, status=UNPROCESSABLE if form.is_bound else 200)


@signed_in
@require_POST
def bring_back(request: Request, warband: str) -> HttpResponse:
    """Bring a deleted warband back; one that is there already is just shown."""
    row = owned_by(request.user).filter(public_id=warband).first()
    if row is None:
        row = keeping.bring_back(warband=get_object_or_404(deleted_of(request.user), public_id=warband))
        messages.success(request, f"{row.name} is back.")
    return redirect(row)
