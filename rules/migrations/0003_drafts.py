"""Drafts of editors, and what each published version changed: worked out here for those published already."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import rules.models.fields

PLACES = {
    "rules": "rule",
    "warbands": "warband",
    "equipment": "item",
    "skill_lists": "skill list",
    "skills": "skill",
    "spell_lists": "spell list",
    "upgrades": "upgrades",
    "hired_swords": "hired sword",
    "groups": "group",
    "tables": "table",
}


def tell_changes(apps, schema_editor):
    version_model = apps.get_model("rules", "RulebookVersion")
    change_model = apps.get_model("rules", "BlockChange")
    before = {}
    for version in version_model.objects.order_by("pk").iterator(chunk_size=1):
        after = {
            (kind, block["slug"]): block
            for place, kind in PLACES.items()
            for block in version.document.get(place, ())
        }
        changed = {key: block for key, block in after.items() if before.get(key) != block}
        changed |= dict.fromkeys(before.keys() - after.keys())
        change_model.objects.bulk_create(
            change_model(version=version, kind=kind, slug=slug, block=block)
            for (kind, slug), block in changed.items()
        )
        before = after


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0002_catalogue"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AddField("rulebookversion", "broken", models.JSONField(default=list)),
        migrations.AddField(
            "rulebookversion", "despite", models.CharField(blank=True, default="", max_length=250)
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("slug", rules.models.fields.SlugField(max_length=100)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "slug"],
                "constraints": [models.UniqueConstraint(fields=("kind", "slug"), name="draft_once")],
            },
        ),
        migrations.CreateModel(
            name="BlockChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("slug", rules.models.fields.SlugField(max_length=100)),
                ("block", models.JSONField(null=True)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="rules.rulebookversion",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "slug"],
                "indexes": [models.Index(fields=["kind", "slug", "-version"], name="history_of_a_block")],
                "constraints": [
                    models.UniqueConstraint(fields=("version", "kind", "slug"), name="block_changed_once")
                ],
            },
        ),
        migrations.RunPython(tell_changes, migrations.RunPython.noop),
    ]
