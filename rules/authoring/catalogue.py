"""Warband types and unit types in the admin."""

from typing import Any

from django.http import HttpRequest

from rules.authoring import attachment_forms, part_forms
from rules.authoring.catalogue_forms import EquipmentListForm, UnitForm, WarbandForm
from rules.authoring.drafting import CheckedBlock, CheckedInline, DraftingAdmin
from rules.models import Dispute, EquipmentList, RuleAttachment, UnitType, WarbandType


class AttachmentInline(CheckedInline):
    """The rules somebody holds: which, with what parameters, under which clause, and for whom."""

    model = RuleAttachment
    form = attachment_forms.AttachmentForm
    formset = attachment_forms.AttachmentFormSet
    fields = ["rule", "arguments", "clause", "scope", "order"]
    chosen = ("rule",)
    verbose_name = "rule it has"
    verbose_name_plural = "rules it has"


class UnitAttachmentInline(AttachmentInline):
    """Rules of a unit."""

    fk_name = "unit"


class WarbandAttachmentInline(AttachmentInline):
    """Rules of a whole warband."""

    fk_name = "warband"


class WarbandDisputeInline(CheckedBlock):
    """Where sources differ about a list."""

    model = Dispute
    form = part_forms.DisputeForm
    fields = ["question", "readings", "holds", "order"]


class EquipmentListInline(CheckedBlock):
    """What a list sells to whom."""

    model = EquipmentList
    form = EquipmentListForm
    fields = ["name", "slug", "note", "lines", "order"]


class WarbandTypeAdmin(DraftingAdmin):
    """A warband list; its units have pages of their own."""

    form = WarbandForm
    list_display = ["name", "slug", "grade", "setting", "starting_gold"]
    search_fields = ["name", "slug"]
    inlines = [WarbandAttachmentInline, EquipmentListInline, WarbandDisputeInline]
    fieldsets = [
        (None, {"fields": ["name", "slug", "aliases", "grade", "source", "setting", "alignment", "peoples"]}),
        ("Founding", {"fields": ["starting_gold", "min_warriors", "max_warriors", "choice_notes"]}),
        ("Trade", {"fields": ["facts"]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: WarbandType | None = None) -> list[str]:
        """Its slug is its address, and rosters point to it: given once, for good."""
        return [*super().get_readonly_fields(request, obj), *(["slug"] if obj else [])]


class UnitTypeAdmin(DraftingAdmin):
    """An entry of a warband list."""

    form = UnitForm
    list_display = ["name", "warband", "kind", "cost", "minimum", "maximum"]
    list_filter = ["kind", "warband"]
    list_select_related = ["warband"]
    search_fields = ["name", "slug", "warband__name"]
    inlines = [UnitAttachmentInline]
    fieldsets = [
        (None, {"fields": ["warband", "name", "short", "kind", "peoples", "tags", "order"]}),
        ("Profile", {"fields": ["profile", "save_on", "racial_maximum"]}),
        ("Hiring", {"fields": ["cost", "minimum", "maximum", "max_note", "requires", "group_max"]}),
        ("Experience", {"fields": ["start_xp", "gains_experience", "promotable"]}),
        ("Trade", {"fields": ["facts"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(warband=None)

    def get_readonly_fields(self, request: HttpRequest, obj: UnitType | None = None) -> list[str]:
        """List and slug make the address that rosters point to: given once, for good."""
        return [*super().get_readonly_fields(request, obj), *(["warband", "short"] if obj else [])]
