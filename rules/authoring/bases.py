"""What the admin's pages stand on: Django's classes, generic to a type checker and plain to Python, and one answer."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.forms.models import BaseInlineFormSet, ModelForm
from django.http import HttpRequest, HttpResponse
from reversion.admin import VersionAdmin

if TYPE_CHECKING:
    AnyModelForm = ModelForm[Any]
    AnyInlineFormSet = BaseInlineFormSet[Any, Any, Any]
    AnyTabularInline = admin.TabularInline[Any, Any]
    AnyStackedInline = admin.StackedInline[Any, Any]
    AnyModelAdmin = admin.ModelAdmin[Any]
else:
    AnyModelForm = ModelForm
    AnyInlineFormSet = BaseInlineFormSet
    AnyTabularInline = admin.TabularInline
    AnyStackedInline = admin.StackedInline
    AnyModelAdmin = admin.ModelAdmin


class KeptAdmin(VersionAdmin):  # type: ignore[misc] # reversion ships no types
    """An admin with a history, whose refused forms answer 422 as they do everywhere else."""

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        if context.get("errors"):
            response.status_code = 422
        return response
