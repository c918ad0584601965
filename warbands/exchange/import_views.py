"""Pages by which a warband comes into the house: from a file of our own, or of another tool."""

import json
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from warbands.access import get_editable_or_404
from warbands.doors import Request, signed_in
from warbands.exchange.checking import SCHEMA_TEXT, read_document
from warbands.exchange.document import document_of
from warbands.exchange.forms import ImportForm
from warbands.exchange.reading_in import read_in
from warbands.exchange.refusals import UnreadableError
from warbands.exchange.uploads import LARGEST, TOO_LARGE, FileKind, kind_of, never_large, text_of

CONTENT_TOO_LARGE = 413
UNPROCESSABLE = 422


@require_safe
def schema(_request: HttpRequest) -> HttpResponse:
    """What a document of a warband looks like, for anybody who makes or reads one."""
    headers = {"Cache-Control": "public, max-age=86400", "Access-Control-Allow-Origin": "*"}
    return HttpResponse(SCHEMA_TEXT, content_type="application/schema+json; charset=utf-8", headers=headers)


@signed_in
@require_safe
def document(request: Request, warband: str) -> HttpResponse:
    """A whole warband as a file: its owner's, for notes are in it."""
    row = get_editable_or_404(request.user, warband)
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
        raise UnreadableError("not yet")
    made = read_in(document=read_document(text_of(data)), owner=request.user, client_key=client_key)
    messages.success(request, f"{made.name} is read in. It is private, and begins without tests.")
    return redirect(made)
