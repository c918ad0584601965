"""The log as a page: in pages either way, back to any line of it, and the rulings by their questions."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.warbands.battles.hand import play, settle
from warbands.battles import reading
from warbands.battles.keeping import let_one_phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_mate(mate):
    client = Client()
    client.force_login(mate)
    return client


def log_of(client, battle, **query):
    return client.get(reverse("warbands:battle-log", args=[battle.public_id]), query)


def numbers(response):
    return [line.event.number for line in response.context["page"].lines]


def back_to(client, battle, number, **more):
    """Undo back to a line of the log, as whoever has just loaded it."""
    battle.refresh_from_db()
    told = {"kind": "undo", "place": "log", "key": str(uuid4()), "seen": battle.last, "back_to": number, **more}
    response = client.post(reverse("warbands:battle-do", args=[battle.public_id]), told, follow=True)
    battle.refresh_from_db()
    return response


@pytest.fixture
def long(begun, owner, mate, lump, monkeypatch):
    """A log of seven events, in pages of three: the fourth is the mate's own, the others the owner's."""
    monkeypatch.setattr(reading, "PAGE_OF_LOG", 3)
    reed = begun.muster["sides"][1]["fighters"][1]["id"]
    for number in range(6):
        who, player = (reed, mate) if number == 2 else (lump, owner)
        play(begun, player, "put", who=who, flag="hidden", on=not number % 2)
    return begun


def test_the_last_events_come_first_and_lead_on_to_older_ones(long, as_owner):
    first = log_of(as_owner, long)
    assert (numbers(first), first.context["page"].onward) == ([7, 6, 5], "before=5")
    second = log_of(as_owner, long, before=5)
    assert (numbers(second), second.context["page"].onward) == ([4, 3, 2], "before=2")
    assert "The last ones" in second.content.decode()
    third = log_of(as_owner, long, before=2)
    assert (numbers(third), third.context["page"].onward) == ([1], "")


def test_a_stretch_that_was_missed_is_read_from_its_first_event_on_to_its_last(long, as_owner):
    first = log_of(as_owner, long, after=1)
    assert (numbers(first), first.context["page"].onward) == ([2, 3, 4], "after=4")
    assert "Later events" in first.content.decode()
    second = log_of(as_owner, long, after=4)
    assert (numbers(second), second.context["page"].onward) == ([5, 6, 7], "")
    assert numbers(log_of(as_owner, long, after=7)) == []
    between = log_of(as_owner, long, after=1, before=6)
    assert (numbers(between), between.context["page"].onward) == ([2, 3, 4], "after=4&before=6")


def test_the_battle_is_taken_back_to_a_line_of_the_log_and_the_log_says_by_whom(long, owner, as_owner):
    assert log_of(as_owner, long).context["page"].to_undo == {5, 6, 7}
    shown = back_to(as_owner, long, 6)
    assert shown.redirect_chain[-1][0] == reverse("warbands:battle-log", args=[long.public_id])
    assert long.last == 9
    line = {line.event.number: line for line in reading.lines(long, reading.events(long))}[6]
    assert (line.undone, line.event.undone_in, line.event.undone_by) == (True, 9, "owner")
    undone = " ".join(log_of(as_owner, long, after=5).content.decode().split())
    assert "undone by owner (9)" in undone
    assert "7 is undone: Lump is no longer hidden." in undone


def test_nobody_is_offered_to_go_back_across_what_the_other_did_for_himself(long, owner, as_owner, as_mate):
    assert log_of(as_owner, long, before=5).context["page"].to_undo == set()
    assert log_of(as_mate, long).context["page"].to_undo == set()
    refused = back_to(as_owner, long, 3)
    assert refused.status_code == 422
    assert "4 is for mate to undo, and everything before it. Nothing was undone." in refused.content.decode()
    assert numbers(refused) == [7, 6, 5]
    assert long.last == 7
    let_one_phone(battle=long, by=owner, one_phone=True)
    assert log_of(as_owner, long, before=5).context["page"].to_undo == {2, 3, 4}
    back_to(as_owner, long, 3)
    assert long.last == 12


def test_the_board_offers_to_undo_what_is_ones_own_and_refuses_the_rest_in_words(long, as_owner, as_mate):
    board = long.get_absolute_url()
    assert "Undo 7<" in as_owner.get(board).content.decode()
    assert "Undo 7<" not in as_mate.get(board).content.decode()
    refused = back_to(as_mate, long, 7, place="")
    assert refused.status_code == 422
    assert "7 is for owner to undo" in refused.content.decode()


def test_what_cannot_be_undone_is_refused_on_the_log(begun, as_owner):
    back_to(as_owner, begun, 1)
    refused = back_to(as_owner, begun, 1)
    assert refused.status_code == 422
    assert "There is nothing to undo." in refused.content.decode()
    assert numbers(refused) == [2, 1]


def test_a_verdict_in_the_log_tells_the_question_of_its_ruling_and_what_holds(begun, owner, as_owner, lump):
    play(begun, owner, "put", who=lump, status="knocked_down")
    settle(begun, owner, [6, 6])
    told = "R-25: Is Stupidity’s D6 rolled for a warrior who is down? <em>Yes, it is rolled</em>"
    assert told in " ".join(log_of(as_owner, begun).content.decode().split())


def test_a_test_that_is_not_asked_for_tells_the_question_of_its_ruling(begun, owner, as_owner, lump):
    play(begun, owner, "put", who=lump, flag="fleeing")
    settle(begun, owner, [6, 6])
    board = " ".join(as_owner.get(begun.get_absolute_url()).content.decode().split())
    spared = board.partition('id="spared"')[2]
    assert "R-24: Does a fleeing warrior take his Stupidity test? <em>No, it would change nothing</em>" in spared


def test_the_log_costs_the_same_however_long_it_is(begun, owner, lump, as_owner, django_assert_num_queries):
    log_of(as_owner, begun)
    for many in (0, 12):
        for number in range(many):
            play(begun, owner, "put", who=lump, flag="hidden", on=not number % 2)
        with django_assert_num_queries(6):
            log_of(as_owner, begun)
