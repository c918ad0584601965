"""Forms that come at the very same moment, each on a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from rules.engine.rulings import Rulings
from tests.warbands.battles.hand import play
from warbands.battles.doing import DeedError
from warbands.battles.opening import begin
from warbands.battles.playing import StaleError, act, replayed, undo
from warbands.models import Battle, BattleEvent

AT_ONCE = 4

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("in_a_file")]


@pytest.fixture
def at_once():
    """Call the same thing several times at the same moment; what each gave back, a refusal as None."""
    barrier = Barrier(AT_ONCE)

    def run(call):
        def one(number):
            barrier.wait(timeout=10)
            try:
                return call(number)
            except (StaleError, DeedError):
                return None
            finally:
                connection.close()

        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(one, range(AT_ONCE)))

    return run


def test_the_same_form_begins_one_battle(at_once, owner, mob, lizards):
    key = uuid4()
    made = at_once(lambda _: begin(by=owner, own=mob, against=lizards, client_key=key, rulings=Rulings()).pk)
    assert len(set(made)) == 1
    assert Battle.objects.get().sides.count() == 2


def test_the_same_form_is_one_event(at_once, battle, owner):
    key = uuid4()
    made = at_once(lambda _: act(battle=battle, by=owner, kind="begin", deed={"side": "a"}, seen=0, client_key=key).pk)
    assert len(set(made)) == 1
    assert BattleEvent.objects.count() == 1


def test_of_two_players_who_have_seen_the_same_one_is_first_and_the_others_are_stale(at_once, battle, owner, mate):
    own, foe = (side["fighters"][0]["id"] for side in battle.muster["sides"])

    def hide(number):
        by, who = ((owner, own), (mate, foe))[number % 2]
        deed = {"who": who, "key": "edge", "value": number}
        return act(battle=battle, by=by, kind="tell", deed=deed, seen=0, client_key=uuid4()).number

    assert sorted(at_once(hide), key=str) == [1, None, None, None]
    battle.refresh_from_db()
    assert battle.last == 1
    assert battle.state == replayed(battle)


def test_players_who_look_again_each_time_leave_no_gap_and_no_double(at_once, battle, owner, mate):
    own, foe = (side["fighters"][0]["id"] for side in battle.muster["sides"])

    def tell(number):
        by, who = ((owner, own), (mate, foe))[number % 2]
        for inches in range(6):
            while True:
                seen = Battle.objects.get(pk=battle.pk).last
                deed = {"who": who, "key": "edge", "value": 10 * number + inches}
                try:
                    act(battle=battle, by=by, kind="tell", deed=deed, seen=seen, client_key=uuid4())
                    break
                except StaleError:
                    continue

    at_once(tell)
    battle.refresh_from_db()
    many = 6 * AT_ONCE
    assert list(battle.events.values_list("number", flat=True)) == list(range(1, many + 1))
    assert battle.last == many
    assert battle.state == replayed(battle)


def test_an_event_is_undone_once(at_once, battle, owner):
    play(battle, owner, "begin", side="a")
    made = at_once(lambda _: [one.pk for one in undo(battle=battle, by=owner, seen=1, client_key=uuid4())])
    assert sum(one is not None for one in made) == 1
    battle.refresh_from_db()
    assert battle.state == battle.opening
