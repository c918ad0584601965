"""The next leader: the highest Leadership, then the most experience, then a D6; those who may not are passed over."""

import pytest
from django.urls import reverse

from rules.content import current
from rules.engine.rulebook import From
from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.fortunes.advances import advance, learner_of, ways
from warbands.fortunes.harms import befall, lose_characteristic
from warbands.fortunes.leading import step_back, succeed, succession
from warbands.fortunes.recording import take_back
from warbands.holdings import of_warrior
from warbands.models import Fortune
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


# --- Lists with customs of their own --------------------------------------------------------------------------------


def rules_of(row, slug):
    """The arguments with which somebody holds a rule, for each time that he does."""
    held = of_warrior(row, changes_of(row.warband).get(row.pk, ()), current())
    return [dict(one.arguments) for one in held if one.rule == slug]


def test_whoever_follows_a_captain_of_reikland_is_heard_as_far(reikland, captain, champions, owner):
    kill(captain, owner)
    event = succeed(warband=reikland, by=owner, face=1)
    assert rules_of(event.warrior, "leader") == [{"radius": 12}]


@pytest.fixture
def undead(owner):
    warband = WarbandFactory(owner=owner, warband_type_id="undead", name="The Pale Court")
    WarriorFactory(warband=warband, unit="vampire", name="Vlad", experience=20)
    return warband


def vampire(warband):
    return warband.warriors.get(name="Vlad")


def test_a_necromancer_takes_command_of_the_undead_and_gives_it_up_to_a_new_vampire(undead, owner):
    necromancer = WarriorFactory(warband=undead, unit="necromancer", name="Herr Doktor", experience=8)
    dreg = WarriorFactory(warband=undead, unit="dreg", name="Igor", experience=40)
    lose_characteristic(warrior=necromancer, stat="Ld", reason="A blow", by=owner)
    kill(vampire(undead), owner)
    found = now(undead)
    assert [hero.row for hero in found.heirs] == [necromancer]
    assert [(hero.row, hero.why_not) for hero in found.others] == [
        (dreg, "Death of the Vampire: others come before him")
    ]
    assert succeed(warband=undead, by=owner).warrior == necromancer
    assert now(undead).stepping_back is None
    new = WarriorFactory(warband=undead, unit="vampire", name="Carmilla", experience=20)
    assert now(undead).stepping_back.warrior == necromancer
    step_back(warband=undead, by=owner)
    assert now(undead).leaders == (new,)
    with pytest.raises(RefusedError, match="Nobody has to"):
        step_back(warband=undead, by=owner)


def test_without_a_necromancer_the_undead_fall_apart(undead, owner):
    WarriorFactory(warband=undead, unit="dreg", name="Igor")
    kill(vampire(undead), owner)
    found = now(undead)
    assert (found.heirs, found.is_open) == ((), True)
    with pytest.raises(RefusedError, match="without one the warband falls apart"):
        succeed(warband=undead, by=owner)


def test_nobody_follows_a_skink_priest_until_another_is_recruited(warband, priest, owner):
    WarriorFactory(warband=warband, unit="skink-great-crest", name="Quilpi", experience=30)
    kill(priest, owner)
    found = now(warband)
    assert found.heirs == ()
    assert found.others[0].why_not == "Replacing the Priest: others come before him"
    with pytest.raises(RefusedError, match="recruit another, once a battle was fought without a leader"):
        succeed(warband=warband, by=owner)
    new = WarriorFactory(warband=warband, unit="skink-priest", name="Tenehuini", experience=20)
    assert now(warband).leaders == (new,)


def test_a_black_orc_takes_over_however_little_experience_he_has(owner):
    mob = WarbandFactory(owner=owner, warband_type_id="black-orcs")
    boss = WarriorFactory(warband=mob, unit="black-orc-boss", name="Grom", experience=20)
    orc = WarriorFactory(warband=mob, unit="black-orc", name="Urk", experience=8)
    young = WarriorFactory(warband=mob, unit="youngun", name="Snot", experience=40)
    kill(boss, owner)
    assert [hero.row for hero in now(mob).heirs] == [orc]
    assert succeed(warband=mob, by=owner).warrior == orc
    assert rules_of(orc, "black-orcs--oi-behave") == [{}]
    kill(orc, owner)
    assert [hero.row for hero in now(mob).heirs] == [young], "where there is no Black Orc, as elsewhere"


