"""Addresses of what leaves the house."""

from django.urls import path

from warbands.exchange import views

urlpatterns = [
    path("<slug:warband>/text/", views.text, name="text"),
    path("<slug:warband>/roster.txt", views.file, name="file"),
    path("<slug:warband>/paper/", views.paper, name="paper"),
]
