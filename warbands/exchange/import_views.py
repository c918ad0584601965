"""Pages by which a warband comes into the house: from a file of our own, or of another tool."""

import json
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from rules.content import current
from warbands.access import get_own_or_404
from warbands.doors import Request, signed_in
from warbands.exchange import taking_in
from warbands.exchange.battlescribe import read_battlescribe
from warbands.exchange.checking import SCHEMA_TEXT, read_document
from warbands.exchange.confirm_forms import ConfirmForm
from warbands.exchange.consistency import unknown_things
from warbands.exchange.document import document_of
from warbands.exchange.drafts import Draft
from warbands.exchange.forms import ImportForm
from warbands.exchange.proposing import proposed
from warbands.exchange.reading_in import read_in
from warbands.exchange.refusals import UnreadableError
from warbands.exchange.toolheim import read_toolheim
from warbands.exchange.uploads import LARGEST, TOO_LARGE, FileKind, kind_of, never_large, text_of, unzipped
from warbands.rosters.services import RefusedError

CONTENT_TOO_LARGE = 413
UNPROCESSABLE = 422
MOST_NAMED = 5


@require_safe
def schema(_request: HttpRequest) -> HttpResponse:
    """What a document of a warband looks like, for anybody who makes or reads one."""
    headers = {"Cache-Control": "public, max-age=86400", "Access-Control-Allow-Origin": "*"}
    return HttpResponse(SCHEMA_TEXT, content_type="application/schema+json; charset=utf-8", headers=headers)


@signed_in
@require_safe
def document(request: Request, warband: str) -> HttpResponse:
    """A whole warband as a file: its owner's, for notes are in it."""
    row = get_own_or_404(request.user, warband)
    written = document_of(row, schema=request.build_absolute_uri(reverse("warbands:schema")))
    headers = {"Content-Disposition": f'attachment; filename="{slugify(row.name) or "warband"}.json"'}
    text = json.dumps(written, ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


def _too_large(request: HttpRequest) -> HttpResponse:
    form = ImportForm()
    facts = {"form": form, "refusal": TOO_LARGE}
    return render(request, "warbands/exchange/import.html", facts, status=CONTENT_TOO_LARGE)


@signed_in
@never_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Send a file: one of ours becomes a warband, one of another tool is shown first."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_valid():
        try:
            return _brought(cast(Request, request), form.cleaned_data["file"], form.cleaned_data["client_key"])
        except UnreadableError as refused:
            for problem in refused.problems:
                form.add_error("file", f"{problem.at}: {problem.words}" if problem.at else problem.words)
    return render(
        request, "warbands/exchange/import.html", {"form": form}, status=UNPROCESSABLE if form.is_bound else 200
    )


def _brought(request: Request, file: "UploadedFile[bytes]", client_key: UUID | None) -> HttpResponse:
    if (file.size or 0) > LARGEST:
        raise UnreadableError(TOO_LARGE)
    data = file.read()
    kind = kind_of(data, file.name or "")
    if kind is not FileKind.JSON:
        initial: dict[str, Any] = {"client_key": client_key} if client_key else {}
        return _shown(request, _draft(kind, data), **initial)
    told = read_document(text_of(data))
    unknown = unknown_things(told, current())
    made = read_in(document=told, owner=request.user, client_key=client_key, unread=unknown)
    messages.success(request, f"{made.name} is read in. It is private, and begins without tests.")
    if unknown:
        more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
        names = ", ".join(f"“{slug}”" for slug in unknown[:MOST_NAMED])
        messages.warning(
            request, f"Our book does not hold {names}{more}: it is kept as it is written, and does nothing."
        )
    return redirect(made)


def _draft(kind: FileKind, data: bytes) -> Draft:
    if kind is FileKind.YAML:
        return read_toolheim(text_of(data))
    return read_battlescribe(unzipped(data) if kind is FileKind.ZIP else data)


def _form(draft: Draft, sealed: str, listed: str, data: QueryDict | None = None, **initial: Any) -> ConfirmForm:
    content = current()
    proposal = proposed(draft, content, listed=listed)
    return ConfirmForm(
        data, initial={"draft": sealed, **initial}, draft=draft, proposal=proposal, content=content, label_suffix=""
    )


def _shown(request: Request, draft: Draft, *, listed: str = "", **initial: Any) -> HttpResponse:
    """A draft to be looked over, matched with a list."""
    form = _form(draft, draft.sealed(request.user.pk), listed, **initial)
    return render(request, "warbands/exchange/confirm.html", {"form": form})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: Request) -> HttpResponse:
    """Make the warband that was looked over, or match it with another list first."""
    sealed = request.POST.get("draft", "")
    draft = Draft.opened(sealed, request.user.pk) if request.method == "POST" else None
    if draft is None:
        if request.method == "POST":
            messages.error(request, "That was read too long ago: send the file again.")
        return redirect("warbands:import")
    listed = request.POST.get("listed", "")
    if "anew" in request.POST:
        kept = {name: request.POST[name] for name in ("name", "client_key") if request.POST.get(name)}
        return _shown(request, draft, listed=listed, **kept)
    form = _form(draft, sealed, listed, request.POST)
    if form.is_valid():
        try:
            made = taking_in.take_in(
                owner=request.user,
                mark=form.mark(),
                warband_type=form.cleaned_data["listed"],
                name=form.cleaned_data["name"],
                gold=form.cleaned_data["gold"],
                men=form.confirmed(),
                stash=form.kept("stash", form.proposal.stash),
                notes=form.notes(),
                client_key=form.cleaned_data["client_key"],
            )
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{made.name} is read in from {draft.tool}. It is private.")
            return redirect(made)
    return render(request, "warbands/exchange/confirm.html", {"form": form}, status=UNPROCESSABLE)
