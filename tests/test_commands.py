"""The commands as a person types them, in processes of their own, on a database that is nobody's."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config import settings as house

ROOT = Path(house.BASE_DIR)
KEY = "a-key-of-many-different-characters-0123456789-and-long-enough"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"HTTPS", "DJANGO_ALLOW_ASYNC_UNSAFE"}}
    said = {"DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": KEY, "DEBUG": "true", **environment}
    return subprocess.run(
        words, cwd=ROOT, env={**kept, **said}, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture(scope="module")
def manage(tmp_path_factory):
    """`manage.py` on a database as `make run` makes it, and as a host is told to. What fails says why."""
    database = f"sqlite:///{tmp_path_factory.mktemp('commands') / 'fresh.sqlite3'}"

    def manage(*words: str, **environment: str) -> str:
        result = run(sys.executable, "manage.py", *words, DATABASE_URL=database, **environment)
        assert result.returncode == 0, f"{' '.join(words)}\n{result.stdout}\n{result.stderr}"
        return result.stdout

    manage("migrate", "--verbosity", "0")
    manage("load_rules")
    return manage


def test_every_shipped_rule_is_bound_to_something(manage):
    rules = json.loads(manage("rules_report", "--format", "json"))
    assert {rule["status"] for rule in rules} == {"modelled", "reminder", "text"}
    assert "modelled" in manage("rules_report").splitlines()[-1]


def test_the_demo_comes_with_its_logins_and_only_once(manage):
    counted = "from warbands.models import Warrior; print(Warrior.objects.count())"
    assert "wyrdstone" in manage("load_demo")
    warriors = manage("shell", "--verbosity", "0", "-c", counted)
    assert "wyrdstone" in manage("load_demo")
    assert manage("shell", "--verbosity", "0", "-c", counted) == warriors


def test_nothing_is_wrong_with_a_fresh_copy(manage):
    assert "no issues" in manage("check", "--database", "default", "--fail-level", "WARNING")


def test_nothing_is_wrong_with_it_on_a_host(manage):
    host = {"DEBUG": "false", "ALLOWED_HOSTS": "muster.example", "EMAIL_URL": "smtp://mail.example:25"}
    manage("check", "--deploy", "--database", "default", "--fail-level", "WARNING", **host)


def test_make_run_says_what_to_do_when_its_port_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("scripts/run.sh", PORT=str(taken.getsockname()[1]))
    assert result.returncode == 1
    assert "make run PORT=8001" in result.stderr
    assert result.stdout == ""
