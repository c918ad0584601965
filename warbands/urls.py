"""Addresses of the warbands, by the room that answers them."""

from django.urls import URLPattern, URLResolver, include, path

app_name = "warbands"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("warbands.battles.urls")),
    path("", include("warbands.exchange.urls")),
    path("", include("warbands.trade.urls")),
    path("", include("warbands.legality.urls")),
    path("", include("warbands.fortunes.urls")),
    path("", include("warbands.rosters.urls")),
    path("", include("warbands.psychology.urls")),
]
