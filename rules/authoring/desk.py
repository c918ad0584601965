"""The desk: every draft, what it changes and whom it touches, and from there it is published or discarded."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from rules.authoring.bases import AnyModelAdmin
from rules.authoring.services import Proposal, RefusedError, discard_drafts, proposal_of, publish_drafts
from rules.authoring.suggestions import under_way
from rules.models import Draft


class PublishForm(forms.Form):
    """Why it is published; ``seen`` names what was looked at."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        label="Why",
        max_length=250,
        help_text="Everybody can read this in the history of the rules.",
        error_messages={"required": "Say why: it stands in the history of the rules."},
    )
    despite = forms.CharField(
        label="Why the cases may turn out otherwise",
        max_length=250,
        required=False,
        help_text="A worked case says what must come of a rule. One that breaks needs a reason.",
    )


class DraftAdmin(AnyModelAdmin):
    """Drafts: whatever of the rules differs from what players see."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        del request
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        del request, obj
        return False

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """A draft has no page but the desk."""
        del request, object_id, args, kwargs
        return HttpResponseRedirect(reverse("admin:rules_draft_changelist"))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The desk. Drafts are chosen by ``?draft=kind/slug``; without any, all are."""
        del extra_context
        needed = self.has_change_permission if request.method == "POST" else self.has_view_or_change_permission
        if not needed(request):
            raise PermissionDenied
        drafts = list(Draft.objects.select_related("by"))
        asked = set((request.POST if request.method == "POST" else request.GET).getlist("draft"))
        chosen = [draft for draft in drafts if f"{draft.kind}/{draft.slug}" in asked]
        if request.method == "POST":
            return self._changed(request, drafts, chosen)
        return self._page(request, drafts, chosen if asked else drafts)

    def _changed(self, request: HttpRequest, drafts: list[Draft], chosen: list[Draft]) -> HttpResponse:
        keys = [draft.key for draft in chosen]
        form = PublishForm(request.POST)
        try:
            if not chosen:
                raise RefusedError("Nothing is chosen: it may have been published or discarded by now.")  # noqa: TRY301 # one way to refuse
            if "discard" in request.POST:
                discard_drafts(keys=keys, seen=request.POST.get("seen", ""))
                self.message_user(request, f"Discarded: {', '.join(map(str, chosen))}.")
                return HttpResponseRedirect(reverse("admin:rules_draft_changelist"))
            if form.is_valid():
                version = publish_drafts(keys=keys, by=request.user, **form.cleaned_data)  # type: ignore[arg-type] # nobody anonymous comes here
                self.message_user(request, f"Published as version {version.short}.", messages.SUCCESS)
                return HttpResponseRedirect(reverse("admin:rules_rulebookversion_change", args=[version.pk]))
        except RefusedError as refused:
            return self._page(request, drafts, chosen, form, refused.lines)
        return self._page(request, drafts, chosen, form, ("Please put right what is marked below.",))

    def _page(
        self,
        request: HttpRequest,
        drafts: list[Draft],
        chosen: list[Draft],
        form: PublishForm | None = None,
        refused: tuple[str, ...] = (),
    ) -> HttpResponse:
        proposal: Proposal | None = proposal_of([draft.key for draft in chosen]) if chosen else None
        suggestions = under_way(draft.key for draft in chosen)
        why = f"A reader suggested: {' '.join(suggestions[0].text.split())}"[:250] if suggestions else ""
        form = form or PublishForm(initial={"why": why})
        if proposal and not proposal.impact.broken:
            del form.fields["despite"]
        context = {
            **self.admin_site.each_context(request),
            "title": "Drafts",
            "opts": self.opts,
            "drafts": [(draft, draft in chosen) for draft in drafts],
            "chosen": chosen,
            "proposal": proposal,
            "form": form,
            "suggestions": suggestions,
            "refused": refused,
            "may": self.has_change_permission(request),
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
        return TemplateResponse(request, "admin/rules/desk.html", context, status=status)
