"""Writing rules in the admin: what reads is published, what does not is refused beside its field."""

import pytest
from django.urls import reverse
from reversion.models import Version

from rules.content import Content, current
from rules.models import (
    RemovedBlock,
    RuleAlias,
    RuleAttachment,
    RulebookVersion,
    RuleInclusion,
    SpecialRule,
    UnitType,
)
from rules.publishing import publish
from tests.rules.authoring.conftest import errors, filled, saved
from tests.rules.factories import load_book

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def test_an_untouched_form_saves_and_changes_nothing(desk):
    for slug in ("leader", "stupidity", "undead", "hatred", "fear", "seafaring", "brave"):
        assert saved(desk.send(rule(slug)))
    assert RulebookVersion.objects.count() == 1


def test_a_saved_change_is_published_with_who_and_why(desk, editor):
    response = desk.send(rule("leader"), sentences="lends leadership for friends within {radius}\r\nhas command")
    assert saved(response)
    version = RulebookVersion.objects.latest("pk")
    assert version.published_by == editor
    assert "Leader: changed" in version.why
    assert len(current().rulebook.rules["leader"].effects) == 2
    assert current().rulebook.rules["leader"].effects[0].clause is None


def test_what_was_said_before_stays_in_the_history(desk, client):
    desk.send(rule("leader"), summary="Boss.")
    page = client.get(reverse("admin:rules_specialrule_history", args=[rule("leader").pk]))
    assert page.status_code == 200
    assert [action["revision"].comment for action in page.context["action_list"]] == [
        "Changed Summary.",
        "As it was loaded",
    ]


def test_a_rule_can_be_put_back_to_what_it_was_loaded_as(desk, client):
    leader = rule("leader")
    assert saved(
        desk.send(
            leader,
            sentences="has command",
            **{"sources-TOTAL_FORMS": 1, "sources-0-title": "Mine", "sources-0-order": 0},
        )
    )
    loaded = Version.objects.get_for_object(leader).last()
    address = reverse("admin:rules_specialrule_revision", args=[leader.pk, loaded.pk])
    page = client.get(address)
    assert page.status_code == 200
    assert saved(client.post(address, filled(page)))
    assert len(current().rulebook.rules["leader"].effects) == 2
    assert RulebookVersion.objects.count() == 3


def test_inlines_are_saved_before_publishing(desk):
    response = desk.send(
        rule("brave"),
        **{
            "aliases-TOTAL_FORMS": 1,
            "aliases-0-name": "Bold",
            "aliases-0-slug": "bold",
            "aliases-0-order": 0,
            "inclusions-TOTAL_FORMS": 1,
            "inclusions-0-part": rule("scaly-skin").pk,
            "inclusions-0-arguments": "save = 5+",
            "inclusions-0-order": 0,
        },
    )
    assert saved(response)
    assert current().names.resolve("bold") == "brave"
    assert dict(current().rulebook.rules["brave"].includes[0].arguments) == {"save": 5}


def test_a_new_rule_can_be_written(desk):
    response = desk.add(
        SpecialRule,
        name="Reach",
        slug="reach",
        kind="rule",
        parameters="far | number | 3 | How far",
        sentences="adds leader_radius {far}",
    )
    assert saved(response)
    assert current().entries["reach"].sentences_english == ('Adds 3" to the reach of his Leadership.',)


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
    sent |= {"inclusions-TOTAL_FORMS": 1, "inclusions-0-order": 0, "inclusions-0-part": rule(changes["part"]).pk}
    assert said in errors(desk.send(rule(slug), **sent))[f"inclusions-0-{field}"]
    assert not RuleInclusion.objects.filter(whole__slug="brave").exists()


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


def test_a_held_rule_cannot_be_deleted_and_the_page_says_who_holds_it(desk, client):
    address = reverse("admin:rules_specialrule_delete", args=[rule("leader").pk])
    page = client.get(address)
    assert "would require deleting the following protected related objects" in page.content.decode()
    assert "Leader for Jarl (Norse)" in page.content.decode()
    client.post(address, {"post": "yes"})
    assert SpecialRule.objects.filter(slug="leader").exists()


def test_a_rule_nobody_holds_can_be_deleted_and_stays_away(desk, client, tmp_path):
    client.post(reverse("admin:rules_specialrule_delete", args=[rule("magic-resistance").pk]), {"post": "yes"})
    assert not SpecialRule.objects.filter(slug="magic-resistance").exists()
    assert "magic-resistance" not in current().entries
    assert RemovedBlock.objects.filter(kind="rule", slug="magic-resistance").exists()
    assert [kept.slug for kept in load_book(tmp_path).kept] == ["magic-resistance"]


def test_what_would_break_another_rule_is_not_saved_at_all(desk, client):
    """Nobody holds the ghoul, but the Norse hate him: without him their hatred is bound to nothing."""
    ghoul = UnitType.objects.get(slug="ghouls--ghoul")
    page = client.post(reverse("admin:rules_unittype_delete", args=[ghoul.pk]), {"post": "yes"}, follow=True)
    assert "Not deleted. warband norse: hatred: “target” is “ghoul”, and nobody is that" in page.content.decode()
    assert UnitType.objects.filter(slug="ghouls--ghoul").exists()
    assert RulebookVersion.objects.count() == 1


def test_a_change_that_breaks_the_book_elsewhere_shows_the_form_again(desk):
    SpecialRule.objects.create(slug="shy", name="Shy", sentences="causes fear against animal")
    assert saved(desk.send(rule("leader"), summary="Published with it."))
    beast = UnitType.objects.get(slug="norse--beast")
    said = errors(desk.send(beast, tags=""))
    assert "rule shy: “causes fear against animal”: nobody is “animal”" in said["__all__"]
    beast.refresh_from_db()
    assert beast.tags == ["animal"]
    assert [version.revision.comment for version in Version.objects.get_for_object(beast)] == ["As it was loaded"]


