"""The report: every rule with status, reason, sentences and holders, and failure where something binds to nothing."""

import json

import pytest
from django.core.management import call_command

from rules.loading import load
from rules.loading.load import read_files
from rules.models import SpecialRule
from tests.rules.factories import GLOSSARY, NORSE, load_book, write_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The report's shipped files are the small book."""
    monkeypatch.setattr("rules.loading.report.read_files", lambda: read_files(tmp_path))
    return tmp_path


def _json(capsys):
    call_command("rules_report", format="json")
    return {row["slug"]: row for row in json.loads(capsys.readouterr().out)}


def test_every_rule_is_listed_with_what_it_comes_to(files, capsys):
    load_book(files)
    rows = _json(capsys)
    assert set(rows["hatred"]) == {"slug", "name", "status", "reason", "sentences", "held_by"}
    assert rows["leader"]["status"] == "modelled"
    assert rows["leader"]["held_by"] == ["norse--jarl"]
    assert rows["hatred"]["held_by"] == ["norse"]
    assert rows["immune-to-psychology"]["held_by"] == ["ghouls", "ghouls--ghoul"]
    assert (rows["seafaring"]["status"], rows["seafaring"]["reason"]) == ("reminder", "Boats are not part of this.")
    assert rows["craven"]["status"] == "text"
    assert rows["stupidity"]["sentences"] == ["takes stupidity"]


def test_before_anything_is_loaded_it_reports_on_the_files(files, capsys):
    write_book(files)
    assert "leader" in _json(capsys)


def test_all_bound_exits_with_nothing(files, capsys):
    load_book(files)
    call_command("rules_report")
    assert "11 rules: 8 modelled, 1 reminder, 2 text." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "right", "wrong", "said"),
    [
        ("glossary", "[takes stupidity]", "[takes tea]", "“takes tea”: “tea” is not"),
        ("glossary", "includes: [immune-to-psychology]", "includes: [immunity]", "there is no rule “immunity”"),
        ("norse", "rule: stupidity", "rule: stupid", "stupid: there is no rule “stupid”"),
        ("norse", "friend of hero", "friend of dragon", "nobody is “dragon”"),
        ("norse", "unless: friend", "unless: fiend", "“fiend” is not a fact"),
        ("norse", "{save: 5+}", "{save: soft}", "must be a save"),
        ("norse", "{save: 5+}", "{safe: 5+}", "the rule has no parameter “safe”"),
        ("norse", ", with: {save: 5+}", "", "the parameter “save” is missing"),
        ("norse", "{target: ghoul}", "{target: dwarfs}", "“target” is “dwarfs”, and nobody is that"),
        ("norse", "requires: [jarl]", "requires: [earl]", "the list has no unit “earl”"),
    ],
)
def test_a_file_that_binds_to_nothing_fails_by_file_and_line(files, capsys, name, right, wrong, said):
    text = {"glossary": GLOSSARY, "norse": NORSE}[name]
    assert right in text
    write_book(files, **{name: text.replace(right, wrong)})
    with pytest.raises(SystemExit) as ended:
        call_command("rules_report")
    assert ended.value.code == 1
    error = capsys.readouterr().err
    assert said in error
    assert ".yaml, line " in error


def test_a_row_that_binds_to_nothing_fails_too(files, capsys):
    load_book(files)
    SpecialRule.objects.filter(slug="leader").update(sentences="lends tea")
    with pytest.raises(SystemExit):
        call_command("rules_report")
    assert "rule leader (sentences.0)" in capsys.readouterr().err


def test_the_shipped_files_are_where_the_report_looks():
    assert (load.DATA / "glossary").is_dir()
