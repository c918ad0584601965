"""Every address of Muster, and the floor: the least that any page of a signed-in player can cost."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path


def floor(request: HttpRequest) -> HttpResponse:
    """Load the session and the user, and render one line."""
    return render(request, "floor.html")


urlpatterns = [path("floor/", floor), path("", include("config.urls"))]
