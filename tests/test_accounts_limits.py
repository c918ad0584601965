"""How often somebody may try: counted in the database, so that two processes count as one."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.middleware import MessageMiddleware
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, connections
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django_htmx.middleware import HtmxMiddleware

from tests.test_accounts import PASSWORD, is_signed_in
from warbands import limits
from warbands.limits import Limit, count, limited
from warbands.models import CacheRow, Tries


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Three tries in an hour."""
    monkeypatch.setitem(limits.LIMITS, "rolls", Limit(3, 3600, "So many dice."))


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands until it is moved."""
    now = [int(time.time()) // 3600 * 3600]
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: now[0]))
    return now


@limited("rolls")
def roll(request):
    return HttpResponse("rolled")


@pytest.fixture
def asks(rf, alice):
    """Ask for a roll as somebody, by a plain form or by htmx."""

    def ask(user=alice, method="post", address="192.0.2.1", **headers):
        request = getattr(rf, method)("/", REMOTE_ADDR=address, headers=headers)
        request.user = user
        request.session = {}
        MessageMiddleware(roll).process_request(request)
        return HtmxMiddleware(roll)(request)

    return ask


pytestmark = pytest.mark.django_db


def test_as_many_as_allowed_pass_and_the_next_is_told_how_long_to_wait(asks, clock):
    assert [asks().status_code for _ in range(4)] == [200, 200, 200, 429]
    clock[0] += 120
    answer = asks()
    assert answer["Retry-After"] == str(3600 - clock[0] % 3600)
    assert b"So many dice. Nothing was done. Try again in" in answer.content


def test_a_new_stretch_of_time_begins_anew_in_the_same_row(asks, clock):
    for _ in range(4):
        asks()
    clock[0] += 3600
    assert asks().status_code == 200
    assert Tries.objects.get().many == 1


def test_looking_is_never_counted(asks):
    assert {asks(method="get").status_code for _ in range(9)} == {200}
    assert not Tries.objects.exists()


def test_each_player_is_counted_for_himself(asks, bob):
    for _ in range(4):
        asks()
    assert asks(bob).status_code == 200


def test_whoever_has_not_signed_in_is_counted_by_where_he_comes_from(asks):
    nobody = AnonymousUser()
    for _ in range(4):
        asks(nobody)
    assert asks(nobody).status_code == 429
    assert asks(nobody, address="192.0.2.2").status_code == 200


def test_nobody_can_be_told_from_a_count(asks, alice):
    asks()
    asks(AnonymousUser())
    kept = str(list(Tries.objects.values_list("who", flat=True)))
    assert "192.0.2.1" not in kept
    assert f"user:{alice.pk}" not in kept


def test_htmx_is_answered_among_the_messages_and_the_page_stays(asks):
    for _ in range(3):
        asks()
    answer = asks(**{"HX-Request": "true"})
    assert answer.status_code == 429
    assert answer["HX-Reswap"] == "none"
    assert b'id="messages"' in answer.content
    assert b"hx-swap-oob" in answer.content
    assert b"So many dice." in answer.content
    assert b"<main" not in answer.content


def test_a_count_is_one_query(asks, django_assert_num_queries):
    with django_assert_num_queries(1):
        asks()


def test_what_is_long_over_is_forgotten_by_the_daily_job(clock):
    count("rolls", "somebody")
    cache.set("old", 1, timeout=-1)
    cache.set("new", 1, timeout=600)
    clock[0] += 3 * 24 * 3600
    count("rolls", "another")
    call_command("purge_deleted")
    assert Tries.objects.count() == 1
    assert list(CacheRow.objects.values_list("cache_key", flat=True)) == [":1:new"]


# --- Two processes, each with a connection of its own ---


def apart(*calls):
    """Do these at the same time, each in a thread with a connection of its own."""

    def own(call):
        try:
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return [done.result() for done in [threads.submit(own, call) for call in calls]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_a_file")
def test_two_connections_count_as_one():
    waits = apart(*[lambda: [count("rolls", "somebody") for _ in range(3)]] * 2)
    assert sum(wait == 0 for one in waits for wait in one) == 3
    assert Tries.objects.get().many == 6


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_a_file")
def test_wrong_passwords_sent_to_two_processes_count_as_one(alice):
    def guess():
        for _ in range(3):
            Client().post(reverse("account_login"), {"login": "alice", "password": "wrong"})

    apart(guess, guess)
    client = Client()
    answer = client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert b"Too many" in answer.content
    assert not is_signed_in(client)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("in_a_file")
def test_sign_ups_sent_to_two_processes_count_as_one(settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "3/m/ip"}

    def sign_up():
        return [Client().post(reverse("account_signup"), {"username": ""}).status_code for _ in range(2)]

    answers = apart(sign_up, sign_up)
    assert sorted(answers[0] + answers[1]) == [200, 200, 200, 429]
    refused = Client().post(reverse("account_signup"), {"username": ""}).content.decode()
    assert "Too many tries" in refused
    assert "Try again in 1 minute." in refused


def test_what_is_cached_stands_in_the_database():
    cache.set("told", "kept", timeout=60)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM muster_cache")
        assert cursor.fetchone() == (1,)
    assert cache.get("told") == "kept"


# --- Where it is counted ---


@pytest.fixture
def none(monkeypatch):
    """Nothing is allowed any more."""
    for what, limit in limits.LIMITS.items():
        monkeypatch.setitem(limits.LIMITS, what, Limit(0, limit.seconds, limit.words))


LIMITED = [
    ("rolls", "warbands:rout", ["w"]),
    ("rolls", "warbands:test-kind", ["w", "w", "fear"]),
    ("rolls", "warbands:record", ["w", "r"]),
    ("rolls", "warbands:next", ["w", "r"]),
    ("rolls", "warbands:correct", ["w", "r"]),
    ("rolls", "warbands:battle-do", ["b"]),
    ("rolls", "warbands:advance", ["w", "w"]),
    ("rolls", "warbands:harm", ["w", "w"]),
    ("rolls", "warbands:leader", ["w"]),
    ("rolls", "warbands:add", ["w"]),
    ("rolls", "warbands:by-leave", ["w", "w"]),
    ("rolls", "warbands:market", ["w"]),
    ("rolls", "warbands:market-by-leave", ["w"]),
    ("rolls", "warbands:search", ["w"]),
    ("rolls", "warbands:veterans", ["w"]),
    ("invitations", "campaigns:invitations", ["c"]),
    ("links", "campaigns:join", []),
    ("links", "warbands:link", []),
    ("joins", "campaigns:invitation", ["i"]),
]


@pytest.mark.parametrize(("what", "name", "parts"), LIMITED, ids=[name for _, name, _ in LIMITED])
def test_what_is_limited_is_refused_before_anything_is_done(none, client, alice, what, name, parts):
    client.force_login(alice)
    answer = client.post(reverse(name, args=parts))
    assert answer.status_code == 429
    assert limits.LIMITS[what].words in answer.content.decode()
