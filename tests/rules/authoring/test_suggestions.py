"""The queue: an editor without further rights accepts, answers and declines what readers suggest."""

import pytest
from django.urls import reverse

from rules.models import Draft, SpecialRule, Suggestion
from rules.suggesting.services import suggest
from rules.suggesting.subjects import subject_of
from tests.rules.authoring.conftest import filled, saved

QUEUE = "/admin/rules/suggestion/"


@pytest.fixture
def one(desk, alice):
    subject = subject_of("rule", "leader")
    assert subject is not None
    return suggest(subject=subject, by=alice, text="It <b>lends</b> too far", wording="Friends nearby *borrow*.")


def page_of(one):
    return reverse("admin:rules_suggestion_change", args=[one.pk])


def said(client, one, do, answer=""):
    return client.post(page_of(one), {"do": do, "answer": answer})


def test_the_queue_has_what_waits_and_who_suggested_it(desk, client, one):
    page = client.get(QUEUE).content.decode()
    assert "It &lt;b&gt;lends&lt;/b&gt; too far" in page
    assert one.by.username in page
    assert "No suggestion waits." not in page
    assert "There is none." in client.get(QUEUE, {"state": "declined"}).content.decode()
    assert "lends" in client.get(QUEUE, {"state": "nonsense"}).content.decode()


def test_accepting_opens_the_draft_with_the_wording_in_it_and_saves_nothing(desk, client, one):
    answer = said(client, one, "accept")
    rule = SpecialRule.objects.get(slug="leader")
    assert answer["Location"] == f"/admin/rules/specialrule/{rule.pk}/change/?suggestion={one.pk}"
    page = client.get(answer["Location"])
    assert page.context["adminform"].form["text"].value() == "Friends nearby *borrow*."
    assert "It &lt;b&gt;lends&lt;/b&gt; too far" in page.content.decode()
    assert not Draft.objects.exists()
    assert rule.text == SpecialRule.objects.get(slug="leader").text


def test_from_suggestion_to_publication_and_the_reader_is_told(desk, client, one):
    draft = said(client, one, "accept")["Location"]
    assert saved(client.post(draft, filled(client.get(draft))))
    looked = desk.look("rule/leader")
    assert looked.context["form"]["why"].value() == "A reader suggested: It <b>lends</b> too far"
    assert f"{one.by.username} suggested this for Leader" in looked.content.decode()
    assert desk.publish("rule/leader").status_code == 302
    one.refresh_from_db()
    assert one.version is not None
    assert "borrow" in client.get("/rules/leader/").content.decode()
    client.force_login(one.by)
    assert "published" in client.get("/rules/suggestions/").content.decode()


def test_another_publication_carries_nothing_out(desk, client, one):
    said(client, one, "accept")
    assert saved(desk.send(SpecialRule.objects.get(slug="seafaring"), text="Knows the seas."))
    desk.publish("rule/seafaring")
    one.refresh_from_db()
    assert (one.state, one.version) == ("accepted", None)


@pytest.mark.parametrize(("do", "state"), [("answer", "answered"), ("decline", "declined")])
def test_answering_and_declining_need_words(desk, client, one, do, state):
    refused = said(client, one, do)
    assert refused.status_code == 422
    assert "Say why: it is all that the reader gets." in refused.content.decode()
    assert said(client, one, do, "The book has it so")["Location"] == QUEUE
    one.refresh_from_db()
    assert (one.state, one.answer, one.handled_by.username) == (state, "The book has it so", "erna")


def test_nothing_but_these_three_can_be_done(desk, client, one):
    answer = client.post(page_of(one), {"do": "publish", "answer": "Kept as typed"})
    assert answer.status_code == 422
    assert "Kept as typed" in answer.content.decode()


def test_whoever_comes_second_is_told_and_keeps_his_words(desk, client, one):
    said(client, one, "decline", "No")
    answer = said(client, one, "answer", "My long answer")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "It was declined in the meantime." in page
    assert "My long answer" in page


def test_what_is_gone_is_told_and_leads_nowhere(desk, client, one):
    Suggestion.objects.update(slug="gone")
    assert "What it is about is no longer there." in client.get(page_of(one)).content.decode()
    assert said(client, one, "accept")["Location"] == QUEUE


@pytest.mark.parametrize("number", ["0", "999", "x", "1" * 30])
def test_what_nobody_suggested_is_no_page(desk, client, number):
    assert client.get(f"{QUEUE}{number}/change/").status_code == 404


def test_a_keeper_who_is_no_editor_stays_outside(client, django_user_model, one):
    other = django_user_model.objects.create_user("otto", password="quill and ink", is_staff=True)
    client.force_login(other)
    for answer in (client.get(QUEUE), client.get(page_of(one)), said(client, one, "accept")):
        assert answer.status_code == 403
    one.refresh_from_db()
    assert one.state == "open"


@pytest.mark.parametrize("many", [1, 9])
def test_the_queue_costs_the_same_however_long(desk, client, one, many, django_assert_num_queries):
    for _ in range(many):
        Suggestion.objects.create(kind="rule", slug="leader", name="Leader", by=one.by, text="Wrong")
    with django_assert_num_queries(6):
        client.get(QUEUE)
