"""The pages between battles: the forms work, refuse beside the field, and are nobody else's."""

from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, full_warband
from warbands.fortunes.advances import advance
from warbands.fortunes.asking_forms import AdvanceForm
from warbands.fortunes.experience import gain
from warbands.fortunes.harms import befall
from warbands.models import Possession

OF_WARBAND = ["between", "experience", "leader"]
OF_WARRIOR = ["advance", "harm", "promote"]


def url(name, warband, *more):
    return reverse(f"warbands:{name}", args=[warband.public_id, *more])


@pytest.mark.parametrize("name", OF_WARBAND)
def test_pages_of_a_warband_are_its_owners(as_owner, as_outsider, as_anonymous, warband, priest, reeds, name):
    address = url(name, warband)
    assert as_owner.get(address).status_code == 200
    is_hidden_from(as_outsider, address)
    asks_to_sign_in(as_anonymous, address)


@pytest.mark.parametrize("name", OF_WARRIOR)
def test_pages_of_a_warrior_are_his_owners(as_owner, as_outsider, as_anonymous, warband, priest, name):
    address = url(name, warband, priest.public_id)
    assert as_owner.get(address).status_code == 200
    is_hidden_from(as_outsider, address)
    asks_to_sign_in(as_anonymous, address)


def test_readers_read_the_history_and_change_nothing(as_reader, warband, priest, owner):
    event = gain(warband=warband, amounts={priest.public_id: 3}, reason="Won at the docks", by=owner)[0]
    for address in (url("history", warband), url("warrior-history", warband, priest.public_id)):
        page = as_reader.get(address).content.decode()
        assert "Won at the docks" in page
        assert "take-back" not in page
    for address in (
        url("between", warband),
        url("experience", warband),
        url("harm", warband, priest.public_id),
        url("take-back", warband, priest.public_id, event.pk),
    ):
        assert as_reader.get(address).status_code in {302, 403}


def test_experience_for_all_in_one_form(as_owner, warband, priest, reeds):
    answer = as_owner.post(
        url("experience", warband),
        {f"xp-{priest.public_id}": "2", f"xp-{reeds.public_id}": "1", "reason": "Won"},
    )
    assert answer.status_code == 302
    priest.refresh_from_db()
    assert priest.experience == 22
    page = as_owner.get(url("between", warband)).content.decode()
    assert "Experience is recorded for 2." in page


def test_what_is_refused_stands_beside_its_field(as_owner, warband, priest, reeds):
    answer = as_owner.post(url("experience", warband), {f"xp-{reeds.public_id}": "-1", "reason": "Wrong"})
    assert answer.status_code == 422
    assert "stays between 0 and" in answer.content.decode()
    assert as_owner.post(url("experience", warband), {f"xp-{priest.public_id}": "1"}).status_code == 422


def test_an_advance_and_an_injury_show_on_the_roster(as_owner, warband, priest):
    answer = as_owner.post(url("advance", warband, priest.public_id), {"what": "stat:WS", "reason": "Rolled 7"})
    assert answer.status_code == 302
    harm = {"what": "injury:nervous-condition", "reason": "Fell at the docks"}
    assert as_owner.post(url("harm", warband, priest.public_id), harm).status_code == 302
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert '<td class="up">' in page
    assert '<td class="down">' in page
    assert "Nervous Condition: −1" in page


