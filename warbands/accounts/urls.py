"""Addresses of what is somebody's own."""

from django.urls import path

from warbands.accounts import views

app_name = "own"

urlpatterns = [
    path("data/", views.data, name="data"),
    path("data/export/", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
]
