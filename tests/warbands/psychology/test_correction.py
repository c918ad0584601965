"""The page on which a record is put right."""

import pytest

from rules.engine.plans import TrialKind
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorRuleFactory
from tests.warbands.psychology.conftest import address, form
from warbands.models import TestRecord

RIGHT = {"foe_causes_fear": "on", "state": "standing", "reason": "Misread"}


@pytest.fixture
def old(taken, boss):
    return taken(boss, faces=[6, 5], foe_causes_fear=True)


@pytest.fixture
def url(old):
    return address("correct", old)


def test_it_is_filled_in_as_it_was_told(as_owner, url):
    page = as_owner.get(url).content.decode()
    assert 'name="foe_causes_fear" id="test-foe_causes_fear" checked' in page
    assert 'name="face-1" value="6"' in page
    assert 'name="face-2" value="5"' in page


def test_dice_of_the_app_are_not_offered_to_be_typed(as_owner, taken, boss):
    page = as_owner.get(address("correct", taken(boss))).content.decode()
    assert 'name="face-' not in page
    assert "Dice that the app rolled stay as they fell." in page


@pytest.mark.parametrize("headers", [{}, HX])
def test_the_correction_takes_the_place_of_the_old_record(as_owner, url, old, headers):
    response = as_owner.post(url, form(**RIGHT) | {"face-1": "1", "face-2": "2"}, headers=headers)
    new = TestRecord.objects.first()
    assert response["Location"] == new.get_absolute_url()
    assert new.faces == [1, 2]
    assert "A correction: Misread" in as_owner.get(new.get_absolute_url()).content.decode()
    page = as_owner.get(old.get_absolute_url()).content.decode()
    assert "This result no longer holds" in page
    assert new.get_absolute_url() in page
    assert as_owner.get(url)["Location"] == new.get_absolute_url()


def test_the_same_form_twice_is_one_correction(as_owner, url):
    sent = form(**RIGHT)
    for _ in range(2):
        assert as_owner.post(url, sent).status_code == 302
    assert TestRecord.objects.count() == 2


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "nul\x00"])
def test_without_a_reason_it_is_refused_and_all_is_kept(as_owner, url, reason):
    response = as_owner.post(url, form(**RIGHT) | {"reason": reason, "face-1": "1", "face-2": "2"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'aria-invalid="true"' in page
    assert 'name="face-1" value="1"' in page
    assert TestRecord.objects.count() == 1


@pytest.mark.parametrize("face", ["7", "x", ""])
def test_wrong_faces_are_refused_and_all_is_kept(as_owner, url, face):
    response = as_owner.post(url, form(**RIGHT) | {"face-1": face, "face-2": "2"})
    page = response.content.decode()
    assert response.status_code == 422
    assert f'name="face-1" value="{face}" aria-label="Die 1" aria-invalid="true"' in page
    assert 'value="Misread"' in page
    assert TestRecord.objects.count() == 1


def test_a_wrong_fact_is_refused_beside_its_field(as_owner, url):
    response = as_owner.post(url, form(**RIGHT) | {"state": "flying"})
    assert response.status_code == 422
    assert 'class="errorlist"' in response.content.decode()


def test_where_more_dice_are_needed_more_boxes_are_shown(as_owner, url, boss):
    WarriorRuleFactory(warrior=boss, rule_id="cold-blooded")
    response = as_owner.post(url, form(**RIGHT) | {"face-1": "1", "face-2": "2"})
    assert response.status_code == 422
    assert response.content.decode().count('name="face-') == 3


def test_a_test_that_was_not_due_is_put_right(as_owner, url):
    page = as_owner.post(url, form(state="standing", reason="It was only a goat"), follow=True).content.decode()
    assert "<h3>No test</h3>" in page


def test_what_happened_may_be_another_thing(as_owner, taken, boss):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    struck = taken(boss, TrialKind.PARTING_HITS, after=broken, option="unharmed")
    url = address("correct", struck)
    assert 'name="option" value="unharmed" checked' in as_owner.get(url).content.decode()
    as_owner.post(url, form(option="out_of_action", reason="The wrong button"))
    assert TestRecord.objects.first().verdict["outcome"] == "out_of_action"


def test_a_rout_test_is_corrected_too(as_owner, taken, warband, priest, reeds):
    told = {f"state:{priest.public_id}": "standing", f"out:{reeds.public_id}": "2", "players": "2"}
    as_owner.post(f"{warband.get_absolute_url()}rout/", form(**told))
    record = TestRecord.objects.get()
    url = address("correct", record)
    assert f'name="out:{reeds.public_id}" value="2"' in as_owner.get(url).content.decode()
    sent = form(**told) | {f"state:{priest.public_id}": "stunned", "reason": "He was stunned"}
    page = as_owner.post(url, sent, follow=True).content.decode()
    assert "against 6" in page
    assert TestRecord.objects.first().faces == record.faces


def test_reasons_and_names_are_never_markup(as_owner, url, old):
    as_owner.post(url, form(**RIGHT) | {"reason": "<script>alert(1)</script>"})
    for page in (TestRecord.objects.first().get_absolute_url(), old.warband.get_absolute_url()):
        assert "<script>alert" not in as_owner.get(page).content.decode()


def test_whose_unit_left_the_roster_is_told_so(as_owner, url, boss):
    from django.utils import timezone

    boss.removed_at = timezone.now()
    boss.save()
    assert "no longer on the roster" in as_owner.get(url).content.decode()
    assert as_owner.post(url, form(**RIGHT)).status_code == 422


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url, posts=form(**RIGHT))
    assert TestRecord.objects.count() == 1


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
