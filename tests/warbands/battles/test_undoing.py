"""What was done is undone exactly, by who may, and a throw that is undone is no second try."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from tests.warbands.battles.hand import due, never, play, release, settle, skip_all, take_back
from warbands.battles.doing import DeedError
from warbands.battles.playing import replayed, undo

pytestmark = pytest.mark.django_db

AGREES = "may be thrown anew"


# --- Undoing ----------------------------------------------------------------------------------------------------------


def test_undoing_restores_the_state_says_who_and_removes_nothing(begun, owner):
    before = begun.state
    thrown = settle(begun, owner, [6, 6])
    event = take_back(begun, owner)[0]
    assert begun.state == before == replayed(begun)
    assert (event.number, event.reverses, event.by) == (3, thrown.number, owner)
    assert thrown.text in event.text
    assert begun.events.count() == 3


def test_undoing_goes_back_to_a_number_one_event_at_a_time(begun, owner, lump):
    settle(begun, owner, [6, 6])
    settle(begun, owner, [1])
    play(begun, owner, "put", who=lump, status="stunned")
    assert [event.reverses for event in take_back(begun, owner, back_to=2)] == [4, 3, 2]
    assert [event.number for event in begun.events.all()] == list(range(1, 8))


def test_a_form_of_several_events_sent_twice_gives_the_same_ones(begun, owner):
    settle(begun, owner, [6, 6])
    settle(begun, owner, [1])
    key = uuid4()
    begun.refresh_from_db()
    first = undo(battle=begun, by=owner, seen=begun.last, client_key=key, back_to=2)
    assert undo(battle=begun, by=owner, seen=0, client_key=key, back_to=2) == first
    assert len(first) == 2


def test_undoing_undoes_what_was_not_undone_yet(begun, owner, lump):
    play(begun, owner, "put", who=lump, status="stunned")
    play(begun, owner, "put", who=lump, flag="hidden")
    assert [take_back(begun, owner)[0].reverses for _ in range(3)] == [3, 2, 1]
    assert begun.state == begun.opening
    with pytest.raises(DeedError, match="nothing to undo"):
        take_back(begun, owner)


def test_nobody_undoes_what_the_other_did_for_himself(begun, mate, owner):
    settle(begun, owner, [6, 6])
    with pytest.raises(PermissionDenied):
        take_back(begun, mate)


def test_who_only_watches_undoes_nothing_not_even_the_end(begun, owner, stranger):
    play(begun, owner, "end", outcomes={"a": "lost", "b": "won"})
    with pytest.raises(PermissionDenied):
        take_back(begun, stranger)


def test_the_end_of_ones_turn_is_not_for_the_other_to_undo(begun, owner, mate):
    settle(begun, owner, [1, 1])
    skip_all(begun, owner)
    for _ in range(6):
        play(begun, owner, "next")
    assert begun.state["turn"] == "b"
    with pytest.raises(PermissionDenied):
        take_back(begun, mate)
    take_back(begun, owner)
    assert begun.state["turn"] == "a"


def test_a_step_back_across_the_others_event_goes_nowhere(begun, owner, mate):
    play(begun, mate, "tell", who=begun.muster["sides"][1]["fighters"][0]["id"], key="edge", value=5)
    begun.refresh_from_db()
    with pytest.raises(PermissionDenied):
        take_back(begun, owner, back_to=1)
    assert begun.events.count() == 2


# --- No second try ----------------------------------------------------------------------------------------------------


def test_an_undone_throw_keeps_its_faces_when_the_same_is_due_again(begun, owner):
    first = settle(begun, owner, [6, 5])
    take_back(begun, owner)
    again = settle(begun, owner, [1, 1])
    assert (again.faces, again.keeps, again.typed) == ([6, 5], first.number, True)
    take_back(begun, owner)
    third = play(begun, owner, "test", trial=due(begun)[0], throw=never)
    assert (third.faces, third.keeps) == ([6, 5], again.number)


def test_faces_that_the_app_threw_stay_those_of_the_app(begun, owner):
    play(begun, owner, "test", trial=due(begun)[0], throw=lambda: 6)
    take_back(begun, owner)
    again = settle(begun, owner, [1, 1])
    assert (again.faces, again.typed) == ([6, 6], False)


def test_two_undone_throws_of_one_slot_come_back_in_their_order(begun, owner, lump):
    for face in (1, 5):
        play(begun, owner, "injure", [face], who=lump)
    take_back(begun, owner, back_to=2)
    assert [play(begun, owner, "injure", [3], who=lump).faces for _ in range(2)] == [[1], [5]]
    assert begun.state["models"][lump]["status"] == "out_of_action"


@pytest.mark.parametrize("stages", [1, 8])
def test_an_undone_injury_is_not_thrown_afresh_because_the_battle_moved_on(begun, owner, mate, lump, stages):
    skip_all(begun, owner)
    play(begun, owner, "injure", [5], who=lump)
    take_back(begun, owner)
    for _ in range(stages):
        play(begun, owner if begun.state["turn"] == "a" else mate, "next")
    assert play(begun, owner, "injure", [1], who=lump).faces == [5]


def test_a_test_that_somebody_asked_for_is_not_put_off_to_a_later_turn(begun, owner, mate, lump):
    skip_all(begun, owner)
    play(begun, owner, "ask", who=lump, kind="leadership", reason="a spell")
    settle(begun, owner, [6, 6])
    take_back(begun, owner, back_to=begun.last - 1)
    for _ in range(6):
        play(begun, owner, "next")
    play(begun, owner, "ask", who=lump, kind="leadership", reason="another")
    assert settle(begun, owner, [1, 1]).faces == [6, 6]


def test_who_has_the_first_turn_brings_no_new_dice(begun, owner, mate):
    settle(begun, owner, [6, 6])
    take_back(begun, owner, back_to=1)
    play(begun, owner, "begin", side="b")
    for _ in range(6):
        play(begun, mate, "next")
    assert settle(begun, owner, [1, 1]).faces == [6, 6]


def test_the_same_test_of_the_next_turn_is_another(begun, owner, mate):
    settle(begun, owner, [6, 6])
    take_back(begun, owner)
    skip_all(begun, owner)
    for _ in range(12):
        play(begun, owner if begun.state["turn"] == "a" else mate, "next")
    assert settle(begun, owner, [1, 1]).faces == [1, 1]


def test_another_foe_to_charge_is_no_second_try(begun, owner, lizards):
    skip_all(begun, owner)
    goblin = begun.muster["sides"][0]["fighters"][3]["id"]
    first, second = (one["id"] for one in begun.muster["sides"][1]["fighters"][:2])
    for foe in (first, second):
        play(begun, owner, "gain", who=foe, rule="cause-fear", until="end_of_battle")
    play(begun, owner, "next")
    play(begun, owner, "charge", who=goblin, targets=[first])
    settle(begun, owner, [6, 6])
    take_back(begun, owner, back_to=begun.last - 1)
    play(begun, owner, "charge", who=goblin, targets=[second])
    assert settle(begun, owner, [1, 1]).faces == [6, 6]


def test_another_reason_in_words_is_no_other_throw(begun, owner, lump):
    ask = {"kind": "leadership", "who": lump}
    play(begun, owner, "ask", **ask, reason="a spell")
    settle(begun, owner, [6, 6])
    take_back(begun, owner, back_to=2)
    play(begun, owner, "ask", **ask, reason="a spell, once more")
    assert settle(begun, owner, [1, 1]).faces == [6, 6]


def test_where_more_dice_are_due_than_were_kept_only_those_wanting_are_thrown(begun, owner, lump):
    settle(begun, owner, [6, 5])
    take_back(begun, owner)
    play(begun, owner, "gain", who=lump, rule="cold-blooded", until="end_of_battle")
    event = play(begun, owner, "test", trial=due(begun)[0], throw=lambda: 2)
    assert (event.faces, event.typed) == ([6, 5, 2], True)
    take_back(begun, owner, back_to=event.number - 1)
    assert settle(begun, owner).faces == [6, 5]


def test_the_dice_wanting_may_be_typed_and_that_is_said(begun, owner, lump):
    play(begun, owner, "test", trial=due(begun)[0], throw=lambda: 6)
    take_back(begun, owner)
    play(begun, owner, "gain", who=lump, rule="cold-blooded", until="end_of_battle")
    event = settle(begun, owner, [1, 1, 3])
    assert (event.faces, event.typed) == ([6, 6, 3], True)


def test_the_opponent_frees_an_undone_throw_and_nobody_else(begun, owner, mate, stranger):
    thrown = settle(begun, owner, [6, 6])
    take_back(begun, owner)
    for somebody in (owner, stranger):
        with pytest.raises(PermissionDenied):
            release(begun, somebody, thrown)
    assert AGREES in release(begun, mate, thrown).text
    assert settle(begun, owner, [1, 1]).faces == [1, 1]
    with pytest.raises(DeedError, match="no undone throw"):
        release(begun, mate, thrown)


def test_an_agreement_frees_the_throw_it_names_and_the_one_after_it_keeps_its_dice(begun, owner, mate, lump):
    first, second = (play(begun, owner, "injure", [face], who=lump) for face in (1, 2))
    take_back(begun, owner, back_to=first.number)
    agreed = release(begun, mate, first)
    assert f"The dice of {second.number} are kept" in agreed.text
    fresh, kept = (play(begun, owner, "injure", [3], who=lump) for _ in range(2))
    assert [(one.faces, one.keeps) for one in (fresh, kept)] == [([3], None), ([2], second.number)]
    take_back(begun, owner, back_to=fresh.number)
    assert [play(begun, owner, "injure", [6], who=lump).faces for _ in range(2)] == [[3], [2]]


def test_the_second_of_two_undone_throws_is_freed_without_the_first(begun, owner, mate, lump):
    first, second = (play(begun, owner, "injure", [face], who=lump) for face in (1, 2))
    take_back(begun, owner, back_to=first.number)
    release(begun, mate, second)
    assert [play(begun, owner, "injure", [3], who=lump).faces for _ in range(2)] == [[1], [3]]


def test_who_undid_an_injury_of_his_foe_does_not_agree_with_himself(begun, owner, mate, lump):
    thrown = play(begun, mate, "injure", [1], who=lump)
    take_back(begun, mate)
    with pytest.raises(PermissionDenied):
        release(begun, mate, thrown)
    release(begun, owner, thrown)
    assert play(begun, mate, "injure", [6], who=lump).faces == [6]


def test_on_one_phone_the_one_who_acts_for_all_agrees(begun, owner):
    begun.one_phone = True
    begun.save()
    thrown = settle(begun, owner, [6, 6])
    take_back(begun, owner)
    release(begun, owner, thrown)
    assert settle(begun, owner, [1, 1]).keeps is None


def test_another_lender_of_leadership_is_no_second_try(battle, owner):
    gone = [one["id"] for one in battle.muster["sides"][0]["fighters"] if one["name"] in {"Gorblad", "Lump"}]
    for who in gone:
        play(battle, owner, "put", who=who, status="out_of_action")
    play(battle, owner, "begin", side="a")
    rout = due(battle)[0]
    assert rout["kind"] == "rout"
    goblins = [one["id"] for one in battle.muster["sides"][0]["fighters"] if one["id"] not in gone]
    play(battle, owner, "test", [6, 6], trial={**rout, "by": [goblins[0]]})
    take_back(battle, owner)
    assert play(battle, owner, "test", [1, 1], trial={**rout, "by": [goblins[1]]}).faces == [6, 6]
