"""A reader suggests a correction: signed in, as text, not without end, and sees what became of it."""

from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from rules.models import Suggestion
from rules.suggesting.services import MOST_AN_HOUR, HandledError, handle, suggest
from rules.suggesting.subjects import ROWS, subject_of
from tests.rules.catalogue import load_catalogue

HTMX = {"HX-Request": "true"}
NEW = "/rules/suggestions/new/rule/parry/"
MINE = "/rules/suggestions/"
PAGES = {
    "/rules/parry/": "rule/parry",
    "/rules/lists/norse/": "list/norse",
    "/rules/lists/norse/jarl/": "unit/norse--jarl",
    "/rules/items/sword/": "item/sword",
    "/rules/upgrades/marks/": "family/marks",
    "/rules/skills/fury/": "skill/fury",
    "/rules/skill-lists/runes/": "skill-list/runes",
    "/rules/spells/shield/": "spell/shield",
    "/rules/spell-lists/prayers/": "spell-list/prayers",
    "/rules/hired-swords/seer/": "hired-sword/seer",
    "/rules/questions/how-sharp/": "question/how-sharp",
}


@pytest.fixture(autouse=True)
def book(tmp_path, db):
    load_catalogue(tmp_path)


@pytest.fixture
def reader(client, alice):
    client.force_login(alice)
    return client


def suggested(by, text="Too short", slug="parry", **further):
    subject = subject_of("rule", slug)
    assert subject is not None
    return suggest(subject=subject, by=by, text=text, **further)


def handled(one, state, by, answer="Because"):
    return handle(suggestion=one, state=Suggestion.State(state), answer=answer, by=by)


@pytest.mark.parametrize(("page", "of"), PAGES.items())
def test_every_page_of_the_rules_leads_to_its_form_and_back(reader, page, of):
    address = f"/rules/suggestions/new/{of}/"
    assert f'href="{address}"' in reader.get(page).content.decode()
    form = reader.get(address)
    assert form.status_code == 200
    assert f'href="{page}"' in form.content.decode()
    assert reader.post(address, {"text": "Wrong"}).status_code == 302
    assert set(ROWS) == {one.partition("/")[0] for one in PAGES.values()}


@pytest.mark.parametrize("of", ["rule/nothing", "unit/norse", "unit/norse--nobody", "search/parry", "index/parry"])
def test_what_is_no_page_cannot_be_corrected(reader, of):
    assert reader.get(f"/rules/suggestions/new/{of}/").status_code == 404
    assert reader.post(f"/rules/suggestions/new/{of}/", {"text": "Wrong"}).status_code == 404


def test_whoever_is_not_signed_in_is_led_there_first(client):
    for answer in (client.get(NEW), client.post(NEW, {"text": "Wrong"}), client.get(MINE)):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/?next=/rules/suggestions/")
    assert client.get(NEW, headers=HTMX)["HX-Redirect"].startswith("/accounts/login/")
    assert "hx-get=" not in client.get("/rules/parry/").content.decode().split('id="suggest"')[1]
    assert not Suggestion.objects.exists()


def test_the_plain_form_keeps_it_and_leads_to_what_is_ones_own(reader, alice):
    sent = {"text": "Too short", "wording": "Roll *higher*.", "source": "p. 9"}
    answer = reader.post(NEW, sent, follow=True)
    assert answer.redirect_chain == [(MINE, 302)]
    page = answer.content.decode()
    assert "Thank you: an editor will look into what you say of Parry." in page
    assert "waits for an editor" in page
    one = Suggestion.objects.get()
    assert {key: getattr(one, key) for key in sent} == sent
    assert (one.kind, one.slug, one.block_kind, one.block_slug, one.by) == ("rule", "parry", "rule", "parry", alice)


def test_htmx_swaps_the_form_in_and_thanks_in_its_place(reader):
    form = reader.get(NEW, headers=HTMX).content.decode()
    assert form.strip().startswith('<section class="card" id="suggest"')
    thanks = reader.post(NEW, {"text": "Too short"}, headers=HTMX).content.decode()
    assert "Thank you" in thanks
    assert "<h1>" not in form + thanks


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": " "}, "Say what is wrong"),
        ({"text": "x" * 2001}, "at most 2000 characters"),
        ({"source": "x" * 251}, "at most 250 characters"),
        ({"text": "a\x00b"}, "Null characters are not allowed"),
    ],
)
def test_a_refused_form_keeps_what_was_typed(reader, headers, wrong, said):
    answer = reader.post(NEW, {"text": "Too short", "wording": "My own words"} | wrong, headers=headers)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert "My own words" in page
    assert not Suggestion.objects.exists()


def test_nobody_suggests_without_end_and_nothing_typed_is_lost(reader, alice):
    for _ in range(MOST_AN_HOUR):
        suggested(alice)
    answer = reader.post(NEW, {"text": "One more thing"})
    assert answer.status_code == 429
    assert "One more thing" in answer.content.decode()
    assert Suggestion.objects.count() == MOST_AN_HOUR
    Suggestion.objects.update(at=timezone.now() - timedelta(hours=1))
    assert reader.post(NEW, {"text": "One more thing"}).status_code == 302


def test_what_looks_like_html_is_text(reader, alice, bob):
    script = "<script>alert(1)</script>"
    one = suggested(alice, script, wording=script, source=script)
    handled(one, "declined", bob, answer=script)
    page = reader.get(MINE).content.decode()
    assert "<script>alert" not in page
    assert unescape(page).count(script) == 4


def test_a_reader_sees_his_own_alone_with_what_was_said(reader, alice, bob):
    handled(suggested(alice, "Mine"), "answered", bob, answer="It is meant so")
    suggested(bob, "Another's")
    page = reader.get(MINE).content.decode()
    assert "Mine" in page
    assert "It is meant so" in page
    assert "Another" not in page


@pytest.mark.parametrize("many", [1, 15])
def test_they_cost_the_same_however_many(reader, alice, bob, many, django_assert_num_queries):
    for _ in range(many):
        Suggestion.objects.create(kind="rule", slug="parry", name="Parry", by=alice, text="Wrong")
    with django_assert_num_queries(4):  # the session, its user, how many, and which
        reader.get(MINE)


def test_an_editor_who_comes_second_is_told(alice, bob):
    one = suggested(alice)
    handled(one, "accepted", bob, answer="")
    with pytest.raises(HandledError, match="accepted in the meantime"):
        handled(one, "declined", bob)
    one.refresh_from_db()
    assert one.state == "accepted"


def test_who_suggested_and_who_answered_may_leave(reader, alice, bob):
    one = handled(suggested(alice), "answered", bob)
    alice.delete()
    bob.delete()
    one.refresh_from_db()
    assert (one.by, one.handled_by, one.text, one.answer) == (None, None, "Too short", "Because")
