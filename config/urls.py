"""Every address of Muster, by the room that answers it."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config import views

admin.site.site_header = "Muster"
admin.site.site_title = "Muster"
admin.site.index_title = "The glossary and its keepers"
# Keepers sign in where everybody does, so that the second factor is asked for.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", views.home, name="home"),
    path("accounts/", include("warbands.accounts.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/second-factor/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("rules/", include("rules.urls")),
    path("warbands/", include("warbands.urls")),
    path("campaigns/", include("warbands.campaigns.urls")),
    path("healthz", views.healthz, name="healthz"),
    path("robots.txt", views.robots, name="robots"),
]
