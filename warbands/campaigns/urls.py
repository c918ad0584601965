"""Addresses of campaigns. What stands in them is a public id, which tells nothing and cannot be guessed."""

from django.urls import path

from warbands.campaigns import (
    amending_views,
    filing_views,
    house_views,
    invitation_views,
    member_views,
    reading_views,
    ruling_views,
    sharing_views,
    views,
)

app_name = "campaigns"

CAMPAIGN = "<slug:campaign>"
MEMBER = f"{CAMPAIGN}/members/<int:member>"
WARBAND = f"{CAMPAIGN}/warbands/<slug:warband>"
HOUSE = f"{CAMPAIGN}/house-rules"

urlpatterns = [
    path("", views.mine, name="list"),
    path("new/", views.new, name="new"),
    path("join/", invitation_views.join, name="join"),
    path("invitations/<slug:invitation>/", invitation_views.invitation, name="invitation"),
    path("amendments/<slug:warband>/", amending_views.amendments, name="amendments"),
    path("amendments/<slug:warband>/finish/", amending_views.finish, name="finish"),
    path("amendments/<slug:warband>/<int:amendment>/answer/", amending_views.answer, name="answer"),
    path(f"{CAMPAIGN}/", views.campaign, name="campaign"),
    path(f"{CAMPAIGN}/settings/", views.settings, name="settings"),
    path(f"{CAMPAIGN}/status/", views.status, name="status"),
    path(f"{CAMPAIGN}/members/", member_views.members, name="members"),
    path(f"{CAMPAIGN}/invitations/", invitation_views.invitations, name="invitations"),
    path(f"{CAMPAIGN}/invitations/<slug:invitation>/revoke/", invitation_views.revoke, name="revoke"),
    path(f"{CAMPAIGN}/rulings/", ruling_views.rulings, name="rulings"),
    path(f"{CAMPAIGN}/rulings/<slug:ruling>/", ruling_views.ruling, name="ruling"),
    path(f"{HOUSE}/", house_views.rules, name="house"),
    path(f"{HOUSE}/new/", house_views.new, name="house-new"),
    path(f"{HOUSE}/said/", house_views.said, name="house-said"),
    path(f"{HOUSE}/<slug:rule>/", house_views.rule, name="house-rule"),
    path(f"{HOUSE}/<slug:rule>/edit/", house_views.edit, name="house-edit"),
    path(f"{HOUSE}/<slug:rule>/give/", house_views.give, name="house-give"),
    path(f"{HOUSE}/<slug:rule>/retire/", house_views.retire, name="house-retire"),
    path(f"{HOUSE}/<slug:rule>/holders/<int:holding>/take/", house_views.take, name="house-take"),
    path(f"{CAMPAIGN}/bring/", sharing_views.bring, name="bring"),
    path(f"{WARBAND}/enter/", sharing_views.enter, name="enter"),
    path(f"{WARBAND}/withdraw/", sharing_views.withdraw, name="withdraw"),
    path(f"{WARBAND}/amend/", amending_views.amend, name="amend"),
    path(f"{WARBAND}/copy/", sharing_views.copy, name="copy"),
    path(f"{CAMPAIGN}/history/", reading_views.feed, name="feed"),
    path(f"{CAMPAIGN}/standings/", reading_views.standings, name="standings"),
    path(f"{CAMPAIGN}/results/", filing_views.results, name="results"),
    path(f"{CAMPAIGN}/results/<slug:result>/", filing_views.settle, name="settle"),
    path(f"{CAMPAIGN}/dice/", reading_views.dice, name="dice"),
    path(f"{CAMPAIGN}/leave/", member_views.leave, name="leave"),
    path(f"{MEMBER}/role/", member_views.role, name="role"),
    path(f"{MEMBER}/hand-over/", member_views.hand_over, name="hand-over"),
    path(f"{MEMBER}/remove/", member_views.remove, name="remove"),
]
