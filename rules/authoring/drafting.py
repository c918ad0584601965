"""What every page of the glossary's admin shares: saving makes a draft, and what breaks the book is not saved."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import reversion
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from reversion.models import Version

from rules.authoring.bases import AnyStackedInline, AnyTabularInline, KeptAdmin
from rules.authoring.choosing import known_rules
from rules.authoring.services import RefusedError, proposal_of, publish_blocks, removal_of, retire, said
from rules.authoring.suggestions import under_way, written_in
from rules.blocks import Key, blocks_in, is_part, key_of, own_digest
from rules.content import Content, current
from rules.loading.document import document_of_rows
from rules.models import BlockChange, Draft
from rules.names import Names, names_of
from rules.publishing import note_drafts


class LookedError(Exception):
    """A form that was only to be looked at was saved so far that ``document`` shows it; nothing of it is kept."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        super().__init__("only looked at")
        self.document = document


def names_for(request: HttpRequest) -> Names:
    """What there is to bind to, looked up once a request and only when a form asks."""
    known: Names | None = getattr(request, "_rule_names", None)
    if known is None:
        known = SimpleLazyObject(lambda: names_of(document_of_rows()))  # type: ignore[assignment] # stands in for it
        request._rule_names = known  # type: ignore[attr-defined] # noqa: SLF001 # a request is where it belongs
    return known  # type: ignore[return-value]


class Checked:
    """What inlines share: their forms know the book, and a rule is chosen there by what it is called."""

    extra = 1  # an empty row to write in, for whoever has no scripts to add one
    chosen: tuple[str, ...] = ()
    """Keys to rules, whose slugs its rows show."""

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)  # type: ignore[misc] # of the inline it is mixed into
        return rows.select_related(*self.chosen) if self.chosen else rows

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)  # type: ignore[misc] # of the inline it is mixed into
        formset.form.names = names_for(request)
        return formset


class CheckedInline(Checked, AnyTabularInline):
    """Rows of a table."""


class CheckedBlock(Checked, AnyStackedInline):
    """Blocks one below the other, for what needs room."""


