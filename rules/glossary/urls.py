"""Addresses of the glossary."""

from django.urls import path

from rules.glossary import questions, views

urlpatterns = [
    path("", views.index, name="index"),
    path("questions/", questions.index, name="questions"),
    path("questions/<slug:slug>/", questions.question, name="question"),
    path("rulings/", questions.rulings, name="rulings"),
    path("<slug:slug>/", views.rule, name="rule"),
    path("<slug:slug>/summary/", views.summary, name="summary"),
]
