"""A second factor: switched on, asked for, replaced by a recovery code, and needed by keepers of the glossary."""

import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.test_accounts import PASSWORD, is_signed_in

pytestmark = pytest.mark.django_db


def code_of(secret, steps=0):
    """What an app that knows the secret shows, so many half minutes from now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def arrive(client, name):
    """Sign in, and prove a moment later who one is."""
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def switch_on(client, user):
    """Sign in, switch it on, and say the secret and the recovery codes."""
    arrive(client, user.username)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)}, follow=True)
    return secret, answer.context["unused_codes"]


@pytest.fixture
def keeper(django_user_model):
    return django_user_model.objects.create_user("keeper", password=PASSWORD, is_staff=True, is_superuser=True)


def test_it_is_switched_on_with_a_code_of_the_app_and_recovery_codes_are_shown(client, alice):
    secret, codes = switch_on(client, alice)
    assert len(codes) == 10
    page = client.get(reverse("mfa_index")).content.decode()
    assert "It is on." in page
    assert "10 recovery codes left" in page
    assert secret not in page


def test_the_key_is_shown_as_a_picture_drawn_here_and_in_letters(client, alice):
    arrive(client, "alice")
    answer = client.get(reverse("mfa_activate_totp"))
    page = answer.content.decode()
    assert "<svg" in page
    assert "data:image" not in page
    assert answer.context["form"].secret in page
    assert "issuer=Muster" in answer.context["totp_url"]


def test_a_wrong_first_code_leaves_it_off_and_says_so(client, alice):
    arrive(client, "alice")
    client.get(reverse("mfa_activate_totp"))
    answer = client.post(reverse("mfa_activate_totp"), {"code": "000000"})
    assert b"Incorrect code" in answer.content
    assert b"It is off." in client.get(reverse("mfa_index")).content


def test_sign_in_then_asks_for_a_code(client, alice):
    secret, _ = switch_on(client, alice)
    client.logout()
    answer = client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert answer.url == reverse("mfa_authenticate")
    assert not is_signed_in(client)
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert not is_signed_in(client)
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret, 1)})
    assert is_signed_in(client)


def test_a_code_of_the_app_is_good_once(client, alice):
    secret, _ = switch_on(client, alice)
    client.logout()
    code = code_of(secret, 1)
    for signed_in in (True, False):
        client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
        client.post(reverse("mfa_authenticate"), {"code": code})
        assert is_signed_in(client) is signed_in
        client.logout()


def test_a_recovery_code_stands_in_for_the_app_once(client, alice):
    _, codes = switch_on(client, alice)
    client.logout()
    for signed_in in (True, False):
        client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
        client.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert is_signed_in(client) is signed_in
        client.logout()


def test_guessing_codes_is_stopped(client, alice):
    secret, _ = switch_on(client, alice)
    client.logout()
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    for _ in range(6):
        client.post(reverse("mfa_authenticate"), {"code": "000000"})
    answer = client.post(reverse("mfa_authenticate"), {"code": code_of(secret, 1)})
    assert not is_signed_in(client)
    assert b"Too many" in answer.content


def test_it_is_switched_off_again(client, alice):
    switch_on(client, alice)
    assert b"password alone" in client.get(reverse("mfa_deactivate_totp")).content
    client.post(reverse("mfa_deactivate_totp"))
    client.logout()
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert is_signed_in(client)


def test_recovery_codes_are_downloaded_and_made_anew(client, alice):
    _, codes = switch_on(client, alice)
    assert client.get(reverse("mfa_download_recovery_codes")).content.decode().split() == codes
    assert b"stop working" in client.get(reverse("mfa_generate_recovery_codes")).content
    answer = client.post(reverse("mfa_generate_recovery_codes"), follow=True)
    assert not set(codes) & set(answer.context["unused_codes"])


@pytest.mark.parametrize("name", ["mfa_index", "mfa_activate_totp", "mfa_view_recovery_codes"])
def test_nobody_is_asked_to_sign_in(client, name):
    answer = client.get(reverse(name), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("account_login"))


def test_it_is_asked_who_one_is_before_it_is_switched_on(client, alice):
    client.force_login(alice)
    answer = client.get(reverse("mfa_activate_totp"), follow=True)
    assert "Is it you?" in answer.content.decode()
    client.post(answer.request["PATH_INFO"], {"password": PASSWORD, "next": reverse("mfa_activate_totp")})
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


def test_a_code_proves_who_one_is_as_well_as_the_password(client, alice):
    secret, _ = switch_on(client, alice)
    client.logout()
    client.force_login(alice)
    page = client.get(reverse("mfa_reauthenticate")).content.decode()
    assert "a code is asked for once more" in page
    assert f'action="{reverse("mfa_reauthenticate")}"' in page
    client.post(reverse("mfa_reauthenticate"), {"code": code_of(secret, 1)})
    assert client.get(reverse("mfa_view_recovery_codes")).status_code == 200


# --- Keepers of the glossary ---


def test_the_admin_leads_a_keeper_without_one_to_where_it_is_switched_on(client, keeper, settings):
    settings.STAFF_SECOND_FACTOR = True
    arrive(client, "keeper")
    for address in (reverse("admin:index"), reverse("admin:rules_specialrule_changelist")):
        assert client.get(address).url == reverse("mfa_activate_totp")
        assert client.post(address).url == reverse("mfa_activate_totp")
    assert b"Keepers of the glossary need a second factor" in client.get(reverse("mfa_activate_totp")).content


def test_a_keeper_who_has_one_gets_in(client, keeper, settings):
    settings.STAFF_SECOND_FACTOR = True
    switch_on(client, keeper)
    assert client.get(reverse("admin:index")).status_code == 200


def test_where_it_is_not_needed_a_keeper_gets_in_without(client, keeper, settings):
    settings.STAFF_SECOND_FACTOR = False
    client.force_login(keeper)
    assert client.get(reverse("admin:index")).status_code == 200


def test_the_admin_has_no_way_in_of_its_own(client, keeper, settings):
    settings.STAFF_SECOND_FACTOR = True
    answer = client.get(reverse("admin:login"))
    assert answer.url.startswith(reverse("account_login"))
    client.post(reverse("admin:login"), {"username": "keeper", "password": PASSWORD})
    assert not is_signed_in(client)


def test_a_player_is_no_keeper(client, alice):
    client.force_login(alice)
    assert client.get(reverse("admin:login")).status_code == 403


def test_staff_need_one_wherever_debug_is_off():
    import os
    import subprocess
    import sys

    told = "from config import settings; print(settings.DEBUG, settings.STAFF_SECOND_FACTOR)"
    for debug, said in (("false", "False True"), ("true", "True False")):
        environment = {**os.environ, "DEBUG": debug, "SECRET_KEY": "only-for-tests"}
        environment.pop("STAFF_SECOND_FACTOR", None)
        out = subprocess.run([sys.executable, "-c", told], env=environment, capture_output=True, text=True, check=True)
        assert out.stdout.strip() == said


# --- Whoever is locked out ---


def test_whoever_keeps_the_server_lets_somebody_back_in(client, alice):
    switch_on(client, alice)
    client.logout()
    call_command("switch_off_second_factor", "alice")
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert is_signed_in(client)


def test_what_cannot_be_switched_off_is_said(alice):
    with pytest.raises(CommandError, match="There is no user zoe"):
        call_command("switch_off_second_factor", "zoe")
    with pytest.raises(CommandError, match="alice has no second factor"):
        call_command("switch_off_second_factor", "alice")
