"""Undone dice that wait for a throw which nobody is bound to make now lie in sight of both, and can be freed there."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.warbands.battles.hand import play, release, settle, take_back
from warbands.access import get_battle_or_404
from warbands.battles.reading import read

pytestmark = pytest.mark.django_db


@pytest.fixture
def undone(begun, mate, lump):
    """The mate rolled for the injury of the owner's troll, and took it back."""
    thrown = play(begun, mate, "injure", [1], who=lump)
    take_back(begun, mate)
    return thrown


def waiting(battle, user):
    return read(get_battle_or_404(user, battle.public_id)).waiting


def board(battle, user):
    client = Client()
    client.force_login(user)
    return client.get(battle.get_absolute_url()).content.decode()


def test_they_are_shown_to_both_and_freed_by_whoever_did_not_undo_them(begun, undone, owner, mate):
    for user in (owner, mate):
        assert [event.number for event in waiting(begun, user)] == [undone.number]
        assert f"{undone.number} was undone: {undone.text}" in board(begun, user)
    button = f"Let them throw {undone.number} anew"
    assert button in board(begun, owner)
    assert button not in board(begun, mate)


def test_whoever_rolls_for_the_same_again_is_told_which_dice_count(begun, undone, owner, mate, lump):
    client = Client()
    client.force_login(mate)
    sheet = reverse("warbands:battle-model", args=[begun.public_id, lump])
    said = f"Throw {undone.number} was undone. Its dice count again: 1."
    assert said in client.get(sheet).content.decode()
    release(begun, owner, undone)
    assert said not in client.get(sheet).content.decode()


def test_however_long_ago_that_was_and_until_they_are_thrown_or_freed(begun, undone, owner, mate, lump):
    for number in range(45):
        play(begun, owner, "put", who=lump, flag="hidden", on=not number % 2)
    assert waiting(begun, owner)
    play(begun, mate, "injure", [6], who=lump)
    assert not waiting(begun, owner)


def test_dice_of_a_test_that_is_due_lie_on_its_card_alone(begun, owner):
    thrown = settle(begun, owner, [6, 6])
    take_back(begun, owner)
    assert not waiting(begun, owner)
    assert f"Throw {thrown.number} was undone." in board(begun, owner)


def test_looking_at_all_of_it_is_one_query(begun, undone, owner, django_assert_num_queries):
    battle = get_battle_or_404(owner, begun.public_id)
    read(battle)
    with django_assert_num_queries(1):
        assert read(battle).waiting
