"""Stored rules that no longer read: reported by a system check, shown as text, never fatal."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command

from rules.models import RuleAttachment, SpecialRule
from rules.publishing import publish
from tests.rules.factories import load_book

pytestmark = pytest.mark.django_db


def _ours():
    return [message for message in run_checks(databases=["default"]) if message.id == "rules.W001"]


def test_sound_rules_raise_no_warning(tmp_path):
    load_book(tmp_path)
    assert _ours() == []


def test_a_stored_rule_that_no_longer_reads_is_a_warning_not_an_error(tmp_path):
    load_book(tmp_path)
    SpecialRule.objects.filter(slug="leader").update(sentences="lends tea")
    RuleAttachment.objects.filter(rule__slug="scaly-skin").update(arguments={"save": "12+"})
    said = sorted(str(message.msg) for message in _ours())
    assert len(said) == 2
    assert "rule leader (sentences.0)" in said[0]
    assert "warband norse (units.0.rules.1): scaly-skin: “save” must be a save" in said[1]
    call_command("check", databases=["default"])  # raises only for errors


def test_a_database_that_is_not_migrated_yet_is_not_held_up(monkeypatch):
    def ask():
        return list(SpecialRule.objects.extra(select={"later": "a_column_to_come"}))

    monkeypatch.setattr("rules.checks.document_of_rows", ask)
    assert _ours() == []


def test_a_stored_rule_that_no_longer_reads_breaks_no_page(tmp_path, client):
    load_book(tmp_path)
    SpecialRule.objects.filter(slug="leader").update(sentences="lends tea")
    RuleAttachment.objects.filter(rule__slug="scaly-skin").update(arguments={}, clause="when pigs fly")
    publish(by=None, why="an older Muster")
    for address in ("/rules/", "/rules/leader/", "/rules/scaly-skin/", "/rules/lists/norse/"):
        assert client.get(address).status_code == 200
    page = client.get("/rules/leader/").content.decode()
    assert "no longer read" in page
    assert "text only" in page
