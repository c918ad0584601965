"""Pages by which a warband leaves the house: plain text to copy or keep, and a sheet to print."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from warbands.access import get_visible_or_404
from warbands.doors import Request, open_to_readers
from warbands.exchange.forms import PaperForm
from warbands.exchange.text import as_text
from warbands.exchange.written import written

UNPROCESSABLE = 422


@open_to_readers
@require_safe
def text(request: Request, warband: str) -> HttpResponse:
    """The roster as text, to be copied into a forum or a chat."""
    row = get_visible_or_404(request.user, warband)
    facts = {"warband": row, "text": as_text(written(row)), "file_href": reverse("warbands:file", args=[row.public_id])}
    return render(request, "warbands/text.html", facts)


@open_to_readers
@require_safe
def file(request: Request, warband: str) -> HttpResponse:
    """The same text as a file to keep."""
    row = get_visible_or_404(request.user, warband)
    name = slugify(row.name) or "warband"
    headers = {"Content-Disposition": f'attachment; filename="{name}.txt"'}
    return HttpResponse(as_text(written(row)), content_type="text/plain; charset=utf-8", headers=headers)


@open_to_readers
@require_safe
def paper(request: Request, warband: str) -> HttpResponse:
    """A sheet to print: warriors, blank rows, and what every rule in it does. Notes are for the owner's eyes."""
    return _printed(request, warband, "warbands/paper.html")


@open_to_readers
@require_safe
def cards(request: Request, warband: str) -> HttpResponse:
    """A card for each warrior to print and cut out, and one for the warband as a whole. Notes as on the sheet."""
    return _printed(request, warband, "warbands/cards.html", cards=True)


def _printed(request: Request, warband: str, template: str, **more: bool) -> HttpResponse:
    row = get_visible_or_404(request.user, warband)
    chosen = PaperForm({"blank": PaperForm.base_fields["blank"].initial} | request.GET.dict(), label_suffix="")
    if not row.own:
        del chosen.fields["notes"]
    valid = chosen.is_valid()
    facts = {
        "warband": row,
        "document": written(row),
        "form": chosen,
        "asked": f"?{request.GET.urlencode()}" if valid and request.GET else "",
        "blank": range(chosen.cleaned_data["blank"] if valid else 0),
        "notes": valid and chosen.cleaned_data.get("notes", False),
        **more,
    }
    return render(request, template, facts, status=200 if valid else UNPROCESSABLE)
