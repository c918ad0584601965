import pytest
from django.urls import reverse

from tests.warbands.factories import HX
from warbands.doors import LINKS, MOST_LINKS

URL = reverse("warbands:link")


def test_whoever_has_the_link_is_led_to_the_roster_and_reads_it(as_anonymous, secret, warband, priest):
    response = as_anonymous.post(URL, {"token": secret}, follow=True)
    assert response.redirect_chain == [(warband.get_absolute_url(), 302)]
    assert "Tehenca" in response.content.decode()


def test_the_whole_link_may_be_pasted(as_anonymous, secret, warband):
    response = as_anonymous.post(URL, {"token": f" http://testserver{URL}#{secret} "})
    assert response["Location"] == warband.get_absolute_url()


def test_its_owner_is_led_there_too(as_owner, secret, warband):
    assert as_owner.post(URL, {"token": secret})["Location"] == warband.get_absolute_url()


@pytest.mark.parametrize("token", ["nothing", "", "x" * 301, "\x00", "#"])
def test_a_link_that_opens_nothing_is_refused_and_kept(as_anonymous, secret, token):
    response = as_anonymous.post(URL, {"token": token})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    if token == "nothing":
        assert 'value="nothing"' in response.content.decode()


def test_the_session_keeps_no_secret(as_anonymous, secret):
    as_anonymous.post(URL, {"token": secret})
    assert secret not in repr(dict(as_anonymous.session))


def test_a_session_keeps_the_last_of_very_many(as_anonymous, secret):
    session = as_anonymous.session
    session[LINKS] = [f"{number:064}" for number in range(MOST_LINKS)]
    session.save()
    for _ in range(2):
        as_anonymous.post(URL, {"token": secret})
    assert len(as_anonymous.session[LINKS]) == MOST_LINKS


def test_who_signs_in_keeps_what_he_opened(as_anonymous, secret, warband, stranger):
    as_anonymous.post(URL, {"token": secret})
    as_anonymous.force_login(stranger)
    assert as_anonymous.get(warband.get_absolute_url()).status_code == 200


def test_a_deleted_warband_opens_to_nobody(as_anonymous, secret, warband):
    warband.deleted_at = warband.created
    warband.save()
    assert as_anonymous.post(URL, {"token": secret}).status_code == 422


@pytest.mark.parametrize("client", ["as_owner", "as_anonymous"])
@pytest.mark.parametrize("headers", [{}, HX])
def test_the_page_is_anybodys_and_is_kept_nowhere(client, headers, request):
    response = request.getfixturevalue(client).get(URL, headers=headers)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert response["Referrer-Policy"] == "same-origin"


def test_it_is_sent_from_our_own_page_only(warband, secret):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post(URL, {"token": secret}).status_code == 403
