"""The catalogue in the admin: the same blocks, refused in the same words, a draft until published."""

import pytest
from django.urls import reverse

from rules.content import current
from rules.models import (
    BuyerGroup,
    CampaignTable,
    Clarification,
    Equipment,
    HiredSword,
    RemovedBlock,
    RulebookVersion,
    Skill,
    SkillList,
    Spell,
    SpellList,
    UnitType,
    Upgrade,
    UpgradeFamily,
    WarbandType,
)
from tests.rules.authoring.conftest import Desk, errors, saved
from tests.rules.catalogue import load_catalogue

pytestmark = pytest.mark.django_db

EVERYTHING = (
    Equipment,
    Skill,
    SkillList,
    Spell,
    SpellList,
    Upgrade,
    UpgradeFamily,
    HiredSword,
    BuyerGroup,
    CampaignTable,
    Clarification,
    WarbandType,
    UnitType,
)


@pytest.fixture
def desk(client, editor, tmp_path):
    load_catalogue(tmp_path)
    client.force_login(editor)
    return Desk(client)


def item(slug):
    return Equipment.objects.get(slug=slug)


@pytest.mark.parametrize("model", EVERYTHING)
def test_an_untouched_form_saves_and_changes_nothing(desk, model):
    rows = model.objects.exclude(warband=None) if model is UnitType else model.objects.all()
    for row in rows:
        assert saved(desk.send(row))
    assert RulebookVersion.objects.count() == 1


@pytest.mark.parametrize("model", EVERYTHING)
def test_every_page_has_its_list(desk, client, model):
    page = client.get(reverse(f"admin:rules_{model.__name__.lower()}_changelist"))
    assert page.status_code == 200
    assert "Seer" not in page.content.decode() or model is HiredSword


def test_a_price_is_changed_and_published(desk, editor):
    assert saved(desk.send(item("hide"), facts=HIDE))
    assert saved(desk.publish())
    assert str(current().items["hide"].cost) == "25 + D6 gc"
    assert RulebookVersion.objects.latest("pk").published_by == editor


HIDE = """slot: body
save: 6+
cost: {base: 25, dice: D6}
rarity: 9
only: [northmen]
"""


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (HIDE.replace("dice: D6", "dice: D7"), "Line 3, “cost.dice”: must be dice as D6 or 2D6, not “D7”"),
        (HIDE.replace("slot: body\n", ""), "lacks “slot”"),
        (HIDE + "colour: grey\n", "Line 6, “colour”: is not a known key"),
        (HIDE + "rules: [parry]\n", "“rules”: is not a known key"),
        ("[slot: body", "is not YAML"),
    ],
)
def test_facts_are_refused_by_line_and_key(desk, facts, said):
    page = desk.send(item("hide"), facts=facts)
    assert said in errors(page)["facts"]
    assert facts.splitlines()[-1] in page.content.decode().replace("&#x27;", "'")
    assert RulebookVersion.objects.count() == 1


def test_what_leads_nowhere_is_not_saved(desk):
    page = desk.send(item("hide"), facts=HIDE.replace("northmen", "nordmen"))
    assert "there is no group, list, unit, hired sword or people “nordmen”" in errors(page)["__all__"]
    assert "northmen" in str(item("hide").facts)


def test_a_rule_is_given_to_the_attacks_with_a_weapon(desk):
    sent = {
        "attachments-TOTAL_FORMS": 1,
        "attachments-0-rule": "cutting",
        "attachments-0-scope": "attacks",
        "attachments-0-order": 0,
    }
    assert saved(desk.send(item("dagger"), **sent))
    assert saved(desk.publish())
    assert [held.weapon for held in current().items["dagger"].attacks] == ["dagger"]
    wrong = sent | {"attachments-0-arguments": "worth = 3", "attachments-TOTAL_FORMS": 1}
    assert "no parameter “worth”" in errors(desk.send(item("pistol"), **wrong))["attachments-0-arguments"]


