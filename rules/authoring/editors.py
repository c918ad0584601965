"""The group of those who keep the glossary: exactly the rights that this needs, and no others."""

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.management import create_permissions

GROUP = "Glossary editors"

KEEPS = (
    "specialrule",
    "rulealias",
    "ruleinclusion",
    "ruleopposite",
    "outcomerow",
    "source",
    "dispute",
    "warbandtype",
    "unittype",
    "ruleattachment",
    "hiredsword",
    "equipmentlist",
    "equipment",
    "upgradefamily",
    "upgrade",
    "skilllist",
    "skill",
    "spelllist",
    "spell",
    "buyergroup",
    "campaigntable",
    "clarification",
    "draft",
    "wording",
)
"""What an editor may add, change, delete and see. Published versions he may see, and nobody may
change; a reader's suggestion he may answer."""


def ensure_group(sender: AppConfig, **kwargs: Any) -> None:
    """After a migration, give the group its rights. Rights that somebody added by hand are left to it."""
    using = kwargs.get("using", "default")
    # The rights themselves are made by the same signal, perhaps after us.
    create_permissions(sender, verbosity=0, interactive=False, using=using)
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    seen = ["view_rulebookversion", "view_suggestion", "change_suggestion"]
    wanted = [f"{action}_{model}" for model in KEEPS for action in ("add", "change", "delete", "view")]
    group, _ = group_model.objects.using(using).get_or_create(name=GROUP)
    group.permissions.add(
        *permission_model.objects.using(using).filter(
            content_type__app_label="rules",
            codename__in=[*wanted, *seen],
        )
    )
