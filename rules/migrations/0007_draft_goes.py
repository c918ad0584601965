"""A draft may be that something is to be removed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("rules", "0006_suggestions"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="goes",
            field=models.BooleanField(default=False),
        ),
    ]
