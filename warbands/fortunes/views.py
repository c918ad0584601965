"""What is recorded between battles."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules.content import current
from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.fortunes import advances, leading, promoting
from warbands.fortunes import between as rows_between
from warbands.fortunes import experience as gains
from warbands.fortunes.asking_forms import AdvanceForm, AskingForm, HarmForm
from warbands.fortunes.forms import ExperienceForm, LeaderForm, PromoteForm
from warbands.limits import limited
from warbands.models import Warband, Warrior
from warbands.rosters.services import RefusedError
from warbands.rosters.views import GET_OR_POST, UNPROCESSABLE
from warbands.rosters.warrior_views import warrior_or_404
from warbands.rulebooks import content_for
from warbands.snapshots import changes_of

SHOW = "show"


def recorded(request: Request, form: Form, save: Callable[[], Any]) -> Any:
    """What was recorded, or nothing: then the form says why beside its fields."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return save()
    except RefusedError as refused:
        refused.beside(form)
        return None


def shown(request: Request, page: str, context: dict[str, Any]) -> HttpResponse:
    """The page of a form, as it opens or as it is refused."""
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, f"warbands/fortunes/{page}.html", context, status=status)


@signed_in
@require_safe
def between(request: Request, warband: str) -> HttpResponse:
    """Everybody with what is due for him, and the ways to record what happened."""
    row = get_editable_or_404(request.user, warband)
    return render(
        request,
        "warbands/fortunes/between.html",
        {"warband": row, "between": rows_between.between(row)},
    )


@signed_in
@require_http_methods(GET_OR_POST)
def experience(request: Request, warband: str) -> HttpResponse:
    """Experience for everybody at once."""
    row = get_editable_or_404(request.user, warband)
    data = request.POST if request.method == "POST" else None
    form = ExperienceForm(data, warband=row, changes=changes_of(row), events=row.fortunes.standing())
    found = recorded(
        request,
        form,
        lambda: gains.gain(
            warband=row,
            amounts=form.amounts,
            reason=form.cleaned_data["reason"],
            by=request.user,
            client_key=form.cleaned_data["client_key"],
        ),
    )
    if found is None:
        return shown(request, "experience", {"warband": row, "form": form})
    messages.success(request, f"Experience is recorded for {len(found)}.")
    return redirect("warbands:between", row.public_id)


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def leader(request: Request, warband: str) -> HttpResponse:
    """Who leads now, who may follow, and why."""
    row = get_editable_or_404(request.user, warband)
    form = LeaderForm(request.POST if request.method == "POST" else None)
    event = recorded(
        request,
        form,
        lambda: leading.succeed(
            warband=row, by=request.user, face=form.cleaned_data["face"], client_key=form.cleaned_data["client_key"]
        ),
    )
    if event is None:
        return _leader(request, row, form)
    messages.success(request, f"{event.warrior.name} leads. {event.words}.")
    return redirect("warbands:leader", row.public_id)


@signed_in
@require_http_methods(["POST"])
def step_back(request: Request, warband: str) -> HttpResponse:
    """An heir gives up the lead before the leader of the list."""
    row = get_editable_or_404(request.user, warband)
    form = LeaderForm(request.POST)
    undone = recorded(
        request,
        form,
        lambda: leading.step_back(warband=row, by=request.user, client_key=form.cleaned_data["client_key"]),
    )
    if undone is None:
        return _leader(request, row, form)
    messages.success(request, f"{undone.warrior.name} has given up the lead.")
    return redirect("warbands:leader", row.public_id)


def _leader(request: Request, row: Warband, form: LeaderForm) -> HttpResponse:
    found = leading.succession(row, content_for(row))
    return shown(request, "leader", {"warband": row, "form": form, "succession": found})


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def advance(request: Request, warband: str, warrior: str) -> HttpResponse:
    """An advance of a warrior."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    form = asked(request, AdvanceForm, warrior=row)
    event = recorded(request, form, lambda: advances.advance(warrior=row, by=request.user, **form.cleaned_data))
    if event is None:
        content = current()
        due = gains.due_of(row, content.units.get(row.unit_type_id), row.fortunes.standing(), content)
        return asking(request, "advance", {"warband": owned, "warrior": row, "form": form, "due": due})
    return _done(request, row, f"{row.name}: {event.words}.")


@signed_in
@require_http_methods(GET_OR_POST)
@limited("rolls")
def harm(request: Request, warband: str, warrior: str) -> HttpResponse:
    """An injury, a death, a captivity, battles missed."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    form = asked(request, HarmForm, warrior=row, changes=changes_of(owned).get(row.pk, ()))
    event = recorded(request, form, lambda: form.save(by=request.user))
    if event is None:
        return asking(request, "harm", {"warband": owned, "warrior": row, "form": form})
    return _done(request, row, f"{row.name}: {event.words}.")


def asked[F: AskingForm](request: Request, form: type[F], **options: Any) -> F:
    """A form with the fields that the choice needs: as it is sent, or as it stands so far.

    How it stands so far is in the address, or comes, without scripts, by the button that shows what is asked.
    """
    sent = request.method == "POST"
    if sent and SHOW not in request.POST:
        return form(request.POST, **options)
    typed = (request.POST if sent else request.GET).dict()
    return form(initial=typed, chosen=typed.get("what", ""), **options)


def asking(request: Request, page: str, context: dict[str, Any]) -> HttpResponse:
    """The page of such a form; to htmx, when something was chosen, what is asked about it."""
    if request.htmx and request.method == "GET":
        return render(request, "warbands/fortunes/_asking.html#asked", context)
    status = UNPROCESSABLE if context["form"].is_bound else 200
    return render(request, f"warbands/fortunes/{page}.html", context, status=status)


@signed_in
@require_http_methods(GET_OR_POST)
def promote(request: Request, warband: str, warrior: str) -> HttpResponse:
    """One of a group becomes a hero."""
    owned = get_editable_or_404(request.user, warband)
    row = warrior_or_404(owned, warrior)
    form = PromoteForm(request.POST if request.method == "POST" else None, warrior=row)
    hero = recorded(request, form, lambda: promoting.promote(warrior=row, by=request.user, **form.cleaned_data))
    if hero is None:
        refused = "" if row.removed_at else promoting.why_not(row, content_for(owned))
        return shown(request, "promote", {"warband": owned, "warrior": row, "form": form, "refused": refused})
    return _done(request, hero, f"{hero.name} becomes a hero.")


def _done(request: Request, row: Warrior, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("warbands:between", row.warband.public_id)
