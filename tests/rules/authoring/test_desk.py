"""Drafts: what is saved waits on the desk, shows what it comes to, and is published or discarded as one thing."""

import pytest
from django.urls import reverse

from rules.content import at, current
from rules.models import BlockChange, Draft, RulebookVersion, SpecialRule, UnitType, WarbandType
from tests.rules.authoring.conftest import DESK, filled, saved
from tests.rules.factories import GLOSSARY, load_book

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def added(slug="stubborn", sentences="rolls all_alone 3d6-high", **values):
    return {"name": slug.title(), "slug": slug, "kind": "rule", "sentences": sentences} | values


def test_nothing_is_on_the_desk_until_something_is_written(desk):
    assert "There are no drafts" in desk.look().content.decode()
    assert saved(desk.send(rule("leader")))
    assert not Draft.objects.exists()


def test_a_draft_is_seen_by_editors_alone_until_it_is_published(desk, client, editor):
    assert saved(desk.add(SpecialRule, **added()))
    draft = Draft.objects.get()
    assert (draft.kind, draft.slug, draft.by) == ("rule", "stubborn", editor)
    assert client.get("/rules/stubborn/").status_code == 404
    page = saved_page(desk.publish(why="The captain is stubborn"), client)
    assert "Published as version" in page
    assert client.get("/rules/stubborn/").status_code == 200
    assert not Draft.objects.exists()
    change = BlockChange.objects.latest("pk")
    assert (change.slug, change.block["sentences"]) == ("stubborn", ["rolls all_alone 3d6-high"])


def saved_page(response, client):
    assert saved(response)
    return client.get(response["Location"]).content.decode()


def test_one_draft_is_published_and_the_other_stays(desk):
    desk.send(rule("brave"), summary="Brave as a boar.")
    desk.send(rule("craven"), summary="Runs like a hare.")
    assert saved(desk.publish("rule/brave"))
    assert current().entries["brave"].summary == "Brave as a boar."
    assert current().entries["craven"].summary == ""
    assert [draft.slug for draft in Draft.objects.all()] == ["craven"]


def test_a_draft_that_needs_another_says_so_and_both_together_are_published(desk):
    assert saved(desk.add(SpecialRule, **added()))
    sent = {"inclusions-TOTAL_FORMS": 1, "inclusions-0-order": 0, "inclusions-0-part": "stubborn"}
    assert saved(desk.send(rule("brave"), **sent))
    assert "there is no rule “stubborn”" in desk.look("rule/brave").content.decode()
    refused = desk.publish("rule/brave")
    assert refused.status_code == 422
    assert "there is no rule “stubborn”" in refused.content.decode()
    assert saved(desk.publish())
    assert current().rulebook.rules["brave"].includes[0].rule == "stubborn"


def test_what_was_not_looked_at_is_not_published(desk):
    desk.send(rule("brave"), summary="One.")
    seen = desk.look().context["proposal"].digest
    desk.send(rule("brave"), summary="Two.")
    page = desk.client.post(DESK, {"draft": "rule/brave", "seen": seen, "why": "As I saw it"})
    assert page.status_code == 422
    assert "changed since you looked" in page.content.decode()
    assert "As I saw it" in page.content.decode()
    assert RulebookVersion.objects.count() == 1


def test_publishing_needs_a_reason(desk):
    desk.send(rule("brave"), summary="One.")
    page = desk.publish(why="")
    assert page.status_code == 422
    assert "Say why" in page.content.decode()


def test_what_is_published_meanwhile_is_not_published_twice(desk):
    desk.send(rule("brave"), summary="One.")
    assert saved(desk.publish("rule/brave"))
    page = desk.client.post(DESK, {"draft": "rule/brave", "seen": "", "why": "Again"})
    assert "Nothing is chosen" in page.content.decode()


def test_a_draft_is_discarded_and_the_rows_are_as_published(desk, client):
    desk.send(rule("leader"), summary="Boss.", **{"sources-TOTAL_FORMS": 1, "sources-0-title": "Mine"})
    desk.add(SpecialRule, **added())
    shipped = rule("leader").block_hash
    assert saved(client.post(DESK, {"draft": ["rule/leader", "rule/stubborn"], "discard": "1"}))
    leader = rule("leader")
    assert (leader.summary, leader.sources.count(), leader.block_hash) == (
        "Friends nearby use his Leadership.",
        0,
        shipped,
    )
    assert not SpecialRule.objects.filter(slug="stubborn").exists()
    assert not Draft.objects.exists()
    assert RulebookVersion.objects.count() == 1