def test_a_mate_takes_command_of_the_pirates_before_anybody_else(owner):
    crew = WarbandFactory(owner=owner, warband_type_id="pirates")
    captain = WarriorFactory(warband=crew, unit="pirate-captain", name="Flint", experience=20)
    mate = WarriorFactory(warband=crew, unit="ships-mate", name="Billy", experience=8)
    boy = WarriorFactory(warband=crew, unit="cabin-boy", name="Jim", experience=30)
    Fortune.objects.create(
        warband=crew, warrior=boy, kind="advance", words="+2 Leadership", reason="Grown", modifiers={"Ld": 2}
    )
    kill(captain, owner)
    assert [hero.row for hero in now(crew).heirs] == [mate]


def test_an_overseer_leads_the_goblins_whose_boss_is_dead(owner):
    goblins = WarbandFactory(owner=owner, warband_type_id="forest-goblins")
    chief = WarriorFactory(warband=goblins, unit="chieftain", name="Skrag", experience=17)
    WarriorFactory(warband=goblins, unit="brave", name="Grik", experience=30)
    sword = WarriorFactory(warband=goblins, name="Krug", unit_type_id="hired-swords--black-orc-overseer")
    kill(chief, owner)
    assert [hero.row for hero in now(goblins).heirs] == [sword]
    assert succeed(warband=goblins, by=owner).warrior == sword
    assert now(goblins).leaders == (sword,)


def test_leader_given_by_hand_overrides_every_custom(warband, priest, owner):
    crest = WarriorFactory(warband=warband, unit="skink-great-crest", name="Quilpi")
    kill(priest, owner)
    WarriorRuleFactory(warrior=crest, rule_id="leader", reason="Our arbiter says so")
    assert now(warband).leaders == (crest,)


@pytest.mark.parametrize(
    ("listed", "unit", "heir", "spells"),
    [
        ("cult-of-the-possessed", "magister", "mutant", "chaos-rituals"),
        ("carnival-of-chaos", "carnival-master", "brute", "nurgle-rituals"),
        ("sisters-of-sigmar", "sigmarite-matriarch", "sister-superior", "prayers-of-sigmar"),
    ],
)
def test_an_heir_may_learn_the_magic_of_the_leader_before_him_with_his_first_advance(owner, listed, unit, heir, spells):
    warband = WarbandFactory(owner=owner, warband_type_id=listed)
    leader = WarriorFactory(warband=warband, unit=unit, experience=20)
    row = WarriorFactory(warband=warband, unit=heir, name="Next", experience=8)

    def learns():
        found = learner_of(row, current())
        assert found is not None
        return {way.value.split(":")[1] for way in ways(found) if way.value.startswith("spell:")}

    assert learns() == set()
    kill(leader, owner)
    succeed(warband=warband, by=owner)
    offered = {spell.slug for spell in current().spell_lists[spells].spells}
    assert learns() == offered
    other = advance(warrior=row, what="stat:WS", reason="Rolled 7", by=owner)
    assert learns() == set(), "his first advance went into something else"
    take_back(event=other, reason="By mistake", by=owner)
    advance(warrior=row, what=f"spell:{min(offered)}", reason="In place of the roll", by=owner)
    advance(warrior=row, what="stat:WS", reason="Rolled 7", by=owner)
    assert learns() == offered, "from then on he casts"


def test_the_pages_say_what_the_list_says_and_let_the_heir_step_back(as_owner, as_outsider, undead, owner):
    WarriorFactory(warband=undead, unit="necromancer", name="Herr Doktor", experience=8)
    kill(vampire(undead), owner)
    between, leader, back = (
        reverse(f"warbands:{name}", args=[undead.public_id]) for name in ("between", "leader", "step-back")
    )
    assert "See who may follow" in as_owner.get(between).content.decode()
    assert "A Necromancer takes command" in as_owner.get(leader).content.decode()
    assert as_owner.post(back).status_code == 422
    as_owner.post(leader)
    WarriorFactory(warband=undead, unit="vampire", name="Carmilla", experience=20)
    assert "Herr Doktor has to give up the lead" in as_owner.get(between).content.decode()
    assert "He gives up the lead" in as_owner.get(leader).content.decode()
    assert as_outsider.post(back).status_code == 404
    assert as_owner.post(back).status_code == 302
    page = as_owner.get(leader).content.decode()
    assert "<b>Carmilla</b> leads" in page
    assert "Herr Doktor</b> leads" not in page