def test_a_new_item_and_a_new_skill(desk):
    assert saved(desk.add(Equipment, name="Net", slug="net", category="miscellaneous", facts=NET))
    assert saved(desk.add(Skill, name="Net Fighter", slug="net-fighter", lists="combat", facts="needs: {leader: true}"))
    assert saved(desk.publish())
    assert current().items["net"].rarity == "common"
    assert "net-fighter" in current().skill_lists["combat"].skills


NET = "slot: misc\ncost: {base: 5}\nrarity: common"


def test_a_spell_belongs_to_its_list(desk):
    assert saved(desk.send(Spell.objects.get(slug="storm"), facts="roll: 2\ndifficulty: 9"))
    assert saved(desk.publish())
    assert current().spells["storm"].difficulty == 9


def test_a_hired_sword_has_his_terms(desk):
    seer = HiredSword.objects.get(short="seer")
    text = "hire: {gold: 40}\nupkeep: {gold: 15}\nrating: 18\nskill_lists: [combat]"
    assert saved(desk.send(seer, facts=text))
    assert saved(desk.publish())
    sword = current().units["hired-swords--seer"]
    assert (sword.cost, sword.hiring.rating, sword.hiring.may_be_hired_by("ghouls")) == (40, 18, True)
    assert HiredSword.objects.get(short="seer").cost == 40


def test_an_equipment_list_is_lines(desk):
    norse = WarbandType.objects.get(slug="norse")
    lines = "- {item: sword, cost: 12}\r\n- {item: dagger, cost: 2, free_first: true}"
    assert saved(desk.send(norse, **{"equipment_lists-0-lines": lines}))
    assert saved(desk.publish())
    assert [line.cost.base for line in current().warbands["norse"].equipment_lists[0].lines] == [12, 2]
    wrong = desk.send(norse, **{"equipment_lists-0-lines": "- {item: sword, costs: 12}"})
    assert "Line 1, “0.costs”: is not a known key" in errors(wrong)["equipment_lists-0-lines"]
    nowhere = desk.send(norse, **{"equipment_lists-0-lines": "- {item: sward, cost: 12}"})
    assert "trade norse: there is no item “sward”" in errors(nowhere)["__all__"]


def test_limits_of_a_list_and_the_trade_of_a_unit(desk):
    assert saved(desk.send(UnitType.objects.get(slug="norse--beast"), facts="equipment: heroes"))
    assert saved(desk.publish())
    assert current().units["norse--beast"].equipment_list == "heroes"
    norse = WarbandType.objects.get(slug="norse")
    assert saved(
        desk.send(norse, facts="limits: [{unit: beast, needs: [jarl]}]\nupgrades: [{upgrade: marks, units: [jarl]}]")
    )
    assert saved(desk.publish())
    assert current().warbands["norse"].limits[0].needs == ("norse--jarl",)


def test_what_others_need_cannot_be_deleted_and_says_who(desk, client):
    address = reverse("admin:rules_equipment_delete", args=[item("sword").pk])
    page = client.post(address, {"post": "yes"}, follow=True).content.decode()
    assert "Not deleted. item rune: there is no item “sword”" in page
    assert item("sword")


def test_what_nobody_needs_can_and_stays_away(desk, client, tmp_path):
    client.post(reverse("admin:rules_equipment_delete", args=[item("mead").pk]), {"post": "yes"})
    assert "mead" in current().items
    assert saved(desk.publish())
    assert "mead" not in current().items
    assert RemovedBlock.objects.filter(kind="item", slug="mead").exists()
    client.post(
        reverse("admin:rules_hiredsword_delete", args=[HiredSword.objects.get(short="butcher").pk]), {"post": "yes"}
    )
    assert saved(desk.publish())
    assert RemovedBlock.objects.filter(kind="hired sword", slug="butcher").exists()
    assert {kept.slug for kept in load_catalogue(tmp_path).kept} == {"mead", "butcher"}


def test_editors_may_keep_the_catalogue(editor):
    rights = editor.get_all_permissions()
    for model in EVERYTHING:
        assert f"rules.change_{model.__name__.lower()}" in rights
