"""Units in the admin: the rules they hold, their profiles, and their place on a list."""

import pytest

from rules.content import current
from rules.models import (
    RulebookVersion,
    SpecialRule,
    UnitType,
)
from tests.rules.authoring.conftest import errors, saved

pytestmark = pytest.mark.django_db


def rule(slug):
    return SpecialRule.objects.get(slug=slug)


def test_a_unit_is_given_a_rule_with_parameters_and_clause(desk):
    beast = UnitType.objects.get(slug="norse--beast")
    response = desk.send(
        beast,
        **{
            "attachments-TOTAL_FORMS": 2,
            "attachments-1-rule": "scaly-skin",
            "attachments-1-arguments": "save = 4+",
            "attachments-1-clause": "when able",
            "attachments-1-scope": "members",
            "attachments-1-order": 1,
        },
    )
    assert saved(response)
    assert saved(desk.publish())
    held = current().units["norse--beast"].held[1]
    assert (held.rule, dict(held.arguments), str(held.clause)) == ("scaly-skin", {"save": 4}, "when able")


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"clause": "unless it rains"}, "clause", "“unless it rains”, word 2 (“it”): “it” is not a fact"),
        ({"clause": "sometimes"}, "clause", "begins with “when” or “unless”"),
        ({"clause": "unless friend of dragons"}, "clause", "nobody is “dragons”"),
        ({"clause": "when able once per turn"}, "clause", "once"),
        ({"arguments": "worth = 3"}, "arguments", "the rule has no parameter “worth”"),
    ],
)
def test_what_does_not_bind_is_refused_beside_its_field(desk, changes, field, said):
    beast = UnitType.objects.get(slug="norse--beast")
    sent = {f"attachments-0-{name}": value for name, value in changes.items()}
    assert said in errors(desk.send(beast, **sent))[f"attachments-0-{field}"]


def test_an_untouched_list_and_its_units_change_nothing(desk):
    for unit in UnitType.objects.all():
        assert saved(desk.send(unit))
        assert saved(desk.send(unit.warband))
    assert RulebookVersion.objects.count() == 1


def test_a_profile_is_nine_numbers(desk):
    jarl = UnitType.objects.get(slug="norse--jarl")
    assert "nine characteristics, and here are 3" in errors(desk.send(jarl, profile="4 4 4"))["profile"]
    assert "WS must be a whole number" in errors(desk.send(jarl, profile="4 x 3 4 3 1 4 2 8"))["profile"]
    desk.send(jarl, profile="2D6 4 3 4 3 1 4 2 9")
    desk.publish()
    assert current().units["norse--jarl"].profile.m == "2D6"


def test_a_required_unit_must_be_on_the_list(desk):
    jarl = UnitType.objects.get(slug="norse--jarl")
    assert "Norse has no unit “ghoul”" in errors(desk.send(jarl, requires="ghoul"))["requires"]


def test_a_new_unit_joins_its_list(desk):
    norse = UnitType.objects.get(slug="norse--jarl").warband
    desk.add(
        UnitType,
        warband=norse.pk,
        name="Thrall",
        short="thrall",
        kind="henchman",
        cost=10,
        minimum=0,
        profile="4 2 2 3 3 1 3 1 6",
        order=9,
        start_xp=0,
    )
    desk.publish()
    assert current().units["norse--thrall"].name == "Thrall"
