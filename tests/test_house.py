"""What every answer carries, the pages that belong to no room, and what production insists on."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views import defaults

from config import settings as house

ROOT = Path(house.BASE_DIR)


def test_home_says_what_muster_is_and_whose_it_is_not(client):
    page = client.get("/").content.decode()
    assert "Who must test?" in page
    assert "unofficial" in page
    assert reverse("account_signup") in page


@pytest.mark.django_db
def test_home_leads_a_player_to_his_warbands(client, alice):
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert ">alice</a>" in page
    assert reverse("account_signup") not in page


@pytest.mark.django_db
def test_healthz_answers_when_the_database_does(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_robots_are_kept_out_of_what_belongs_to_players(client):
    rules = client.get("/robots.txt").content.decode()
    assert "Disallow: /warbands/" in rules
    assert "/rules/" not in rules


def test_only_reading_is_answered_on_the_house_pages(client):
    assert [client.post(path).status_code for path in ("/", "/healthz", "/robots.txt")] == [405, 405, 405]


class TestPolicy:
    """The Content-Security-Policy and its companions."""

    def test_scripts_come_from_us_or_carry_the_nonce(self, client):
        answer = client.get("/")
        policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
        nonce = policy["script-src"].split("'nonce-")[1].rstrip("'")
        assert policy["script-src"] == f"'self' 'nonce-{nonce}'"
        assert (
            policy["style-src"] == policy["default-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
        )
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert f'nonce="{nonce}"' in answer.content.decode()

    def test_each_answer_has_a_nonce_of_its_own(self, client):
        assert client.get("/")["Content-Security-Policy"] != client.get("/")["Content-Security-Policy"]

    def test_the_other_headers(self, client):
        answer = client.get("/")
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "same-origin"
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin"

    @pytest.mark.parametrize("template", sorted(ROOT.glob("templates/**/*.html")), ids=lambda path: path.name)
    def test_no_template_asks_for_what_the_policy_refuses(self, template):
        words = template.read_text(encoding="utf-8")
        for refused in [
            ' style="',
            "<style",
            " onclick=",
            " onchange=",
            " onsubmit=",
            "javascript:",
            "hx-on",
            "hx-vals='js",
        ]:
            assert refused not in words


class TestErrorPages:
    """In our look, and of use to whoever meets them."""

    def test_404(self, client):
        answer = client.get("/nowhere")
        assert answer.status_code == 404
        assert b"Nothing stands here" in answer.content
        assert b"next=/nowhere" in answer.content

    def test_403(self):
        answer = defaults.permission_denied(RequestFactory().get("/"), Exception())
        assert b"You may not do that here" in answer.content

    def test_400_and_500_need_neither_request_nor_database(self):
        request = RequestFactory().get("/")
        assert b"made no sense" in defaults.bad_request(request, Exception()).content
        broken = defaults.server_error(request)
        assert broken.status_code == 500
        assert b"it was not you" in broken.content
        assert b"Sign in" not in broken.content

    def test_a_form_without_its_token(self):
        answer = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "alice", "password": "x"})
        assert answer.status_code == 403
        assert b"This page was too old" in answer.content


def test_messages_reach_the_page_once(client, db):
    client.post(
        reverse("account_signup"), {"username": "mo", "password1": "dice and candles", "password2": "dice and candles"}
    )
    assert b'<p class="success">' in client.get("/").content
    assert b'<p class="success">' not in client.get("/").content


def test_the_engine_imports_nothing_but_the_standard_library():
    foreign = set()
    for path in ROOT.glob("rules/engine/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    modules = [name.name for name in names]
                case ast.ImportFrom(module=str(module), level=0):
                    modules = [module]
                case _:
                    continue
            foreign |= {
                f"{path.name}: {module}"
                for module in modules
                if module.split(".")[0] not in sys.stdlib_module_names and not f"{module}.".startswith("rules.engine.")
            }
    assert not foreign


class TestProduction:
    """What a host gets who sets nothing but what he must."""

    @staticmethod
    def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in {"HTTPS", "DJANGO_ALLOW_ASYNC_UNSAFE"}}
        said = {"DEBUG": "false", "SECRET_KEY": "a-key-of-many-different-characters-0123456789-and-long-enough"}
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**kept, "DJANGO_SETTINGS_MODULE": "config.settings", **said, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def test_a_host_who_names_himself_and_his_mail_has_nothing_left_to_be_warned_of(self):
        result = self.manage(
            *["check", "--deploy", "--tag", "security", "--tag", "mail"],
            ALLOWED_HOSTS="muster.example",
            EMAIL_URL="smtp://mail.example:25",
        )
        assert result.returncode == 0, result.stderr
        assert "WARNINGS" not in result.stderr, result.stderr

    def test_it_says_in_words_that_the_secret_key_is_missing(self):
        result = self.manage("check", SECRET_KEY="")
        assert result.returncode != 0
        assert "SECRET_KEY is not set" in result.stderr
