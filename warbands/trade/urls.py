"""Addresses of trade, below those of a warband."""

from django.urls import path

from warbands.trade import views

WARBAND = "<slug:warband>"
WARRIOR = f"{WARBAND}/warriors/<slug:warrior>"
POSSESSION = f"{WARBAND}/possessions/<int:possession>"

urlpatterns = [
    path(f"{WARBAND}/warriors/new/", views.hire, name="add"),
    path(f"{WARRIOR}/gear/", views.warrior_gear, name="gear"),
    path(f"{POSSESSION}/hand-over/", views.hand_over, name="hand-over"),
    path(f"{POSSESSION}/sell/", views.sell, name="sell"),
    path(f"{WARBAND}/treasury/", views.treasury_view, name="treasury"),
    path(f"{WARBAND}/treasury/market/", views.market, name="market"),
    path(f"{WARBAND}/treasury/gold/", views.gold, name="gold"),
    path(f"{WARBAND}/treasury/undo/", views.undo, name="undo"),
]
