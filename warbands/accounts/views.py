"""Pages of what is somebody's own: his data to take away, and leaving for good."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from warbands.accounts.exporting import exported
from warbands.accounts.forms import DeleteForm
from warbands.accounts.leaving import delete_account, farewell
from warbands.doors import Request, signed_in
from warbands.limits import limited
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE


@signed_in
@require_safe
def data(request: Request) -> HttpResponse:
    """What is kept, and the way to have it and to leave."""
    return render(request, "warbands/accounts/data.html")


@signed_in
@never_cache
@require_POST
@limited("exports")
def export(request: Request) -> HttpResponse:
    """All of it as one JSON file."""
    user = request.user
    day = timezone.localdate().isoformat()
    name = f"muster-{slugify(user.get_username()) or 'account'}-{day}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(exported(user), headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1})


@sensitive_post_parameters("password")
@signed_in
@never_cache
@require_http_methods(GET_OR_POST)
@limited("deletions")
def delete(request: Request) -> HttpResponse:
    """What would become of everything; then, with name and password, goodbye."""
    form = DeleteForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            delete_account(user=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            logout(request)
            messages.success(request, "Your account is deleted. Farewell.")
            return redirect("home")
    facts = {"form": form, "farewell": farewell(request.user)}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "warbands/accounts/delete.html", facts, status=status)
