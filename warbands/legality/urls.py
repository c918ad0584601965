"""Addresses of a warband's legality."""

from django.urls import path

from warbands.legality import views

WARBAND = "<slug:warband>/legality"

urlpatterns = [
    path(f"{WARBAND}/", views.legality, name="legality"),
    path(f"{WARBAND}/let-stand/", views.let_stand, name="let-stand"),
    path(f"{WARBAND}/<int:change>/withdraw/", views.withdraw, name="withdraw-override"),
]
