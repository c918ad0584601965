"""Writing rules in the admin: what reads becomes a draft, and the history keeps what was there before."""

import pytest
from django.urls import reverse
from reversion.models import Version

from rules.content import Content, current
from rules.models import (
    RuleAttachment,
    RulebookVersion,
    SpecialRule,
    UnitType,
)
from rules.publishing import publish
from tests.rules.authoring.conftest import errors, filled, saved

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def test_an_untouched_form_saves_and_changes_nothing(desk):
    for slug in ("leader", "stupidity", "undead", "hatred", "fear", "seafaring", "brave"):
        assert saved(desk.send(rule(slug)))
    assert RulebookVersion.objects.count() == 1


def test_a_change_is_a_draft_until_it_is_published_with_who_and_why(desk, editor):
    response = desk.send(rule("leader"), sentences="lends leadership for friends within {radius}\r\nhas command")
    assert saved(response)
    assert current().rulebook.rules["leader"].effects[0].clause is not None
    assert saved(desk.publish(why="He need not stand"))
    version = RulebookVersion.objects.latest("pk")
    assert version.published_by == editor
    assert version.why == "He need not stand"
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
    assert saved(desk.publish())
    loaded = Version.objects.get_for_object(leader).last()
    address = reverse("admin:rules_specialrule_revision", args=[leader.pk, loaded.pk])
    page = client.get(address)
    assert page.status_code == 200
    assert saved(client.post(address, filled(page)))
    assert saved(desk.publish())
    assert len(current().rulebook.rules["leader"].effects) == 2
    assert RulebookVersion.objects.count() == 3


def test_inlines_belong_to_the_draft(desk):
    response = desk.send(
        rule("brave"),
        **{
            "aliases-TOTAL_FORMS": 1,
            "aliases-0-name": "Bold",
            "aliases-0-slug": "bold",
            "aliases-0-order": 0,
            "inclusions-TOTAL_FORMS": 1,
            "inclusions-0-part": "scaly-skin",
            "inclusions-0-arguments": "save = 5+",
            "inclusions-0-order": 0,
        },
    )
    assert saved(response)
    assert saved(desk.publish())
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
    assert saved(desk.publish())
    assert current().entries["reach"].sentences_english == ('Adds 3" to the reach of his Leadership.',)


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
    assert saved(desk.publish())
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
    desk.publish()
    version = RulebookVersion.objects.latest("pk")
    assert Content.of_document(version.document, version.digest).problems == ()
    assert RuleAttachment.objects.filter(rule__slug="leader").count() == 1
