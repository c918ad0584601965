"""Special rules in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import ActionLocation
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_POST

from rules.authoring import forms, part_forms
from rules.authoring.bulk import Import, as_yaml, take_in
from rules.authoring.bulk_views import BulkMixin
from rules.authoring.drafting import CheckedBlock, CheckedInline, DraftingAdmin, is_look, names_for
from rules.authoring.wordings import wording_address
from rules.authoring.workbench import workbench_for
from rules.authoring.writing import line_of, said_of, with_word
from rules.content import current
from rules.models import (
    Dispute,
    OutcomeRow,
    RuleAlias,
    RuleInclusion,
    RuleOpposite,
    Source,
    SpecialRule,
)
from rules.prose import rendered


class AliasInline(CheckedInline):
    """Other names."""

    model = RuleAlias
    form = part_forms.AliasForm
    formset = part_forms.AliasFormSet
    fields = ["name", "slug", "order"]
    verbose_name = "other name"


class InclusionInline(CheckedInline):
    """What it includes."""

    model = RuleInclusion
    fk_name = "whole"
    form = part_forms.InclusionForm
    formset = part_forms.InclusionFormSet
    fields = ["part", "arguments", "order"]
    chosen = ("part",)
    verbose_name = "included rule"


class OppositeInline(CheckedInline):
    """What it cancels."""

    model = RuleOpposite
    fk_name = "rule"
    form = part_forms.OppositeForm
    formset = part_forms.OppositeFormSet
    fields = ["opposite"]
    chosen = ("opposite",)
    verbose_name = "opposite"


class OutcomeInline(CheckedInline):
    """Its D6 table."""

    model = OutcomeRow
    form = part_forms.OutcomeForm
    formset = part_forms.OutcomeFormSet
    fields = ["low", "high", "slug", "name", "text"]
    verbose_name = "row of its D6 table"
    verbose_name_plural = "D6 table"


class SourceInline(CheckedInline):
    """Where it is printed."""

    model = Source
    form = forms.CheckedForm
    fields = ["title", "page", "order"]


class RuleDisputeInline(CheckedBlock):
    """Where sources differ about it."""

    model = Dispute
    form = part_forms.DisputeForm
    fields = ["question", "readings", "holds", "ruling", "order"]


class RuleList(ChangeList):
    """The list of rules, each with its status as published."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        entries = current().entries
        for rule in self.result_list:
            entry = entries.get(rule.slug)
            rule.published_status = entry.status if entry else "not published"


