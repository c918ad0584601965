"""Addresses of tests and of what was recorded of them."""

from django.urls import path

from warbands.psychology import record_views, version_views, views

WARBAND = "<slug:warband>"
TEST = f"{WARBAND}/warriors/<slug:warrior>/test"
RECORD = f"{WARBAND}/tests/<slug:record>"

urlpatterns = [
    path(f"{TEST}/", views.trial, name="test"),
    path(f"{TEST}/<slug:kind>/", views.trial, name="test-kind"),
    path(f"{WARBAND}/rout/", views.rout, name="rout"),
    path(f"{WARBAND}/tests/", record_views.tests, name="tests"),
    path(f"{RECORD}/", record_views.record, name="record"),
    path(f"{RECORD}/next/", views.next_, name="next"),
    path(f"{RECORD}/version/", version_views.version, name="record-version"),
    path(f"{RECORD}/correct/", record_views.correction, name="correct"),
]
