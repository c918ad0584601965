"""Many rules at once: out and in again unchanged, and whatever is refused leaves everything as it was."""

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile

from rules.authoring.bulk import Import, as_yaml
from rules.content import current
from rules.digests import digest_of
from rules.loading.document import document_of_rows
from rules.models import Draft, SpecialRule
from tests.rules.authoring.conftest import saved
from tests.rules.factories import GLOSSARY

pytestmark = pytest.mark.django_db

IMPORT = "/admin/rules/specialrule/import/"
STUBBORN = "- slug: stubborn\n  name: Stubborn\n  sentences: [rolls all_alone 3d6-high]\n"


def look(client, text):
    return client.post(IMPORT, {"text": text, "look": "1"})


def take(client, text):
    seen = look(client, text).context["found"].digest
    return client.post(IMPORT, {"text": text, "seen": seen, "take": "1"})


def test_what_goes_out_comes_in_unchanged(desk, client):
    text = client.get("/admin/rules/specialrule/export/").content.decode()
    assert [block["slug"] for block in yaml.safe_load(text)] == sorted(
        block["slug"] for block in yaml.safe_load(GLOSSARY)
    )
    page = look(client, text)
    assert page.status_code == 200
    assert page.context["found"].refused == []
    assert page.context["found"].differences == []
    assert len(page.context["found"].unchanged) == SpecialRule.objects.count()


def test_the_chosen_rules_go_out_as_a_file(desk, client):
    chosen = SpecialRule.objects.filter(slug__in=["leader", "fear"]).values_list("pk", flat=True)
    sent = {"action": "export", "_selected_action": list(chosen)}
    answer = client.post("/admin/rules/specialrule/", sent)
    assert "attachment" in answer["Content-Disposition"]
    assert [block["slug"] for block in yaml.safe_load(answer.content)] == ["fear", "leader"]


def test_first_it_is_looked_at_and_then_it_becomes_drafts(desk, client, editor):
    text = STUBBORN + "- slug: brave\n  name: Brave\n  summary: Bold.\n  opposites: [craven]\n"
    text += "- slug: craven\n  name: Craven\n  reason: Words for a mood.\n"
    found = look(client, text).context["found"]
    assert [(one.slug, one.how) for one in found.differences] == [("stubborn", "added"), ("brave", "changed")]
    assert found.unchanged == ["Craven"]
    assert not Draft.objects.exists()
    assert saved(take(client, text))
    assert {(draft.slug, draft.by) for draft in Draft.objects.all()} == {("stubborn", editor), ("brave", editor)}
    assert "stubborn" not in current().entries
    assert saved(desk.publish())
    assert current().entries["stubborn"].status == "modelled"


def test_a_file_is_taken_in_like_text(desk, client):
    page = client.post(IMPORT, {"file": SimpleUploadedFile("mine.yaml", STUBBORN.encode()), "look": "1"})
    assert page.context["found"].differences[0].name == "Stubborn"
    assert "rolls all_alone 3d6-high" in page.context["form"]["text"].value()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (STUBBORN + "- slug: meek\n  name: Meek\n  sentences: [ignores rout]\n", 6, "nothing may ignore Rout"),
        (STUBBORN + "- slug: meek\n", 4, "lacks “name”"),
        (STUBBORN + STUBBORN, 4, "It stands there twice"),
        (STUBBORN + "- slug: meek\n  name: Meek\n  colour: grey\n", 6, "is not a known key"),
        (STUBBORN + "- slug: meek\n  name: Meek\n  includes: [nobody]\n", 6, "there is no rule “nobody”"),
        (STUBBORN + "- slug: meek\n  name: Meek\n  includes: [meek]\n", 4, "It includes or cancels itself"),
        (STUBBORN + "- slug: meek\n  name: Meek\n  includes: [fear, fear]\n", 4, "“includes” has “fear” twice"),
        (STUBBORN + "- slug: meek\n  name: Meek\n  cap: 99999999\n", 4, "“cap”"),
        (STUBBORN + f"- slug: meek\n  name: {'M' * 200}\n", 4, "“name”"),
        (STUBBORN + "- slug: meek\n  name: Meek\n  aliases: [{slug: grudge, name: G}]\n", 0, "another name of"),
        (STUBBORN + '- slug: meek\n  name: "M\\0"\n', 4, "cannot be kept"),
        (STUBBORN + '- slug: meek\n  name: "M\\ud800"\n', 5, "is not YAML"),
        ("- &a [*a]\n", 1, "has a reference"),
        ("[" * 40 + "]" * 40, 1, "nested too deeply"),
        ("- ? [slug]\n  : x\n", 1, "a key must be a word"),
        ("slug: stubborn\n", 1, "must be a list"),
        ("- a: [", 2, "is not YAML"),
        ("\x07", 1, "is not YAML"),
        ("- hello", 1, "must be a mapping"),
    ],
)
def test_what_is_refused_is_told_by_line_and_nothing_is_done(desk, client, text, line, why):
    before = digest_of(document_of_rows())
    page = look(client, text)
    assert page.status_code == 422
    refused = page.context["found"].refused
    assert any(why in one.why and (not line or one.line == line) for one in refused), refused
    answer = take(client, text)
    assert answer.status_code == 422
    assert digest_of(document_of_rows()) == before
    assert not Draft.objects.exists()


def test_what_was_not_looked_at_is_not_taken_in(desk, client):
    answer = client.post(IMPORT, {"text": STUBBORN, "seen": "something else", "take": "1"})
    assert answer.status_code == 422
    assert "have changed since you looked" in answer.content.decode()
    assert not Draft.objects.exists()


def test_nothing_is_nothing(desk, client):
    page = look(client, "  ")
    assert page.status_code == 422
    assert "There is nothing to take in" in page.content.decode()
    assert client.get(IMPORT).status_code == 200


def test_bulk_is_for_editors(client, django_user_model, book):
    assert client.get(IMPORT).status_code == 302
    client.force_login(django_user_model.objects.create_user("bert", password="x", is_staff=True))
    assert client.get(IMPORT).status_code == 403
    assert client.get("/admin/rules/specialrule/export/").status_code == 403


def test_an_import_reads_nothing_else_than_what_is_dumped(book):
    found = Import.of(as_yaml())
    assert found.refused == []
    assert {key[1]: block for key, block in found.blocks.items()} == {
        block["slug"]: block for block in document_of_rows()["rules"]
    }
