import re

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorRuleFactory
from warbands.models import WarriorRule

REASON = {"reason": "The table agreed", "version": 1}


def address(name, warrior, *more):
    return reverse(f"warbands:{name}", args=[warrior.warband.public_id, warrior.public_id, *more])


@pytest.fixture
def give(priest):
    return address("give", priest)


@pytest.fixture
def take(priest):
    return address("take", priest)


def test_the_owner_gives_a_rule_and_says_why(as_owner, owner, give, priest):
    response = as_owner.post(give, REASON | {"rule": "stupidity"})
    change = WarriorRule.objects.get()
    assert response.status_code == 302
    assert (change.warrior, change.rule_id, change.taken, change.by) == (priest, "stupidity", False, owner)
    assert change.reason == "The table agreed"
    page = as_owner.get(priest.warband.get_absolute_url()).content.decode()
    assert "Given by hand: The table agreed." in page


def test_a_rule_with_parameters_asks_for_them_first_and_keeps_what_was_typed(as_owner, give):
    response = as_owner.post(give, REASON | {"rule": "hatred"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'name="value-target"' in page
    assert 'name="asked_for" value="hatred"' in page
    assert 'value="The table agreed"' in page
    assert not WarriorRule.objects.exists()


def test_then_it_is_given_with_its_values(as_owner, give, priest):
    as_owner.post(give, REASON | {"rule": "hatred", "asked_for": "hatred", "value-target": "orc-mob"})
    assert WarriorRule.objects.get().arguments == {"target": "orc-mob"}
    assert "Hatred (Orc Mob)" in as_owner.get(priest.warband.get_absolute_url()).content.decode()


def test_a_save_is_kept_as_a_number(as_owner, give, priest):
    as_owner.post(give, REASON | {"rule": "scaly-skin", "asked_for": "scaly-skin", "value-save": "4"})
    assert WarriorRule.objects.get().arguments == {"save": 4}
    assert "Scaly Skin 4+" in as_owner.get(priest.warband.get_absolute_url()).content.decode()


def test_a_value_nobody_has_is_refused_beside_its_field(as_owner, give):
    typed = REASON | {"rule": "hatred", "asked_for": "hatred", "value-target": "squirrels"}
    response = as_owner.post(give, typed, headers=HX)
    assert response.status_code == 422
    assert response["HX-Retarget"].startswith("#w-")
    assert re.search(r'name="value-target"[^>]*aria-invalid="true"', response.content.decode())


def test_choosing_a_rule_brings_its_fields_at_once(as_owner, give):
    fields = as_owner.get(give, {"rule": "hatred"}, headers=HX).content.decode()
    assert 'name="value-target"' in fields
    assert 'name="asked_for" value="hatred"' in fields


@pytest.mark.parametrize("typed", [{"rule": "stupidity", "reason": " "}, {"rule": ""}, {"rule": "no-such-rule"}])
def test_a_rule_without_reason_or_that_does_not_exist_is_refused(as_owner, give, typed):
    assert as_owner.post(give, REASON | typed).status_code == 422
    assert not WarriorRule.objects.exists()


def test_what_he_holds_already_is_not_given_twice(as_owner, give):
    response = as_owner.post(give, REASON | {"rule": "cold-blooded"})
    assert response.status_code == 422
    assert "holding it twice adds nothing" in response.content.decode()


def test_the_owner_takes_a_rule_away(as_owner, take, priest):
    as_owner.post(take, REASON | {"rule": "cold-blooded"})
    assert WarriorRule.objects.get().taken
    page = as_owner.get(priest.warband.get_absolute_url()).content.decode()
    assert "Taken away by hand: The table agreed." in page


def test_only_what_he_holds_can_be_taken(as_owner, take):
    assert 'value="stupidity"' not in as_owner.get(take).content.decode()
    assert as_owner.post(take, REASON | {"rule": "stupidity"}).status_code == 422


def test_what_was_taken_is_given_back_by_withdrawing(as_owner, give, take, owner, priest):
    as_owner.post(take, REASON | {"rule": "cold-blooded"})
    refused = as_owner.post(give, REASON | {"rule": "cold-blooded", "version": 2})
    assert "withdraw that first" in refused.content.decode()
    change = WarriorRule.objects.get()
    as_owner.post(address("withdraw", priest, change.pk))
    change.refresh_from_db()
    assert change.withdrawn_at
    assert change.withdrawn_by == owner
    assert "by hand" not in as_owner.get(priest.warband.get_absolute_url()).content.decode()


def test_withdrawing_answers_htmx_with_the_roster(as_owner, priest):
    change = WarriorRuleFactory(warrior=priest)
    page = as_owner.post(address("withdraw", priest, change.pk), headers=HX).content.decode()
    assert "<h3 data-focus>Tehenca" in page


def test_a_change_is_withdrawn_only_at_its_own_warrior(as_owner, priest, reeds):
    change = WarriorRuleFactory(warrior=reeds)
    assert as_owner.post(address("withdraw", priest, change.pk)).status_code == 404


@pytest.mark.parametrize(("name", "rule"), [("give", "stupidity"), ("take", "cold-blooded")])
def test_a_stale_form_shows_how_things_stand_and_keeps_what_was_typed(as_owner, priest, name, rule):
    url = address(name, priest)
    as_owner.post(address("give", priest), REASON | {"rule": "frenzy"})
    response = as_owner.post(url, REASON | {"rule": rule})
    page = response.content.decode()
    assert response.status_code == 409
    assert "Frenzy given" in page
    assert 'value="The table agreed"' in page
    assert f'<option value="{rule}" selected' in page
    assert as_owner.post(url, REASON | {"rule": rule, "version": 2}).status_code == 302


@pytest.mark.parametrize(("name", "rule"), [("give", "stupidity"), ("take", "cold-blooded")])
def test_others_find_nothing(as_outsider, priest, name, rule):
    is_hidden_from(as_outsider, address(name, priest), posts=REASON | {"rule": rule})
    assert not WarriorRule.objects.exists()


def test_others_withdraw_nothing(as_outsider, priest):
    change = WarriorRuleFactory(warrior=priest)
    is_hidden_from(as_outsider, address("withdraw", priest, change.pk))
    change.refresh_from_db()
    assert change.withdrawn_at is None


@pytest.mark.parametrize("name", ["give", "take"])
def test_anonymous_is_asked_to_sign_in(as_anonymous, priest, name):
    asks_to_sign_in(as_anonymous, address(name, priest))
