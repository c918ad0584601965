"""Addresses of what happens between battles."""

from django.urls import path

from warbands.fortunes import history_views, views

WARBAND = "<slug:warband>"
WARRIOR = f"{WARBAND}/warriors/<slug:warrior>"

urlpatterns = [
    path(f"{WARBAND}/between/", views.between, name="between"),
    path(f"{WARBAND}/experience/", views.experience, name="experience"),
    path(f"{WARBAND}/leader/", views.leader, name="leader"),
    path(f"{WARBAND}/leader/step-back/", views.step_back, name="step-back"),
    path(f"{WARBAND}/history/", history_views.of_warband, name="history"),
    path(f"{WARRIOR}/advance/", views.advance, name="advance"),
    path(f"{WARRIOR}/harm/", views.harm, name="harm"),
    path(f"{WARRIOR}/promote/", views.promote, name="promote"),
    path(f"{WARRIOR}/history/", history_views.of_warrior, name="warrior-history"),
    path(f"{WARRIOR}/history/<int:event>/take-back/", history_views.take_back, name="take-back"),
]
