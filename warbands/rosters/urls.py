"""Addresses of rosters. What stands in them is a public id, which tells nothing and cannot be guessed."""

from django.urls import path

from warbands.rosters import keeping_views, rule_views, sharing_views, views, warrior_views

WARBAND = "<slug:warband>"
WARRIOR = f"{WARBAND}/warriors/<slug:warrior>"

urlpatterns = [
    path("", views.mine, name="list"),
    path("new/", views.new, name="new"),
    path("link/", sharing_views.link, name="link"),
    path(f"{WARBAND}/", views.warband, name="warband"),
    path(f"{WARBAND}/details/", views.details, name="details"),
    path(f"{WARBAND}/rating/", views.rating, name="rating"),
    path(f"{WARBAND}/order/", views.order, name="order"),
    path(f"{WARBAND}/sharing/", sharing_views.sharing, name="sharing"),
    path(f"{WARBAND}/duplicate/", keeping_views.duplicate, name="duplicate"),
    path(f"{WARBAND}/delete/", keeping_views.delete, name="delete"),
    path(f"{WARBAND}/bring-back/", keeping_views.bring_back, name="bring-back"),
    path(f"{WARRIOR}/", warrior_views.warrior, name="warrior"),
    path(f"{WARRIOR}/move/", warrior_views.move, name="move"),
    path(f"{WARRIOR}/remove/", warrior_views.remove, name="remove"),
    path(f"{WARRIOR}/restore/", warrior_views.restore, name="restore"),
    path(f"{WARRIOR}/rules/give/", rule_views.give, name="give"),
    path(f"{WARRIOR}/rules/take/", rule_views.take, name="take"),
    path(f"{WARRIOR}/rules/<int:change>/withdraw/", rule_views.withdraw, name="withdraw"),
]
