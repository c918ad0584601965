"""What the book says."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """Content: special rules, warband types, unit types."""

    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"
