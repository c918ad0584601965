"""Nobody waits for a stranger's file: it is checked before anything is locked, and written in a few strokes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from warbands.exchange import checking, consistency, import_views, reading_in
from warbands.models import Warband, Warrior, WarriorRule


def told(**parts):
    return {
        "format": "muster-warband-1",
        "warband": {"list": "lizardmen", "name": "The Read"},
        "warriors": [{"unit": "lizardmen--skink-brave", "name": "Reed"}],
        **parts,
    }


def large():
    rule = {"rule": "hatred", "arguments": {"target": "orc-mob"}, "reason": "An old feud", "at": "2026-01-01T10:00:00Z"}
    man = {"unit": "lizardmen--skink-brave", "name": "Reed", "rules": [rule] * 10}
    event = {"warrior": 1, "kind": "injury", "words": "Hurt", "reason": "A battle", "at": "2026-01-01T10:00:00Z"}
    opening = {"kind": "opening", "amount": 500, "words": "Starting gold"}
    spent = {"kind": "hand", "amount": 0, "words": "Counted", "at": "2026-01-01T10:00:00Z"}
    return told(
        warriors=[man] * 100,
        possessions=[{"slug": "dagger", "warrior": 1, "at": "2026-01-01T10:00:00Z"}] * 500,
        fortunes=[event] * 500,
        ledger=[opening, *[spent] * 500],
    )


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_a_file_is_checked(as_owner, send, monkeypatch):
    seen = []

    def watch(module, name, function):
        def asked(*args, **kwargs):
            seen.append((name, connection.in_atomic_block))
            return function(*args, **kwargs)

        monkeypatch.setattr(module, name, asked)

    watch(import_views, "read_document", checking.read_document)
    watch(reading_in, "inconsistencies", consistency.inconsistencies)
    watch(consistency, "typed_values", consistency.typed_values)
    assert send(as_owner, large()).status_code == 302
    assert Warrior.objects.count() == 100
    assert WarriorRule.objects.count() == 1000
    assert {name for name, _ in seen} == {"read_document", "inconsistencies", "typed_values"}
    assert not [name for name, locked in seen if locked]


@pytest.mark.django_db(transaction=True)
def test_a_large_file_is_written_in_a_few_strokes(as_owner, send):
    with CaptureQueriesContext(connection) as few:
        send(as_owner, told())
    with CaptureQueriesContext(connection) as many:
        send(as_owner, large())
    # SQLite takes some hundred rows at a time; a statement for each row would be thousands.
    assert len(many) - len(few) < 100


def test_more_rules_by_hand_than_any_warband_has_are_refused(as_owner, send):
    rule = {"rule": "stupidity", "reason": "x"}
    man = {"unit": "lizardmen--skink-brave", "name": "Reed", "rules": [rule] * 300}
    response = send(as_owner, told(warriors=[man] * 17))
    assert response.status_code == 422
    assert "more than 5000 rules by hand" in response.content.decode()
    assert not Warband.objects.exists()


def test_a_thousand_contradictions_are_told_as_twenty(as_owner, send):
    wrong = {"warrior": 9, "kind": "injury", "words": "Hurt", "reason": "A battle"}
    page = send(as_owner, told(fortunes=[wrong] * 1000)).content.decode()
    assert page.count("There is no warrior 9") == 20


@pytest.mark.django_db(transaction=True)
def test_a_list_that_goes_while_a_file_is_checked_makes_no_half_a_warband(as_owner, send, monkeypatch):
    monkeypatch.setattr(reading_in, "inconsistencies", lambda document, content: iter(()))
    response = send(as_owner, told(warriors=[{"unit": "lizardmen--dragon", "name": "Nobody’s"}]))
    assert response.status_code == 422
    assert "Send it again" in response.content.decode()
    assert not Warband.objects.exists()
