"""What the end of a battle leaves on the rosters of both, and what undoing the end takes back."""

import pytest
from django.urls import reverse

from tests.warbands.battles.hand import play, take_back
from tests.warbands.conftest import _signed_in
from warbands.fortunes.harms import miss
from warbands.models import Warband
from warbands.readiness import misses
from warbands.snapshots import changes_of
from warbands.trade.ledger import adjust, undo
from warbands.trade.visits import MOST_BATTLES, fought, visit_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ends(begun, owner):
    """Let the battle end."""
    return lambda: play(begun, owner, "end", outcomes={"a": "lost", "b": "won"})


def marks(warband):
    return warband.ledger.standing().filter(kind="battle").count()


def test_both_are_on_a_trading_visit_that_names_the_battle(begun, ends, mob, lizards):
    assert visit_of(mob).founding
    ends()
    for warband in (mob, lizards):
        assert (visit_of(warband).number, visit_of(warband).battle) == (1, begun.public_id)


def test_each_player_is_led_to_his_own_warband_from_the_board(begun, ends, as_owner, mate, mob, lizards):
    ends()
    for client, own, other in ((as_owner, mob, lizards), (_signed_in(mate), lizards, mob)):
        page = client.get(begun.get_absolute_url()).content.decode()
        assert f'href="{reverse("warbands:visit", args=[own.public_id])}"' in page
        assert other.public_id not in page


def test_undoing_the_end_takes_the_marks_back(begun, ends, owner, mob, lizards):
    for _ in range(2):
        ends()
        take_back(begun, owner)
        assert (marks(mob), marks(lizards)) == (0, 0)


def test_a_visit_that_was_used_stays_and_the_battle_is_not_marked_twice(begun, ends, owner, mob):
    ends()
    adjust(warband=mob, by=owner, amount=35, reason="Wyrdstone sold")
    take_back(begun, owner)
    assert marks(mob) == 1
    fought(warband=mob, by=owner)
    ends()
    assert marks(mob) == 2


def test_a_mark_set_by_hand_while_it_was_played_is_this_battle_and_not_taken_back_with_its_end(
    begun, ends, owner, mob, lizards
):
    fought(warband=mob, by=owner)
    ends()
    assert (marks(mob), marks(lizards)) == (1, 1)
    take_back(begun, owner)
    assert (marks(mob), marks(lizards)) == (1, 0)


def test_whoever_missed_it_misses_one_less_and_whoever_was_hurt_in_it_misses_the_next(begun, ends, owner, mob, lizards):
    boss, lump = mob.warriors.filter(name__in=["Gorblad", "Lump"]).order_by("name")
    event = miss(warrior=lump, battles=1, reason="Hurt before", by=owner)
    type(event).objects.filter(pk=event.pk).update(at=begun.begun.replace(year=begun.begun.year - 1))
    miss(warrior=boss, battles=1, reason="Hurt in it", by=owner)
    ends()
    left = changes_of(mob)
    assert (misses(left[lump.pk]), misses(left[boss.pk])) == (0, 1)
    undo(warband=mob, entry=visit_of(mob).mark, by=owner)
    assert misses(changes_of(mob)[lump.pk]) == 1


def test_a_battle_ends_though_a_warband_is_gone_or_has_fought_too_many(begun, ends, owner, mob, lizards):
    entry = fought(warband=mob, by=owner, battle="another")
    mob.ledger.filter(pk=entry.pk).update(facts={"number": MOST_BATTLES, "battle": "another"})
    lizards.battles.update(warband=None)
    ends()
    assert begun.ended
    assert marks(mob) == 1
    assert not Warband.objects.get(pk=lizards.pk).ledger.exists()
