import re

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, CampaignFactory, EnrolmentFactory, MembershipFactory
from warbands.access import hash_of
from warbands.models import Sharing


@pytest.fixture
def url(warband):
    return reverse("warbands:sharing", args=[warband.public_id])


def form(client, url, sharing):
    page = client.get(url).content.decode()
    found = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("version", "token")}
    return {**found, "sharing": sharing}


def link_in(response):
    return re.search(r"<code>([^<]+)</code>", response.content.decode())[1]


def test_a_warband_is_private_to_begin_with(as_owner, url, warband):
    assert warband.sharing == Sharing.PRIVATE
    page = as_owner.get(url).content.decode()
    assert 'Private <span class="tag">now</span>' in page
    assert "<p>You alone.</p>" in page


def test_in_a_campaign_its_members_are_told_of(as_owner, owner, url, warband):
    campaign = CampaignFactory(name="The Long Winter")
    MembershipFactory(campaign=campaign, user=owner)
    EnrolmentFactory(campaign=campaign, warband=warband, by=owner)
    assert "You, and the members of The Long Winter as long as" in as_owner.get(url).content.decode()


def test_a_link_is_shown_once_and_only_its_hash_is_kept(as_owner, url, warband):
    made = as_owner.post(url, form(as_owner, url, "link"))
    link = link_in(made)
    address, _, secret = link.partition("#")
    warband.refresh_from_db()
    assert address == "http://testserver/warbands/link/"
    assert len(secret) == 43
    assert (warband.sharing, warband.link_hash) == (Sharing.LINK, hash_of(secret))
    assert secret not in repr(vars(warband))
    assert secret not in as_owner.get(url).content.decode()
    assert "no-store" in made["Cache-Control"]


def test_what_is_secret_never_stands_in_an_address_a_browser_sends(as_owner, as_anonymous, url):
    secret = link_in(as_owner.post(url, form(as_owner, url, "link"))).partition("#")[2]
    opened = as_anonymous.post(reverse("warbands:link"), {"token": secret})
    assert secret not in opened["Location"]
    assert opened["Referrer-Policy"] == "same-origin"
    assert as_owner.get(url)["Referrer-Policy"] == "same-origin"


def test_the_same_page_sent_twice_makes_one_link(as_owner, url):
    sent = form(as_owner, url, "link")
    first, second = as_owner.post(url, sent), as_owner.post(url, sent)
    assert link_in(first) == link_in(second)


def test_a_new_link_ends_the_old_one(as_owner, as_anonymous, url, warband):
    old = link_in(as_owner.post(url, form(as_owner, url, "link"))).partition("#")[2]
    new = link_in(as_owner.post(url, form(as_owner, url, "link"))).partition("#")[2]
    assert as_anonymous.post(reverse("warbands:link"), {"token": old}).status_code == 422
    assert as_anonymous.post(reverse("warbands:link"), {"token": new})["Location"] == warband.get_absolute_url()


def test_a_revoked_link_is_not_brought_back_by_an_old_page(as_owner, url, warband):
    sent = form(as_owner, url, "link")
    as_owner.post(url, sent)
    as_owner.post(url, form(as_owner, url, "private"))
    late = as_owner.post(url, sent)
    warband.refresh_from_db()
    assert late.status_code == 409
    assert "See how it stands" in late.content.decode()
    assert (warband.sharing, warband.link_hash) == (Sharing.PRIVATE, "")


@pytest.mark.parametrize("sharing", ["public", "private"])
def test_public_and_private_lead_back_and_say_so(as_owner, url, warband, secret, sharing):
    response = as_owner.post(url, form(as_owner, url, sharing), follow=True)
    warband.refresh_from_db()
    assert (warband.sharing, warband.link_hash) == (sharing, "")
    assert f"It is {sharing} now" in response.content.decode()


def test_an_address_is_shown_of_what_is_public(as_owner, url, warband):
    as_owner.post(url, form(as_owner, url, "public"))
    assert f'data-copy="http://testserver{warband.get_absolute_url()}"' in as_owner.get(url).content.decode()


@pytest.mark.parametrize(
    "wrong", [{"sharing": "everybody"}, {"sharing": ""}, {"sharing": "link", "token": "1234"}, {"token": ""}]
)
def test_anything_else_is_refused(as_owner, url, warband, wrong):
    response = as_owner.post(url, form(as_owner, url, "link") | wrong)
    warband.refresh_from_db()
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert warband.sharing == Sharing.PRIVATE


def test_a_token_made_for_another_warband_is_refused(as_owner, url, warband):
    from warbands.rosters.sharing import new_token

    other = type(warband)(public_id="bcdfghjkmnpq")
    assert as_owner.post(url, form(as_owner, url, "link") | {"token": new_token(other)}).status_code == 422


def test_the_roster_tells_its_owner_that_others_see_it(as_owner, warband, secret):
    assert "Lizardmen · secret link" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_htmx_gets_the_page_too(as_owner, url):
    assert as_owner.get(url, headers=HX).status_code == 200


def test_a_reader_may_not(as_reader, url, warband):
    assert as_reader.get(url).status_code in {302, 403}
    assert as_reader.post(url, {"sharing": "public", "version": warband.version}).status_code in {302, 403}
    warband.refresh_from_db()
    assert warband.sharing == Sharing.LINK


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