class DraftingAdmin(KeptAdmin):
    """An admin whose changes are drafts until somebody publishes them; only a part of a list is deleted at once."""

    history_latest_first = True
    actions: Any = None  # deleting in bulk would hide what is held by whom

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, **kwargs)
        form.names = names_for(request)
        form.refused = [*getattr(request, "_rules_refused", ()), *_going(obj)]
        form.stays = hasattr(request, "_rules_looked")
        form.stale = bool(obj) and request.POST.get("seen", "") not in {"", own_digest(obj)}
        return form

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        context["known_rules"] = known_rules()
        row = context.get("original")
        if row is not None:  # a refused form has already written into the row at hand
            kind, slug = key = key_of(row)
            context["seen"] = own_digest(self.model.objects.get(pk=row.pk))
            context["draft"] = Draft.objects.filter(kind=kind, slug=slug).first()
            context["desk"] = publish_address(key)
            context["suggestions"] = under_way([key])
            context["suggested"] = written_in(request, context["adminform"].form, context["suggestions"])
            if BlockChange.objects.filter(kind=kind, slug=slug).exists():
                context["history"] = reverse("admin:rules_block_history", args=key)
        return super().render_change_form(request, context, *args, **kwargs)

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._tried(super().add_view, request, *args, **kwargs)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST" and self.get_object(request, unquote(object_id)) is None:
            return self._as_new(request, *args, **kwargs)
        self._remember(request, object_id)
        return self._tried(super().change_view, request, object_id, *args, **kwargs)

    def _as_new(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The form of a row that is gone by now, as a new one: nothing that was typed is lost with the row."""
        typed = request.POST.copy()
        typed.pop("seen", None)
        for inline in self.get_inline_instances(request):
            formset = inline.get_formset(request)
            prefix = formset.get_default_prefix()
            typed[f"{prefix}-INITIAL_FORMS"] = "0"
            for name in [name for name in typed if re.match(rf"{prefix}-\d+-(id|{formset.fk.name})\Z", name)]:
                del typed[name]
        request.POST = typed  # type: ignore[assignment] # it may be set, as Django's own upload handlers do
        gone = "It has been removed since you opened it. What you typed is here, and would be saved as a new one."
        self.message_user(request, gone, messages.WARNING)
        return self.add_view(request, *args, **kwargs)

    def revision_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._tried(super().revision_view, request, *args, **kwargs)

    def recover_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._tried(super().recover_view, request, *args, **kwargs)

    @classmethod
    def _tried(cls, view: Callable[..., HttpResponse], request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """What a view answers; where the whole book refuses, nothing is kept and the form is shown with its words."""
        try:
            return view(request, *args, **kwargs)
        except LookedError as looked:
            request._rules_looked = looked.document  # type: ignore[attr-defined] # noqa: SLF001 # a request is where it belongs
            return view(request, *args, **kwargs)
        except RefusedError as refused:
            # A draft that lies there broken holds nobody up: what the rows had before is not this change's fault.
            before = problems_of(document_of_rows())
            request._rules_broken_before = before  # type: ignore[attr-defined] # noqa: SLF001 # a request is where it belongs
            if lines := [line for line in refused.lines if line not in before]:
                request._rules_refused = lines  # type: ignore[attr-defined] # noqa: SLF001 # as above
            return cls._tried(view, request, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001 # Django's
        super().save_related(request, form, formsets, change)
        document = refuse_what_breaks(request)
        if is_look(request):
            raise LookedError(document)
        key = key_of(form.instance)
        if note_drafts([key], by=request.user, document=document):  # type: ignore[arg-type] # nobody anonymous comes here
            words = "Kept as a draft: players see it once it is published. "
            link = format_html('<a href="{}">See what it changes, and publish it</a>.', publish_address(key))
            self.message_user(request, format_html("{}{}", words, link))

    def render_delete_form(self, request: HttpRequest, context: Any) -> HttpResponse:
        row = context["object"]
        if not (context["protected"] or context["perms_lacking"]):
            context["part"] = is_part(row)
            context["proposal"] = proposal = removal_of(row)
            context["unseen"] = key_of(row) not in blocks_in(proposal.published)
        return super().render_delete_form(request, context)  # type: ignore[no-any-return]

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)  # type: ignore[no-any-return]
        except RefusedError as refused:
            for line in refused.lines:
                self.message_user(request, f"Not deleted. {line}", messages.ERROR)
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
            return HttpResponseRedirect(reverse(name, args=[object_id]))

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """What has a block of its own is to go once that is published; a part of one goes at once.

        A part has no draft of its own, and nobody may hire or learn it meanwhile. Raises ``RefusedError``.
        """
        key, name = key_of(obj), str(obj)
        if not is_part(obj):
            request._rules_retired = retire(row=obj, by=request.user)  # type: ignore[arg-type, attr-defined] # noqa: SLF001 # nobody anonymous comes here
            return
        if Draft.objects.filter(kind=key[0], slug=key[1]).exists():
            raise RefusedError(f"There are unpublished changes of {key[0]} {key[1]}: publish or discard them first.")
        super().delete_model(request, obj)
        refuse_what_breaks(request)
        version = publish_blocks(
            proposal_of({key}),
            by=request.user,  # type: ignore[arg-type] # nobody anonymous comes here
            why=f"{name}: deleted in the admin"[:250],
            despite=request.POST.get("despite", "")[:250],
        )
        if version is not None:
            self.message_user(request, f"Published as version {version.short}.")

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """What is only to go has been changed, not deleted."""
        parts = [row for row in queryset if is_part(row)]
        for row in queryset:
            if row not in parts:
                self.log_change(request, row, "To be removed once that is published.")
        return super().log_deletions(request, parts) if parts else None

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        draft: Draft | None = getattr(request, "_rules_retired", None)
        if draft is None:
            return super().response_delete(request, obj_display, obj_id)  # type: ignore[no-any-return]
        self.message_user(request, f"“{obj_display}” is to be removed. Players have it until that is published.")
        return HttpResponseRedirect(publish_address(draft.key))

    def _remember(self, request: HttpRequest, object_id: str) -> None:
        """Before the first change here, keep what was loaded, so that its history begins with it."""
        row = self.get_object(request, unquote(object_id)) if request.method == "POST" else None
        if row is None or not self.has_change_permission(request, row) or Version.objects.get_for_object(row).exists():
            return
        with reversion.create_revision():
            reversion.add_to_revision(row)
            reversion.set_comment("As it was loaded")


def _going(row: Any) -> list[str]:
    """What is said against changing a row that is to be removed."""
    if row is None or is_part(row):
        return []
    kind, slug = key_of(row)
    going = Draft.objects.filter(kind=kind, slug=slug, goes=True).exists()
    return ["It is to be removed. Discard that on the page of drafts before you change it."] if going else []


def publish_address(*keys: Key) -> str:
    """The page on which these drafts are looked at and published."""
    return (
        f"{reverse('admin:rules_draft_changelist')}?{urlencode([('draft', f'{kind}/{slug}') for kind, slug in keys])}"
    )


def is_look(request: HttpRequest) -> bool:
    """Whether a form was sent to be looked at, not to be saved."""
    return request.method == "POST" and not {"_look", "_word"}.isdisjoint(request.POST)


def refuse_what_breaks(request: HttpRequest) -> Mapping[str, Any]:
    """The document of the rows. Raises ``RefusedError`` when something is bound to nothing that was not before."""
    known = set(getattr(request, "_rules_broken_before", map(said, current().problems)))
    document = document_of_rows()
    if broken := [line for line in problems_of(document) if line not in known]:
        raise RefusedError(*broken)
    return document


def problems_of(document: Mapping[str, Any]) -> list[str]:
    """What in a document is bound to nothing, in words."""
    return [said(problem) for problem in Content.of_document(document).problems]
