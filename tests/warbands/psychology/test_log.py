"""The log: on the roster and on its own page, the newest first, nothing left out."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules.engine.plans import TrialKind
from tests.warbands.doors import is_hidden_from
from tests.warbands.factories import HX
from warbands.psychology.amending import correct, reroll
from warbands.psychology.log import A_PAGE, TEASED


@pytest.fixture
def url(warband):
    return reverse("warbands:tests", args=[warband.public_id])


def test_an_empty_log_says_so(as_owner, url, warband, priest):
    assert "No test has been taken here yet." in as_owner.get(url).content.decode()
    assert "Press Test on a warrior" in as_owner.get(warband.get_absolute_url()).content.decode()
    page = as_owner.get(url, {"warrior": priest.public_id}).content.decode()
    assert "Tehenca has taken no test yet." in page


def test_the_newest_comes_first_each_with_its_reasons(as_owner, url, taken, priest, reeds):
    taken(priest, faces=[1, 1, 1], foe_causes_fear=True)
    taken(reeds, TrialKind.ALL_ALONE, [6, 6, 6], member=2, opponents=2)
    page = as_owner.get(url).content.decode()
    assert page.index("The Reeds 2: All Alone") < page.index("Tehenca: Fear: charged")
    assert "Failed: 12 against 6" in page
    assert "Dice of the table, typed by owner: 6, 6, 6" in page
    assert page.count("<summary>Why</summary>") == 2
    assert "/rules/cold-blooded/" in page


def test_it_can_be_of_one_warrior(as_owner, url, taken, priest, reeds):
    taken(priest, faces=[1, 1, 1])
    taken(reeds, faces=[1, 1, 1], member=1)
    for headers in ({}, HX):
        page = as_owner.get(url, {"warrior": priest.public_id}, headers=headers).content.decode()
        assert "Tehenca: Fear" in page
        assert "The Reeds 1: Fear" not in page
    assert "<html" not in page


@pytest.mark.parametrize("warrior", ["nobody", "\x00", "x" * 300])
def test_a_warrior_nobody_knows_is_not_found(as_owner, url, warrior):
    assert as_owner.get(url, {"warrior": warrior}).status_code == 404


def test_it_has_pages(as_owner, url, taken, priest):
    for _ in range(A_PAGE + 1):
        taken(priest, faces=[1, 1, 1])
    page = as_owner.get(url, {"warrior": priest.public_id}).content.decode()
    assert page.count("<time ") == A_PAGE
    assert f'rel="next" href="?warrior={priest.public_id}&amp;page=2"' in page
    older = as_owner.get(url, {"page": "2"}).content.decode()
    assert older.count("<time ") == 1
    assert 'rel="prev"' in older
    for odd in ("0", "99", "x"):
        assert as_owner.get(url, {"page": odd}).status_code == 200


def test_corrections_re_rolls_and_repeats_are_marked(as_owner, taken, owner, augur):
    failed = taken(augur, faces=[6, 6])
    again = reroll(record=failed, rule="sisters-of-sigmar--blessed-sight", by=owner, client_key=uuid4(), faces=[5, 6])
    correct(record=again, answers={}, reason="<i>Misread</i>", by=owner, client_key=uuid4(), faces=[1, 1])
    taken(augur, faces=[1, 2])
    page = as_owner.get(reverse("warbands:tests", args=[augur.warband.public_id])).content.decode()
    assert "A correction: &lt;i&gt;Misread&lt;/i&gt;" in page
    assert "<i>Misread" not in page
    assert page.count("A re-roll") == 2
    assert page.count("no longer holds") == 2
    assert "A repeat: taken once in the two hours before" in page


def test_who_left_keeps_his_tests(as_owner, url, taken, priest):
    taken(priest, faces=[1, 1, 1])
    priest.removed_at = timezone.now()
    priest.save()
    page = as_owner.get(url, {"warrior": priest.public_id}).content.decode()
    assert "Tehenca (left)" in page
    assert "Tehenca: Fear" in page


def test_a_warrior_renamed_keeps_the_name_he_was_tested_by(as_owner, url, taken, priest):
    taken(priest, faces=[1, 1, 1])
    priest.name = "Somebody"
    priest.save()
    assert "Tehenca: Fear" in as_owner.get(url).content.decode()


def test_the_roster_shows_the_last_few(as_owner, warband, taken, priest):
    for _ in range(TEASED + 2):
        taken(priest, faces=[1, 1, 1])
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert page.count("Tehenca: Fear") == TEASED
    assert "All tests of this warband" in page


def test_names_are_never_markup(as_owner, url, taken, priest):
    priest.name = "<script>alert(1)</script>"
    priest.save()
    taken(priest, faces=[1, 1, 1])
    assert "<script>alert" not in as_owner.get(url).content.decode()


def test_readers_read_it(as_reader, url, taken, priest):
    taken(priest, faces=[6, 6, 6], foe_causes_fear=True)
    assert "Tehenca: Fear: charged" in as_reader.get(url).content.decode()


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    response = as_anonymous.get(url)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


def test_nothing_is_sent_to_it(as_owner, url):
    assert as_owner.post(url).status_code == 405


def queries(client, url):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_queries_do_not_grow_with_the_tests(as_owner, url, warband, taken, priest, reeds):
    roster, log = set(), set()
    for _ in range(3):
        for member in (1, 2):
            taken(priest, faces=[1, 1, 1])
            taken(reeds, faces=[6, 6, 6], member=member)
        roster.add(queries(as_owner, warband.get_absolute_url()))
        log.add(queries(as_owner, url))
    assert roster == {10}
    assert log == {6}