def test_an_injury_that_asks_is_refused_without_an_answer(as_owner, warband, priest):
    address = url("harm", warband, priest.public_id)
    answer = as_owner.post(address, {"what": "injury:enmity-one", "reason": "Docks"})
    assert answer.status_code == 422
    assert "Who did it?" in answer.content.decode()
    assert as_owner.post(address, {"what": "injury:deep-wound", "reason": "Docks"}).status_code == 422
    assert as_owner.post(address, {"what": "loses", "reason": "Docks"}).status_code == 422
    assert as_owner.post(address, {"what": "loses", "stat": "Ld", "reason": "Docks"}).status_code == 302


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("", set()),
        ("injury:leg-wound", set()),
        ("injury:deep-wound", {"battles"}),
        ("injury:enmity-one", {"foe"}),
        ("injury:enmity-type", {"hated"}),
        ("injury:blinded-in-one-eye", {"answer"}),
        ("loses", {"stat"}),
        ("misses", {"battles"}),
        ("fate:dead", set()),
        ("nonsense", set()),
    ],
)
def test_only_what_the_choice_needs_is_asked(as_owner, warband, priest, what, fields):
    address = url("harm", warband, priest.public_id)
    whole = as_owner.get(address, {"what": what}).content.decode()
    part = as_owner.get(address, {"what": what, "reason": "Docks"}, headers=HX).content.decode()
    shown = as_owner.post(address, {"what": what, "show": "1"})
    assert shown.status_code == 200, "without scripts a button shows what is asked, and refuses nothing"
    for page in (whole, part, shown.content.decode()):
        assert {name for name in OPTIONAL if f'name="{name}"' in page} == fields
    assert part.strip().startswith('<div id="asked">')
    assert priest.fortunes.count() == 0


OPTIONAL = ("figures", "battles", "stat", "foe", "hated", "answer")


def test_of_a_group_it_is_asked_how_many(as_owner, warband, reeds):
    address = url("harm", warband, reeds.public_id)
    assert 'name="figures"' not in as_owner.get(address, {"what": "misses"}).content.decode()
    assert "Of the 4. Left empty: all." in as_owner.get(address, {"what": "fate:dead"}).content.decode()
    assert as_owner.post(address, {"what": "fate:dead", "figures": "9", "reason": "Docks"}).status_code == 422
    assert as_owner.post(address, {"what": "fate:dead", "figures": "1", "reason": "Docks"}).status_code == 302


def test_what_an_injury_means_stands_beside_it_and_the_answer_in_the_history(as_owner, warband, priest):
    address = url("harm", warband, priest.public_id)
    assert "losing the second one" in as_owner.get(address, {"what": "injury:blinded-in-one-eye"}).content.decode()
    assert "immune to psychology" in as_owner.get(address, {"what": "injury:madness-frenzy"}).content.decode()
    typed = {"what": "injury:blinded-in-one-eye", "answer": "the left", "reason": "Docks"}
    assert as_owner.post(address, typed).status_code == 302
    assert "Blinded in One Eye (the left)" in as_owner.get(url("history", warband)).content.decode()


def test_what_a_skill_asks_and_does_is_told_when_it_is_chosen(as_owner, warband, priest, rulebook):
    address = url("advance", warband, priest.public_id)
    assert 'name="answer"' not in as_owner.get(address, {"what": "stat:WS"}).content.decode()
    ride = f"skill:{rulebook.skills['ride'].slug}"
    form = AdvanceForm(warrior=priest, chosen=ride)
    assert [field.name for field in form.asked] == ["answer"]
    assert form["answer"].label == "Which kind of mount?"
    spell = next(spell for spell in rulebook.spell_lists["lizardmen-magic"].spells if spell.text)
    part = as_owner.get(address, {"what": f"spell:{spell.slug}"}, headers=HX).content.decode()
    assert spell.html.strip() in part


def test_a_death_by_mistake_is_taken_back_from_the_history(as_owner, warband, priest, owner):
    event = befall(warrior=priest, fate="dead", reason="Run through", by=owner)
    address = url("take-back", warband, priest.public_id, event.pk)
    assert address in as_owner.get(url("history", warband)).content.decode()
    assert as_owner.post(address, {"reason": ""}).status_code == 422
    assert as_owner.post(address, {"reason": "Clicked by mistake"}).status_code == 302
    assert "Taken back by owner: Clicked by mistake" in as_owner.get(url("history", warband)).content.decode()
    assert priest.name in as_owner.get(url("between", warband)).content.decode()


