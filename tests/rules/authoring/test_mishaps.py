"""What goes wrong at a desk that several share: nothing is overwritten, nothing typed is lost, all is said in words."""

import pytest
from django.urls import reverse

from rules.models import Draft, SpecialRule
from tests.rules.authoring.conftest import DESK, errors, filled, saved

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def test_a_draft_that_somebody_went_on_with_is_not_discarded(desk):
    desk.send(rule("brave"), summary="One.")
    seen = desk.look().context["proposal"].digest
    desk.send(rule("brave"), summary="Two.")
    page = desk.client.post(DESK, {"draft": "rule/brave", "seen": seen, "discard": "1"})
    assert page.status_code == 422
    assert "changed since you looked" in page.content.decode()
    assert rule("brave").summary == "Two."
    again = {"draft": "rule/brave", "seen": page.context["proposal"].digest, "discard": "1"}
    assert saved(desk.client.post(DESK, again))
    assert not Draft.objects.exists()


def test_what_was_typed_into_a_rule_that_is_gone_by_now_is_kept_and_saved_as_a_new_one(desk):
    assert saved(desk.add(SpecialRule, name="Meek", slug="meek", kind="rule"))
    aliases = {"aliases-TOTAL_FORMS": 1, "aliases-0-name": "Mild", "aliases-0-slug": "mild", "aliases-0-order": 0}
    assert saved(desk.send(rule("meek"), **aliases))
    page = desk.open(rule("meek"))
    typed = filled(page) | {"text": "A whole evening’s work"}
    assert saved(desk.client.post(DESK, {"draft": "rule/meek", "discard": "1"}))
    answer = desk.client.post(page.request["PATH_INFO"], typed)
    assert "removed since you opened it" in answer.content.decode()
    assert "A whole evening’s work" in answer.content.decode()
    assert "required" in errors(answer)["slug"]
    assert saved(desk.client.post(page.request["PATH_INFO"], filled(answer) | {"slug": "meek"}))
    assert rule("meek").text == "A whole evening’s work"
    assert [alias.slug for alias in rule("meek").aliases.all()] == ["mild"]
    assert Draft.objects.get().slug == "meek"


def test_a_new_rule_is_not_another_name_of_itself(desk):
    alias = {"aliases-TOTAL_FORMS": 1, "aliases-0-name": "Meek", "aliases-0-slug": "meek", "aliases-0-order": 0}
    refused = desk.add(SpecialRule, name="Meek", slug="meek", kind="rule", **alias)
    assert errors(refused)["aliases-0-slug"] == "That is the slug of the rule itself."


def test_a_rule_does_not_cancel_what_it_includes(desk):
    sent = {"inclusions-TOTAL_FORMS": 1, "inclusions-0-part": "craven", "inclusions-0-order": 0}
    assert "would cancel itself" in errors(desk.send(rule("brave"), **sent))["opposites-0-opposite"]
    assert saved(desk.send(rule("brave"), **sent, **{"opposites-0-DELETE": "on"}))


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ("{slug: meek, name: M, includes: [fear], opposites: [fear]}", "It includes “fear” and cancels it."),
        ("{slug: meek, name: M, aliases: [{slug: meek, name: N}]}", "“meek” is its own slug"),
    ],
)
def test_the_same_is_refused_on_import(desk, client, block, said):
    page = client.post(reverse("admin:rules_specialrule_import"), {"text": f"- {block}", "look": "1"})
    assert [said in one.why for one in page.context["found"].refused] == [True]


@pytest.mark.parametrize(
    "name",
    ["\u202eevarB", "B\u200brave", "ブレイブ", "🐗" * 30, "Brave\u2028Boar", "e\u0301" * 40, "'\"><\\{{ x }}{% y %}"],
)
def test_whatever_a_rule_is_called_it_is_kept_as_it_was_written(desk, client, name):
    assert saved(desk.send(rule("brave"), name=name, text=f"# {name}\n\n{name}"))
    assert rule("brave").name == name
    assert filled(desk.open(rule("brave")))["name"] == name
    assert saved(desk.publish())
    assert client.get("/rules/brave/").status_code == 200
    assert client.get("/rules/", {"q": name}, follow=True).status_code == 200


def test_a_rule_of_enormous_length_is_refused_in_words_and_kept(desk):
    text = "word " * 30_000
    page = desk.send(rule("brave"), text=text, sentences="\r\n".join(["has command"] * 500))
    assert "at most 50000 characters" in errors(page)["text"]
    assert "at most" in errors(page)["sentences"]
    assert page.context["adminform"].form["text"].value() == text
