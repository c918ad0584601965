"""What does not read is refused beside its field, and nothing is published."""

import pytest

from rules.models import (
    RuleAlias,
    RulebookVersion,
    RuleInclusion,
    SpecialRule,
)
from tests.rules.authoring.conftest import errors, saved

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


@pytest.mark.parametrize(
    ("slug", "changes", "field", "said"),
    [
        ("leader", {"sentences": "has command\nlends tea"}, "sentences", "Line 2, word 2 (“tea”): “tea” is not"),
        ("leader", {"sentences": "ignores rout"}, "sentences", "nothing may ignore Rout"),
        ("leader", {"sentences": "adds rout {luck}"}, "sentences", "“luck” is not a parameter of this rule"),
        ("leader", {"sentences": "causes fear against dragons"}, "sentences", "nobody is “dragons”"),
        ("leader", {"parameters": "radius | colour"}, "parameters", "Line 1: “colour” is not a kind of parameter"),
        ("leader", {"parameters": "radius | number | far"}, "parameters", "must be a number, not “far”"),
        ("leader", {"parameters": "radius\nradius"}, "parameters", "Line 2: “radius” is declared twice"),
        ("leader", {"parameters": "Radius!"}, "parameters", "cannot name a parameter"),
        ("leader", {"parameters": "reach", "sentences": ""}, "parameters", "Jarl (Norse) holds this rule"),
        ("brave", {"cap": "3"}, "cap", "Only numbers add up"),
        ("magic-resistance", {"cap": "0"}, "cap", "A cap is 1 or more"),
        ("brave", {"reminder_moment": "combat"}, "reminder_text", "both a moment and a text"),
        ("brave", {"nature": "cookery"}, "nature", "not one of the available choices"),
    ],
)
def test_what_the_engine_refuses_is_refused_beside_its_field(desk, slug, changes, field, said):
    before = RulebookVersion.objects.count()
    assert said in errors(desk.send(rule(slug), **changes))[field]
    assert RulebookVersion.objects.count() == before


@pytest.mark.parametrize(
    ("slug", "changes", "field", "said"),
    [
        ("immune-to-psychology", {"part": "undead"}, "part", "Immune to Psychology → Undead → Immune to Psychology"),
        ("brave", {"part": "brave"}, "part", "Then it would include itself"),
        ("brave", {"part": "scaly-skin"}, "arguments", "the parameter “save” is missing"),
        ("brave", {"part": "scaly-skin", "arguments": "save = 9+"}, "arguments", "must be a save"),
        ("brave", {"part": "scaly-skin", "arguments": "worth = 1"}, "arguments", "no parameter “worth”"),
        ("brave", {"part": "scaly-skin", "arguments": "5+"}, "arguments", "must be “name = value”"),
        ("brave", {"part": "hatred", "arguments": "target = dragons"}, "arguments", "nobody is that"),
    ],
)
def test_a_wrong_inclusion_is_refused_beside_its_field(desk, slug, changes, field, said):
    sent = {f"inclusions-0-{name}": value for name, value in changes.items()}
    sent |= {"inclusions-TOTAL_FORMS": 1, "inclusions-0-order": 0, "inclusions-0-part": changes["part"]}
    assert said in errors(desk.send(rule(slug), **sent))[f"inclusions-0-{field}"]
    assert not RuleInclusion.objects.filter(whole__slug="brave").exists()


@pytest.mark.parametrize(
    ("called", "means", "said"),
    [
        ("scaly-skin", "scaly-skin", ""),
        ("Grudge", "hatred", ""),
        ("magic resistance", "magic-resistance", ""),
        ("scaly", "", "There is no rule “scaly”; there are “scaly-skin”."),
        ("Twins", "", "Several rules are called “Twins”; there are “ghouls--twins”, “twins-of-old”."),
        ("qqqqq", "", "There is no rule “qqqqq”."),
    ],
)
def test_a_rule_is_chosen_by_what_it_is_called(desk, called, means, said):
    for slug in ("twins-of-old", "ghouls--twins"):
        SpecialRule.objects.create(slug=slug, name="Twins")
    sent = {"inclusions-TOTAL_FORMS": 1, "inclusions-0-order": 0, "inclusions-0-part": called}
    page = desk.send(rule("brave"), **sent, _look="1")
    form = page.context["inline_admin_formsets"][0].formset.forms[0]
    assert form.cleaned_data.get("part") == (rule(means) if means else None)
    assert " ".join(form.errors.get("part", ())) == said
    assert form["part"].value() == called


def test_related_rules_are_slugs(desk):
    assert saved(desk.send(rule("brave"), related="craven, grudge"))
    assert sorted(rule("brave").related.values_list("slug", flat=True)) == ["craven", "hatred"]
    assert desk.open(rule("brave")).context["adminform"].form["related"].value() == "craven hatred"
    assert "There is no rule “levitation”" in errors(desk.send(rule("brave"), related="levitation fear"))["related"]


def test_a_table_needs_every_face_once(desk):
    assert "no row for 3" in errors(desk.send(rule("stupidity"), **{"table-0-high": 2}))["table"]
    assert "A 4 already has a row" in errors(desk.send(rule("stupidity"), **{"table-0-high": 4}))["table-1-low"]


def test_a_slug_that_is_taken_is_refused(desk):
    assert "another name of Hatred" in errors(desk.add(SpecialRule, name="G", slug="grudge", kind="rule"))["slug"]
    assert "another page" in errors(desk.add(SpecialRule, name="L", slug="lists", kind="rule"))["slug"]
    wrong = {"aliases-TOTAL_FORMS": 1, "aliases-0-name": "F", "aliases-0-slug": "fear", "aliases-0-order": 0}
    assert "another page" in errors(desk.send(rule("brave"), **wrong))["aliases-0-slug"]
    assert not RuleAlias.objects.filter(slug="fear").exists()


def test_a_ruling_that_does_not_exist_is_refused(desk):
    assert (
        "There is no ruling “R-99”"
        in errors(desk.send(rule("fear"), **{"disputes-0-ruling": "R-99"}))["disputes-0-ruling"]
    )


def test_a_slug_is_for_good(desk):
    desk.send(rule("leader"), slug="boss")
    assert SpecialRule.objects.filter(slug="leader").exists()


def test_what_was_typed_is_kept_when_it_is_refused(desk):
    page = desk.send(rule("leader"), sentences="lends tea")
    assert "lends tea" in page.content.decode()
