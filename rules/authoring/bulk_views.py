"""Pages by which many rules go out and come in."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from rules.authoring.bulk import Import, as_yaml, take_in
from rules.authoring.hostile import LONGEST
from rules.authoring.lines import area
from rules.authoring.services import RefusedError
from rules.models import SpecialRule


class ImportForm(forms.Form):
    """What is to be taken in: typed, pasted, or a file."""

    text = forms.CharField(label="Rules as YAML", required=False, max_length=LONGEST, widget=area(18), strip=False)
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
    """What an admin of rules adds for many at once."""

    admin_site: Any
    opts: Any

    @staticmethod
    @admin.action(description="Export as YAML", permissions=["view"])
    def export(_admin: Any, request: HttpRequest, chosen: QuerySet[SpecialRule]) -> HttpResponse:
        """The chosen rules as a file of the glossary."""
        del request
        return _file(as_yaml(chosen.values_list("slug", flat=True)))

    def bulk_urls(self) -> list[Any]:
        """The addresses."""
        wrap = self.admin_site.admin_view
        return [
            path("export/", wrap(self.export_view), name="rules_specialrule_export"),
            path("import/", wrap(self.import_view), name="rules_specialrule_import"),
        ]

    def export_view(self, request: HttpRequest) -> HttpResponse:
        """All rules as a file of the glossary."""
        if not self.has_view_permission(request):  # type: ignore[attr-defined] # of the admin it is mixed into
            raise PermissionDenied
        return _file(as_yaml())

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Rules to be taken in: first looked at, then made drafts, all or none."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):  # type: ignore[attr-defined] # as above
            raise PermissionDenied
        form = ImportForm(request.POST or None, request.FILES or None)
        found: Import | None = None
        refused: tuple[str, ...] = ()
        if request.method == "POST" and form.is_valid():
            text = form.cleaned_data["text"]
            try:
                if "take" in request.POST:
                    done = take_in(text=text, seen=request.POST.get("seen", ""), by=request.user)  # type: ignore[arg-type] # nobody anonymous comes here
                    many = len(done.differences)
                    words = f"Taken in: {many} draft{'' if many == 1 else 's'}. Look at what they change."
                    messages.success(request, words)
                    return HttpResponseRedirect(reverse("admin:rules_draft_changelist"))
            except RefusedError as error:
                refused = error.lines
            found = Import.of(text)
            form = ImportForm(initial={"text": text})
        wrong = bool(refused or form.errors or (found and found.refused))
        context = {
            **self.admin_site.each_context(request),
            "title": "Take in rules",
            "opts": self.opts,
            "form": form,
            "found": found,
            "refused": refused,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
        return TemplateResponse(request, "admin/rules/import.html", context, status=status)


def _file(text: str) -> HttpResponse:
    headers = {"Content-Disposition": 'attachment; filename="glossary.yaml"'}
    return HttpResponse(text, content_type="application/yaml; charset=utf-8", headers=headers)
