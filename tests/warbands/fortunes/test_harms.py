"""Injuries, deaths, captivity, battles missed: each acts at once on profile, rules, rating and readiness."""

import pytest

from rules.content import current
from rules.engine.rulebook import From
from rules.engine.vocabulary import Status
from tests.warbands.factories import WarriorFactory
from warbands.fortunes import harms
from warbands.fortunes.injuries import injuries
from warbands.fortunes.recording import take_back
from warbands.holdings import of_warrior
from warbands.models import Possession
from warbands.profiles import cells_of, profile_of
from warbands.rosters.figures import losses_left
from warbands.rosters.rating import rating_of
from warbands.rosters.services import RefusedError, restore_warrior
from warbands.snapshots import changes_of, side_of


def profile(row):
    content = current()
    return profile_of(content.units[row.unit_type_id], changes_of(row.warband).get(row.pk, ()), content)


def held(row):
    return {one.rule: one for one in of_warrior(row, changes_of(row.warband).get(row.pk, ()), current())}


def side(warband):
    return side_of(warband, warband.warriors.present(), changes_of(warband), current())


def injure(row, slug, owner, **options):
    return harms.injure(warrior=row, slug=slug, reason="Third battle", by=owner, **options)


def test_a_lost_characteristic_is_lost_in_the_profile_and_in_tests(priest, owner):
    before = profile(priest)
    harms.lose_characteristic(warrior=priest, stat="Ld", reason="A blow on the head", by=owner)
    assert profile(priest).ld == before.ld - 1
    assert side(priest.warband).fighters[0].leadership == before.ld - 1
    content = current()
    changes = changes_of(priest.warband)[priest.pk]
    cell = next(one for one in cells_of(content.units[priest.unit_type_id], changes, content) if one.name == "Ld")
    assert (cell.turn, cell.why) == ("down", (f"{before.ld} printed", "A blow on the head: −1"))


def test_every_row_of_the_table_can_be_recorded_and_taken_back(warband, owner):
    found = injuries(current())
    assert len(found) > 20
    for one in found:
        row = WarriorFactory(warband=warband, unit="skink-great-crest")
        was = (profile(row), set(held(row)), row.experience)
        foe = "skaven-clan-eshin" if one.asks_list else "Morg the Bald"
        event = injure(row, one.slug, owner, foe=foe, battles=2)
        assert held(row).keys() >= set(one.rules), one.slug
        row.refresh_from_db()
        assert (row.removed_at is not None) == one.dead
        take_back(event=event, reason="By mistake", by=owner)
        row.refresh_from_db()
        assert (profile(row), set(held(row)), row.experience) == was, one.slug
        assert row.removed_at is None


def test_hatred_is_of_a_named_foe_and_comes_from_an_injury(priest, owner):
    injure(priest, "enmity-one", owner, foe="Morg the Bald")
    feud = held(priest)["feud"]
    assert feud.origin is From.INJURY
    assert dict(feud.arguments) == {"foe": "Morg the Bald"}
    with pytest.raises(RefusedError, match="Who"):
        injure(priest, "enmity-leader", owner)


def test_scars_cause_fear(priest, owner):
    injure(priest, "horrible-scars", owner)
    assert "cause-fear" in held(priest)


def test_a_second_eye_ends_it(priest, owner):
    injure(priest, "blinded-in-one-eye", owner)
    assert priest.warband.warriors.present().filter(pk=priest.pk).exists()
    assert "retires" in injure(priest, "blinded-in-one-eye", owner).words
    assert not priest.warband.warriors.present().filter(pk=priest.pk).exists()


def test_only_heroes_suffer_serious_injuries(reeds, owner):
    with pytest.raises(RefusedError, match="Only heroes"):
        injure(reeds, "chest-wound", owner)


def test_who_is_robbed_gets_everything_back_when_it_is_taken_back(priest, owner):
    sword = Possession.objects.create(warband=priest.warband, warrior=priest, slug="sword")
    event = injure(priest, "robbed", owner)
    assert not priest.possessions.present().exists()
    take_back(event=event, reason="By mistake", by=owner)
    assert list(priest.possessions.present()) == [sword]


def test_the_dead_leave_roster_and_rating_until_it_is_taken_back(warband, priest, reeds, owner):
    before = rating_of(warband.warriors.all(), changes_of(warband), current())
    event = harms.befall(warrior=priest, fate="dead", reason="Run through", by=owner)
    assert list(warband.warriors.present()) == [reeds]
    assert rating_of(warband.warriors.all(), changes_of(warband), current()) < before
    with pytest.raises(RefusedError, match="left the roster"):
        harms.befall(warrior=priest, fate="dead", reason="Twice", by=owner)
    take_back(event=event, reason="A slip of the finger", by=owner)
    assert rating_of(warband.warriors.all(), changes_of(warband), current()) == before


def test_who_is_restored_to_the_roster_is_no_longer_dead(priest, owner):
    event = harms.befall(warrior=priest, fate="dead", reason="Run through", by=owner)
    restore_warrior(warrior=priest, by=owner)
    event.refresh_from_db()
    assert event.undone_by.by == owner
    assert priest.warband.warriors.present().filter(pk=priest.pk).exists()


def test_of_a_group_some_die(reeds, owner):
    Possession.objects.create(warband=reeds.warband, warrior=reeds, slug="dagger", quantity=4)
    event = harms.befall(warrior=reeds, fate="dead", figures=3, reason="Ambush", by=owner)
    reeds.refresh_from_db()
    assert (reeds.size, reeds.removed_at, reeds.possessions.get().quantity) == (1, None, 1)
    with pytest.raises(RefusedError, match="has 1"):
        harms.befall(warrior=reeds, fate="dead", figures=2, reason="Ambush", by=owner)
    take_back(event=event, reason="By mistake", by=owner)
    reeds.refresh_from_db()
    assert (reeds.size, reeds.possessions.get().quantity) == (4, 4)


def test_battles_missed_add_up_and_run_out(warband, priest, reeds, owner):
    assert losses_left(warband, warband.warriors.all(), changes_of(warband), current()).number == 2
    harms.miss(warrior=priest, battles=1, reason="Arm", by=owner)
    injure(priest, "deep-wound", owner, battles=1)
    status = {one.name: one.status for one in side(warband).fighters}
    assert status["Tehenca"] is Status.MISSING_GAME
    assert losses_left(warband, warband.warriors.all(), changes_of(warband), current()).number == 1
    harms.fought(warband=warband, number=4, by=owner)
    assert side(warband).fighters[0].status is Status.MISSING_GAME
    assert len(harms.fought(warband=warband, number=5, by=owner)) == 1
    assert side(warband).fighters[0].status is Status.STANDING
    assert harms.fought(warband=warband, number=6, by=owner) == []
    harms.not_fought(warband=warband, number=5, by=owner)
    assert side(warband).fighters[0].status is Status.MISSING_GAME


def test_captives_do_not_fight_until_they_return(warband, priest, owner):
    with pytest.raises(RefusedError, match="not in captivity"):
        harms.befall(warrior=priest, fate="returned", reason="Ransom", by=owner)
    injure(priest, "captured", owner)
    assert side(warband).fighters[0].status is Status.MISSING_GAME
    with pytest.raises(RefusedError, match="already"):
        harms.befall(warrior=priest, fate="captured", reason="Again", by=owner)
    event = harms.befall(warrior=priest, fate="returned", reason="Ransom", by=owner)
    assert side(warband).fighters[0].status is Status.STANDING
    take_back(event=event, reason="They kept him", by=owner)
    assert side(warband).fighters[0].status is Status.MISSING_GAME
