import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command

from rules.engine.rulings import Rulings
from tests.warbands.factories import UserFactory
from warbands.battles.playing import replayed, table_of
from warbands.demo import ARBITER, CAMPAIGN, PASSWORD, PLAYERS, SPECTATOR, WARBANDS
from warbands.models import Battle, Campaign, Warband, Warrior, WarriorRule
from warbands.rulings import rulings_of


@pytest.fixture
def demo(rulebook, settings, capsys):
    settings.DEBUG = True
    call_command("load_demo")
    return capsys.readouterr().out


def test_it_prints_logins_that_work(demo, client):
    for name in PLAYERS:
        assert name in demo
        assert client.login(username=name, password=PASSWORD)


def test_there_are_two_players_an_editor_and_their_warbands(demo):
    assert len(PLAYERS) == 2
    editor = User.objects.get(is_staff=True)
    assert Group.objects.get(name="Glossary editors") in editor.groups.all()
    assert not editor.is_superuser
    assert editor.has_perms(["rules.change_specialrule", "rules.add_ruleattachment", "rules.view_rulebookversion"])
    assert not editor.has_perm("rules.change_rulebookversion")
    assert not editor.has_perm("warbands.view_warband")
    assert Warband.objects.count() == len(WARBANDS)
    assert Warrior.objects.count() == sum(len(demo.members) for demo in WARBANDS)


@pytest.mark.parametrize(
    "rule",
    ["leader", "cold-blooded", "undead", "cause-fear", "stupidity", "animosity", "frenzy", "pack-leader", "bestial"],
)
def test_every_rule_that_makes_somebody_test_is_at_work(demo, rulebook, rule):
    held = {slug for row in Warrior.objects.all() for slug in rulebook.units[row.unit_type_id].rules}
    assert rule in held


def test_three_warbands_are_in_a_campaign_with_an_arbiter_and_a_spectator(demo, client):
    campaign = Campaign.objects.get()
    roles = {one.user.username: one.role for one in campaign.memberships.present()}
    assert roles == {"mathilde": "player", "konrad": "player", ARBITER: "arbiter", SPECTATOR: "spectator"}
    assert {one.warband.name for one in campaign.enrolments.present()} == set(CAMPAIGN.warbands)
    assert rulings_of(campaign) == Rulings(ld_cap="10", fear_multi="once_per_turn")
    assert campaign.status == "running"
    for name in (ARBITER, SPECTATOR):
        assert name in demo
        assert client.login(username=name, password=PASSWORD)
    call_command("load_demo")
    assert Campaign.objects.count() == Battle.objects.count() == 1
    assert campaign.ruling_changes.count() == 2


def test_two_of_them_fight_and_it_is_konrads_turn_to_test(demo):
    battle = Battle.objects.get()
    table = table_of(battle)
    assert (table.name(table.state["turn"]), table.turn_number) == ("Da Red Teef", 2)
    assert [(table.name(one.trial.who), one.trial.kind.value) for one in table.due] == [("Lump", "stupidity")]
    assert battle.rulings == {"ld_cap": "10", "fear_multi": "once_per_turn"}
    told = " ".join(battle.events.values_list("text", flat=True))
    assert "Captain Reinhold Brandt: Fear: charged. Passed: 7 against 8." in told
    assert "Snikkit’s Mates 2: Animosity: the D6. He hurls insults" in told
    assert "Dieter Halfhand: He comes round: knocked down." in told
    assert replayed(battle) == battle.state


def test_running_it_again_makes_nothing_twice_and_takes_nothing_back(demo, settings):
    warband = Warband.objects.get(name="The Cold Coil")
    warband.name = "Mine now"
    warband.save()
    Warrior.objects.filter(name="Mountain").update(name="Molehill")
    before = Warband.objects.count(), Warrior.objects.count(), WarriorRule.objects.count(), User.objects.count()
    call_command("load_demo")
    after = Warband.objects.count(), Warrior.objects.count(), WarriorRule.objects.count(), User.objects.count()
    assert after == before
    assert Warband.objects.filter(name="Mine now").exists()
    assert Warrior.objects.filter(name="Molehill").exists()


def test_a_password_that_was_changed_stays(demo, client):
    user = User.objects.get(username=PLAYERS[0])
    user.set_password("my own")
    user.save()
    call_command("load_demo")
    assert client.login(username=user.username, password="my own")


def test_it_leaves_what_was_there_alone(rulebook, settings):
    settings.DEBUG = True
    UserFactory(username="somebody")
    call_command("load_demo")
    assert User.objects.filter(username="somebody").exists()


def test_it_is_refused_where_debug_is_off(rulebook, settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="DEBUG"):
        call_command("load_demo")
    assert not User.objects.exists()


def test_it_says_when_the_lists_are_missing(db, settings):
    settings.DEBUG = True
    with pytest.raises(CommandError, match="load_rules"):
        call_command("load_demo")
