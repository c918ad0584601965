"""Addresses of trade, below those of a warband."""

from django.urls import path

from warbands.trade import views, visit_views

WARBAND = "<slug:warband>"
WARRIOR = f"{WARBAND}/warriors/<slug:warrior>"
POSSESSION = f"{WARBAND}/possessions/<int:possession>"

urlpatterns = [
    path(f"{WARBAND}/warriors/new/", views.hire, name="add"),
    path(f"{WARRIOR}/gear/", views.warrior_gear, name="gear"),
    path(f"{WARRIOR}/gear/leave/", views.by_leave, name="by-leave"),
    path(f"{WARRIOR}/gear/recruit/", views.recruit, name="recruit"),
    path(f"{WARRIOR}/gear/ways/", views.rearm, name="rearm"),
    path(f"{POSSESSION}/hand-over/", views.hand_over, name="hand-over"),
    path(f"{POSSESSION}/sell/", views.sell, name="sell"),
    path(f"{WARBAND}/treasury/", visit_views.treasury_view, name="treasury"),
    path(f"{WARBAND}/treasury/market/", visit_views.deal, {"name": "market"}, name="market"),
    path(f"{WARBAND}/treasury/gold/", visit_views.deal, {"name": "gold"}, name="gold"),
    path(f"{WARBAND}/treasury/leave/", visit_views.deal, {"name": "leave"}, name="market-by-leave"),
    path(f"{WARBAND}/treasury/undo/", visit_views.undo, name="undo"),
    path(f"{WARBAND}/visit/", visit_views.visit_view, name="visit"),
    path(f"{WARBAND}/visit/fought/", visit_views.fought, name="battle-fought"),
    path(f"{WARBAND}/visit/search/", visit_views.deal, {"name": "search"}, name="search"),
    path(f"{WARBAND}/visit/upkeep/", visit_views.deal, {"name": "upkeep"}, name="upkeep"),
    path(f"{WARBAND}/visit/veterans/", visit_views.deal, {"name": "veterans"}, name="veterans"),
    path(f"{WARRIOR}/let-go/", visit_views.let_go, name="let-go"),
]
