"""Django's classes that are generic to a type checker and plain to Python, by one name for both."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.forms.models import BaseInlineFormSet, ModelForm

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