def test_a_captive_is_marked_on_the_roster(as_owner, warband, priest, owner):
    befall(warrior=priest, fate="captured", reason="Dragged away", by=owner)
    assert "Captured" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_after_a_battle_those_who_missed_it_are_back(as_owner, warband, priest):
    address = url("harm", warband, priest.public_id)
    assert as_owner.post(address, {"what": "misses", "battles": "1", "reason": "Ill"}).status_code == 302
    assert "Misses the next battle" in as_owner.get(warband.get_absolute_url()).content.decode()
    assert "1 misses the next battle" in as_owner.get(url("between", warband)).content.decode()
    marked = as_owner.post(url("battle-fought", warband), {"number": 0}, follow=True).content.decode()
    assert "Battle 1 is fought, and the founding over; Tehenca missed it." in marked
    assert "Misses the next battle" not in as_owner.get(warband.get_absolute_url()).content.decode()
    as_owner.post(url("undo", warband), {"entry": warband.ledger.get(kind="battle").pk})
    assert "Misses the next battle" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_queries_do_not_grow_with_the_warriors(as_owner, owner):
    counts = set()
    for many in (5, 15):
        warband = full_warband(owner, warriors=many)
        gain(warband=warband, amounts={warband.warriors.first().public_id: 5}, reason="Won", by=owner)
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(url("between", warband))
        with CaptureQueriesContext(connection) as also:
            as_owner.get(url("history", warband))
        counts.add((len(captured), len(also)))
    assert len(counts) == 1
    assert max(counts.pop()) <= 13


def test_the_roster_keeps_its_budget(as_owner, owner):
    counts = set()
    for many in (5, 15, 40):
        warband = full_warband(owner, warriors=many)
        for row in warband.warriors.all()[: many // 5]:
            befall(warrior=row, fate="captured", reason="Dragged away", by=owner)
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(warband.get_absolute_url())
        counts.add(len(captured))
    assert len(counts) == 1
    assert counts.pop() <= 10


def test_a_test_of_somebody_who_misses_the_battle_still_answers(as_owner, warband, priest, owner):
    befall(warrior=priest, fate="captured", reason="Dragged away", by=owner)
    assert as_owner.get(url("test", warband, priest.public_id)).status_code == 200
    assert as_owner.get(url("rout", warband)).status_code == 200


def test_the_roster_tells_whose_advance_is_due(as_owner, warband, priest, owner):
    assert "advance due" not in as_owner.get(warband.get_absolute_url()).content.decode()
    gain(warband=warband, amounts={priest.public_id: 4}, reason="Won", by=owner)
    assert "1 advance due" in as_owner.get(warband.get_absolute_url()).content.decode()
    as_owner.post(url("advance", warband, priest.public_id), {"what": "stat:WS", "reason": "Rolled 7"})
    assert "advance due" not in as_owner.get(warband.get_absolute_url()).content.decode()


def test_spells_learnt_stand_with_those_he_began_with_and_get_easier(as_owner, warband, priest, owner, rulebook):
    first, second = rulebook.spell_lists["lizardmen-magic"].spells[:2]
    Possession.objects.create(warband=warband, warrior=priest, kind="spell", slug=first.slug, free=True)
    for spell in (second, first, first):
        advance(warrior=priest, what=f"spell:{spell.slug}", reason="Rolled 2", by=owner)
    page = unescape(as_owner.get(warband.get_absolute_url()).content.decode())
    assert "<small>Learnt</small>" not in page
    knows = page.partition("<small>Knows</small>")[2].partition("</p>")[0]
    assert f"{first.name}</a> <small>({first.difficulty - 2})</small>, " in knows
    assert f"{second.name}</a> <small>({second.difficulty})</small>" in knows
    told = unescape(as_owner.get(url("text", warband)).content.decode())
    assert "Learnt" not in told
    assert f"Knows: {first.name}, {second.name}" in told
    paper = unescape(as_owner.get(url("paper", warband)).content.decode())
    assert f"<b>Knows</b> {first.name}, {second.name}" in paper
