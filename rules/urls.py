"""Addresses of the rules. ``lists`` stands before the rules, so no rule may have that slug."""

from django.urls import include, path

app_name = "rules"

urlpatterns = [
    path("lists/", include("rules.catalogue.urls")),
    path("", include("rules.glossary.urls")),
]
