"""Every published version can be looked at, and what it changed can be taken back in one step."""

import pytest
from django.urls import reverse

from rules.content import current
from rules.models import BlockChange, RulebookVersion, SpecialRule, UnitType
from tests.rules.authoring.conftest import saved

pytestmark = pytest.mark.django_db

BACK = {"why": "It was better so", "despite": "The small book is not what the cases are about"}


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def version_page(version):
    return reverse("admin:rules_rulebookversion_change", args=[version.pk])


def history(kind, slug):
    return reverse("admin:rules_block_history", args=[kind, slug])


@pytest.fixture
def changed(desk):
    """The desk after a version that changed the leader's text and sentences."""
    desk.send(rule("leader"), text="He leads.\nOthers follow.", sentences="has command")
    assert saved(desk.publish(why="Leaders need not stand"))
    return desk


def test_a_version_says_who_when_why_and_what(changed, client, editor):
    page = client.get(version_page(RulebookVersion.objects.first())).content.decode()
    assert "Leaders need not stand" in page
    assert editor.username in page
    assert "lends leadership for friends within {radius} when able" in page
    assert "Others follow." in page


def test_the_first_version_cannot_be_taken_back(desk, client):
    page = client.get(version_page(RulebookVersion.objects.get()))
    assert page.status_code == 200
    assert "Take this version back" not in page.content.decode()
    assert client.post(version_page(RulebookVersion.objects.get()), BACK).status_code == 200
    assert RulebookVersion.objects.count() == 1


def test_a_version_is_taken_back_in_one_step(changed, client):
    before = rule("leader").block_hash
    assert saved(client.post(version_page(RulebookVersion.objects.first()), BACK))
    leader = rule("leader")
    assert (leader.text, leader.block_hash) == ("", before)
    assert len(current().rulebook.rules["leader"].effects) == 2
    assert RulebookVersion.objects.first().why == "It was better so"
    assert RulebookVersion.objects.count() == 3


def test_a_rule_is_put_back_as_it_was_in_any_version(changed, client):
    first = RulebookVersion.objects.last()
    changed.send(rule("leader"), sentences="")
    changed.publish(why="Leaders do nothing")
    page = client.get(history("rule", "leader")).content.decode()
    assert page.index("Leaders do nothing") < page.index("Leaders need not stand")
    assert saved(client.post(history("rule", "leader"), BACK | {"version": first.pk}))
    assert len(current().rulebook.rules["leader"].effects) == 2


def test_what_was_new_goes_again(desk, client):
    desk.add(SpecialRule, name="Stubborn", slug="stubborn", kind="rule", sentences="rolls all_alone 3d6-high")
    desk.publish()
    assert saved(client.post(version_page(RulebookVersion.objects.first()), BACK))
    assert "stubborn" not in current().entries
    assert not SpecialRule.objects.filter(slug="stubborn").exists()


def test_what_others_need_by_now_is_not_taken_back(desk, client):
    desk.add(SpecialRule, name="Stubborn", slug="stubborn", kind="rule", sentences="rolls all_alone 3d6-high")
    desk.publish()
    made = RulebookVersion.objects.first()
    jarl = UnitType.objects.get(slug="norse--jarl")
    sent = {"attachments-TOTAL_FORMS": 3, "attachments-2-rule": "stubborn", "attachments-2-scope": "members"}
    assert saved(desk.send(jarl, **sent, **{"attachments-2-order": 5}))
    desk.publish()
    page = client.post(version_page(made), BACK)
    assert page.status_code == 422
    assert "Not put back: Stubborn for Jarl (Norse) would be left without it" in page.content.decode()
    assert "stubborn" in current().entries


def test_drafts_are_not_written_over(changed, client):
    changed.send(rule("leader"), summary="Boss.")
    page = client.post(version_page(RulebookVersion.objects.first()), BACK)
    assert page.status_code == 422
    assert "unpublished changes of rule leader" in page.content.decode()
    assert rule("leader").summary == "Boss."


def test_a_case_that_breaks_by_it_needs_a_reason(changed, client):
    changed.send(rule("leader"), sentences="lends leadership for friends within {radius} when able\nhas command")
    changed.publish()
    page = client.post(version_page(RulebookVersion.objects.first()), {"why": "Back"})
    assert page.status_code == 422
    assert "worked cases would turn out otherwise" in page.content.decode()
    version = RulebookVersion.objects.first()
    assert version.broken == []
    assert saved(client.post(version_page(version), BACK))
    assert RulebookVersion.objects.first().broken
    assert BACK["despite"] in client.get(version_page(RulebookVersion.objects.first())).content.decode()


def test_a_history_that_nobody_has_is_not_found(desk, client):
    assert client.get(history("rule", "nobody")).status_code == 404
    assert client.post(history("rule", "leader"), BACK | {"version": 999}).status_code == 422


def test_history_is_for_editors(changed, client, django_user_model):
    version = RulebookVersion.objects.first()
    client.logout()
    assert client.get(version_page(version)).status_code == 302
    client.force_login(django_user_model.objects.create_user("bert", password="x", is_staff=True))
    assert client.get(version_page(version)).status_code == 403
    assert client.get(history("rule", "leader")).status_code == 403
    assert client.post(history("rule", "leader"), BACK | {"version": version.pk}).status_code == 403


def test_what_each_version_changed_is_kept(changed):
    changes = BlockChange.objects.filter(version=RulebookVersion.objects.first())
    assert [change.key for change in changes] == [("rule", "leader")]
    first = RulebookVersion.objects.last()
    assert first.changes.count() == len(first.document["rules"]) + len(first.document["warbands"])


def test_a_history_costs_the_same_however_long_it_is(changed, client, django_assert_num_queries):
    client.get(history("rule", "leader"))
    with django_assert_num_queries(5):
        client.get(history("rule", "leader"))
    changed.send(rule("leader"), summary="Boss.")
    changed.publish()
    with django_assert_num_queries(5):
        client.get(history("rule", "leader"))
