"""The history: every version that was published, what it changed, and the way back."""

from collections.abc import Collection
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from rules import blocks
from rules.authoring.bases import AnyModelAdmin
from rules.authoring.differences import Difference, difference
from rules.authoring.services import RefusedError, differences_between, put_back
from rules.blocks import Block, Key
from rules.models import BlockChange, RulebookVersion

SHOWN = 60
"""How many changed blocks the page of a version lists: the first load changed them all."""
LISTED = 50
"""How many versions the history of one block lists."""


class PutBackForm(forms.Form):
    """Why it is put back, and why worked cases may break by it."""

    why = forms.CharField(
        max_length=250, error_messages={"required": "Say why: it stands in the history of the rules."}
    )
    despite = forms.CharField(
        label="Why cases may turn out otherwise",
        max_length=250,
        required=False,
        help_text="Only where a worked case breaks by it.",
    )


class RulebookVersionAdmin(AnyModelAdmin):
    """Published versions: to look at, and to take back what one of them changed."""

    list_display = ["short", "why", "published_by", "published_at"]
    list_select_related = ["published_by"]
    search_fields = ["digest", "why"]
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        del request
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("document")

    def get_urls(self) -> list[Any]:
        one = path("of/<str:kind>/<str:slug>/", self.admin_site.admin_view(self.block_view), name="rules_block_history")
        return [one, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A version: who, when, why, what it changed; sent to, what it changed is taken back."""
        del form_url, extra_context
        self._let_in(request)
        version = self.get_object(request, object_id)
        if version is None:
            raise Http404
        changes = {change.key: change.block for change in version.changes.all()}
        older = RulebookVersion.objects.filter(pk__lt=version.pk).order_by("-pk").first()
        before = blocks.picked(older.document, changes) if older else {}
        form = PutBackForm(request.POST or None, initial={"why": f"Version {version.short} taken back"})
        refused: tuple[str, ...] = ()
        if request.method == "POST" and older and form.is_valid():
            answer = self._put_back(request, before, form)
            if isinstance(answer, HttpResponse):
                return answer
            refused = answer
        shown = dict(list(changes.items())[:SHOWN])
        context = {
            "title": f"Version {version.short}",
            "version": version,
            "differences": differences_between({key: before.get(key) for key in shown}, shown),
            "more": len(changes) - len(shown),
            "can_go_back": older is not None and self._may(request),
            "form": form,
            "refused": refused,
        }
        return self._page(request, "admin/rules/version.html", context)

    def block_view(self, request: HttpRequest, kind: str, slug: str) -> HttpResponse:
        """What became of one block, version by version; sent to, it is put back as it was in one of them."""
        self._let_in(request)
        rows = BlockChange.objects.filter(kind=kind, slug=slug).order_by("-version_id")
        changes = list(rows.select_related("version__published_by").defer("version__document")[:LISTED])
        if not changes:
            raise Http404
        form = PutBackForm(request.POST or None)
        refused: tuple[str, ...] = ()
        if request.method == "POST" and form.is_valid():
            chosen = next((one for one in changes if str(one.version_id) == request.POST.get("version")), None)
            answer = self._put_back(request, {(kind, slug): chosen.block}, form) if chosen else ("Choose a version.",)
            if isinstance(answer, HttpResponse):
                return answer
            refused = answer
        context = {
            "title": f"History of {_name(changes)}",
            "key": f"{kind}/{slug}",
            "entries": _steps((kind, slug), changes),
            "may": self._may(request),
            "form": form,
            "refused": refused,
        }
        return self._page(request, "admin/rules/history.html", context)

    def _put_back(
        self, request: HttpRequest, standing: blocks.Blocks, form: PutBackForm
    ) -> HttpResponse | tuple[str, ...]:
        if not self._may(request):
            raise PermissionDenied
        try:
            version = put_back(standing=standing, by=request.user, **form.cleaned_data)  # type: ignore[arg-type] # nobody anonymous comes here
        except RefusedError as refused:
            return refused.lines
        self.message_user(request, f"Put back, and published as version {version.short}.", messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:rules_rulebookversion_change", args=[version.pk]))

    def _page(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        wrong = bool(context["refused"] or (context["form"].is_bound and context["form"].errors))
        facts = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
        return TemplateResponse(request, template, facts, status=status)

    def _let_in(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    @staticmethod
    def _may(request: HttpRequest) -> bool:
        """Whether somebody may publish, and so put back."""
        return request.user.has_perm("rules.change_draft")


def _name(changes: Collection[BlockChange]) -> str:
    return next((str(change.block["name"]) for change in changes if change.block), next(iter(changes)).slug)


def _steps(key: Key, changes: list[BlockChange]) -> list[tuple[BlockChange, Difference, bool]]:
    """Each version with what it made of the one before; the newest first, which is what holds."""
    befores: list[Block | None] = [*(change.block for change in changes[1:]), None]
    return [
        (change, difference(key, before, change.block), number == 0)
        for number, (change, before) in enumerate(zip(changes, befores, strict=True))
    ]
