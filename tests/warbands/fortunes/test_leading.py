"""The next leader: the highest Leadership, then the most experience, then a D6; those who may not are passed over."""

import pytest

from rules.content import current
from rules.engine.rulebook import From
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.fortunes.harms import befall, lose_characteristic
from warbands.fortunes.leading import succeed, succession
from warbands.fortunes.recording import take_back
from warbands.holdings import of_warrior
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of


@pytest.fixture
def reikland(owner):
    return WarbandFactory(owner=owner, warband_type_id="reikland-mercenaries", name="The Crows")


@pytest.fixture
def captain(reikland):
    return WarriorFactory(warband=reikland, unit="mercenary-captain", name="Hans", experience=20)


@pytest.fixture
def champions(reikland):
    return [WarriorFactory(warband=reikland, unit="champion", name=name, experience=8) for name in ("Ulf", "Jan")]


def now(warband):
    return succession(warband, current())


def kill(row, owner):
    return befall(warrior=row, fate="dead", reason="Run through", by=owner)


def test_while_the_leader_lives_nobody_follows(reikland, captain, champions, owner):
    assert now(reikland).leaders == (captain,)
    with pytest.raises(RefusedError, match="Hans leads"):
        succeed(warband=reikland, by=owner)


def test_the_better_leader_follows_and_it_is_said_why(reikland, captain, champions, owner):
    lose_characteristic(warrior=champions[1], stat="Ld", reason="A blow", by=owner)
    kill(captain, owner)
    found = now(reikland)
    assert [hero.row for hero in found.heirs] == [champions[0]]
    assert found.others[0].why_not == "Leadership 6 is less than 7"
    assert found.fallen == (captain,)
    event = succeed(warband=reikland, by=owner)
    assert event.warrior == champions[0]
    assert "Leadership 7 is the highest" in event.words
    held = of_warrior(champions[0], changes_of(reikland)[champions[0].pk], current())
    assert [one.origin for one in held if one.rule == "leader"] == [From.HAND]
    assert now(reikland).leaders == (champions[0],)


def test_then_experience_decides(reikland, captain, champions, owner):
    champions[1].experience = 9
    champions[1].save()
    kill(captain, owner)
    found = now(reikland)
    assert [hero.row for hero in found.heirs] == [champions[1]]
    assert "8 experience is less than 9" in found.others[0].why_not


@pytest.mark.parametrize(("face", "name"), [(3, "Ulf"), (4, "Jan")])
def test_a_tie_is_decided_by_a_d6_typed(reikland, captain, champions, owner, face, name):
    kill(captain, owner)
    assert [faces for faces, _ in now(reikland).faces] == ["1–3", "4–6"]
    event = succeed(warband=reikland, by=owner, face=face)
    assert event.warrior.name == name
    assert event.facts["typed"]


def test_a_throw_taken_back_is_not_thrown_again(reikland, captain, champions, owner):
    kill(captain, owner)
    first = succeed(warband=reikland, by=owner)
    assert not first.facts["typed"]
    for _ in range(5):
        take_back(event=first, reason="By mistake", by=owner)
        again = succeed(warband=reikland, by=owner, face=1)
        assert again.warrior == first.warrior
        first = again


def test_four_are_tied_and_a_six_chooses_nobody(reikland, captain, champions, owner):
    for name in ("Otto", "Rolf"):
        WarriorFactory(warband=reikland, unit="champion", name=name, experience=8)
    kill(captain, owner)
    with pytest.raises(RefusedError, match="throw again"):
        succeed(warband=reikland, by=owner, face=6)


def test_where_nobody_may_lead_it_is_said(reikland, captain, owner):
    kill(captain, owner)
    with pytest.raises(RefusedError, match="Nobody"):
        succeed(warband=reikland, by=owner)
