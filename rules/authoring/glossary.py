"""Special rules in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from rules.authoring import forms
from rules.authoring.drafting import CheckedBlock, CheckedInline, DraftingAdmin
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


class AliasInline(CheckedInline):
    """Other names."""

    model = RuleAlias
    form = forms.AliasForm
    fields = ["name", "slug", "order"]
    verbose_name = "other name"


class InclusionInline(CheckedInline):
    """What it includes."""

    model = RuleInclusion
    fk_name = "whole"
    form = forms.InclusionForm
    formset = forms.InclusionFormSet
    fields = ["part", "arguments", "order"]
    autocomplete_fields = ["part"]
    verbose_name = "included rule"


class OppositeInline(CheckedInline):
    """What it cancels."""

    model = RuleOpposite
    fk_name = "rule"
    form = forms.OppositeForm
    fields = ["opposite"]
    autocomplete_fields = ["opposite"]
    verbose_name = "opposite"


class OutcomeInline(CheckedInline):
    """Its D6 table."""

    model = OutcomeRow
    form = forms.OutcomeForm
    formset = forms.OutcomeFormSet
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
    form = forms.DisputeForm
    fields = ["question", "readings", "holds", "ruling", "order"]


class RuleList(ChangeList):
    """The list of rules, each with its status as published."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        entries = current().entries
        for rule in self.result_list:
            entry = entries.get(rule.slug)
            rule.published_status = entry.status if entry else "not published"


class SpecialRuleAdmin(DraftingAdmin):
    """The glossary's editor: text, sentences, and everything that hangs on a rule."""

    form = forms.RuleForm
    list_display = ["name", "slug", "kind", "standing", "holders"]
    list_filter = ["kind", "nature"]
    search_fields = ["name", "slug", "aliases__name", "text", "sentences"]
    autocomplete_fields = ["related"]
    readonly_fields = ["state"]
    save_on_top = True
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

    def get_queryset(self, request: HttpRequest) -> QuerySet[SpecialRule]:
        rows: QuerySet[SpecialRule] = super().get_queryset(request)
        return rows.annotate(held=Count("attachments"))

    def get_readonly_fields(self, request: HttpRequest, obj: SpecialRule | None = None) -> list[str]:
        """Its slug is its address, and rosters point to it: given once, for good."""
        return [*super().get_readonly_fields(request, obj), *(["slug"] if obj else [])]

    def get_fieldsets(self, request: HttpRequest, obj: SpecialRule | None = None) -> Any:
        del request
        if obj:
            return self.fieldsets
        title, options = self.fieldsets[0]
        first = {"fields": [name for name in options["fields"] if name != "state"]}
        return [(title, first), *self.fieldsets[1:]]

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
