"""What every test may ask for, and how hard hypothesis looks."""

import os
import sqlite3
from contextlib import closing

import pytest
from hypothesis import HealthCheck, settings

# Quick and the same every time, for CI and for every day; `make deep` looks much longer, and anew each time.
settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True, database=None)
settings.register_profile("deep", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def alice(django_user_model):
    """The player whose things are looked at."""
    return django_user_model.objects.create_user("alice", "alice@example.org", "a long evening of dice")


@pytest.fixture
def bob(django_user_model):
    """Another player, who shares only what is shared with him."""
    return django_user_model.objects.create_user("bob", "bob@example.org", "a long evening of dice")


@pytest.fixture
def in_a_file(transactional_db, tmp_path):
    """SQLite's database for tests lives in memory; here it is moved to a file, as it is when people play.

    Of two connections to one in memory, the second is refused at once instead of waiting for the first.
    """
    from django.db import connection

    if connection.vendor != "sqlite":
        yield
        return
    told, in_memory, name = connection.settings_dict, connection.connection, connection.settings_dict["NAME"]
    path = tmp_path / "races.sqlite3"
    with closing(sqlite3.connect(path)) as copy:
        in_memory.backup(copy)
    told["NAME"], connection.connection = str(path), None
    yield
    connection.close()
    told["NAME"], connection.connection = name, in_memory


@pytest.fixture(scope="session")
def _shipped_rows(django_db_setup, django_db_blocker):
    """The rows that player data points to and the published version, loaded once and taken back out."""
    from django.db import transaction

    from rules.loading.service import load_rules
    from rules.models import RulebookVersion, SpecialRule, UnitType, WarbandType

    with django_db_blocker.unblock(), transaction.atomic():
        load_rules()
        rows = [list(model.objects.all()) for model in (WarbandType, UnitType, SpecialRule, RulebookVersion)]
        transaction.set_rollback(True)
    return rows


@pytest.fixture
def rulebook(db, _shipped_rows):
    """The content as shipped."""
    from rules.content import current

    for rows in _shipped_rows:
        type(rows[0]).objects.bulk_create(rows)
    return current()
