"""Rules by hand: giving a warrior a special rule, taking one away, and withdrawing either."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_POST

from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.models import WarriorRule
from warbands.rosters import rule_services
from warbands.rosters.rule_forms import GiveForm, TakeForm
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.views import CONFLICT, GET_OR_POST, UNPROCESSABLE, changed
from warbands.rosters.warrior_views import panel, warrior_or_404


@signed_in
@require_http_methods(GET_OR_POST)
def give(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Give a rule: which, with what values, and why. Which values it needs depends on the rule, so they follow it."""
    return _change(request, warband, warrior, GiveForm)


@signed_in
@require_http_methods(GET_OR_POST)
def take(request: Request, warband: str, warrior: str) -> HttpResponse:
    """Take away a rule that he holds, and say why."""
    return _change(request, warband, warrior, TakeForm)


def _change(request: Request, warband: str, warrior: str, form_class: type[GiveForm | TakeForm]) -> HttpResponse:
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    status = 200
    form = form_class.asked(row, request.GET)
    if request.method == "POST":
        form = form_class(request.POST, warrior=row)
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                change = form.save(by=request.user)
            except StaleError as stale:
                row = warrior_or_404(owned, warrior)
                form, status = form.over(stale.current), CONFLICT
            except RefusedError as refused:
                refused.beside(form)
            else:
                return changed(request, owned, form.said(change), at=row.public_id)
    context: dict[str, Any] = {"warband": owned, "warrior": row, "form": form}
    return panel(request, form.page, context, place=f"w-{row.public_id}", status=status)


@signed_in
@require_POST
def withdraw(request: Request, warband: str, warrior: str, change: int) -> HttpResponse:
    """Undo a rule given or taken by hand."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    made = get_object_or_404(WarriorRule, pk=change, warrior=row)
    made.warrior = row
    rule_services.withdraw_rule_change(change=made, by=request.user)
    return changed(request, owned, f"The change to {row.name}’s rules is withdrawn.", at=row.public_id)