def test_a_draft_that_another_needs_is_not_discarded(desk, client):
    desk.add(SpecialRule, **added())
    sent = {"inclusions-TOTAL_FORMS": 1, "inclusions-0-order": 0, "inclusions-0-part": "stubborn"}
    desk.send(rule("brave"), **sent)
    page = client.post(DESK, {"draft": "rule/stubborn", "discard": "1"})
    assert page.status_code == 422
    assert "Not discarded: Brave includes Stubborn would be left without it" in page.content.decode()
    assert rule("stubborn")


def test_a_change_taken_back_by_hand_is_no_draft_any_more(desk):
    desk.send(rule("brave"), summary="One.")
    desk.send(rule("brave"), summary="")
    assert not Draft.objects.exists()


def test_units_are_drafted_with_their_list(desk):
    desk.send(UnitType.objects.get(slug="norse--beast"), cost=25)
    assert str(Draft.objects.get()) == "warband norse"
    assert current().units["norse--beast"].cost == 20
    page = desk.look().content.decode()
    assert "Beast: Cost" in page
    assert saved(desk.publish())
    assert current().units["norse--beast"].cost == 25


def test_a_unit_is_not_deleted_past_the_drafts_of_its_list(desk, client):
    desk.send(WarbandType.objects.get(slug="ghouls"), name="Ghoulish Ones")
    ghoul = UnitType.objects.get(slug="ghouls--ghoul")
    page = client.post(reverse("admin:rules_unittype_delete", args=[ghoul.pk]), {"post": "yes"}, follow=True)
    assert "publish or discard them first" in page.content.decode()
    assert UnitType.objects.filter(slug="ghouls--ghoul").exists()


def test_loading_the_shipped_rules_leaves_drafts_drafts(desk, tmp_path):
    desk.send(rule("brave"), summary="Mine.")
    desk.add(SpecialRule, **added())
    loaded = load_book(tmp_path, glossary=GLOSSARY.replace("A walking corpse.", "A corpse that walks."))
    assert loaded.changed == ["rule undead"]
    assert current().entries["undead"].text == "A corpse that walks."
    assert current().entries["brave"].summary == ""
    assert "stubborn" not in current().entries
    assert Draft.objects.count() == 2


def test_loading_over_everything_drops_the_drafts_it_writes_over(desk, tmp_path):
    desk.send(rule("brave"), summary="Mine.")
    load_book(tmp_path, overwrite=True)
    assert not Draft.objects.exists()
    assert rule("brave").summary == ""


def test_what_a_verdict_was_made_under_stays_what_it_was(desk):
    before = RulebookVersion.objects.get()
    desk.send(rule("leader"), sentences="has command")
    assert saved(desk.publish())
    assert len(at(before.digest).rulebook.rules["leader"].effects) == 2
    assert len(current().rulebook.rules["leader"].effects) == 1


def test_somebody_who_wrote_meanwhile_is_not_written_over(desk):
    page = desk.open(rule("leader"))
    mine = filled(page) | {"summary": "Mine."}
    desk.send(rule("leader"), summary="Hers.")
    answer = desk.client.post(page.request["PATH_INFO"], mine)
    said = answer.content.decode()
    assert answer.status_code == 422
    assert "somebody has changed it since you opened it" in said
    assert "Hers." in said
    assert "Mine." in said
    assert rule("leader").summary == "Hers."
    again = filled(answer) | {"summary": "Mine."}
    assert saved(desk.client.post(page.request["PATH_INFO"], again))
    assert rule("leader").summary == "Mine."


def test_the_desk_is_for_editors(client, django_user_model, desk):
    desk.send(rule("brave"), summary="One.")
    client.logout()
    assert client.get(DESK).status_code == 302
    assert client.post(DESK, {"draft": "rule/brave"}).status_code == 302
    client.force_login(django_user_model.objects.create_user("bert", password="x", is_staff=True))
    assert client.get(DESK).status_code == 403
    assert client.post(DESK, {"draft": "rule/brave", "discard": "1"}).status_code == 403
    assert Draft.objects.exists()
