"""Accounts in the admin: whoever is deleted there leaves as by his own hand, so that no group loses its story."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from warbands.accounts.leaving import farewell, remove_account


class AccountAdmin(UserAdmin):  # type: ignore[type-arg] # generic for the type checker alone
    """Django's own, but for deleting."""

    def get_deleted_objects(self, objs: Iterable[User], request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        """What goes with them, and the campaigns that must be handed over before."""
        goes: list[Any] = []
        held: list[str] = []
        many = {"accounts": 0, "warbands": 0}
        for user in objs:
            told = farewell(user)
            goes += [f"Account: {user}", [f"Warband: {name}" for name in told.deleted]]
            held += [f"{campaign.name}, which {user} alone runs for others" for campaign in told.held]
            many = {"accounts": many["accounts"] + 1, "warbands": many["warbands"] + len(told.deleted)}
        missing = set() if self.has_delete_permission(request) else {"user"}
        return goes, many, missing, held

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        remove_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            remove_account(user=user)


admin.site.unregister(User)
admin.site.register(User, AccountAdmin)
