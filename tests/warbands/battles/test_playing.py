"""The services by which a battle is played: one event for each form, several at once, and the end."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from rules.engine.rulings import Rulings
from tests.warbands.battles.hand import due, play, settle, take_back
from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory
from warbands.battles.doing import DeedError
from warbands.battles.opening import begin
from warbands.battles.playing import StaleError, act, replayed, table_of, take_all, undo

pytestmark = pytest.mark.django_db


# --- One event for each form ------------------------------------------------------------------------------------------


def test_a_deed_is_an_event_with_the_state_it_leaves(begun, owner, lump):
    event = settle(begun, owner, [6, 6])
    assert (event.number, event.side, event.faces, event.typed, event.by) == (2, "a", [6, 6], True, owner)
    assert event.verdict["passed"] is False
    assert begun.state["models"][lump]["flags"] == ["stupid_failed"]
    assert begun.last == 2
    assert begun.state == replayed(begun)


def test_the_app_throws_where_no_faces_are_typed(begun, owner):
    event = play(begun, owner, "test", trial=due(begun)[0], throw=lambda: 2)
    assert (event.faces, event.typed) == ([2, 2], False)


def test_whoever_has_not_seen_the_last_event_is_refused(begun, owner):
    with pytest.raises(StaleError):
        act(battle=begun, by=owner, kind="test", deed={"trial": due(begun)[0]}, seen=0, client_key=uuid4())
    assert begun.events.count() == 1


def test_the_same_form_twice_is_one_event_though_it_has_become_stale(begun, owner):
    key, trial = uuid4(), due(begun)[0]
    first = play(begun, owner, "test", [6, 6], client_key=key, trial=trial)
    again = act(battle=begun, by=owner, kind="test", deed={"trial": trial}, seen=1, client_key=key, faces=[1, 1])
    assert again == first
    assert begun.events.count() == 2


@pytest.mark.parametrize("who", ["mate", "stranger"])
def test_nobody_acts_for_the_others_side(begun, request, who):
    with pytest.raises(PermissionDenied):
        settle(begun, request.getfixturevalue(who), [6, 6])
    with pytest.raises(PermissionDenied):
        play(begun, request.getfixturevalue(who), "skip", trial=due(begun)[0])


def test_whoever_strikes_notes_what_befell_his_foe(begun, mate, lump):
    assert play(begun, mate, "put", who=lump, status="stunned").side == "a"


def test_a_stranger_notes_nothing(begun, stranger, lump):
    with pytest.raises(PermissionDenied):
        play(begun, stranger, "put", who=lump, status="stunned")


def test_the_starter_acts_for_both_where_one_phone_does(begun, owner, mate):
    foe = begun.muster["sides"][1]["fighters"][0]["id"]
    with pytest.raises(PermissionDenied):
        play(begun, owner, "tell", who=foe, key="edge", value=4)
    begun.one_phone = True
    begun.save()
    assert play(begun, owner, "tell", who=foe, key="edge", value=4).side == "b"
    with pytest.raises(PermissionDenied):
        play(begun, mate, "skip", trial=due(begun)[0])


@pytest.mark.parametrize(
    ("kind", "deed"),
    [
        ("dance", {}),
        ("test", {}),
        ("test", {"trial": {"kind": "tea"}}),
        ("skip", {"trial": {"kind": "rally", "who": "nobody", "by": [], "forced": False, "purpose": ""}}),
        ("again", {"rule": "leader"}),
        ("stand", {}),
        ("ask", {"kind": "stupidity"}),
        ("ask", {"kind": "rout", "who": "a"}),
        ("rout", {}),
        ("rout", {"side": "c"}),
        ("charge", {"who": "a", "targets": ["b"]}),
        ("tell", {"who": "nobody", "key": "edge", "value": 3}),
        ("tell", {"who": "a", "key": "edge", "value": 3}),
        ("put", {"who": "b", "status": "stunned"}),
        ("contact", {"who": "a", "foe": "b"}),
        ("injure", {"who": "nobody"}),
        ("wound", {"who": "nobody"}),
        ("gain", {"who": "nobody", "rule": "frenzy", "until": "end_of_turn"}),
        ("drop", {"who": "nobody", "rule": "frenzy"}),
        ("join", {"side": "c", "name": "X"}),
        ("begin", {"side": "a"}),
        ("end", {"outcomes": {"a": "won", "b": "won"}}),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(begun, owner, kind, deed):
    with pytest.raises(DeedError) as refused:
        play(begun, owner, kind, **deed)
    assert refused.value.message
    assert begun.events.count() == 1


def test_faces_that_the_dice_cannot_show_are_refused_beside_their_field(begun, owner):
    with pytest.raises(DeedError) as refused:
        settle(begun, owner, [7, 1])
    assert refused.value.field == "faces"


# --- Several at once, and the end -------------------------------------------------------------------------------------


def roll_all(battle, by, step="animosity", face=3):
    battle.refresh_from_db()
    events = take_all(battle=battle, by=by, step=step, seen=battle.last, client_key=uuid4(), throw=lambda: face)
    battle.refresh_from_db()
    return events


def test_six_goblins_are_rolled_at_once_each_with_his_own_face(begun, owner):
    settle(begun, owner, [1, 1])
    events = roll_all(begun, owner)
    assert [(event.kind, event.faces) for event in events] == [("test", [3])] * 6
    assert not due(begun)
    assert begun.state == replayed(begun)


def test_rolling_at_once_stops_where_a_failed_test_may_be_taken_again(owner, mate, lizards):

    sisters = WarbandFactory(owner=owner, warband_type_id="sisters-of-sigmar", name="The Rock")
    for name in ("Ursel", "Marta"):
        WarriorFactory(warband=sisters, unit="augur", name=name)
    battle = begin(by=owner, own=sisters, against=lizards, client_key=uuid4(), rulings=Rulings())
    for one in battle.muster["sides"][0]["fighters"]:
        play(battle, owner, "put", who=one["id"], flag="fleeing")
    play(battle, owner, "begin", side="a")
    assert len(roll_all(battle, owner, "recovery_of_nerve", 6)) == 1
    assert battle.state["offer"]["faces"] == [6, 6]
    with pytest.raises(DeedError, match="First say"):
        play(battle, owner, "put", who=battle.muster["sides"][0]["fighters"][0]["id"], status="stunned")
    assert play(battle, owner, "again", [1, 1], rule="sisters-of-sigmar--blessed-sight").verdict["passed"]
    assert battle.state["offer"] is None


def test_what_is_the_others_to_roll_is_left_to_him(begun, owner, mate):
    settle(begun, owner, [1, 1])
    begun.refresh_from_db()
    with pytest.raises(PermissionDenied):
        take_all(battle=begun, by=UserFactory(), step="animosity", seen=begun.last, client_key=uuid4())
    with pytest.raises(DeedError, match="nothing to roll"):
        take_all(battle=begun, by=mate, step="animosity", seen=begun.last, client_key=uuid4())


def test_a_battle_ends_with_its_outcomes_and_is_opened_again_by_undoing(begun, owner, mate, lump):
    foe = begun.muster["sides"][1]["fighters"][0]["id"]
    play(begun, owner, "put", who=lump, status="out_of_action")
    play(begun, owner, "end", outcomes={"a": "routed", "b": "won"}, out_by={lump: foe})
    assert begun.ended is not None
    assert [side.outcome for side in begun.sides.all()] == ["routed", "won"]
    assert begun.state["models"][lump]["out_by"] == foe
    assert table_of(begun).due == ()
    with pytest.raises(DeedError, match="ended"):
        play(begun, owner, "put", who=lump, status="standing")
    take_back(begun, mate)
    assert begun.ended is None
    assert [side.outcome for side in begun.sides.all()] == ["", ""]
    assert begun.state["models"][lump]["out_by"] == ""


@pytest.mark.parametrize("many", [1, 12])
def test_an_event_and_its_undoing_cost_the_same_however_big_the_battle(
    owner, mate, lizards, many, django_assert_num_queries
):

    mob = WarbandFactory(owner=owner, warband_type_id="orc-mob")
    WarriorFactory(warband=mob, unit="troll", name="Lump")
    WarriorFactory(warband=mob, unit="goblin-warrior", size=many)
    battle = begin(by=owner, own=mob, against=lizards, client_key=uuid4(), rulings=Rulings())
    lump = battle.muster["sides"][0]["fighters"][0]["id"]
    for number in range(many):
        play(battle, owner, "tell", who=lump, key="edge", value=number)
    play(battle, owner, "begin", side="a")
    deed = {"trial": due(battle)[0]}
    seen = battle.last
    with django_assert_num_queries(8):
        act(battle=battle, by=owner, kind="test", deed=deed, seen=seen, client_key=uuid4(), faces=[1, 1])
    with django_assert_num_queries(9):
        undo(battle=battle, by=owner, seen=seen + 1, client_key=uuid4())
