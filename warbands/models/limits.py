"""What is counted so that nobody tries too often, and what is kept for a while, in the database: processes agree.

Neither belongs to anybody, and losing a row costs nothing.
"""

from typing import ClassVar

from django.db import models


class Tries(models.Model):
    """How often somebody did something since a moment. ``who`` is a digest that nobody can turn back.

    ``since`` is when the present stretch of time began, in seconds of the epoch.
    """

    what = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    since = models.PositiveBigIntegerField()
    many = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["what", "who"], name="tries_counted_once")]


class CacheRow(models.Model):
    """An entry of Django's cache in the database, as its backend reads and writes it.

    It is a model so that ``migrate`` makes the table, and so that a host forgets no second command.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "muster_cache"
