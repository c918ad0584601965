"""The queue: what readers suggest, and an editor's word on it. Accepting opens the draft it asks for."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from rules.authoring.bases import AnyModelAdmin
from rules.blocks import Key
from rules.models import Suggestion
from rules.suggesting.services import HandledError, handle
from rules.suggesting.subjects import row_of

A_PAGE = 25
DOES = {
    "accept": Suggestion.State.ACCEPTED,
    "answer": Suggestion.State.ANSWERED,
    "decline": Suggestion.State.DECLINED,
}


class AnswerForm(forms.Form):
    """An editor's word. Accepting needs none; declining and answering do."""

    answer = forms.CharField(
        label="Your answer",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Who suggested it reads this. To accept it you need say nothing.",
    )
    do = forms.ChoiceField(
        choices=[(name, name) for name in DOES],
        error_messages={"required": "Accept it, answer it or decline it.", "invalid_choice": "That cannot be done."},
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("do") in {"answer", "decline"} and not cleaned.get("answer"):
            self.add_error("answer", "Say why: it is all that the reader gets.")
        return cleaned


class SuggestionAdmin(AnyModelAdmin):
    """Suggestions of readers. Nobody makes or deletes one here, and what was said of one stands."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        del request
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The queue: those that wait, the oldest first, or those of ``?state=``, the newest first."""
        del extra_context
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        state = request.GET.get("state", "")
        state = state if state in Suggestion.State else Suggestion.State.OPEN
        rows = Suggestion.objects.filter(state=state).select_related("by", "handled_by")
        found = Paginator(rows.order_by("pk" if state == Suggestion.State.OPEN else "-pk"), A_PAGE)
        context = {
            **self.admin_site.each_context(request),
            "title": "Suggestions of readers",
            "opts": self.opts,
            "state": state,
            "states": Suggestion.State.choices,
            "found": found.get_page(request.GET.get("page")),
        }
        return TemplateResponse(request, "admin/rules/suggestions.html", context)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """One suggestion, and what may be done with it."""
        del args, kwargs
        needed = self.has_change_permission if request.method == "POST" else self.has_view_or_change_permission
        if not needed(request):
            raise PermissionDenied
        number = object_id if object_id.isascii() and object_id.isdigit() and len(object_id) < 18 else "0"
        row = Suggestion.objects.filter(pk=number).select_related("by", "handled_by").first()
        if row is None:
            raise Http404
        if request.method != "POST":
            return self._page(request, row, AnswerForm())
        form = AnswerForm(request.POST)
        if not form.is_valid():
            return self._page(request, row, form, HTTPStatus.UNPROCESSABLE_ENTITY)
        state = DOES[form.cleaned_data["do"]]
        try:
            row = handle(
                suggestion=row,
                state=state,
                answer=form.cleaned_data["answer"],
                by=cast("User", request.user),
            )
        except HandledError as handled:
            form.add_error(None, str(handled))
            return self._page(request, handled.suggestion, form, HTTPStatus.CONFLICT)
        self.message_user(request, f"{row.name}: {row.get_state_display()}.", messages.SUCCESS)
        draft = draft_address(row) if state == Suggestion.State.ACCEPTED else ""
        return HttpResponseRedirect(draft or reverse("admin:rules_suggestion_changelist"))

    def _page(
        self, request: HttpRequest, row: Suggestion, form: AnswerForm, status: HTTPStatus = HTTPStatus.OK
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": f"Suggestion for {row.name}",
            "opts": self.opts,
            "one": row,
            "form": form,
            "draft": draft_address(row),
            "may": self.has_change_permission(request),
        }
        return TemplateResponse(request, "admin/rules/suggestion.html", context, status=status)


def draft_address(one: Suggestion) -> str:
    """Where what is suggested is written; empty where that is no longer there."""
    row = row_of(one.kind, one.slug)
    if row is None:
        return ""
    name = f"admin:rules_{row._meta.model_name}_change"  # noqa: SLF001 # Django documents it
    return f"{reverse(name, args=[row.pk])}?suggestion={one.pk}"


def under_way(keys: Iterable[Key]) -> list[Suggestion]:
    """The accepted suggestions that drafts of these blocks are to carry out."""
    wanted = set(keys)
    rows = Suggestion.objects.under_way().select_related("by").order_by("pk")
    return [row for row in rows if (row.block_kind, row.block_slug) in wanted]


def written_in(request: HttpRequest, form: forms.Form, found: Iterable[Suggestion]) -> bool:
    """Put the wording of the suggestion ``?suggestion=`` into the form; whether there was one. Nothing is saved."""
    wanted = request.GET.get("suggestion", "")
    one = next((one for one in found if str(one.pk) == wanted and one.wording), None)
    if one is None or request.method != "GET" or "text" not in form.fields:
        return False
    form.initial["text"] = one.wording
    return True
