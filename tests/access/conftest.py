"""The stage on which everybody walks, set once for a file of tests."""

import pytest

from tests.access.cast import staged


@pytest.fixture(scope="module")
def stage(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), staged() as made:
        yield made
