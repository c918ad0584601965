"""What the book says."""

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate


class RulesConfig(AppConfig):
    """Content: special rules, warband types, unit types."""

    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rules.authoring.editors import ensure_group
        from rules.checks import stored_rules_read

        checks.register(stored_rules_read, checks.Tags.database)
        post_migrate.connect(ensure_group, sender=self)
