"""The workbench: a rule is looked at, said in English and tried before anything of it is saved."""

import pytest
from django.urls import reverse

from rules.models import Draft, RuleAlias, RulebookVersion, SpecialRule
from tests.rules.authoring.conftest import errors, filled
from tests.warbands.factories import HX

pytestmark = pytest.mark.django_db

SAID = "/admin/rules/specialrule/said/"
PREVIEW = "/admin/rules/specialrule/preview/"


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def look(desk, slug, headers=None, **changes):
    page = desk.open(rule(slug))
    return desk.client.post(page.request["PATH_INFO"], filled(page) | {"_look": "1"} | changes, headers=headers or {})


def text(page):
    return " ".join(page.content.decode().split())


def test_the_page_shows_what_a_rule_comes_to_and_who_holds_it(desk):
    page = text(desk.open(rule("undead")))
    assert "<b>Immune to Psychology</b> <small>included by Undead</small>" in page
    assert "Takes no All Alone tests." in page
    assert "Held by Ghouls" in page


def test_what_is_typed_is_looked_at_and_nothing_is_saved(desk):
    page = look(desk, "brave", sentences="rolls all_alone 3d6-high", summary="Typed only.")
    assert page.status_code == 200
    assert "Takes All Alone tests on three dice, the highest discarded." in text(page)
    assert "Typed only." in text(page)
    assert "Please correct" not in text(page)
    assert rule("brave").sentences == ""
    assert not Draft.objects.exists()
    assert RulebookVersion.objects.count() == 1
    assert not page.context["errors"]


def test_what_was_looked_at_can_be_saved_as_it_stands(desk):
    page = look(desk, "brave", sentences="rolls all_alone 3d6-high")
    assert desk.client.post(page.request["PATH_INFO"], filled(page)).status_code == 302
    assert rule("brave").sentences == "rolls all_alone 3d6-high"


def test_a_rule_that_is_not_written_yet_is_looked_at_too(desk):
    address = reverse("admin:rules_specialrule_add")
    page = desk.client.get(address)
    sent = filled(page) | {
        "name": "Stubborn",
        "slug": "stubborn",
        "kind": "rule",
        "sentences": "rolls all_alone 3d6-high",
        "inclusions-TOTAL_FORMS": 1,
        "inclusions-0-part": "immune-to-psychology",
        "inclusions-0-order": 0,
        "_look": "1",
    }
    page = desk.client.post(address, sent)
    assert "included by Stubborn" in text(page)
    assert "no test" not in text(page).lower() or page.context["workbench"].bench.plan.state == "exempt"
    assert not SpecialRule.objects.filter(slug="stubborn").exists()


def test_htmx_gets_the_workbench_alone(desk):
    page = look(desk, "brave", HX, sentences="rolls all_alone 3d6-high")
    assert page.status_code == 200
    assert text(page).startswith('<section id="workbench"')
    assert "</html>" not in text(page)


def test_what_is_refused_says_so_on_the_workbench_too(desk):
    page = look(desk, "brave", HX, sentences="ignores rout")
    assert page.status_code == 422
    assert "nothing may ignore Rout" in text(page)
    whole = look(desk, "brave", sentences="ignores rout")
    assert "nothing may ignore Rout" in errors(whole)["sentences"]
    assert "ignores rout" in text(whole)


def test_the_rule_is_given_to_a_sample_and_planned(desk):
    page = look(desk, "brave", sentences="rolls all_alone 3d6-high", **sample(test="all_alone", leadership=8))
    plan = page.context["workbench"].bench.plan
    assert (plan.state, plan.need, plan.dice) == ("roll", 8, "3D6, drop the highest")
    assert plan.chances[0].percent == "89"
    assert any("Brave" in why.text for why in plan.why)
    assert ("All Alone", "2D6 against 8, 72 %", "3D6, drop the highest against 8, 89 %") in page.context[
        "workbench"
    ].bench.differences


def sample(**told):
    chosen = {"test": "all_alone", "who": "sample", "leadership": 7, "attacks": 1, "kind": "hero"} | told
    return {f"try-{name}": value for name, value in chosen.items()}


