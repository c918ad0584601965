"""What every page of the glossary's admin shares: saving publishes, and what breaks the book is not saved at all."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import reversion
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from reversion.admin import VersionAdmin
from reversion.models import Version

from rules.authoring.bases import AnyStackedInline, AnyTabularInline
from rules.binding import Problem
from rules.content import Content, current
from rules.loading.document import document_of_rows
from rules.loading.shelves import SHELVES
from rules.models import RemovedBlock, SpecialRule, WarbandType
from rules.names import Names, names_of
from rules.publishing import publish

KINDS = {SpecialRule: ("rule", "slug"), WarbandType: ("warband", "slug")} | {
    shelf.holding.model: (shelf.kind, shelf.holding.slug) for shelf in SHELVES
}
"""What the rows of a model are called when they are loaded, and the column of their slug."""


class RefusedError(Exception):
    """A change that would leave something bound to nothing: ``lines`` say what. Nothing of it is saved."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = tuple(lines)


def names_for(request: HttpRequest) -> Names:
    """What there is to bind to, looked up once a request and only when a form asks."""
    known: Names | None = getattr(request, "_rule_names", None)
    if known is None:
        known = SimpleLazyObject(lambda: names_of(document_of_rows()))  # type: ignore[assignment] # stands in for it
        request._rule_names = known  # type: ignore[attr-defined] # noqa: SLF001 # a request is where it belongs
    return known  # type: ignore[return-value]


class Checked:
    """What inlines share: their forms know the book, and another rule is chosen there, not made or unmade."""

    extra = 0

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)  # type: ignore[misc] # of the inline it is mixed into
        formset.form.names = names_for(request)
        return formset

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc] # of the inline it is mixed into
        if isinstance(field and field.widget, RelatedFieldWidgetWrapper):
            field.widget.can_add_related = field.widget.can_change_related = field.widget.can_delete_related = False
        return field


class CheckedInline(Checked, AnyTabularInline):
    """Rows of a table."""


class CheckedBlock(Checked, AnyStackedInline):
    """Blocks one below the other, for what needs room."""


class PublishingAdmin(VersionAdmin):  # type: ignore[misc] # reversion ships no types
    """An admin whose every saved change is a new version of the book, or no change at all."""

    history_latest_first = True
    actions = None  # deleting in bulk would hide what is held by whom

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, **kwargs)
        form.names = names_for(request)
        form.refused = getattr(request, "_rules_refused", ())
        return form

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._tried(super().add_view, request, *args, **kwargs)

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        self._remember(request, object_id)
        return self._tried(super().change_view, request, object_id, *args, **kwargs)

    def revision_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._tried(super().revision_view, request, *args, **kwargs)

    def recover_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._tried(super().recover_view, request, *args, **kwargs)

    @staticmethod
    def _tried(view: Callable[..., HttpResponse], request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """What a view answers; where the whole book refuses, nothing is kept and the form is shown with its words."""
        try:
            return view(request, *args, **kwargs)
        except RefusedError as refused:
            request._rules_refused = refused.lines  # type: ignore[attr-defined] # noqa: SLF001 # a request is where it belongs
            return view(request, *args, **kwargs)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:  # noqa: FBT001 # Django's
        super().save_related(request, form, formsets, change)
        self._publish(request, f"{form.instance}: {'changed' if change else 'added'} in the admin")

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)  # type: ignore[no-any-return]
        except RefusedError as refused:
            for line in refused.lines:
                self.message_user(request, f"Not deleted. {line}", messages.ERROR)
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
            return HttpResponseRedirect(reverse(name, args=[object_id]))

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        if getattr(obj, "block_hash", ""):  # loading must not bring back what an editor took out
            kind, slug = KINDS[type(obj)]
            RemovedBlock.objects.get_or_create(kind=kind, slug=getattr(obj, slug))
        name = str(obj)
        super().delete_model(request, obj)
        self._publish(request, f"{name}: deleted in the admin")

    def _remember(self, request: HttpRequest, object_id: str) -> None:
        """Before the first change here, keep what was loaded, so that its history begins with it."""
        row = self.get_object(request, unquote(object_id)) if request.method == "POST" else None
        if row is None or not self.has_change_permission(request, row) or Version.objects.get_for_object(row).exists():
            return
        with reversion.create_revision():
            reversion.add_to_revision(row)
            reversion.set_comment("As it was loaded")

    def _publish(self, request: HttpRequest, why: str) -> None:
        """Publish, or raise ``RefusedError`` when something is bound to nothing that was not before."""
        before = set(_said(current().problems))
        published = publish(by=request.user, why=why[:250])  # type: ignore[arg-type] # nobody anonymous comes here
        if not published.new:
            return
        after = Content.of_document(published.version.document, published.version.digest).problems
        if broken := [line for line in _said(after) if line not in before]:
            raise RefusedError(broken)
        self.message_user(request, f"Published as version {published.version.digest[:8]}.")


def _said(problems: Iterable[Problem]) -> list[str]:
    """Problems in words, without places that move when rows do."""
    return [f"{problem.kind} {problem.slug}: {problem.message}" for problem in problems]
