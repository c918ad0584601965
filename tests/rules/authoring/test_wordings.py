"""Full wordings out of a group's own books: kept by editors, read by those who have signed in, and in no export."""

import json

import pytest
import yaml
from django.urls import reverse

from rules.authoring.forms import MOST_TEXT
from rules.loading.document import document_of_rows
from rules.models import RulebookVersion, SpecialRule, Wording
from tests.rules.authoring.conftest import errors, filled, saved

pytestmark = pytest.mark.django_db

IMPORT = "/admin/rules/wording/import/"
WORDS = "The captain’s own voice, word for word"
TEXT = f"- rule: leader\n  book: Rulebook, p. 12\n  text: {WORDS}.\n"


def look(client, text):
    return client.post(IMPORT, {"text": text, "look": "1"})


def take(client, text):
    return client.post(IMPORT, {"text": text, "seen": look(client, text).context["found"].digest, "take": "1"})


def test_an_editor_writes_one_and_those_who_have_signed_in_read_it(desk, client, editor, django_user_model):
    page = client.get("/rules/leader/").content.decode()
    assert "As your book words it" not in page
    assert saved(desk.add(Wording, slug="Leader", book="Rulebook, p. 12", text=f"**{WORDS}** <script>x</script>"))
    row = Wording.objects.get()
    assert (row.slug, row.by) == ("leader", editor)
    client.force_login(django_user_model.objects.create_user("bert", password="x"))
    answer = client.get("/rules/leader/")
    assert f"<strong>{WORDS}</strong> &lt;script&gt;" in answer.content.decode()
    assert "Rulebook, p. 12" in answer.content.decode()
    assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))
    client.logout()
    assert WORDS not in client.get("/rules/leader/").content.decode()


def test_it_is_in_no_export_and_no_version(desk, client):
    assert saved(desk.add(Wording, slug="leader", text=WORDS))
    desk.send(SpecialRule.objects.get(slug="leader"), summary="Boss.")
    desk.publish()
    told = json.dumps([document_of_rows(), RulebookVersion.objects.first().document], ensure_ascii=False)
    told += client.get("/admin/rules/specialrule/export/").content.decode()
    told += client.get("/rules/leader/summary/", headers={"HX-Request": "true"}).content.decode()
    assert "Boss." in told
    assert WORDS not in told


def test_reading_it_costs_one_query(client, desk, django_assert_num_queries):
    Wording.objects.create(slug="leader", text=WORDS)
    client.get("/rules/leader/")
    with django_assert_num_queries(4):  # session, user, version, wording
        client.get("/rules/leader/")


def test_a_rule_has_one_wording_and_it_stays_its_own(desk):
    assert saved(desk.add(Wording, slug="grudge", text=WORDS))
    row = Wording.objects.get()
    assert row.slug == "hatred"
    assert "already" in errors(desk.add(Wording, slug="hatred", text="Other."))["slug"]
    assert "there are “leader”" in errors(desk.add(Wording, slug="leadr", text="Other."))["slug"]
    assert saved(desk.send(row, slug="leader", text="Better."))
    row.refresh_from_db()
    assert (row.slug, row.text) == ("hatred", "Better.")


def test_somebody_who_wrote_meanwhile_is_not_written_over(desk):
    row = Wording.objects.create(slug="leader", text="One.")
    page = desk.open(row)
    desk.send(row, text="Hers.")
    answer = desk.client.post(page.request["PATH_INFO"], filled(page) | {"text": "Mine."})
    assert "It now says: Hers." in errors(answer)["text"]
    assert "Mine." in answer.content.decode()
    assert saved(desk.client.post(page.request["PATH_INFO"], filled(answer) | {"text": "Mine."}))


def test_many_are_taken_in_at_once_first_looked_at(desk, client, editor):
    Wording.objects.create(slug="fear", text="It is frightened.")
    Wording.objects.create(slug="undead", text="Same.")
    text = TEXT + "- {rule: fear, text: He is frightened.}\n- {rule: undead, text: Same.}\n"
    page = look(client, text)
    assert page.status_code == 200
    found = page.context["found"]
    assert [(one.slug, one.how) for one in found.differences] == [("leader", "added"), ("fear", "changed")]
    assert found.unchanged == ["undead"]
    assert not Wording.objects.filter(slug="leader").exists()
    assert saved(take(client, text))
    assert Wording.objects.get(slug="leader").by == editor
    assert yaml.safe_load(client.get("/admin/rules/wording/export/").content) == sorted(
        yaml.safe_load(text), key=lambda block: block["rule"]
    )
    assert client.get(reverse("admin:rules_wording_history", args=[Wording.objects.get(slug="fear").pk])).context[
        "action_list"
    ]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (TEXT + "- {rule: levitation, text: Up.}\n", 4, "There is no rule “levitation”"),
        (TEXT + "- {rule: fear}\n", 4, "lacks “text”"),
        (TEXT + "- {rule: leader, text: Again.}\n", 4, "It stands there twice"),
        (TEXT + "- {rule: fear, text: Fine, page: 3}\n", 4, "is not a known key"),
        (TEXT + '- {rule: fear, text: "a\\0"}\n', 4, "cannot be kept"),
        (TEXT + f"- {{rule: fear, text: {'a' * (MOST_TEXT + 1)}}}\n", 4, "it is longer than"),
        (TEXT + f"- {{rule: fear, text: a, book: {'b' * 251}}}\n", 4, "“book”"),
    ],
)
def test_what_is_refused_is_told_by_line_and_nothing_is_done(desk, client, text, line, why):
    page = look(client, text)
    assert page.status_code == 422
    assert any(one.line == line and why in one.why for one in page.context["found"].refused)
    assert take(client, text).status_code == 422
    assert not Wording.objects.exists()


def test_a_rule_that_goes_and_comes_back_has_its_wording(desk, client):
    Wording.objects.create(slug="magic-resistance", text=WORDS)
    magic = SpecialRule.objects.get(slug="magic-resistance")
    client.post(reverse("admin:rules_specialrule_delete", args=[magic.pk]), {"post": "yes"})
    assert saved(desk.publish())
    assert client.get("/rules/magic-resistance/").status_code == 410
    back = reverse("admin:rules_rulebookversion_change", args=[RulebookVersion.objects.first().pk])
    assert saved(client.post(back, {"why": "It is needed"}))
    assert WORDS in client.get("/rules/magic-resistance/").content.decode()


def test_the_page_of_a_rule_leads_to_its_wording(desk, client):
    leader = SpecialRule.objects.get(slug="leader")
    assert "/admin/rules/wording/add/?slug=leader" in desk.open(leader).content.decode()
    row = Wording.objects.create(slug="leader", text=WORDS)
    assert reverse("admin:rules_wording_change", args=[row.pk]) in desk.open(leader).content.decode()


def test_wordings_are_for_editors(client, book, django_user_model):
    Wording.objects.create(slug="leader", text=WORDS)
    client.force_login(django_user_model.objects.create_user("bert", password="x", is_staff=True))
    for address in (IMPORT, "/admin/rules/wording/export/", "/admin/rules/wording/"):
        assert client.get(address).status_code == 403
