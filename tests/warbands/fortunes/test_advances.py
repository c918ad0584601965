"""Advances: refused above the maximum of a people in words; skills from his lists, held as rules with their origin."""

from dataclasses import replace

import pytest

from rules.content import current
from rules.engine.rulebook import From
from rules.engine.situation import Kind
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.fortunes import promoting
from warbands.fortunes.advances import advance, learner_of, ways
from warbands.fortunes.experience import due_of, gain
from warbands.fortunes.harms import lose_characteristic
from warbands.fortunes.recording import take_back
from warbands.holdings import of_warrior
from warbands.legality.carrying import refused
from warbands.legality.rows import bearers_of
from warbands.models import Possession
from warbands.profiles import profile_of
from warbands.rosters.services import RefusedError
from warbands.snapshots import changes_of, side_of


@pytest.fixture
def reikland(owner):
    return WarbandFactory(owner=owner, warband_type_id="reikland-mercenaries", name="The Crows")


@pytest.fixture
def captain(reikland):
    return WarriorFactory(warband=reikland, unit="mercenary-captain", name="Hans", experience=20)


@pytest.fixture
def men(reikland):
    return WarriorFactory(warband=reikland, unit="warrior", name="The Lads", size=3, experience=2)


def profile(row):
    content = current()
    return profile_of(content.units[row.unit_type_id], changes_of(row.warband).get(row.pk, ()), content)


def take(row, what, owner):
    return advance(warrior=row, what=what, reason="Rolled 6", by=owner)


def test_a_characteristic_rises_to_the_maximum_of_his_people_and_no_further(captain, owner):
    assert profile(captain).s == 3
    first = take(captain, "stat:S", owner)
    assert profile(captain).s == 4
    with pytest.raises(RefusedError, match="Strength is at the maximum of his people, 4, already"):
        take(captain, "stat:S", owner)
    take_back(event=first, reason="By mistake", by=owner)
    assert profile(captain).s == 3


def test_what_was_lost_may_be_won_again(captain, owner):
    take(captain, "stat:S", owner)
    lose_characteristic(warrior=captain, stat="S", reason="A fever", by=owner)
    take(captain, "stat:S", owner)
    assert profile(captain).s == 4


def learner(row):
    found = learner_of(row, current())
    assert found is not None
    return found


def test_where_no_maximum_is_known_it_is_said_and_nothing_is_refused(captain):
    known = learner(captain)
    unknown = replace(known, unit=replace(known.unit, racial_maximum=None))
    found = [way for way in ways(unknown) if way.value.startswith("stat:")]
    assert all("no maximum is known" in way.words and not way.refused for way in found)


def test_a_henchman_rises_by_one_only(men, owner):
    take(men, "stat:I", owner)
    assert profile(men).i == 4
    with pytest.raises(RefusedError, match="never rises by more than 1"):
        take(men, "stat:I", owner)
    with pytest.raises(RefusedError, match="not open"):
        take(men, "skill:combat-master", owner)


def test_a_skill_of_his_lists_is_held_with_its_rules(captain, owner):
    take(captain, "skill:combat-master", owner)
    found = {one.rule: one for one in of_warrior(captain, changes_of(captain.warband)[captain.pk], current())}
    assert found["combat-master"].origin is From.SKILL
    with pytest.raises(RefusedError, match="not open"):
        take(captain, "skill:combat-master", owner)


def test_an_advance_that_was_taken_is_no_longer_due(captain, owner):
    gain(warband=captain.warband, amounts={captain.public_id: 4}, reason="Won", by=owner)
    take(captain, "stat:WS", owner)
    captain.refresh_from_db()
    content = current()
    due = due_of(captain, content.units[captain.unit_type_id], captain.fortunes.standing(), content)
    assert (due.crossed, due.taken, due.words) == (1, 1, "")


def test_a_wizard_learns_spells_of_his_list(priest, owner):
    spell = next(way for way in ways(learner(priest)) if way.value.startswith("spell:"))
    take(priest, spell.value, owner)
    assert take(priest, spell.value, owner).words.endswith("its difficulty falls by 1")


@pytest.mark.parametrize(
    ("unit", "known", "wanted", "words"),
    [
        ("mercenary-captain", (), "hunch", ""),
        ("champion", (), "battle-tongue", "Battle Tongue is for the leader alone."),
        ("mercenary-captain", ("quick-shot",), "nimble", "Nimble does not go with Quick Shot."),
        ("mercenary-captain", (), "sorcery", "Sorcery is for those who cast."),
    ],
)
def test_what_a_skill_asks_is_refused_in_words(reikland, owner, unit, known, wanted, words):
    row = WarriorFactory(warband=reikland, unit=unit, experience=20)
    found = learner(row)
    free = replace(found.pupil, skill_lists=("combat", "shooting", "academic"), skills=known)
    free = replace(free, known=free.known | set(known))
    by_value = {way.value: way.refused for way in ways(replace(found, pupil=free))}
    assert by_value[f"skill:{wanted}"] == words


