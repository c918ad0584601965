"""Dice that somebody typed count, whichever button or key sent them; and what the board tells is what has happened."""

import json

import pytest

from tests.warbands.battles.hand import due, play, take_back
from tests.warbands.battles.test_taps import page, sheet_of, signed_in, tap

pytestmark = pytest.mark.django_db


def sent(battle, kind, lump):
    """What the form of this kind sends besides its dice."""
    if kind == "injure":
        return {"who": lump}
    return {"trial": json.dumps(due(battle)[0])}


@pytest.mark.parametrize("kind", ["test", "injure"])
@pytest.mark.parametrize("how", ["roll", "typed"])
def test_typed_dice_count_whichever_button_sends_them(begun, as_owner, lump, kind, how):
    faces = {"face-1": "1", "face-2": "1"} if kind == "test" else {"face-1": "1"}
    tap(as_owner, begun, kind, how=how, **sent(begun, kind, lump), **faces)
    event = begun.events.get(number=begun.last)
    assert event.faces == [1] * len(faces)
    assert event.typed


def test_a_die_left_empty_is_asked_for_and_nothing_is_thrown(begun, as_owner, lump):
    refused = tap(as_owner, begun, "test", how="roll", **sent(begun, "test", lump), **{"face-1": "1", "face-2": ""})
    assert refused.status_code == 422
    assert "Type every die" in page(refused)
    assert begun.last == 1


def test_the_enter_key_presses_no_answer_and_no_throw_of_the_app(begun, as_owner):
    board = page(as_owner.get(begun.get_absolute_url()))
    form = board[board.index('name="kind" value="test"') :]
    assert form[form.index("<button") :].startswith('<button hidden name="how" value="typed">')


def test_undone_dice_of_an_injury_are_said_on_the_sheet_and_no_others_can_be_typed(begun, as_owner, owner, lump):
    play(begun, owner, "injure", [3], who=lump)
    take_back(begun, owner)
    shown = sheet_of(as_owner, begun, lump)
    assert "Its dice count again: 3." in shown
    injury = shown[shown.index('value="injure"') :].partition("</form>")[0]
    assert "Use these dice" in injury
    assert "face-1" not in injury
    tap(as_owner, begun, "injure", how="note", who=lump)
    assert begun.events.get(number=begun.last).faces == [3]


def test_a_fact_is_logged_as_it_is_asked(begun, as_owner, lump):
    tap(as_owner, begun, "tell", who=lump, answer="fact:foe_in_reach=no")
    assert begun.events.get(number=begun.last).text == "Lump: Is an enemy within his charge range? No."


def test_who_comes_too_late_to_a_battle_that_has_ended_is_told_so(begun, as_owner, mate, owner):
    play(begun, owner, "end", outcomes={"a": "won", "b": "lost"})
    late = tap(signed_in(mate), begun, "next")
    assert late.status_code == 422
    assert "The battle has ended." in page(late)


def test_when_nobody_of_a_side_is_left_the_board_says_so_and_knows_who_won(begun, as_owner, owner):
    for fighter in begun.muster["sides"][1]["fighters"]:
        play(begun, owner, "put", who=fighter["id"], status="out_of_action")
    board = page(as_owner.get(begun.get_absolute_url()))
    assert "Nobody of The Cold Coil is left on the table." in board
    assert '<details id="ending" open>' in board
    assert board.count('<option value="won" selected>') == board.count('<option value="lost" selected>') == 1
    play(begun, owner, "end", outcomes={"a": "won", "b": "lost"})
    ended = page(as_owner.get(begun.get_absolute_url()))
    assert "losses until a test" not in ended
    assert "is left on the table" not in ended