def test_a_stored_sentence_that_no_longer_reads_is_shown_and_can_be_mended(desk):
    """As after an upgrade that took a word away: it was published, and now it does not read."""
    SpecialRule.objects.filter(slug="leader").update(sentences="lends tea")
    publish(by=None, why="an older Muster")
    assert "Does not read: “lends tea”" in desk.open(rule("leader")).content.decode()
    assert saved(desk.send(rule("brave"), summary="Nobody else is held up by it."))
    assert saved(desk.send(rule("leader"), sentences="has command"))
    assert current().problems == ()


def test_the_list_of_rules_shows_status_and_holders_in_a_few_queries(desk, client, django_assert_max_num_queries):
    address = reverse("admin:rules_specialrule_changelist")
    client.get(address)
    with django_assert_max_num_queries(12):
        page = client.get(address)
    assert "modelled" in page.content.decode()


def test_the_form_shows_what_players_see_now(desk):
    page = desk.open(rule("leader")).content.decode()
    assert "Lends his Leadership" in page
    assert "held by 1" in page
    assert reverse("rules:rule", args=["leader"]) in page


class TestAttachments:
    def test_a_unit_is_given_a_rule_with_parameters_and_clause(self, desk):
        beast = UnitType.objects.get(slug="norse--beast")
        response = desk.send(
            beast,
            **{
                "attachments-TOTAL_FORMS": 2,
                "attachments-1-rule": rule("scaly-skin").pk,
                "attachments-1-arguments": "save = 4+",
                "attachments-1-clause": "when able",
                "attachments-1-scope": "members",
                "attachments-1-order": 1,
            },
        )
        assert saved(response)
        held = current().units["norse--beast"].held[1]
        assert (held.rule, dict(held.arguments), str(held.clause)) == ("scaly-skin", {"save": 4}, "when able")

    @pytest.mark.parametrize(
        ("changes", "field", "said"),
        [
            ({"clause": "unless it rains"}, "clause", "“unless it rains”, word 2 (“it”): “it” is not a fact"),
            ({"clause": "sometimes"}, "clause", "begins with “when” or “unless”"),
            ({"clause": "unless friend of dragons"}, "clause", "nobody is “dragons”"),
            ({"clause": "when able once per turn"}, "clause", "once"),
            ({"arguments": "worth = 3"}, "arguments", "the rule has no parameter “worth”"),
        ],
    )
    def test_what_does_not_bind_is_refused_beside_its_field(self, desk, changes, field, said):
        beast = UnitType.objects.get(slug="norse--beast")
        sent = {f"attachments-0-{name}": value for name, value in changes.items()}
        assert said in errors(desk.send(beast, **sent))[f"attachments-0-{field}"]

    def test_an_untouched_list_and_its_units_change_nothing(self, desk):
        for unit in UnitType.objects.all():
            assert saved(desk.send(unit))
            assert saved(desk.send(unit.warband))
        assert RulebookVersion.objects.count() == 1

    def test_a_profile_is_nine_numbers(self, desk):
        jarl = UnitType.objects.get(slug="norse--jarl")
        assert "nine characteristics, and here are 3" in errors(desk.send(jarl, profile="4 4 4"))["profile"]
        assert "WS must be a whole number" in errors(desk.send(jarl, profile="4 x 3 4 3 1 4 2 8"))["profile"]
        desk.send(jarl, profile="2D6 4 3 4 3 1 4 2 9")
        assert current().units["norse--jarl"].profile.m == "2D6"

    def test_a_required_unit_must_be_on_the_list(self, desk):
        jarl = UnitType.objects.get(slug="norse--jarl")
        assert "Norse has no unit “ghoul”" in errors(desk.send(jarl, requires="ghoul"))["requires"]

    def test_a_new_unit_joins_its_list(self, desk):
        norse = UnitType.objects.get(slug="norse--jarl").warband
        desk.add(
            UnitType,
            warband=norse.pk,
            name="Thrall",
            short="thrall",
            kind="henchman",
            cost=10,
            minimum=0,
            profile="4 2 2 3 3 1 3 1 6",
            order=9,
            start_xp=0,
        )
        assert current().units["norse--thrall"].name == "Thrall"


def test_strangers_and_players_without_rights_are_kept_out(client, django_user_model, book):
    address = reverse("admin:rules_specialrule_changelist")
    assert client.get(address).status_code == 302
    client.force_login(django_user_model.objects.create_user("bert", password="x", is_staff=True))
    assert client.get(address).status_code == 403


def test_editors_have_exactly_the_rights_they_need(editor):
    rights = editor.get_all_permissions()
    assert all(right.startswith("rules.") for right in rights)
    assert "rules.change_specialrule" in rights
    assert "rules.view_rulebookversion" in rights
    assert not {"rules.add_rulebookversion", "rules.change_rulebookversion", "rules.delete_rulebookversion"} & rights


def test_versions_can_be_seen_and_not_touched(desk, client):
    version = RulebookVersion.objects.get()
    page = client.get(reverse("admin:rules_rulebookversion_change", args=[version.pk]))
    assert version.digest in page.content.decode()
    assert client.post(reverse("admin:rules_rulebookversion_delete", args=[version.pk])).status_code == 403


def test_rows_and_values_agree_after_everything(desk):
    desk.send(rule("leader"), summary="Boss.")
    version = RulebookVersion.objects.latest("pk")
    assert Content.of_document(version.document, version.digest).problems == ()
    assert RuleAttachment.objects.filter(rule__slug="leader").count() == 1
