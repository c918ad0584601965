"""Forms that come at the very same moment, each on a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from warbands.models import TestRecord
from warbands.psychology.amending import correct, reroll
from warbands.psychology.taking import RefusedError

AT_ONCE = 4

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite", reason="SQLite's database for tests lives in memory, on one connection"
    ),
]


@pytest.fixture
def at_once():
    """Call the same thing several times at the same moment; what each gave back, a refusal as None."""
    barrier = Barrier(AT_ONCE)

    def run(call):
        def one(number):
            barrier.wait(timeout=10)
            try:
                return call(number).pk
            except RefusedError:
                return None
            finally:
                connection.close()

        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(one, range(AT_ONCE)))

    return run


def test_the_same_form_is_one_record(at_once, taken, priest):
    key = uuid4()
    made = at_once(lambda number: taken(priest, faces=[number + 1] * 3, key=key))
    assert len(set(made)) == 1
    assert TestRecord.objects.count() == 1


def test_a_test_is_taken_again_once(at_once, taken, augur, owner):
    failed = taken(augur, faces=[6, 6])
    sight = "sisters-of-sigmar--blessed-sight"
    made = at_once(
        lambda number: reroll(record=failed, rule=sight, by=owner, client_key=uuid4(), faces=[1, number + 1])
    )
    assert len(set(made)) == 1
    assert TestRecord.objects.count() == 2


def test_a_record_is_corrected_once(at_once, taken, boss, owner):
    old = taken(boss, faces=[6, 6])
    made = at_once(lambda _: correct(record=old, answers={}, reason="Misread", by=owner, client_key=uuid4()))
    assert sorted(one is None for one in made) == [False, *[True] * (AT_ONCE - 1)]
    assert TestRecord.objects.count() == 2
