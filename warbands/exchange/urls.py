"""Addresses of what leaves the house, and of what comes in. They stand before those of rosters: none is a public id."""

from django.urls import path

from warbands.exchange import import_views, views

urlpatterns = [
    path("schema/warband-1.json", import_views.schema, name="schema"),
    path("import/", import_views.bring, name="import"),
    path("import/confirm/", import_views.confirm, name="confirm"),
    path("<slug:warband>/text/", views.text, name="text"),
    path("<slug:warband>/roster.txt", views.file, name="file"),
    path("<slug:warband>/warband.json", import_views.document, name="document"),
    path("<slug:warband>/paper/", views.paper, name="paper"),
    path("<slug:warband>/cards/", views.cards, name="cards"),
]
