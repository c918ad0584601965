"""Full wordings of rules, out of books that a group owns: kept apart from the content."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import rules.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0003_drafts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Wording",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", rules.models.fields.SlugField(max_length=100, unique=True, verbose_name="rule")),
                (
                    "book",
                    models.CharField(
                        blank=True,
                        default="",
                        help_text="Which of your books, and where in it.",
                        max_length=250,
                        verbose_name="book and page",
                    ),
                ),
                ("text", models.TextField()),
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
                "verbose_name": "full wording",
                "ordering": ["slug"],
            },
        ),
    ]
