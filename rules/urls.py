"""Addresses of the rules. Whatever stands before the rules themselves is a slug that no rule may have."""

from django.urls import include, path

from rules.catalogue import urls

app_name = "rules"

urlpatterns = [
    path("lists/", include(urls.lists)),
    path("", include(urls.shelves)),
    path("", include("rules.finding.urls")),
    path("", include("rules.suggesting.urls")),
    path("", include("rules.glossary.urls")),
]
