"""The warband's own Rout test, and leaving by choice."""

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory
from tests.warbands.psychology.conftest import form
from warbands.models import TestRecord


@pytest.fixture
def url(warband, priest, reeds):
    return reverse("warbands:rout", args=[warband.public_id])


@pytest.fixture
def stands(priest, reeds):
    """How the warband stands, as a browser sends it: so many reeds are out."""

    def told(out=0, leader="standing", **more):
        state = {f"state:{priest.public_id}": leader, f"out:{reeds.public_id}": str(out), "players": "2"}
        return form(**state, **more)

    return told


def test_while_nobody_is_out_no_test_is_due(as_owner, url):
    page = as_owner.get(url).content.decode()
    assert "0 of 5 out of action: a test is due at a quarter" in page
    assert 'value="roll"' not in page
    assert "Rout by choice" not in page


def test_at_a_quarter_it_is_due_and_says_whose_leadership(as_owner, url, stands):
    page = as_owner.get(url, stands(2)).content.decode()
    assert "2 of 5 are out of action" in page
    assert "Tehenca’s Leadership" in page
    assert "3D6, drop the highest" in page
    assert "Rout by choice" in page


def test_a_stunned_leader_lends_nothing(as_owner, url, stands):
    page = as_owner.get(url, stands(2, "stunned")).content.decode()
    assert "Tehenca is stunned, so his Leadership may not be used" in page
    assert '<span class="need" title="Leadership">6</span>' in page


def test_equals_are_offered_and_the_chosen_one_is_used(as_owner, url, stands, warband):
    ones = [WarriorFactory(warband=warband, unit="skink-great-crest", name=name) for name in ("Quilpi", "Xoq")]
    more = {f"state:{one.public_id}": "standing" for one in ones}
    page = as_owner.get(url, stands(4, "stunned", **more)).content.decode()
    assert "Whose Leadership" in page
    assert f'<option value="{ones[1].public_id}">Xoq</option>' in page
    page = as_owner.get(url, stands(4, "stunned", provider=ones[1].public_id, **more)).content.decode()
    assert "Xoq’s Leadership" in page
    assert f'<option value="{ones[1].public_id}" selected>Xoq</option>' in page
    as_owner.post(url, stands(4, "stunned", provider=ones[1].public_id, **more))
    assert TestRecord.objects.get().plan["provider"] == "Xoq"


def test_the_plain_form_leads_to_the_record(as_owner, url, stands, warband):
    sent = stands(2, how="typed", **{"face-1": "6", "face-2": "6", "face-3": "6"})
    response = as_owner.post(url, sent)
    record = TestRecord.objects.get()
    assert response["Location"] == record.get_absolute_url()
    assert record.verdict["passed"] is False
    page = as_owner.get(record.get_absolute_url()).content.decode()
    assert "Failed: 12 against 7" in page
    assert f'href="{url}"' in page


def test_htmx_gets_the_verdict(as_owner, url, stands):
    page = as_owner.post(url, stands(2), headers=HX).content.decode()
    assert 'data-focus="start"' in page
    assert "against 7</h3>" in page


def test_leaving_by_choice_needs_no_dice(as_owner, url, stands):
    page = as_owner.post(url, stands(2) | {"how": "choice"}, follow=True).content.decode()
    record = TestRecord.objects.get()
    assert record.kind == "voluntary_rout"
    assert record.faces == []
    assert "Rout by choice" in page


def test_leaving_by_choice_before_a_test_was_due_is_refused(as_owner, url, stands):
    response = as_owner.post(url, stands(0) | {"how": "choice"})
    assert response.status_code == 422
    assert not TestRecord.objects.exists()


def test_once_a_test_was_due_the_warband_may_leave_later(as_owner, url, stands):
    assert "Rout by choice" in as_owner.get(url, stands(0, due_before="on")).content.decode()


def test_a_changed_fact_brings_the_plan_alone_and_the_address_follows(as_owner, url, stands):
    headers = HX | {"HX-Target": "plan-bench-rout", "HX-Current-URL": f"http://testserver{url}"}
    response = as_owner.get(url, stands(2, **{"face-1": "4"}), headers=headers)
    plan = response.content.decode()
    assert plan.lstrip().startswith('<div id="plan-bench-rout"')
    assert 'name="face-1" value="4"' in plan
    again = as_owner.get(response["HX-Replace-Url"]).content.decode()
    assert "2 of 5 are out of action" in again


@pytest.mark.parametrize("out", ["5", "-1", "x", ""])
@pytest.mark.parametrize("headers", [{}, HX])
def test_more_than_there_are_is_refused_beside_its_field(as_owner, url, stands, out, headers):
    response = as_owner.post(url, stands(out, **{"face-1": "4"}), headers=headers)
    page = response.content.decode()
    assert response.status_code == 422
    assert 'aria-invalid="true"' in page
    assert 'class="errorlist"' in page
    assert not TestRecord.objects.exists()


@pytest.mark.parametrize("faces", [("7", "1", "1"), ("1", "", ""), ("x", "2", "2")])
def test_wrong_faces_are_refused_and_kept(as_owner, url, stands, faces):
    typed = {f"face-{number}": face for number, face in enumerate(faces, 1)}
    response = as_owner.post(url, stands(2, how="typed", **typed))
    page = response.content.decode()
    assert response.status_code == 422
    assert f'name="face-1" value="{faces[0]}"' in page
    assert 'id="faces-bench-rout"' in page
    assert not TestRecord.objects.exists()


def test_without_scripts_the_chance_is_shown_for_the_facts(as_owner, url, stands):
    page = as_owner.post(url, stands(2, how="look", **{"face-1": "4"}), follow=True).content.decode()
    assert "2 of 5 are out of action" in page
    assert 'name="face-1" value="4"' in page


def test_an_empty_warband_has_a_page_too(as_owner, warband):
    assert as_owner.get(reverse("warbands:rout", args=[warband.public_id])).status_code == 200


def test_others_find_nothing(as_outsider, url, stands):
    is_hidden_from(as_outsider, url, posts=stands(2))
    assert not TestRecord.objects.exists()


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
