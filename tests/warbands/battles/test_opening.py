"""A battle begins: who takes part, what is fixed."""

from uuid import uuid4

import pytest

from rules.engine.rulings import Rulings
from tests.warbands.battles.hand import play
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.battles.doing import DeedError
from warbands.battles.opening import Foe, begin
from warbands.battles.playing import table_of
from warbands.fortunes.harms import miss
from warbands.models import Battle

pytestmark = pytest.mark.django_db


def begun(owner, mob, against, **more):
    return begin(by=owner, own=mob, against=against, client_key=uuid4(), rulings=Rulings(), **more)


def test_each_model_of_a_group_takes_part_by_itself_and_n_is_fixed(battle):
    side = battle.muster["sides"][0]
    assert [fighter["name"] for fighter in side["fighters"]][:3] == ["Gorblad", "Lump", "Snikkit’s Mates 1"]
    assert side["started"] == len(side["fighters"]) == 8
    assert battle.state == battle.opening
    assert battle.last == 0


def test_the_rulebook_and_the_rulings_that_differ_are_fixed(owner, mob, lizards, rulebook):
    battle = begin(by=owner, own=mob, against=lizards, client_key=uuid4(), rulings=Rulings.of({"ld_cap": 10}))
    assert battle.version_id == rulebook.digest
    assert battle.rulings == {"ld_cap": "10"}
    assert table_of(battle).rulings.changed() == {"ld_cap": "10"}


def test_each_side_has_its_player(battle, owner, mate):
    assert [(side.slug, side.player, side.warband.name) for side in battle.sides.all()] == [
        ("a", owner, "Da Red Teef"),
        ("b", mate, "The Cold Coil"),
    ]


def test_an_opponent_without_a_roster_has_models_that_cause_fear(owner, mob):
    battle = begun(owner, mob, Foe("Graveyard", 3, leadership=5, causes_fear=True))
    foes = table_of(battle).situation.side("b").fighters
    assert [(foe.called, foe.leadership, foe.held[0].rule) for foe in foes] == [
        (f"Graveyard {number}", 5, "cause-fear") for number in (1, 2, 3)
    ]
    assert battle.sides.get(slug="b").player is None


def test_whoever_misses_the_game_or_stays_away_is_left_out_and_it_is_said_why(owner, mob, lizards):
    lump = mob.warriors.get(name="Lump")
    boss = mob.warriors.get(name="Gorblad")
    miss(warrior=boss, battles=1, reason="A broken leg", by=owner)
    battle = begun(owner, mob, lizards, absent={lump.public_id})
    side = battle.muster["sides"][0]
    assert side["away"] == [{"name": "Gorblad", "why": "misses this game"}, {"name": "Lump", "why": "stays away"}]
    assert side["started"] == 6
    assert not table_of(battle).plays(boss.public_id)


def test_a_pack_stays_behind_with_the_companion_who_does_not_fight(owner, lizards):
    wolves = WarbandFactory(owner=owner, warband_type_id="norse-marauders", name="Wolves")
    WarriorFactory(warband=wolves, unit="jarl", name="Storvald")
    wulfen = WarriorFactory(warband=wolves, unit="wulfen", name="Ulf")
    WarriorFactory(warband=wolves, unit="wolf", name="Geri", size=2)
    assert begun(owner, wolves, lizards).muster["sides"][0]["started"] == 4
    side = begun(owner, wolves, lizards, absent={wulfen.public_id}).muster["sides"][0]
    assert [away["name"] for away in side["away"]] == ["Ulf", "Geri 1", "Geri 2"]
    assert side["away"][1]["why"] != "stays away"
    assert side["started"] == 1


@pytest.mark.parametrize(("reading", "provider"), [("use_his_ld", "Gorblad"), ("substitute", "Snikkit’s Mates")])
def test_the_leadership_of_a_leader_who_misses_the_game_is_for_the_ruling_to_say(
    owner, mob, lizards, reading, provider
):
    boss = mob.warriors.get(name="Gorblad")
    lump = mob.warriors.get(name="Lump")
    miss(warrior=boss, battles=1, reason="A broken leg", by=owner)
    rulings = Rulings.of({"rout_absent_leader": reading})
    battle = begin(by=owner, own=mob, against=lizards, client_key=uuid4(), rulings=rulings, absent={lump.public_id})
    goblins = [one["id"] for one in battle.muster["sides"][0]["fighters"]]
    for goblin in goblins[:4]:
        play(battle, owner, "put", who=goblin, status="out_of_action")
    play(battle, owner, "begin", side="a")
    planned = table_of(battle).due[0].plan
    assert any(reason.ruling == "R-05" for reason in planned.reasons)
    assert table_of(battle).situation.fighter(planned.provider).called.startswith(provider)


def test_whoever_has_several_wounds_loses_them_one_by_one(battle, owner):
    lump = next(one["id"] for one in battle.muster["sides"][0]["fighters"] if one["name"] == "Lump")
    assert table_of(battle).wounds(lump) == 3
    event = play(battle, owner, "wound", who=lump)
    assert event.text == "Lump loses a wound, 2 of 3 left."
    assert battle.state["models"][lump]["flags"] == ["wounded"]
    play(battle, owner, "wound", who=lump)
    assert "that was his last" in play(battle, owner, "wound", who=lump).text
    with pytest.raises(DeedError, match="no wound left"):
        play(battle, owner, "wound", who=lump)
    for _ in range(3):
        play(battle, owner, "wound", who=lump, on=False)
    assert battle.state["models"][lump]["flags"] == []


def test_the_same_form_twice_begins_one_battle(owner, mob, lizards):
    key = uuid4()
    made = [begin(by=owner, own=mob, against=lizards, client_key=key, rulings=Rulings()) for _ in range(2)]
    assert made[0] == made[1]
    assert Battle.objects.count() == 1


def test_a_warband_does_not_fight_itself_and_somebody_must_fight(owner, mob):
    with pytest.raises(DeedError, match="itself"):
        begun(owner, mob, mob)
    with pytest.raises(DeedError, match="Nobody of Empty"):
        begun(owner, mob, WarbandFactory(owner=owner, name="Empty"))
    assert not Battle.objects.exists()
