"""What a result demands, taken in the same place."""

import pytest

from rules.engine.plans import TrialKind
from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX
from tests.warbands.psychology.conftest import address, form
from warbands.models import TestRecord


@pytest.fixture
def stupid(taken, troll):
    return taken(troll, TrialKind.STUPIDITY, [6, 6])


@pytest.fixture
def url(stupid):
    return address("next", stupid)


def test_it_is_asked_below_the_verdict_that_demands_it(as_owner, stupid, url):
    for page in (as_owner.get(url), as_owner.get(stupid.get_absolute_url())):
        text = page.content.decode()
        assert text.index("<h3>Failed: 12 against 4</h3>") < text.index("<h3>Stupidity: the D6</h3>")
        assert f'action="{url}"' in text


def test_the_plain_form_leads_to_the_record_with_what_led_to_it(as_owner, stupid, url):
    page = as_owner.post(url, form(how="typed", state="standing", **{"face-1": "5"}), follow=True).content.decode()
    record = TestRecord.objects.first()
    assert record.follows == stupid
    assert page.index("<h3>Failed: 12 against 4") < page.index("<h3>Rolled 5")


def test_htmx_gets_both_verdicts_and_only_the_new_one_takes_the_focus(as_owner, url):
    page = as_owner.post(url, form(how="typed", state="standing", **{"face-1": "5"}), headers=HX).content.decode()
    assert page.lstrip().startswith('<section class="bench"')
    assert page.count("data-focus") == 1
    assert page.index("Failed: 12 against 4") < page.index("data-focus")
    assert 'hx-swap-oob="true"' in page


def test_wrong_faces_are_refused_beside_their_box(as_owner, url):
    response = as_owner.post(url, form(how="typed", state="standing", **{"face-1": "9"}), headers=HX)
    page = response.content.decode()
    assert response.status_code == 422
    assert 'name="face-1" value="9"' in page
    assert "A die shows 1 to 6, not 9." in page
    assert "Failed: 12 against 4" in page


@pytest.mark.parametrize("headers", [{}, HX])
def test_once_taken_it_leads_to_what_came_of_it(as_owner, url, headers):
    as_owner.post(url, form(state="standing"), headers=headers)
    made = TestRecord.objects.first()
    for response in (as_owner.get(url), as_owner.post(url, form(state="standing"))):
        assert response["Location"] == made.get_absolute_url()
    assert TestRecord.objects.count() == 2


def test_the_record_that_demanded_it_leads_on(as_owner, stupid, url):
    as_owner.post(url, form(state="standing"))
    page = as_owner.get(stupid.get_absolute_url()).content.decode()
    assert f'<a href="{TestRecord.objects.first().get_absolute_url()}">see what came of it</a>' in page
    assert 'value="roll"' not in page


def test_a_changed_fact_brings_the_plan_alone(as_owner, troll, url):
    headers = HX | {"HX-Target": f"plan-bench-{troll.public_id}"}
    plan = as_owner.get(url, {"told": "1", "state": "standing"}, headers=headers).content.decode().lstrip()
    assert plan.startswith(f'<div id="plan-bench-{troll.public_id}"')


def test_a_result_that_demands_nothing_leads_to_its_record(as_owner, taken, troll):
    passed = taken(troll, TrialKind.STUPIDITY, [1, 1])
    assert as_owner.get(address("next", passed))["Location"] == passed.get_absolute_url()


def test_all_the_way_to_the_table_edge(as_owner, taken, boss):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    page = as_owner.get(broken.get_absolute_url()).content.decode()
    assert "What did the parting hits do?" in page
    page = as_owner.post(address("next", broken), form(option="knocked_down"), follow=True).content.decode()
    struck = TestRecord.objects.first()
    assert "Inches to the table edge" in page
    sent = form(how="typed", edge="5", **{"face-1": "3", "face-2": "4"})
    page = as_owner.post(address("next", struck), sent, follow=True).content.decode()
    assert "Rolled 7" in page
    assert TestRecord.objects.first().verdict["outcome"] == "edge"
    assert "Ruling R-16" in page


@pytest.mark.parametrize("option", ["", "eaten"])
def test_what_did_not_happen_is_refused(as_owner, taken, boss, option):
    broken = taken(boss, TrialKind.ALL_ALONE, [6, 6], opponents=2)
    response = as_owner.post(address("next", broken), form(option=option))
    assert response.status_code == 422
    assert "Choose what happened." in response.content.decode()


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url, posts=form(state="standing"))
    assert TestRecord.objects.count() == 1


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)


def test_a_record_of_another_warband_is_not_found(as_owner, stupid, priest):
    assert (
        as_owner.get(address("next", stupid).replace(stupid.warband.public_id, priest.warband.public_id)).status_code
        == 404
    )
