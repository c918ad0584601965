"""Taking out: what it comes to is seen first, it waits as a draft, and what was published can be taken back."""

import pytest
from django.urls import reverse

from rules.content import current
from rules.models import Draft, RemovedBlock, RulebookVersion, RuleInclusion, SpecialRule, UnitType
from tests.rules.authoring.conftest import DESK, errors, saved
from tests.rules.factories import load_book
from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def address(row):
    return reverse(f"admin:rules_{type(row).__name__.lower()}_delete", args=[row.pk])


def retire(client, slug):
    return client.post(address(rule(slug)), {"post": "yes"})


def text(page):
    return " ".join(page.content.decode().split())


@pytest.fixture
def feared(desk):
    """Cause Fear as it is shipped, of which many worked cases speak, beside the small book."""
    SpecialRule.objects.filter(slug="cause-fear").delete()
    sent = {"name": "Cause Fear", "slug": "cause-fear", "kind": "rule"}
    assert saved(desk.add(SpecialRule, **sent, sentences="causes fear\r\nignores fear"))
    assert saved(desk.publish())
    return desk


def test_what_it_comes_to_is_seen_before(feared, client):
    page = text(client.get(address(rule("cause-fear"))))
    assert "players have it until that is published" in page
    assert "<b>0 warriors</b>" in page
    assert "holds no longer" in page
    assert rule("cause-fear")
    assert not Draft.objects.exists()


def test_it_is_a_draft_until_it_is_published_and_a_case_that_breaks_needs_a_reason(feared, client, editor):
    page = client.post(address(rule("cause-fear")), {"post": "yes"}, follow=True)
    assert "“Cause Fear” is to be removed" in text(page)
    assert "cause-fear" in current().entries
    draft = Draft.objects.get()
    assert (str(draft), draft.by) == ("rule cause-fear, to be removed", editor)
    assert "This is to be removed" in text(feared.open(rule("cause-fear")))
    refused = feared.publish(despite="")
    assert refused.status_code == 422
    assert "worked cases would turn out otherwise" in text(refused)
    assert saved(feared.publish(despite="Nobody is afraid any more"))
    assert "cause-fear" not in current().entries
    assert not SpecialRule.objects.filter(slug="cause-fear").exists()
    assert RulebookVersion.objects.first().despite == "Nobody is afraid any more"
    assert not Draft.objects.exists()


def test_it_stays_away_from_loading_until_it_is_taken_back(desk, client, tmp_path):
    retire(client, "magic-resistance")
    assert saved(desk.publish())
    assert RemovedBlock.objects.filter(kind="rule", slug="magic-resistance").exists()
    assert [kept.slug for kept in load_book(tmp_path).kept] == ["magic-resistance"]
    back = reverse("admin:rules_rulebookversion_change", args=[RulebookVersion.objects.first().pk])
    assert saved(client.post(back, {"why": "It is needed"}))
    assert "magic-resistance" in current().entries
    assert rule("magic-resistance")


def test_it_is_thought_better_of(desk, client):
    retire(client, "magic-resistance")
    assert saved(client.post(DESK, {"draft": "rule/magic-resistance", "discard": "1"}))
    assert not Draft.objects.exists()
    assert rule("magic-resistance").sentences == "adds enemy_casting -X"


def test_what_is_to_go_is_not_changed_meanwhile(desk, client):
    retire(client, "magic-resistance")
    said = errors(desk.send(rule("magic-resistance"), summary="Mine."))
    assert "It is to be removed. Discard that" in said["__all__"]
    assert rule("magic-resistance").summary == ""


def test_what_was_never_published_goes_at_once(desk, client):
    assert saved(desk.add(SpecialRule, name="Meek", slug="meek", kind="rule"))
    assert "was never published" in text(client.get(address(rule("meek"))))
    assert saved(retire(client, "meek"))
    assert not SpecialRule.objects.filter(slug="meek").exists()
    assert not Draft.objects.exists()
    assert RulebookVersion.objects.count() == 1


def test_whoever_holds_it_is_named_and_keeps_it(desk, client):
    page = text(client.get(address(rule("leader"))))
    assert "would require deleting the following protected related objects" in page
    assert "Leader for Jarl (Norse)" in page
    retire(client, "leader")
    assert not Draft.objects.exists()


def test_who_is_given_it_meanwhile_keeps_it(desk, client, alice):
    retire(client, "magic-resistance")
    jarl = WarriorFactory(warband=WarbandFactory(owner=alice, warband_type_id="norse"), unit="jarl")
    WarriorRuleFactory(warrior=jarl, rule_id="magic-resistance")
    page = desk.publish()
    assert page.status_code == 422
    assert "Not removed: " in text(page)
    assert "would be left without it" in text(page)
    assert "magic-resistance" in current().entries
    assert Draft.objects.get().goes


def test_a_rule_goes_together_with_what_included_it(desk, client):
    sent = {"inclusions-0-DELETE": "on"}
    assert RuleInclusion.objects.filter(whole__slug="undead", part__slug="immune-to-psychology").count() == 1
    ghoul = UnitType.objects.get(slug="ghouls--ghoul")
    assert saved(desk.send(ghoul, **{"attachments-0-DELETE": "on"}))
    assert saved(desk.send(rule("undead"), **sent))
    assert saved(retire(client, "immune-to-psychology"))
    alone = desk.publish("rule/immune-to-psychology")
    assert alone.status_code == 422
    assert "there is no rule “immune-to-psychology”" in text(alone)
    assert saved(desk.publish())
    assert "immune-to-psychology" not in current().entries


def test_a_part_of_a_list_shows_what_it_comes_to_and_goes_at_once(desk, client):
    beast = UnitType.objects.get(slug="norse--beast")
    page = text(client.get(address(beast)))
    assert "that is published at once" in page
    assert "All turn out as before" in page
    assert UnitType.objects.filter(slug="norse--beast").exists()
    client.post(address(beast), {"post": "yes", "despite": "The small book"})
    assert "norse--beast" not in current().units
