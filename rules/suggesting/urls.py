"""Addresses of a reader's suggestions."""

from django.urls import path

from rules.suggesting import views

urlpatterns = [
    path("suggestions/", views.mine, name="suggestions"),
    path("suggestions/new/<slug:kind>/<slug:slug>/", views.new, name="suggest"),
]
