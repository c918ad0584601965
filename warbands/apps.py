"""What players own."""

from django.apps import AppConfig


class WarbandsConfig(AppConfig):
    """Warbands, their warriors and what they went through."""

    name = "warbands"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rules import holders
        from warbands.holders import WarbandHolders

        holders.register(WarbandHolders())
