"""What was asked and answered stands under the verdicts and plans that it touches."""

import pytest

from tests.warbands.factories import HX
from tests.warbands.psychology.conftest import address, form


def test_a_verdict_has_what_was_asked_about_its_reasons_and_its_kind_of_test(as_owner, taken, priest):
    page = as_owner.get(taken(priest, faces=[5, 6, 4], foe_causes_fear=True).get_absolute_url()).content.decode()
    assert "Asked about this (" in page
    assert 'href="/rules/questions/a-cold-bloods-scope/"' in page
    assert 'href="/rules/questions/all-attacks-need-a-six/"' in page


def test_one_about_a_ruling_stands_with_the_reason_that_rests_on_it(as_owner, troll):
    told = {"told": "1", "state": "standing", "fleeing": "on"}
    page = as_owner.get(address("test-kind", troll, "stupidity"), told).content.decode()
    reason = page[page.index("Ruling R-24") :]
    assert reason.index("Answered: Does a stupid warrior who flees take his Stupidity test?") < reason.index("</li>")


def test_the_panel_that_htmx_brings_in_has_them_too(as_owner, troll):
    sent = form(state="standing", how="typed") | {"face-1": "1", "face-2": "1"}
    page = as_owner.post(address("test-kind", troll, "stupidity"), sent, headers=HX).content.decode()
    assert 'href="/rules/questions/how-long-stupidity-lasts/"' in page[page.index('class="verdict') :]


@pytest.mark.parametrize("many", [1, 3])
def test_they_cost_one_look_at_the_digest_however_many(as_owner, taken, priest, many, django_assert_num_queries):
    records = [taken(priest, faces=[5, 6, 4], foe_causes_fear=True) for _ in range(many)]
    as_owner.get(records[0].get_absolute_url())
    with django_assert_num_queries(6):
        as_owner.get(records[-1].get_absolute_url())
