import pytest
from django.urls import reverse

from rules.content import current
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.exchange.text import as_text
from warbands.exchange.written import written
from warbands.fortunes.rows import record
from warbands.legality.overriding import override
from warbands.legality.shown import legality_of
from warbands.models import FortuneKind, Possession, PossessionKind
from warbands.snapshots import changes_of


@pytest.fixture(params=["paper", "cards"])
def url(request, warband):
    return reverse(f"warbands:{request.param}", args=[warband.public_id])


@pytest.fixture
def sheet(warband):
    return reverse("warbands:paper", args=[warband.public_id])


@pytest.fixture
def cards(warband):
    return reverse("warbands:cards", args=[warband.public_id])


def test_the_sheet_has_warriors_rating_rules_and_what_they_do(as_owner, sheet, priest, reeds, rulebook):
    page = as_owner.get(sheet).content.decode()
    assert "<b>45</b> rating" in page
    assert "<b>2</b> out of action bring a Rout test" in page
    assert "<h3>The Reeds × 4</h3>" in page
    assert page.count("<dt>Cold Blooded</dt>") == 1
    assert page.count("<dt>Equipment</dt>") == 4
    assert rulebook.entries["cold-blooded"].summary.split()[0] in page


def test_a_card_says_what_its_warriors_rules_do(as_owner, cards, priest, reeds):
    page = as_owner.get(cards).content.decode()
    assert page.count("<dt>Cold Blooded</dt>") == 2
    assert "<dt>Leader 6″</dt>" in page
    assert page.count('aria-label="Models: 4"') == 1
    assert page.count('<li class="box"></li>') == 4


def test_who_takes_more_than_one_blow_has_boxes_for_his_wounds(as_owner, cards, warband):
    WarriorFactory(warband=warband, unit="kroxigor", name="Mountain")
    assert 'aria-label="Wounds: 3"' in as_owner.get(cards).content.decode()


def test_weapons_skills_and_spells_are_explained(as_owner, url, warband, priest, owner):
    for kind, slug in ((PossessionKind.ITEM, "short-bow"), (PossessionKind.SPELL, "chotecs-wrath")):
        Possession.objects.create(warband=warband, warrior=priest, kind=kind, slug=slug)
    record(priest, kind=FortuneKind.SKILL, slug="step-aside", words="Learns", reason="An advance", by=owner)
    page = as_owner.get(url).content.decode()
    assert "<dt>Short Bow</dt><dd>Range 16″, Strength 3.</dd>" in page
    assert "Difficulty " in page
    assert "<b>Learnt</b> Step Aside" in page
    assert "<dt>Step Aside</dt>" in page


def test_a_rule_by_hand_says_why_it_is_there(as_owner, url, warband, priest):
    WarriorRuleFactory(warrior=priest, rule_id="stupidity", reason="A blow on the head")
    assert "Stupidity: Given by hand: A blow on the head." in as_owner.get(url).content.decode()
    assert "Stupidity: Given by hand: A blow on the head" in as_text(written(warband))


def test_a_rule_without_effect_says_why_and_is_not_explained(as_owner, url, priest):
    WarriorRuleFactory(warrior=priest, rule_id="cold-blooded", taken=True, reason="Warm")
    page = as_owner.get(url).content.decode()
    assert "<s>Cold Blooded</s> Taken away by hand: Warm." in page
    assert "<dt>Cold Blooded</dt>" not in page


@pytest.mark.parametrize("name", ["paper", "cards"])
def test_a_rule_that_does_not_always_hold_says_when(as_owner, owner, name):
    rats = WarbandFactory(owner=owner, warband_type_id="skaven-clan-eshin")
    WarriorFactory(warband=rats, unit="rat-ogre", name="Bonecrusher")
    page = as_owner.get(reverse(f"warbands:{name}", args=[rats.public_id])).content.decode()
    assert "Stupidity unless a friend (hero) within 6&quot; is there" in page


def test_gold_and_the_stash_are_on_paper(as_owner, url, warband, priest):
    Possession.objects.create(warband=warband, slug="sword", quantity=2)
    page = as_owner.get(url).content.decode()
    assert "gold crowns" in page
    assert "<b>Stash</b> 2 × Sword" in page
    assert "In the stash: 2 × Sword" in as_text(written(warband))


def test_a_draft_that_is_not_legal_says_so_and_what_is_to_mend(as_owner, url, warband, reeds):
    found = legality_of(warband, [reeds], changes_of(warband), current()).to_mend
    assert found
    page = as_owner.get(url).content.decode()
    assert f"<b>Not legal: {len(found)} thing" in page
    text = as_text(written(warband))
    assert f"Not legal: {len(found)} thing" in text
    for finding in found:
        assert finding.text.replace("'", "&#x27;") in page
        assert f"- {finding.text}" in text


def test_what_is_let_stand_is_told_to_everybody_with_its_reason(as_owner, as_reader, url, warband, reeds, owner):
    content = current()
    for finding in legality_of(warband, [reeds], changes_of(warband), content).to_mend:
        override(warband=warband, code=finding.code, about=finding.about, who=finding.who, reason="Agreed", by=owner)
    for client in (as_owner, as_reader):
        page = client.get(url).content.decode()
        assert "Legal, with " in page
        assert "<b>Let stand:</b> Agreed" in page
    text = as_text(written(warband))
    assert "Not legal" not in text
    assert "Because: Agreed" in text


@pytest.mark.parametrize(("asked", "many"), [({}, 2), ({"blank": 0}, 0), ({"blank": 12}, 12)])
def test_as_many_blank_cards_as_asked_for(as_owner, url, priest, asked, many):
    assert as_owner.get(url, asked).content.decode().count('aria-label="Blank card') == many


def test_sheet_and_cards_lead_to_each_other_with_what_was_asked(as_owner, sheet, cards, priest):
    assert f'href="{cards}?blank=5&amp;notes=on"' in as_owner.get(f"{sheet}?blank=5&notes=on").content.decode()
    assert f'href="{sheet}?blank=5"' in as_owner.get(f"{cards}?blank=5").content.decode()
    assert f'href="{sheet}"' in as_owner.get(f"{cards}?blank=many").content.decode()


@pytest.mark.parametrize("asked", ["13", "-1", "many", ""])
def test_a_wrong_number_is_refused_beside_its_field(as_owner, url, priest, asked):
    response = as_owner.get(url, {"blank": asked})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert f'value="{asked}"' in response.content.decode() or not asked
    assert "Tehenca" in response.content.decode()


def test_notes_are_printed_when_their_owner_asks(as_owner, url, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    assert "nine crowns" not in as_owner.get(url).content.decode()
    page = as_owner.get(url, {"blank": 0, "notes": "on"}).content.decode()
    assert "nine crowns" in page
    assert "Never trust Konrad" in page


def test_readers_print_it_without_notes_whatever_they_ask(as_reader, url, priest):
    priest.notes = "Owes me nine crowns"
    priest.save()
    page = as_reader.get(url, {"blank": 0, "notes": "on"}).content.decode()
    assert "Tehenca" in page
    for private in ("nine crowns", "Never trust Konrad", 'name="notes"'):
        assert private not in page
    assert as_reader.get(url, headers=HX).status_code == 200


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
