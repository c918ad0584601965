"""The page of one record, and the re-roll that a rule allows."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rules.engine.plans import TrialKind, Until
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorRuleFactory
from tests.warbands.psychology.conftest import address, form
from warbands.models import TestRecord
from warbands.psychology.shown import lasting

SIGHT = {"rule": "sisters-of-sigmar--blessed-sight"}


@pytest.fixture
def failed(taken, augur):
    return taken(augur, faces=[6, 5])


@pytest.fixture
def url(failed):
    return failed.get_absolute_url()


def test_it_shows_the_dice_the_verdict_how_long_it_lasts_and_why(as_owner, taken, priest):
    record = taken(priest, faces=[5, 6, 4], foe_causes_fear=True)
    page = as_owner.get(record.get_absolute_url()).content.decode()
    assert "<h3>Failed: 9 against 7</h3>" in page
    assert 'class="verdict fail"' in page
    assert page.count('<svg class="die') == 3
    assert 'aria-label="6, discarded"' in page
    assert "Lasts until" in page
    assert "Dice of the table, typed by owner" in page
    assert "/rules/cold-blooded/" in page


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        ("He does nothing this turn.", "", "He does nothing this turn."),
        ("He is rooted.", "", "He is rooted, until the end of this turn."),
        ("He is rooted.", "Failed. He is rooted", "Lasts until the end of this turn."),
    ],
)
def test_how_long_a_consequence_lasts_is_said_once(text, said, told):
    assert lasting([{"text": text, "until": Until.END_OF_TURN.value}], said) == [told]


def test_a_re_roll_is_offered_where_a_rule_allows_it(as_owner, url, taken, boss):
    page = as_owner.get(url).content.decode()
    assert "Blessed Sight allows it to be taken again" in page
    assert page.count('name="face-') == 2
    assert "allows it" not in as_owner.get(taken(boss, faces=[6, 6]).get_absolute_url()).content.decode()


def test_the_plain_form_leads_to_the_second_throw(as_owner, url, failed):
    response = as_owner.post(url, form(**SIGHT) | {"face-1": "1", "face-2": "1"})
    second = TestRecord.objects.first()
    assert second.reroll_of == failed
    assert response["Location"] == second.get_absolute_url()
    page = as_owner.get(url).content.decode()
    assert "This result no longer holds" in page
    assert "allows it" not in page


def test_htmx_gets_the_second_verdict(as_owner, url):
    page = as_owner.post(url, form(**SIGHT), headers=HX).content.decode()
    assert page.lstrip().startswith('<section class="bench"')
    assert 'data-focus="start"' in page
    assert "A re-roll" in page
    assert 'hx-swap-oob="true"' in page


@pytest.mark.parametrize("headers", [{}, HX])
def test_a_second_tap_rolls_nothing(as_owner, url, headers):
    sent = form(**SIGHT)
    as_owner.post(url, sent, headers=headers)
    as_owner.post(url, sent, headers=headers)
    as_owner.post(url, form(**SIGHT), headers=headers)
    assert TestRecord.objects.count() == 2


@pytest.mark.parametrize("faces", [("7", "1"), ("1", ""), ("x", "1"), ("", "")])
@pytest.mark.parametrize("headers", [{}, HX])
def test_wrong_faces_are_refused_beside_their_boxes_and_kept(as_owner, url, faces, headers):
    sent = form(how="typed", **SIGHT) | {"face-1": faces[0], "face-2": faces[1]}
    response = as_owner.post(url, sent, headers=headers)
    page = response.content.decode()
    assert response.status_code == 422
    assert f'name="face-1" value="{faces[0]}" aria-label="Die 1" aria-invalid="true"' in page
    assert 'class="error" role="alert"' in page
    assert TestRecord.objects.count() == 1


def test_a_rule_that_allows_nothing_is_refused(as_owner, url):
    response = as_owner.post(url, form(rule="frenzy"))
    assert response.status_code == 422
    assert "Nothing allows this test to be taken again." in response.content.decode()


def test_what_is_told_by_rulings_is_written_out(as_owner, taken, priest):
    record = taken(priest, TrialKind.ALL_ALONE, [6, 6, 6], opponents=2, opponents_down=1)
    assert "<summary>Ruling R-13</summary>Do enemies" in as_owner.get(record.get_absolute_url()).content.decode()


def test_what_is_noted_is_headed_by_what_happened(as_owner, taken, boss):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    struck = taken(boss, TrialKind.PARTING_HITS, after=broken, option="out_of_action")
    assert "<h3>He is out of action: no run</h3>" in as_owner.get(struck.get_absolute_url()).content.decode()


def test_a_settled_test_says_that_nothing_was_rolled(as_owner, taken, boss):
    WarriorRuleFactory(warrior=boss, rule_id="crazed")
    page = as_owner.get(taken(boss, TrialKind.ALL_ALONE, opponents=2).get_absolute_url()).content.decode()
    assert "<h3>Passed without rolling</h3>" in page
    assert '<svg class="die' not in page
    assert "Noted by owner" in page


def test_the_record_of_one_who_left_can_be_read(as_owner, url, augur):
    augur.removed_at = timezone.now()
    augur.save()
    page = as_owner.get(url).content.decode()
    assert "Failed: 11 against" in page
    assert "Another test" not in page
    assert as_owner.post(url, form(**SIGHT)).status_code == 422


def test_a_record_whose_roller_has_gone_can_be_read(as_owner, url, failed):
    TestRecord.objects.filter(pk=failed.pk).update(by=None)
    assert "somebody who has left" in as_owner.get(url).content.decode()


def test_readers_read_it_and_have_nothing_to_press(as_reader, taken, priest):
    record = taken(priest, faces=[6, 6, 6], foe_causes_fear=True)
    page = as_reader.get(record.get_absolute_url()).content.decode()
    assert "<h3>Failed: 12 against 7</h3>" in page
    for word in ("Another test", "Correct this", 'name="how"'):
        assert word not in page
    assert as_reader.post(record.get_absolute_url(), form(**SIGHT)).status_code == 403
    assert as_reader.get(address("correct", record)).status_code in {302, 403}


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url, posts=form(**SIGHT))
    assert TestRecord.objects.count() == 1


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)


@pytest.mark.parametrize("name", ["record", "next", "correct"])
def test_a_record_is_found_only_below_its_own_warband(as_owner, failed, priest, name):
    url = address(name, failed).replace(failed.warband.public_id, priest.warband.public_id)
    assert as_owner.get(url).status_code == 404
    assert as_owner.post(url, {"key": uuid4()}).status_code == 404


def test_queries_do_not_grow_with_the_tests(as_owner, url, taken, augur):
    counts = set()
    for _ in range(3):
        taken(augur, faces=[1, 1])
        with CaptureQueriesContext(connection) as captured:
            as_owner.get(url)
        counts.add(len(captured))
    assert len(counts) == 1
    assert counts.pop() <= 8
