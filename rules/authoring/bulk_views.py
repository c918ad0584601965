"""Pages by which much goes out and comes in at once."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from rules.authoring.hostile import LONGEST
from rules.authoring.importing import Imported
from rules.authoring.lines import area
from rules.authoring.services import RefusedError


class ImportForm(forms.Form):
    """What is to be taken in: typed, pasted, or a file."""

    text = forms.CharField(label="As YAML", required=False, max_length=LONGEST, widget=area(18), strip=False)
    file = forms.FileField(label="Or a file", required=False, max_length=250)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if file := cleaned.get("file"):
            if file.size > LONGEST:
                self.add_error("file", f"It is longer than {LONGEST:,} characters; take it in in parts.")
            else:
                cleaned["text"] = file.read().decode("utf-8", errors="replace")
        if not cleaned.get("text", "").strip() and not self.errors:
            self.add_error("text", "There is nothing to take in.")
        return cleaned


class BulkMixin:
    """What an admin adds for many at once: all out as a file, and in again, first looked at and then done.

    ``reads`` says how a text is read, ``takes`` does what was looked at, ``gives`` writes a file of these slugs or of
    all; ``led_to`` names the page that follows, ``words`` what is said there of how many.
    """

    admin_site: Any
    opts: Any
    reads: type[Imported]
    takes: Callable[..., Imported]
    gives: Callable[..., str]
    title = "Take in"
    intro = ""
    button = "Take it in"
    led_to = ""
    file_name = ""

    def words(self, many: int) -> str:
        """What is said of this many that were taken in."""
        raise NotImplementedError

    @admin.action(description="Export as YAML", permissions=["view"])
    def export(self, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse:
        """The chosen rows as a file."""
        del request
        return self._file(type(self).gives(chosen.values_list("slug", flat=True)))

    def bulk_urls(self) -> list[Any]:
        """The addresses."""
        wrap, name = self.admin_site.admin_view, f"{self.opts.app_label}_{self.opts.model_name}"
        return [
            path("export/", wrap(self.export_view), name=f"{name}_export"),
            path("import/", wrap(self.import_view), name=f"{name}_import"),
        ]

    def export_view(self, request: HttpRequest) -> HttpResponse:
        """All rows as a file."""
        if not self.has_view_permission(request):  # type: ignore[attr-defined] # of the admin it is mixed into
            raise PermissionDenied
        return self._file(type(self).gives())

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """A text to be taken in: first looked at, then done, all or nothing."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):  # type: ignore[attr-defined] # as above
            raise PermissionDenied
        form = ImportForm(request.POST or None, request.FILES or None)
        found: Imported | None = None
        refused: tuple[str, ...] = ()
        if request.method == "POST" and form.is_valid():
            text = form.cleaned_data["text"]
            try:
                if "take" in request.POST:
                    done = type(self).takes(text=text, seen=request.POST.get("seen", ""), by=request.user)
                    messages.success(request, self.words(len(done.differences)))
                    return HttpResponseRedirect(reverse(self.led_to))
            except RefusedError as error:
                refused = error.lines
            found = self.reads.of(text)
            form = ImportForm(initial={"text": text})
        wrong = bool(refused or form.errors or (found and found.refused))
        context = {
            **self.admin_site.each_context(request),
            "title": self.title,
            "opts": self.opts,
            "form": form,
            "found": found,
            "refused": refused,
            "intro": self.intro,
            "button": self.button,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
        return TemplateResponse(request, "admin/rules/import.html", context, status=status)

    def _file(self, text: str) -> HttpResponse:
        headers = {"Content-Disposition": f'attachment; filename="{self.file_name}"'}
        return HttpResponse(text, content_type="application/yaml; charset=utf-8", headers=headers)
