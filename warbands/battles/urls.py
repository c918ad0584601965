"""Addresses of battles."""

from django.urls import path

from warbands.battles import start_views, views

BATTLE = "battles/<slug:battle>"

urlpatterns = [
    path("battles/", start_views.mine, name="battles"),
    path("battles/new/", start_views.new, name="battle-new"),
    path(f"{BATTLE}/", views.battle, name="battle"),
    path(f"{BATTLE}/since/", views.since, name="battle-since"),
    path(f"{BATTLE}/do/", views.do, name="battle-do"),
    path(f"{BATTLE}/log/", views.log, name="battle-log"),
    path(f"{BATTLE}/rulings/", views.rulings, name="battle-rulings"),
    path(f"{BATTLE}/settings/", start_views.settings, name="battle-settings"),
    path(f"{BATTLE}/models/<str:model>/", views.model, name="battle-model"),
]