def test_what_one_of_the_warband_has_learnt_is_not_learnt_again(owner):
    dwarfs = WarbandFactory(owner=owner, warband_type_id="dark-elves")
    lords = [WarriorFactory(warband=dwarfs, unit="fellblade", name=name) for name in ("Malus", "Rakar", "Urian")]
    for row in lords[:2]:
        take(row, "skill:powerful-build", owner)
    with pytest.raises(RefusedError, match="learnt 2 times in a warband, and Malus and Rakar know it"):
        take(lords[2], "skill:powerful-build", owner)
    assert "skill:mighty-blow" in {way.value for way in ways(learner(lords[0]))}, "the Strength list is open to him now"
    assert "skill:mighty-blow" not in {way.value for way in ways(learner(lords[2]))}


def test_animals_take_no_advances(owner):
    warband = WarbandFactory(owner=owner, warband_type_id="witch-hunters")
    hound = WarriorFactory(warband=warband, unit="warhound")
    with pytest.raises(RefusedError, match="no experience"):
        take(hound, "stat:WS", owner)


def promote(men, owner, **options):
    options = {"name": "Kurt", "skill_lists": ["combat", "speed"], "reason": "Rolled 11", "by": owner} | options
    return promoting.promote(warrior=men, **options)


def test_one_of_a_group_becomes_a_hero_and_keeps_what_he_had(reikland, men, owner):
    Possession.objects.create(warband=reikland, warrior=men, slug="sword", quantity=3)
    take(men, "stat:WS", owner)
    hero = promote(men, owner)
    men.refresh_from_db()
    assert (men.size, men.possessions.present().get().quantity) == (2, 2)
    assert hero.possessions.present().get().slug == "sword"
    assert (hero.experience, hero.unit_type_id, hero.promoted) == (2, men.unit_type_id, True)
    assert profile(hero).ws == profile(men).ws == 4
    fighters = side_of(reikland, [hero], changes_of(reikland), current()).fighters
    assert fighters[0].kind is Kind.HERO
    assert "henchman" not in fighters[0].tags
    assert {way.under for way in ways(learner(hero)) if way.value.startswith("skill")} == {
        "Skills: Combat",
        "Skills: Speed",
    }
    content = current()
    due = due_of(hero, content.units[hero.unit_type_id], hero.fortunes.standing(), content)
    assert due.words == "1 advance due"


def test_a_promotion_is_taken_back_while_nothing_stands_on_it(reikland, men, owner):
    hero = promote(men, owner)
    event = men.fortunes.get(kind="promotion")
    gained = gain(warband=reikland, amounts={hero.public_id: 1}, reason="Won", by=owner)[0]
    with pytest.raises(RefusedError, match="gone on since"):
        take_back(event=event, reason="By mistake", by=owner)
    take_back(event=gained, reason="By mistake", by=owner)
    take_back(event=event, reason="By mistake", by=owner)
    men.refresh_from_db()
    hero.refresh_from_db()
    assert men.size == 3
    assert (hero.removed_at is None, hero.promoted) == (False, False)


def test_a_group_of_one_becomes_the_hero_altogether(reikland, men, owner):
    men.size = 1
    men.save()
    Possession.objects.create(warband=reikland, warrior=men, slug="sword")
    hero = promote(men, owner)
    assert list(reikland.warriors.present()) == [hero]
    assert reikland.possessions.present().get().warrior == hero
    take_back(event=men.fortunes.get(kind="promotion"), reason="By mistake", by=owner)
    assert list(reikland.warriors.present()) == [men]
    assert reikland.possessions.present().get().warrior == men


def test_who_may_not_be_promoted(reikland, captain, men, owner):
    with pytest.raises(RefusedError, match="Only a henchman"):
        promote(captain, owner)
    with pytest.raises(RefusedError, match="Choose 2"):
        promote(men, owner, skill_lists=["combat"])
    with pytest.raises(RefusedError, match="not open"):
        promote(men, owner, skill_lists=["combat", "skaven"])
    for _ in range(5):
        WarriorFactory(warband=reikland, unit="youngblood")
    with pytest.raises(RefusedError, match="has 6 heroes"):
        promote(men, owner)


def test_animals_never_become_heroes(owner):
    warband = WarbandFactory(owner=owner, warband_type_id="witch-hunters")
    hound = WarriorFactory(warband=warband, unit="warhound")
    with pytest.raises(RefusedError, match="becomes a hero"):
        promote(hound, owner)


def test_a_promoted_hero_carries_what_is_for_heroes(reikland, men, owner):
    content = current()
    hero = promote(men, owner)
    charm = content.items["lucky-charm"]
    bearers = bearers_of(reikland, [men, hero], changes_of(reikland), content)
    found = refused(bearers[men.pk], charm, content)
    assert found is not None
    assert "for heroes alone" in found.words
    assert refused(bearers[hero.pk], charm, content) is None
