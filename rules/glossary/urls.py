"""Addresses of the glossary."""

from django.urls import path

from rules.glossary import views

urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:slug>/", views.rule, name="rule"),
    path("<slug:slug>/summary/", views.summary, name="summary"),
]
