"""The pages of house special rules: members read, an arbiter writes, tries, gives, takes and retires, for a reason."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.engine.plans import TrialKind
from rules.engine.rulings import Rulings
from tests.warbands.battles.hand import due, play, settle
from tests.warbands.factories import HX
from warbands.access import get_visible_or_404
from warbands.battles.opening import Foe, begin
from warbands.campaigns import house
from warbands.campaigns.house import Wording
from warbands.models import HouseHolding, HouseRule
from warbands.psychology.taking import Asked, take

TYPED = {
    "name": "Plague-marked",
    "text": "It **spreads**.",
    "sentences": "adds leadership -1\n",
    "version": "0",
    "reason": "We voted",
}


@pytest.fixture
def plague(campaign, arbiter):
    wording = Wording("Plague-marked", "It **spreads**.", "adds leadership -1", ("immune-to-poison",))
    return house.write_rule(campaign=campaign, wording=wording, reason="We voted", by=arbiter)


@pytest.fixture
def held(plague, entered, priest, arbiter):
    return house.give_rule(rule=plague, warband=entered, warrior=priest, reason="The bite", by=arbiter)


def body(response):
    return response.content.decode()


def test_an_arbiter_writes_a_rule_and_gives_it_to_a_warrior(as_arbiter, as_mate, url, campaign, entered, priest):
    page = body(as_arbiter.post(url("house-new"), TYPED, follow=True))
    assert "Adds -1 to Leadership." in page
    assert "<strong>spreads</strong>" in page
    assert f'<option value="{entered.public_id}">Everybody of The Cold Coil</option>' in page
    page = body(as_arbiter.post(url("house-give", "plague-marked"), _give(priest), follow=True))
    assert "Plague-marked is held by Tehenca of The Cold Coil now." in page
    assert "Plague-marked" in body(as_mate.get(url("house")))
    story = body(as_mate.get(url("feed")))
    assert "Plague-marked was given to Tehenca of The Cold Coil." in story
    assert "The bite" in story


def _give(who):
    return {"whom": who.public_id, "reason": "The bite"}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"sentences": "adds leadership -1\nadds ledership 1"}, "Line 2, word 2 (“ledership”)"),
        ({"sentences": "sets psychology 3"}, "nothing sets psychology"),
        ({"name": "Frenzy"}, "The book has a rule Frenzy."),
        ({"includes": "gone"}, "The book has no rule “gone”."),
        ({"includes": "frenzy hatred frenzy"}, "“frenzy” stands there twice."),
        ({"includes": "frenzy " * 2000}, "At most 20 rules: these are 2000."),
        ({"sentences": "adds leadership -1\nadds  leadership -1"}, "“adds leadership -1” stands there twice."),
        ({"reason": ""}, "This field is required"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(as_arbiter, url, typed, words):
    response = as_arbiter.post(url("house-new"), TYPED | typed)
    page = body(response)
    assert response.status_code == 422
    assert words in page
    assert "It **spreads**." in page
    assert typed.get("includes", "").strip() in page
    assert not HouseRule.objects.exists()


def test_a_rule_is_tried_as_it_is_typed_and_nothing_is_saved(as_arbiter, url, entered, priest):
    sent = TYPED | {"_look": "1", "reason": "", "try-test": "leadership", "try-who": f"warrior:{priest.public_id}"}
    sent |= {"try-leadership": "7", "try-attacks": "1", "try-kind": "hero"}
    response = as_arbiter.post(url("house-new"), sent)
    page = body(response)
    assert response.status_code == 200
    assert "The Cold Coil: Tehenca" in page
    assert "Plague-marked (house rule): -1" in page
    assert page.count("<html") == 1
    partial = body(as_arbiter.post(url("house-new"), sent, headers=HX))
    assert partial.strip().startswith('<section id="look"')
    refused = as_arbiter.post(url("house-new"), sent | {"sentences": "adds much"}, headers=HX)
    assert refused.status_code == 422
    assert "word 2" in body(refused)
    assert not HouseRule.objects.exists()


def test_what_is_being_typed_is_read_aloud(as_arbiter, url):
    sent = {"sentences": "adds leadership -1\nadds ledership", "text": "*Ill*"}
    page = body(as_arbiter.post(url("house-said"), sent, headers=HX))
    assert "Adds -1 to Leadership." in page
    assert "“ledership”" in page
    assert "<em>Ill</em>" in page


def test_a_rule_is_changed_and_its_page_tells_what_stood_before(as_arbiter, url, plague):
    assert 'value="immune-to-poison"' in body(as_arbiter.get(url("house-edit", plague.short)))
    sent = TYPED | {"sentences": "adds leadership -2", "version": "1", "reason": "Too mild"}
    page = body(as_arbiter.post(url("house-edit", plague.short), sent, follow=True))
    assert "Adds -2 to Leadership." in page
    assert "<li>adds leadership -1</li>" in page
    late = as_arbiter.post(url("house-edit", plague.short), sent | {"sentences": "adds leadership 1"})
    assert late.status_code == 409
    assert "sentences “adds leadership -2”" in body(late)
    assert "adds leadership 1</textarea>" in body(late)


def test_a_rule_is_taken_and_retired_for_a_reason(as_arbiter, url, plague, held):
    ways = url("house-take", plague.short, held.pk), url("house-retire", plague.short)
    for way in ways:
        assert as_arbiter.get(way).status_code == 200
        assert as_arbiter.post(way, {"reason": ""}).status_code == 422
    assert HouseHolding.objects.get().ended_at is None
    assert "no longer held by Tehenca" in body(as_arbiter.post(ways[0], {"reason": "Healed"}, follow=True))
    page = body(as_arbiter.post(ways[1], {"reason": "Enough"}, follow=True))
    assert "retired" in page
    assert "Give it" not in page
    assert "Take up Plague-marked again" in body(as_arbiter.get(ways[1]))
    again = body(as_arbiter.post(ways[1], {"reason": "We miss it", "again": "1"}, follow=True))
    assert "holds again" in again


def test_a_give_that_is_refused_says_so_beside_its_field(as_arbiter, url, plague, entered):
    response = as_arbiter.post(url("house-give", plague.short), {"whom": entered.public_id, "reason": ""})
    assert response.status_code == 422
    assert f'<option value="{entered.public_id}" selected>' in body(response)


@pytest.mark.parametrize("name", ["owner", "mate", "spectator"])
def test_members_read_and_change_nothing(name, sign_in_as, request, url, plague, held):
    request.getfixturevalue(name)
    client = sign_in_as(name)
    page = body(client.get(url("house-rule", plague.short)))
    assert "Tehenca of The Cold Coil" in page
    assert "Adds -1 to Leadership." in page
    assert not [word for word in (">Retire<", ">Give it<", ">Change<", ">Take<") if word in page]
    assert client.get(url("house-edit", plague.short)).status_code == 403
    assert client.post(url("house-give", plague.short), {}).status_code == 403


def test_an_address_under_which_no_rule_stands_is_not_found(as_arbiter, url, plague, held):
    assert as_arbiter.get(url("house-rule", "gone")).status_code == 404
    assert as_arbiter.get(url("house-take", plague.short, held.pk + 1)).status_code == 404


def test_the_pages_cost_the_same_however_many_rules_and_holders_there_are(
    as_mate, url, plague, held, campaign, arbiter, entered
):
    def cost(page):
        as_mate.get(page)
        with CaptureQueriesContext(connection) as captured:
            as_mate.get(page)
        return len(captured)

    pages = url("house"), url("house-rule", plague.short)
    before = [cost(page) for page in pages]
    for number in range(3):
        other = house.write_rule(campaign=campaign, wording=Wording(f"Curse {number}"), reason="We", by=arbiter)
        house.give_rule(rule=other, warband=entered, warrior=None, reason="All", by=arbiter)
    house.give_rule(rule=plague, warband=entered, warrior=None, reason="All", by=arbiter)
    assert [cost(page) for page in pages] == before == [5, 7]


def test_the_reasons_of_a_test_lead_to_its_page(as_owner, entered, priest, held, plague):
    page = body(as_owner.get(f"{priest.get_absolute_url()}test/leadership/"))
    assert f'<a href="{plague.get_absolute_url()}">Plague-marked (house rule)</a>' in page


def test_a_model_in_a_battle_leads_to_its_page(as_owner, owner, entered, priest, held, plague):
    row = get_visible_or_404(owner, entered.public_id)
    battle = begin(by=owner, own=row, against=Foe("Rats", 2), client_key=uuid4(), rulings=Rulings())
    page = body(as_owner.get(f"{battle.get_absolute_url()}models/{priest.public_id}/"))
    assert f'<a href="{plague.get_absolute_url()}">Plague-marked (house rule)</a>' in page


@pytest.mark.parametrize("brought", [True, False])
def test_one_in_place_of_the_books_leads_to_its_page_in_the_campaign_wherever_it_acts(
    brought, as_owner, owner, entered, priest, campaign, arbiter
):
    def written(*wording, **more):
        made = Wording(*wording, **more)
        return house.write_rule(campaign=campaign, wording=made, reason="We voted", by=arbiter)

    frenzy = written("Frenzy", "Rage.", "adds leadership -3", replaces=True)
    given = written("Rat-bitten", includes=("frenzy",)) if brought else frenzy
    house.give_rule(rule=given, warband=entered, warrior=priest, reason="The bite", by=arbiter)
    row = get_visible_or_404(owner, entered.public_id)
    ways = [f"{priest.get_absolute_url()}test/leadership/", given.get_absolute_url()]
    asked = Asked(row, TrialKind.LEADERSHIP, priest)
    record = take(asked=asked, by=owner, client_key=uuid4(), faces=[4, 4, 4])
    battle = begin(by=owner, own=row, against=Foe("Rats", 2), client_key=uuid4(), rulings=Rulings())
    ways += [record.get_absolute_url(), f"{entered.get_absolute_url()}tests/", entered.get_absolute_url()]
    ways += [f"{battle.get_absolute_url()}models/{priest.public_id}/"]
    pages = [body(as_owner.get(way)) for way in ways]
    assert [page.count('href="/rules/frenzy/"') for page in pages] == [0, 0 if brought else 1, 0, 0, 0, 0]
    assert all(f'href="{frenzy.get_absolute_url()}"' in page for page in pages[:1] + pages[2:])
    house.retire_rule(rule=frenzy, retired=True, reason="Enough", by=arbiter)
    assert f'href="{frenzy.get_absolute_url()}"' in body(as_owner.get(record.get_absolute_url()))


def test_the_reasons_on_the_board_of_a_battle_lead_to_it_before_and_after_the_dice(
    as_owner, owner, entered, priest, campaign, arbiter
):
    wording = Wording("Frenzy", "Rage.", "adds leadership -3", replaces=True)
    frenzy = house.write_rule(campaign=campaign, wording=wording, reason="We voted", by=arbiter)
    house.give_rule(rule=frenzy, warband=entered, warrior=priest, reason="The bite", by=arbiter)
    row = get_visible_or_404(owner, entered.public_id)
    battle = begin(by=owner, own=row, against=Foe("Rats", 2), client_key=uuid4(), rulings=Rulings())
    play(battle, owner, "put", who=priest.public_id, flag="fleeing")
    play(battle, owner, "begin", side="a")
    for dice in [6, 6, 6], [6, 6], None:
        page = body(as_owner.get(battle.get_absolute_url()))
        assert f'<a href="{frenzy.get_absolute_url()}">Frenzy (house rule)</a>' in page
        assert 'href="/rules/frenzy/"' not in page
        if dice:
            settle(battle, owner, dice)
    assert not due(battle)


def test_who_has_nothing_but_the_secret_link_is_led_to_no_page_of_the_campaign(
    as_owner, owner, entered, priest, held, plague, secret, stranger, sign_in_as
):
    asked = Asked(get_visible_or_404(owner, entered.public_id), TrialKind.LEADERSHIP, priest)
    record = take(asked=asked, by=owner, client_key=uuid4(), faces=[4, 4, 4])
    visitor = Client()
    visitor.post("/warbands/link/", {"token": secret})
    for way in entered, record:
        address = way.get_absolute_url()
        with CaptureQueriesContext(connection) as captured:
            page = body(visitor.get(address))
        assert "Plague-marked (house rule)" in page
        assert plague.get_absolute_url() not in page
        assert len(captured) <= 10
        assert f'href="{plague.get_absolute_url()}"' in body(as_owner.get(address))
    outsider = sign_in_as("stranger")
    outsider.post("/warbands/link/", {"token": secret})
    for one in visitor, outsider:
        assert "Its page is for the members of the campaign." in body(one.get(entered.get_absolute_url()))


def test_it_is_marked_wherever_the_warband_is_written_down(as_owner, entered, held, plague):
    for page in ("", "text/", "paper/", "cards/"):
        found = as_owner.get(f"{entered.get_absolute_url()}{page}")
        assert "Plague-marked (house rule)" in body(found), page
