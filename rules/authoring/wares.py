"""Equipment, skills, spells, upgrades, hired swords, groups and tables in the admin: one page made for each shelf."""

from typing import Any

from django.http import HttpRequest

from rules.authoring import attachment_forms, forms, part_forms
from rules.authoring.catalogue import UnitAttachmentInline
from rules.authoring.drafting import CheckedBlock, CheckedInline, DraftingAdmin
from rules.authoring.facts import FactsField
from rules.authoring.lines import PlainText, ProfileField, SlugsField, area
from rules.loading.nodes import Key, mapping
from rules.loading.shelves import SHELVES, Holding, Shelf
from rules.loading.wares import LINKS_OF_DISPUTES, LINKS_OF_RULES
from rules.loading.wares_schema import USE
from rules.models import Dispute, RuleAttachment

FIELDS: dict[str, Any] = {
    "text": lambda: PlainText(required=False, widget=area(4), help_text="What no rule says. Markdown."),
    "lists": lambda: SlugsField(required=True, help_text="The lists it stands on: slugs, with spaces between them."),
    "peoples": lambda: SlugsField(help_text="What he is: slugs, with spaces between them."),
    "tags": lambda: SlugsField(help_text="What else he is: spellcaster, for example."),
    "profile": lambda: ProfileField(required=True),
    "racial_maximum": lambda: ProfileField(label="Highest profile"),
}
"""Fields that are more than what their columns would make of them."""


class WareAttachmentInline(CheckedInline):
    """The rules it gives."""

    model = RuleAttachment
    form = attachment_forms.WareAttachmentForm
    formset = attachment_forms.AttachmentFormSet
    fields = ["rule", "arguments", "clause", "scope", "used", "order"]
    chosen = ("rule",)
    verbose_name = "rule it gives"
    verbose_name_plural = "rules it gives"


class WareDisputeInline(CheckedBlock):
    """Where sources differ about it."""

    model = Dispute
    form = part_forms.DisputeForm
    fields = ["question", "readings", "holds", "order"]


def keys_of_facts(holding: Holding, *besides: str) -> dict[str, Key]:
    """What may stand in the facts of a row: the keys of its block that stand nowhere else."""
    elsewhere = {"slug", "rules", "disputes", "kind" if holding.slug == "short" else "", *holding.columns, *besides}
    keys = {name: key for name, key in holding.keys.items() if name not in elsewhere}
    if holding.used:
        keys[holding.used] = Key(mapping(USE))
    return keys


def form_for(holding: Holding, *besides: str) -> type[forms.CheckedForm]:
    """The form of such a row."""
    columns = list(holding.columns.values())
    own: dict[str, Any] = {name: FIELDS[name]() for name in columns if name in FIELDS}
    if "text" in own:
        own["text"].required = not holding.model._meta.get_field("text").blank  # noqa: SLF001 # Django documents it
    keys = keys_of_facts(holding, *besides)
    own["facts"] = FactsField(keys, rows=12, required=any(key.required for key in keys.values()))
    meta = type("Meta", (), {"model": holding.model, "fields": [holding.slug, *columns, "facts"]})
    return type(f"{holding.model.__name__}Form", (forms.CheckedForm,), own | {"Meta": meta})


class WareAdmin(DraftingAdmin):
    """A row of the catalogue. Its slug is its address, and others point to it: given once, for good."""

    holding: Holding
    fixed: tuple[str, ...] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [*super().get_readonly_fields(request, obj), *(self.fixed if obj else ())]


def admin_for(holding: Holding, *, part: bool = False, besides: str = "") -> type[WareAdmin]:
    """The admin of such rows; of a ``part``, which stands on a list, that list is chosen too."""
    inlines: list[Any] = []
    if holding.link in LINKS_OF_RULES:
        base = UnitAttachmentInline if holding.link == "unit" else WareAttachmentInline
        inlines.append(type("Rules", (base,), {"fk_name": holding.link}))
    if holding.link in LINKS_OF_DISPUTES:
        inlines.append(type("Disputes", (WareDisputeInline,), {"fk_name": holding.link}))
    searched = {"name", holding.slug, *({"text", "source"} & set(holding.columns.values()))}
    own: dict[str, Any] = {
        "holding": holding,
        "form": form_for(holding, besides),
        "fields": [*(["whole"] if part else []), holding.slug, *holding.columns.values(), "facts"]
        + (["order"] if part else []),
        "list_display": ["name", holding.slug, *(["whole"] if part else [])],
        "list_select_related": ["whole"] if part else False,
        "list_filter": ["whole"] if part else [name for name in ("category", "kind") if name in holding.columns],
        "search_fields": sorted(searched),
        "inlines": inlines,
        "fixed": ("whole", holding.slug) if part else (holding.slug,),
    }
    return type(f"{holding.model.__name__}Admin", (WareAdmin,), own)


def pages(shelf: Shelf) -> dict[Any, type[WareAdmin]]:
    """The models of a shelf and their admins."""
    found = {shelf.holding.model: admin_for(shelf.holding, besides=shelf.parts_key)}
    return found | ({shelf.parts.model: admin_for(shelf.parts, part=True)} if shelf.parts else {})


PAGES = {model: page for shelf in SHELVES for model, page in pages(shelf).items()}
