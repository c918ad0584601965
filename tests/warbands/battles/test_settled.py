"""What was tested in a stage stays on the board until the stage is over: its faces, what it came to, and why."""

from uuid import uuid4

import pytest

from rules.engine.rulings import Rulings
from tests.warbands.battles.hand import due, play, settle, skip_all, take_back
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.access import get_battle_or_404
from warbands.battles.opening import begin
from warbands.battles.reading import read
from warbands.battles.settled import settled

pytestmark = pytest.mark.django_db


def shown(battle, user):
    return settled(read(get_battle_or_404(user, battle.public_id)))


def faces(one):
    return [die.face for die in one.dice]


def test_a_test_stays_with_its_faces_and_its_reasons_until_the_stage_is_over(begun, owner, mate):
    settle(begun, owner, [1, 2])
    for user in (owner, mate):
        card = shown(begun, user)[0]
        assert (card.title, card.who, card.mark, faces(card)) == ("Stupidity", "Lump", "pass", [1, 2])
        assert card.text.startswith("Passed: 3 against ")
        assert card.chance.endswith("%")
        assert card.why
        assert card.line.how == "typed by owner"
    skip_all(begun, owner)
    play(begun, owner, "next")
    assert shown(begun, owner) == []


def test_a_failed_test_says_what_follows_and_how_long(begun, owner):
    settle(begun, owner, [6, 6])
    settle(begun, owner, [2])
    table, test = shown(begun, owner)
    assert (test.mark, table.title) == ("fail", "Stupidity: the D6")
    assert any("until" in words for words in test.lasting)
    assert faces(table) == [2]


def test_what_was_undone_or_skipped_is_not_shown(begun, owner):
    settle(begun, owner, [6, 6])
    take_back(begun, owner)
    play(begun, owner, "skip", trial=due(begun)[0])
    assert shown(begun, owner) == []


@pytest.mark.parametrize(("answer", "now"), [("again", [1, 1]), ("stand", [6, 6])])
def test_a_test_that_was_taken_again_is_one_card(owner, mate, lizards, answer, now):
    sisters = WarbandFactory(owner=owner, warband_type_id="sisters-of-sigmar", name="The Rock")
    WarriorFactory(warband=sisters, unit="augur", name="Ursel")
    WarriorFactory(warband=sisters, unit="sigmarite-matriarch", name="Marta")
    battle = begin(by=owner, own=sisters, against=lizards, client_key=uuid4(), rulings=Rulings())
    play(battle, owner, "put", who=battle.muster["sides"][0]["fighters"][0]["id"], flag="fleeing")
    play(battle, owner, "begin", side="a")
    settle(battle, owner, [6, 6])
    assert shown(battle, owner) == []
    again = {"rule": "sisters-of-sigmar--blessed-sight"}
    play(battle, owner, answer, [1, 1] if answer == "again" else None, **(again if answer == "again" else {}))
    (card,) = shown(battle, owner)
    assert (card.title, card.who) == ("Recover his nerve", "Ursel")
    assert faces(card) == now
    assert [die.face for die in card.first] == ([6, 6] if answer == "again" else [])
