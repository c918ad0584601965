"""Signing up, in and out, and coming back in after forgetting the password."""

import re

import pytest
from django.core import mail
from django.urls import reverse

pytestmark = pytest.mark.django_db

PASSWORD = "a long evening of dice"


def link_mailed(path: str) -> str:
    """The address in the latest mail that begins with this path."""
    found = re.search(rf"http://testserver({path}\S+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]


def is_signed_in(client) -> bool:
    return "_auth_user_id" in client.session


def test_a_name_and_a_password_are_enough_to_sign_up(client, django_user_model):
    answer = client.post(
        reverse("account_signup"), {"username": "morgan", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert answer.status_code == 302
    assert is_signed_in(client)
    assert django_user_model.objects.get().email == ""
    assert not mail.outbox


def test_an_address_given_at_sign_up_is_asked_to_confirm_itself(client):
    client.post(
        reverse("account_signup"),
        {"username": "morgan", "email": "m@example.org", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert is_signed_in(client)
    assert mail.outbox[0].to == ["m@example.org"]
    assert b"Confirm" in client.get(link_mailed("/accounts/confirm-email/")).content


@pytest.mark.parametrize("login", ["alice", "ALICE@example.org"])
def test_name_or_address_signs_in(client, alice, login):
    answer = client.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert answer.status_code == 302
    assert is_signed_in(client)


def test_a_wrong_password_says_so_and_keeps_the_name_typed(client, alice):
    answer = client.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    assert not is_signed_in(client)
    assert b'value="alice"' in answer.content
    assert b"not correct" in answer.content
    assert b"wrong" not in answer.content


def test_guessing_passwords_is_stopped(client, alice):
    for _ in range(6):
        client.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    answer = client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert not is_signed_in(client)
    assert b"Too many tries with this name, or from here. Try again in 5 minutes." in answer.content


def test_signing_out_asks_first(client, alice):
    client.force_login(alice)
    assert b"Sign out?" in client.get(reverse("account_logout")).content
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_a_forgotten_password_is_replaced_by_mail(client, alice):
    client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = link_mailed("/accounts/password/reset/key/")
    form = client.get(link, follow=True)
    assert b"Set a new password" in form.content
    client.post(form.request["PATH_INFO"], {"password1": "another long evening", "password2": "another long evening"})
    client.post(reverse("account_login"), {"login": "alice", "password": "another long evening"})
    assert is_signed_in(client)

    client.logout()
    assert b"no longer works" in client.get(link, follow=True).content


def test_an_unknown_address_gets_the_same_answer_as_a_known_one(client, alice):
    known = client.post(reverse("account_reset_password"), {"email": "alice@example.org"}, follow=True)
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain


def test_the_password_is_changed_while_signed_in(client, alice):
    client.force_login(alice)
    client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": "another long evening", "password2": "another long evening"},
    )
    alice.refresh_from_db()
    assert alice.check_password("another long evening")
    assert is_signed_in(client)


def test_an_address_is_added_later(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("morgan"))
    assert b"No address is known" in client.get(reverse("account_email")).content
    client.post(reverse("account_email"), {"action_add": "", "email": "m@example.org"})
    assert b"m@example.org" in client.get(reverse("account_email")).content


@pytest.mark.parametrize("name", ["account_inactive", "account_email_verification_sent", "account_reset_password_done"])
def test_the_lesser_pages_wear_our_look(client, name):
    answer = client.get(reverse(name))
    assert b'<header class="bar">' in answer.content


def test_the_account_pages_ask_strangers_to_sign_in(client):
    for name in ["account_email", "account_change_password"]:
        assert client.get(reverse(name)).url.startswith(reverse("account_login"))


def test_the_pages_ask_in_our_words_and_once(client):
    sign_in = client.get(reverse("account_login")).content.decode()
    assert sign_in.count(reverse("account_reset_password")) == 1
    sign_up = client.get(reverse("account_signup")).content.decode()
    assert "E-mail address, if you like" in sign_up
    assert "placeholder" not in sign_in + sign_up
