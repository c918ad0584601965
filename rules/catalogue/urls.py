"""Addresses of the warband lists."""

from django.urls import path

from rules.catalogue import views

urlpatterns = [
    path("", views.index, name="lists"),
    path("<slug:slug>/", views.warband, name="list"),
]
