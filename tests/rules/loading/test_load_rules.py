"""Loading the shipped files: once, twice, and after an editor was there."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import ProtectedError

from rules.digests import digest_of
from rules.loading import service
from rules.loading.document import document_of_rows
from rules.models import RemovedBlock, RuleAttachment, RulebookVersion, SpecialRule, UnitType, WarbandType
from tests.rules.factories import GHOULS, GLOSSARY, NORSE, load_book, small_document

pytestmark = pytest.mark.django_db


def test_a_load_brings_every_rule_and_unit_and_publishes_them(tmp_path):
    done = load_book(tmp_path)
    assert len(done.added) == 13
    assert SpecialRule.objects.count() == 11
    assert set(UnitType.objects.values_list("slug", flat=True)) == {"norse--jarl", "norse--beast", "ghouls--ghoul"}
    assert done.new_version
    assert RulebookVersion.objects.newest_digest() == done.version.digest


def test_the_rows_dump_to_exactly_what_the_files_say(tmp_path):
    load_book(tmp_path)
    assert document_of_rows() == small_document(tmp_path)
    assert RulebookVersion.objects.get().digest == digest_of(small_document(tmp_path))


def test_a_second_load_changes_nothing_and_publishes_nothing(tmp_path):
    load_book(tmp_path)
    again = load_book(tmp_path)
    assert again.nothing_changed
    assert again.kept == []
    assert RulebookVersion.objects.count() == 1


def test_an_alias_in_a_file_leads_to_its_rule(tmp_path):
    load_book(tmp_path)
    assert RuleAttachment.objects.filter(warband__slug="norse", rule__slug="hatred").exists()


def test_a_changed_block_is_loaded_and_published(tmp_path):
    load_book(tmp_path)
    done = load_book(tmp_path, glossary=GLOSSARY.replace("A walking corpse.", "It walks."))
    assert done.changed == ["rule undead"]
    assert SpecialRule.objects.get(slug="undead").text == "It walks."
    assert RulebookVersion.objects.count() == 2


def test_an_editors_change_is_kept_and_reported(tmp_path):
    load_book(tmp_path)
    SpecialRule.objects.filter(slug="undead").update(text="Mine.")
    done = load_book(tmp_path, glossary=GLOSSARY.replace("A walking corpse.", "It walks."))
    assert SpecialRule.objects.get(slug="undead").text == "Mine."
    assert [(kept.kind, kept.slug) for kept in done.kept] == [("rule", "undead")]


def test_a_change_to_an_attachment_is_an_editors_change_of_its_list(tmp_path):
    load_book(tmp_path)
    RuleAttachment.objects.filter(unit__slug="norse--jarl", rule__slug="leader").update(arguments={"radius": 18})
    done = load_book(tmp_path, norse=NORSE.replace("cost: 70", "cost: 75"))
    assert [str(kept) for kept in done.kept] == ["warband norse: an editor changed it"]
    assert UnitType.objects.get(slug="norse--jarl").cost == 70


def test_overwrite_puts_the_shipped_block_back(tmp_path):
    load_book(tmp_path)
    SpecialRule.objects.filter(slug="undead").update(text="Mine.")
    done = load_book(tmp_path, overwrite=True)
    assert done.changed == ["rule undead"]
    assert SpecialRule.objects.get(slug="undead").text == "A walking corpse."


def test_an_editors_change_that_is_shipped_later_is_no_longer_a_change(tmp_path):
    load_book(tmp_path)
    SpecialRule.objects.filter(slug="undead").update(text="It walks.")
    shipped = GLOSSARY.replace("A walking corpse.", "It walks.")
    assert load_book(tmp_path, glossary=shipped).kept == []
    assert load_book(tmp_path, glossary=shipped.replace("It walks.", "It runs.")).changed == ["rule undead"]


def test_a_rule_an_editor_deleted_stays_away_until_told(tmp_path):
    load_book(tmp_path)
    SpecialRule.objects.get(slug="magic-resistance").delete()
    RemovedBlock.objects.create(kind="rule", slug="magic-resistance")
    assert [kept.why for kept in load_book(tmp_path).kept] == ["an editor deleted it"]
    assert load_book(tmp_path, overwrite=True).added == ["rule magic-resistance"]
    assert not RemovedBlock.objects.exists()


def test_a_rule_an_editor_made_is_left_alone(tmp_path):
    load_book(tmp_path)
    SpecialRule.objects.create(slug="house-rule", name="House rule")
    load_book(tmp_path)
    assert SpecialRule.objects.filter(slug="house-rule").exists()


def test_what_is_no_longer_shipped_goes(tmp_path):
    load_book(tmp_path)
    done = load_book(tmp_path, glossary=GLOSSARY[: GLOSSARY.index("- slug: brave")])
    assert sorted(done.removed) == ["rule brave", "rule craven"]


def test_what_is_no_longer_shipped_but_held_by_an_editors_work_is_kept(tmp_path):
    load_book(tmp_path)
    mine = WarbandType.objects.create(slug="mine", name="Mine")
    RuleAttachment.objects.create(warband=mine, rule=SpecialRule.objects.get(slug="craven"))
    done = load_book(tmp_path, glossary=GLOSSARY[: GLOSSARY.index("- slug: brave")])
    assert done.removed == ["rule brave"]
    assert [str(kept) for kept in done.kept] == ["rule craven: it is no longer shipped, but something still holds it"]


def test_units_keep_their_rows_when_their_list_changes(tmp_path):
    load_book(tmp_path)
    before = UnitType.objects.get(slug="norse--jarl").pk
    load_book(tmp_path, norse=NORSE.replace("cost: 70", "cost: 75"))
    assert UnitType.objects.get(slug="norse--jarl").pk == before


def test_a_list_whose_lost_unit_is_on_a_roster_stays_as_it_was(tmp_path, monkeypatch):
    load_book(tmp_path)

    def refuse(block, rules):
        WarbandType.objects.filter(slug=block["slug"]).update(name="half written")
        raise ProtectedError("on a roster", set())

    monkeypatch.setattr(service, "write_warband", refuse)
    done = load_book(tmp_path, norse=NORSE.replace("cost: 70", "cost: 75"))
    assert [kept.slug for kept in done.kept] == ["norse"]
    assert done.changed == []
    assert WarbandType.objects.get(slug="norse").name == "Norse"


def test_returning_to_earlier_content_is_a_version_of_its_own(tmp_path):
    first = load_book(tmp_path).version
    load_book(tmp_path, ghouls=GHOULS.replace("cost: 40", "cost: 45"))
    third = load_book(tmp_path).version
    assert RulebookVersion.objects.newest_digest() == third.digest != first.digest
    assert third.digest == digest_of(third.document)
    assert load_book(tmp_path).nothing_changed


def test_the_command_says_what_it_did_and_that_nothing_changed(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("rules.management.commands.load_rules.load_rules", lambda **_: load_book(tmp_path))
    call_command("load_rules")
    assert "13 added" in capsys.readouterr().out
    call_command("load_rules")
    assert "nothing changed" in capsys.readouterr().out


def test_files_that_bind_to_nothing_load_nothing_and_say_where(tmp_path, monkeypatch):
    def load(**_):
        return load_book(tmp_path, glossary=GLOSSARY.replace("takes stupidity", "takes tea"))

    monkeypatch.setattr("rules.management.commands.load_rules.load_rules", load)
    with pytest.raises(CommandError, match=r"all\.yaml, line 46, .*stupidity: sentences\.0.*“tea” is not something"):
        call_command("load_rules")
    assert not SpecialRule.objects.exists()


def test_nothing_is_half_loaded(tmp_path, monkeypatch):
    def refuse(**kwargs):
        raise RuntimeError

    monkeypatch.setattr(service, "publish", refuse)
    with pytest.raises(RuntimeError):
        load_book(tmp_path)
    assert not SpecialRule.objects.exists()