class SpecialRuleAdmin(BulkMixin, DraftingAdmin):
    """The glossary's editor: text, sentences, and everything that hangs on a rule."""

    reads = Import
    takes = staticmethod(take_in)
    gives = staticmethod(as_yaml)
    title = "Take in rules"
    intro = (
        "A list of rules in the format of the shipped glossary. It is held against what stands here, and shown; "
        "nothing is taken in before you have seen it. What is taken in becomes drafts."
    )
    button = "Take it in as drafts"
    led_to = "admin:rules_draft_changelist"
    file_name = "glossary.yaml"
    form = forms.RuleForm
    list_display = ["name", "slug", "kind", "standing", "holders"]
    list_filter = ["kind", "nature"]
    ordering = ["name", "slug"]
    search_fields = ["name", "slug", "aliases__name", "text", "sentences"]
    readonly_fields = ["state"]
    save_on_top = True
    actions = ["export"]
    change_list_template = "admin/rules/bulk_list.html"
    inlines = [
        InclusionInline,
        OutcomeInline,
        AliasInline,
        OppositeInline,
        SourceInline,
        RuleDisputeInline,
    ]
    fieldsets = [
        (None, {"fields": ["name", "slug", "state", "kind", "summary", "text"]}),
        ("What it does", {"fields": ["parameters", "sentences", "nature", "cap", "lost_on"]}),
        ("What no sentence says", {"fields": ["reminder_moment", "reminder_text", "status", "reason"]}),
        ("Around it", {"fields": ["related"]}),
    ]

    def words(self, many: int) -> str:
        return f"Taken in: {many} draft{'' if many == 1 else 's'}. Look at what they change."

    def get_queryset(self, request: HttpRequest) -> QuerySet[SpecialRule]:
        rows: QuerySet[SpecialRule] = super().get_queryset(request)
        return rows.annotate(held=Count("attachments"))

    def get_readonly_fields(self, request: HttpRequest, obj: SpecialRule | None = None) -> list[str]:
        """Its slug is its address, and rosters point to it: given once, for good."""
        return [*super().get_readonly_fields(request, obj), *(["slug"] if obj else [])]

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        own = [
            path("said/", wrap(require_POST(self.said_view)), name="rules_specialrule_said"),
            path("preview/", wrap(require_POST(self.preview_view)), name="rules_specialrule_preview"),
        ]
        return [*own, *self.bulk_urls(), *super().get_urls()]

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super().add_view(self._worded(request), *args, **kwargs)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return super().change_view(self._worded(request), object_id, *args, **kwargs)

    @staticmethod
    def _worded(request: HttpRequest) -> HttpRequest:
        """The request as if an offered word that was pressed, where no script wrote it, had been typed."""
        if word := request.POST.get("_word"):
            typed = request.POST.copy()
            typed["sentences"] = with_word(typed.get("sentences", ""), word, line_of(typed))
            request.POST = typed  # type: ignore[assignment] # it may be set, as Django's own upload handlers do
        return request

    def said_view(self, request: HttpRequest) -> HttpResponse:
        """The sentences that are being typed, in English, and what may come next."""
        self._writing(request)
        at = line_of(request.POST)
        said = said_of(request.POST, current().names, at)
        if any(line.word for line in said.lines):  # it may speak of what is drafted and not published yet
            said = said_of(request.POST, names_for(request), at)
        return render(request, "admin/rules/said.html", {"said": said})

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """The text that is being typed, as players will see it."""
        self._writing(request)
        return render(request, "admin/rules/preview.html", {"html": rendered(request.POST.get("text", ""))})

    def _writing(self, request: HttpRequest) -> None:
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        context["workbench"] = workbench_for(request, context)
        if row := context.get("original"):
            context["wording"] = wording_address(row.slug)
        response: Any = super().render_change_form(request, context, *args, **kwargs)
        if is_look(request) and request.headers.get("HX-Request"):
            response.template_name = "admin/rules/workbench.html"
        return response  # type: ignore[no-any-return] # a TemplateResponse, whose types say less

    def get_fieldsets(self, request: HttpRequest, obj: SpecialRule | None = None) -> Any:
        del request
        if obj:
            return self.fieldsets
        title, options = self.fieldsets[0]
        first = {"fields": [name for name in options["fields"] if name != "state"]}
        return [(title, first), *self.fieldsets[1:]]

    def get_actions(self, request: HttpRequest, *, action_location: Any = ActionLocation.CHANGE_LIST) -> Any:
        """Without deleting in bulk, which would hide what is held by whom."""
        found = super().get_actions(request, action_location=action_location)
        return {name: action for name, action in found.items() if name != "delete_selected"}

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        del request, kwargs
        return RuleList

    @admin.display(description="held by", ordering="held")
    def holders(self, rule: SpecialRule) -> int:
        return int(getattr(rule, "held", 0))

    @admin.display(description="status")
    def standing(self, rule: SpecialRule) -> str:
        """Its status as published; ``RuleList`` looked it up for all rows at once."""
        return str(getattr(rule, "published_status", ""))

    @admin.display(description="as published")
    def state(self, rule: SpecialRule) -> str:
        """What players see now: its status, its sentences in English, and what no longer reads."""
        book = current()
        entry = book.entries.get(rule.slug)
        if entry is None:
            return "not published yet"
        wrong = [p.message for p in book.problems if p.kind == "rule" and p.slug == rule.slug]
        said = format_html_join("", "<li>{}</li>", ((line,) for line in entry.sentences_english))
        bad = format_html_join("", "<li><strong>Does not read: {}</strong></li>", ((line,) for line in wrong))
        link = format_html('<a href="{}">its page</a>', reverse("rules:rule", args=[rule.slug]))
        held = sum(len(appearance.holders) for appearance in entry.appears)
        return format_html("{}, held by {}; {}<ul>{}{}</ul>", entry.status, held, link, said, bad)