def test_the_facts_are_told(desk):
    facts = {"opponents": 2, "friend_near": "on", "opponents_down": 0, "state": "standing"}
    sent = sample(test="all_alone") | {"told": "1"} | {f"told-{name}": value for name, value in facts.items()}
    page = look(desk, "brave", sentences="rolls all_alone 3d6-high", **sent)
    assert page.context["workbench"].bench.plan.state == "exempt"
    wrong = look(desk, "brave", **sent | {"told-opponents": "many"})
    assert wrong.status_code == 200
    assert wrong.context["workbench"].bench.plan is None
    assert "Put right what is marked" in text(wrong)


def test_conditions_of_the_rule_become_questions(desk):
    page = look(desk, "brave", sentences="passes fear when wounded", **sample(test="fear_charged"))
    assert "Has he lost a wound in this battle?" in text(page)


def test_parameters_units_and_other_rules_on_the_bench(desk):
    sent = sample(who="unit:norse--beast", test="stupidity", rules="immune-to-psychology", arguments="save = 4+")
    page = look(desk, "scaly-skin", **sent)
    bench = page.context["workbench"].bench
    assert bench.plan.state == "exempt"
    assert ("Natural armour save", "none", "4+") in bench.differences
    wrong = look(desk, "scaly-skin", **sent | {"try-rules": "levitation", "try-arguments": ""})
    assert "There is no rule “levitation”" in text(wrong)
    assert "the parameter “save” is missing" in text(wrong)


def test_every_test_can_be_asked_on_the_bench(desk):
    for value, _ in desk.open(rule("brave")).context["workbench"].bench.form.fields["test"].choices:
        page = look(desk, "brave", HX, **sample(test=value))
        assert page.status_code == 200
        assert page.context["workbench"].bench.plan


def test_a_stranger_on_the_bench_is_refused(desk):
    page = look(desk, "brave", **sample(who="warrior:nobody"))
    assert "not one of the available choices" in text(page)


def test_sentences_are_said_as_they_are_typed(desk, client):
    sent = {"sentences": "rolls all_alone 3d6-high\nlends tea", "parameters": "", "slug": "stubborn"}
    page = text(client.post(SAID, sent))
    assert "Takes All Alone tests on three dice, the highest discarded." in page
    assert "“tea”" in page
    first = text(client.post(SAID, sent | {"line": "0"}))
    assert "Line 1 may end here, or may go on with" in first
    assert 'data-word="unless"' in first
    assert "{luck}" in text(client.post(SAID, {"sentences": "adds attacks ", "parameters": "luck"}))
    assert client.post(SAID, {"line": "9" * 40, "parameters": "!!"}).status_code == 200
    assert client.post(SAID, {"line": "-1"}).status_code == 200


@pytest.mark.parametrize(
    ("written", "line", "word", "becomes"),
    [
        ("rolls all_alone ", "", "3d6-high", "rolls all_alone 3d6-high "),
        ("rolls all_alone", "", "3d6-high", "rolls all_alone 3d6-high "),
        ("ro", "", "rolls", "rolls "),
        ("", "", "rolls", "rolls "),
        ("causes\r\nhas command", "0", "fear", "causes fear \nhas command"),
    ],
)
def test_an_offered_word_is_taken_without_scripts(desk, written, line, word, becomes):
    page = look(desk, "brave", sentences=written, line=line, _word=word)
    assert page.context["adminform"].form["sentences"].value() == becomes
    assert rule("brave").sentences == ""
    assert not Draft.objects.exists()


def test_text_is_shown_as_players_will_see_it_and_html_is_text(desk, client):
    page = text(client.post(PREVIEW, {"text": "**Bold** <script>alert(1)</script> [Fear](fear)"}))
    assert "<strong>Bold</strong>" in page
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert 'href="/rules/fear/"' in page


def test_the_workbench_is_for_editors(client, django_user_model, book):
    for address in (SAID, PREVIEW):
        assert client.post(address).status_code == 302
    client.force_login(django_user_model.objects.create_user("bert", password="x", is_staff=True))
    for address in (SAID, PREVIEW):
        assert client.post(address).status_code == 403
        assert client.get(address).status_code == 405


def test_inlines_that_were_looked_at_are_not_kept(desk):
    alias = {"name": "Bold", "slug": "bold", "order": 0}
    look(desk, "brave", **{"aliases-TOTAL_FORMS": 1}, **{f"aliases-0-{name}": value for name, value in alias.items()})
    assert not RuleAlias.objects.filter(slug="bold").exists()
