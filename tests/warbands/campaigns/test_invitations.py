"""Links by which others join: made, shown once, opened, used up, revoked."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from warbands.access import hash_of
from warbands.campaigns import invitations, members
from warbands.models import Campaign, CampaignStatus, Invitation, Role
from warbands.rosters.services import RefusedError


def form(client, url, **fields):
    token = re.search(r'name="token" value="([^"]*)"', client.get(url("invitations")).content.decode())[1]
    return {"token": token, "role": "player", "most_uses": "", "days": "", **fields}


def made(client, url, **fields):
    response = client.post(url("invitations"), form(client, url, **fields))
    assert response.status_code == 200
    return response


def link_in(response):
    return re.search(r"<code>([^<]+)</code>", response.content.decode())[1]


@pytest.fixture
def invite(campaign, arbiter):
    """An invitation of which the tests know the secret."""

    def make(**fields):
        facts = {"role": Role.PLAYER, "token": "only-for-tests", **fields}
        return invitations.invite(campaign=campaign, by=arbiter, **facts)

    return make


def opened(client, secret="only-for-tests"):
    return client.post(reverse("campaigns:join"), {"token": secret})


def test_a_link_and_its_qr_code_are_shown_once_and_only_its_hash_is_kept(as_arbiter, url):
    response = made(as_arbiter, url, role="spectator", most_uses="3", days="7")
    page = response.content.decode()
    address, _, secret = link_in(response).partition("#")
    kept = Invitation.objects.get()
    assert address == "http://testserver/campaigns/join/"
    assert len(secret) == 43
    assert kept.token_hash == hash_of(secret)
    assert secret not in repr(vars(kept))
    assert (kept.role, kept.most_uses) == (Role.SPECTATOR, 3)
    assert kept.expires_at.date() == (timezone.now() + timedelta(days=7)).date()
    assert re.search(r'<div class="qr" role="img" aria-label="QR code of the link"><svg viewBox', page)
    assert "no-store" in response["Cache-Control"]
    again = as_arbiter.get(url("invitations")).content.decode()
    assert secret not in again
    assert 'class="qr"' not in again


def test_what_is_drawn_is_the_link():
    link = "https://muster.example/campaigns/join/#" + "x" * 43
    drawn = invitations.qr_code(link)
    import segno

    rows = [list(row) for row in segno.make(link, micro=False).matrix]
    path = re.search(r'stroke="#000" d="([^"]*)"', drawn)[1]
    dark = sum(int(run) for run in re.findall(r"h(\d+)", path))
    assert dark == sum(map(sum, rows))
    assert "style=" not in drawn
    assert "<script" not in drawn
    assert link not in drawn


def test_what_is_secret_never_stands_in_an_address_a_browser_sends(as_arbiter, as_anonymous, url):
    secret = link_in(made(as_arbiter, url)).partition("#")[2]
    response = opened(as_anonymous, secret)
    assert response.status_code == 302
    assert secret not in response["Location"]
    assert response["Referrer-Policy"] == as_arbiter.get(url("invitations"))["Referrer-Policy"] == "same-origin"


def test_nothing_secret_is_logged(as_arbiter, as_anonymous, url, caplog):
    secret = link_in(made(as_arbiter, url)).partition("#")[2]
    opened(as_anonymous, secret)
    opened(as_anonymous, secret + "x")
    assert secret not in caplog.text


def test_the_same_page_sent_twice_makes_one_link(as_arbiter, url):
    sent = form(as_arbiter, url)
    first, second = (as_arbiter.post(url("invitations"), sent) for _ in range(2))
    assert link_in(first) == link_in(second)
    assert Invitation.objects.count() == 1


def test_a_page_sent_again_brings_no_revoked_link_back(as_arbiter, url):
    sent = form(as_arbiter, url)
    as_arbiter.post(url("invitations"), sent)
    assert as_arbiter.post(url("revoke", Invitation.objects.get().public_id)).status_code == 302
    response = as_arbiter.post(url("invitations"), sent)
    assert response.status_code == 422
    assert "no longer fresh" in response.content.decode()


@pytest.mark.parametrize(
    "fields",
    [{"role": "emperor"}, {"most_uses": "0"}, {"days": "0"}, {"days": "1000"}, {"token": "weak"}, {"token": ""}],
)
def test_what_cannot_be_makes_no_link(as_arbiter, url, fields):
    assert as_arbiter.post(url("invitations"), form(as_arbiter, url, **fields)).status_code == 422
    assert not Invitation.objects.exists()


def test_a_finished_campaign_invites_nobody(as_arbiter, url, invite, stranger, sign_in_as, campaign):
    sent = form(as_arbiter, url)
    invitation = invite()
    Campaign.objects.update(status=CampaignStatus.FINISHED)
    assert as_arbiter.post(url("invitations"), sent).status_code == 422
    assert "nobody joins it any more" in as_arbiter.get(url("invitations")).content.decode()
    assert opened(sign_in_as("stranger")).status_code == 422
    with pytest.raises(RefusedError):
        invitations.accept(invitation=invitation, user=stranger)


def test_looking_joins_nobody_and_sending_does(sign_in_as, invite, campaign, stranger, arbiter):
    invitation = invite(most_uses=2)
    client = sign_in_as("stranger")
    page = client.get(opened(client)["Location"])
    assert "arbiter invites you to this campaign as a player" in page.content.decode()
    assert not campaign.memberships.filter(user=stranger).exists()
    response = client.post(page.wsgi_request.path, follow=True)
    assert "You are a player in The Comet’s Tail." in response.content.decode()
    invitation.refresh_from_db()
    assert (campaign.memberships.present().get(user=stranger).role, invitation.uses) == (Role.PLAYER, 1)


def test_whoever_has_no_account_is_led_to_one_and_back(client, rulebook, invite, campaign):
    invite()
    address = opened(client)["Location"]
    page = client.get(address).content.decode()
    assert f"/accounts/signup/?next={address}" in page
    assert f"/accounts/login/?next={address}" in page
    assert client.post(address)["Location"] == f"/accounts/login/?next={address}"
    word = "a long evening of dice"
    signed_up = client.post(
        f"/accounts/signup/?next={address}",
        {"username": "newcomer", "password1": word, "password2": word, "next": address},
    )
    assert signed_up["Location"] == address
    assert client.post(address)["Location"] == campaign.get_absolute_url()
    assert campaign.memberships.present().filter(user__username="newcomer").exists()


def test_an_invitation_is_no_ones_who_has_not_opened_its_link(sign_in_as, invite, as_anonymous):
    address = reverse("campaigns:invitation", args=[invite().public_id])
    for who in ("stranger", "staff"):
        assert sign_in_as(who).get(address).status_code == 404
        assert sign_in_as(who).post(address).status_code == 404
    assert as_anonymous.get(address)["Location"].startswith("/accounts/login/")


def test_a_link_pasted_whole_is_a_link(sign_in_as, invite):
    invite()
    assert opened(sign_in_as("stranger"), " http://testserver/campaigns/join/#only-for-tests ").status_code == 302


@pytest.mark.parametrize("how", ["revoked", "expired", "used up", "mistyped"])
def test_what_is_not_in_force_opens_nothing_and_admits_nobody(sign_in_as, invite, stranger, mate, arbiter, how):
    invitation = invite(most_uses=1, days=1)
    client = sign_in_as("stranger")
    address = opened(client)["Location"]
    if how == "revoked":
        invitations.revoke(invitation=invitation, by=arbiter)
    elif how == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "used up":
        Invitation.objects.update(uses=1)
    secret = "only-for-tests" if how != "mistyped" else "something-else"
    assert opened(client, secret).status_code == 422
    if how != "mistyped":
        assert client.get(address).status_code == 404
        with pytest.raises(RefusedError, match="no longer in force"):
            invitations.accept(invitation=invitation, user=stranger)


def test_an_invitation_is_revoked_once(invite, arbiter, mate):
    invitation = invite()
    first = invitations.revoke(invitation=invitation, by=arbiter)
    assert invitations.revoke(invitation=invitation, by=mate).revoked_by == first.revoked_by == arbiter


def test_an_invitation_of_another_campaign_is_not_revoked_here(as_arbiter, url):
    from tests.warbands.factories import CampaignFactory

    other = Invitation.objects.create(campaign=CampaignFactory(), token_hash="1" * 64)
    assert as_arbiter.post(url("revoke", other.public_id)).status_code == 404


def test_who_belongs_already_uses_nothing_up(sign_in_as, invite, campaign, mate):
    invitation = invite(most_uses=1)
    client = sign_in_as("mate")
    address = opened(client)["Location"]
    assert "You belong to it already." in client.get(address).content.decode()
    client.post(address)
    invitation.refresh_from_db()
    assert invitation.uses == 0
    assert campaign.memberships.filter(user=mate).count() == 1


def test_a_spectator_who_is_invited_to_play_plays(invite, campaign, spectator):
    invitation = invite()
    assert invitations.accept(invitation=invitation, user=spectator).role == Role.PLAYER
    invitation.refresh_from_db()
    assert invitation.uses == 1


def test_who_was_removed_needs_a_newer_invitation(invite, campaign, member, mate, arbiter):
    old = invite()
    members.end(member=member(mate), by=arbiter)
    with pytest.raises(RefusedError, match="removed"):
        invitations.accept(invitation=old, user=mate)
    assert invitations.accept(invitation=invite(token="another"), user=mate).role == Role.PLAYER


def test_who_left_may_come_back_by_the_same_link(invite, member, mate):
    old = invite()
    members.end(member=member(mate), by=mate)
    assert invitations.accept(invitation=old, user=mate).role == Role.PLAYER


def test_a_role_that_was_changed_is_no_removal(invite, member, mate, arbiter):
    old = invite()
    members.change_role(member=member(mate), role=Role.SPECTATOR, by=arbiter)
    members.end(member=member(mate), by=mate)
    assert invitations.accept(invitation=old, user=mate).role == Role.PLAYER


def test_the_page_costs_the_same_however_many_invitations_there_are(as_arbiter, url, invite):
    invite()
    counts = set()
    for many in range(2):
        with CaptureQueriesContext(connection) as captured:
            as_arbiter.get(url("invitations"))
        counts.add(len(captured))
        for number in range(4):
            invite(token=f"one-{many}-{number}")
    assert len(counts) == 1
    assert counts.pop() <= 6
