"""The page of a warband's legality: what is to mend, what is let stand and why, what is worth knowing."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from warbands.access import get_editable_or_404, get_visible_or_404
from warbands.doors import Request, open_to_readers, signed_in
from warbands.legality.forms import LetStandForm
from warbands.legality.overriding import override
from warbands.legality.overriding import withdraw as withdraw_override
from warbands.legality.shown import Legality, legality_of
from warbands.legality.values import Finding
from warbands.models import LegalityOverride, Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.rosters.views import UNPROCESSABLE
from warbands.rulebooks import content_for
from warbands.snapshots import changes_of

LEADING = ("leader-missing", "leader-several")
"""Findings that the page of the next leader helps to mend."""


@dataclass(frozen=True, slots=True)
class Row:
    """A finding on the page: the warriors it leads to, and the form or the override that goes with it."""

    finding: Finding
    warriors: tuple[Warrior, ...]
    form: LetStandForm | None = None
    override: LegalityOverride | None = None


@open_to_readers
@require_safe
def legality(request: Request, warband: str) -> HttpResponse:
    """Whether a warband is legal, finding by finding."""
    return _page(request, get_visible_or_404(request.user, warband))


@signed_in
@require_POST
def let_stand(request: Request, warband: str) -> HttpResponse:
    """Let a finding stand, and say why."""
    row = get_editable_or_404(request.user, warband)
    form = LetStandForm(request.POST)
    if not form.is_valid():
        return _page(request, row, refused=form, status=UNPROCESSABLE)
    try:
        override(warband=row, by=request.user, **form.cleaned_data)
    except RefusedError as refused:
        refused.beside(form)
        return _page(request, row, refused=form, status=UNPROCESSABLE)
    return _changed(request, row, "It is let stand, and everybody who sees the roster reads why.")


@signed_in
@require_POST
def withdraw(request: Request, warband: str, change: int) -> HttpResponse:
    """Let a finding stand no longer."""
    row = get_editable_or_404(request.user, warband)
    found = get_object_or_404(LegalityOverride, pk=change, warband=row)
    found.warband = row
    withdraw_override(row=found, by=request.user)
    return _changed(request, row, "It is no longer let stand.")


def _changed(request: Request, row: Warband, words: str) -> HttpResponse:
    messages.success(request, words)
    if request.htmx:
        return _page(request, get_editable_or_404(request.user, row.public_id))
    return redirect(reverse("warbands:legality", args=[row.public_id]))


def _page(request: Request, row: Warband, *, refused: LetStandForm | None = None, status: int = 200) -> HttpResponse:
    content = content_for(row)
    warriors = list(row.warriors.all())
    found = legality_of(row, warriors, changes_of(row, content), content)
    overrides = list(LegalityOverride.objects.standing().filter(warband=row).select_related("by"))
    listed = content.warbands.get(row.warband_type_id)
    return render(
        request,
        "warbands/legality/page.html#legality" if request.htmx else "warbands/legality/page.html",
        {
            "warband": row,
            "list_name": listed.name if listed else "",
            "legality": found,
            "refused": refused,
            "leading": LEADING,
            **_rows(found, warriors, overrides, refused if row.editable else None, editable=row.editable),
        },
        status=status,
    )


def _rows(
    found: Legality,
    warriors: list[Warrior],
    overrides: list[LegalityOverride],
    refused: LetStandForm | None,
    *,
    editable: bool,
) -> dict[str, object]:
    named = {row.public_id: row for row in warriors}
    by_key = {one.key: one for one in overrides}

    def row(finding: Finding) -> Row:
        form = None
        if editable and finding.error:
            mine = refused is not None and refused.key == finding.key
            form = refused if mine else LetStandForm.of(finding)
        meant = tuple(named[who] for who in finding.warriors if who in named)
        return Row(finding, meant, form, by_key.get(finding.key))

    needed = {finding.key for finding, _ in found.excepted}
    return {
        "to_mend": [row(finding) for finding in found.to_mend],
        "excepted": [row(finding) for finding, _ in found.excepted],
        "warnings": [row(finding) for finding in found.warnings],
        "idle": [one for one in overrides if one.key not in needed],
    }
