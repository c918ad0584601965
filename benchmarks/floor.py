"""Every address of Muster, and the floor: the least that any page of a signed-in player can cost."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from warbands.limits import LIMITS


def floor(request: HttpRequest) -> HttpResponse:
    """Load the session and the user, and render one line."""
    return render(request, "floor.html")


# Whoever measures taps more often than anybody at a table. He is counted as they are, and never refused.
LIMITS["rolls"] = replace(LIMITS["rolls"], most=1_000_000)

urlpatterns = [path("floor/", floor), path("", include("config.urls"))]
