"""Secret links: what is secret in them is drawn from ``secrets``, is kept as a hash, and turns up nowhere else.

For each kind the whole way is gone: the page makes the link, somebody opens it and looks around. What is secret stands
in the answer that shows it this once, behind the ``#``, where no browser sends it on; never in an address, a log, a
later page or a row.
"""

import ast
import json
import logging
import secrets
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from warbands.access import hash_of

KINDS = ("warband", "battle", "invitation")

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(monkeypatch):
    """Whatever is drawn from ``secrets`` for an address, with how many bytes."""
    found = []
    draw = secrets.token_urlsafe

    def watched(nbytes=None):
        found.append((draw(nbytes), nbytes))
        return found[-1][0]

    monkeypatch.setattr(secrets, "token_urlsafe", watched)
    return found


class Way:
    """How a link of one kind is made and opened; every answer on it is kept."""

    def __init__(self, stage, kind):
        self.stage, self.kind, self.answers = stage, kind, []
        things = stage.things
        self.maker = stage.clients["arbiter" if kind == "invitation" else "owner"]
        self.page, self.door, self.fields, self.visited = {
            "warband": (
                reverse("warbands:sharing", args=[things["warband"]]),
                "warbands:link",
                {"sharing": "link"},
                [reverse(f"warbands:{page}", args=[things["warband"]]) for page in ("warband", "rating", "history")],
            ),
            "battle": (
                reverse("warbands:battle-settings", args=[things["battle"]]),
                "warbands:link",
                {},
                [reverse(f"warbands:{page}", args=[things["battle"]]) for page in ("battle", "battle-log")],
            ),
            "invitation": (
                reverse("campaigns:invitations", args=[things["campaign"]]),
                "campaigns:join",
                {"role": "player"},
                [],
            ),
        }[kind]

    def made(self):
        """A new link."""
        page = self.maker.get(self.page)
        version = page.context["warband"].version if self.kind == "warband" else 1
        response = self.maker.post(self.page, {"token": page.context["token"], "version": version, **self.fields})
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
        return response.context["link"]

    def opened(self, token):
        """Somebody opens it and looks around, and its maker comes back to the page where it was made."""
        visitor = Client()
        self.answers += [visitor.get(reverse(self.door)), visitor.post(reverse(self.door), {"token": token})]
        inside = self.answers[-1]["Location"]
        assert self.answers[-1].status_code == 302
        self.answers += [visitor.get(address) for address in (inside, *self.visited)]
        assert {answer.status_code for answer in self.answers[2:]} == {200}
        self.answers += [self.maker.get(address) for address in (self.page, "/warbands/", "/campaigns/")]
        return visitor


@pytest.fixture(params=KINDS)
def way(request, stage):
    return Way(stage, request.param)


def test_what_is_secret_is_drawn_from_secrets_and_stands_behind_the_hash(way, drawn):
    link = urlsplit(way.made())
    assert (link.fragment, 32) in drawn
    assert link.path == reverse(way.door)
    assert not link.query


def test_no_address_log_later_page_or_row_holds_what_is_secret(way, caplog):
    for name in [None, *logging.root.manager.loggerDict]:
        caplog.set_level(logging.DEBUG, logger=name)
    token = urlsplit(way.made()).fragment
    visitor = way.opened(token)
    for answer in way.answers:
        assert token not in f"{answer.wsgi_request.get_full_path()} {answer.headers} {answer.cookies}"
        assert token not in answer.content.decode()
        assert hash_of(token) not in answer.content.decode()
        assert answer["Referrer-Policy"] == "same-origin"
    assert not [record for record in caplog.records if token in f"{record.getMessage()} {record.__dict__}"]
    assert not [table for table, row in every_row() if token in row]
    session = Session.objects.get(session_key=visitor.cookies["sessionid"].value).get_decoded()
    assert token not in json.dumps(session)
    assert hash_of(token) in json.dumps(session)


def test_a_token_that_opens_nothing_is_not_logged_either(way, caplog):
    caplog.set_level(logging.DEBUG)
    token = "mistyped-by-somebody"
    response = Client().post(reverse(way.door), {"token": token})
    assert response.status_code == 422
    assert token not in response.wsgi_request.get_full_path()
    assert not [record for record in caplog.records if token in record.getMessage()]
    assert not [table for table, row in every_row() if token in row]


def test_a_link_in_an_address_instead_of_a_form_opens_nothing(way):
    """Nobody is taught to put one where servers and proxies write it down."""
    token = urlsplit(way.made()).fragment
    visitor = Client()
    response = visitor.get(reverse(way.door), {"token": token})
    assert response.status_code == 200
    assert token not in response.content.decode()
    assert "sessionid" not in visitor.cookies


def test_errors_are_reported_without_what_is_secret(way):
    """Whatever takes a token hides it from reports of errors."""
    token = urlsplit(way.made()).fragment
    for client, address in ((Client(), reverse(way.door)), (way.maker, way.page)):
        request = client.post(address, {"token": token}).wsgi_request
        hidden = getattr(request, "sensitive_post_parameters", ())
        assert hidden == "__ALL__" or "token" in hidden


HOUSE = Path(__file__).resolve().parents[2]
DRAWS = {"token_bytes", "token_hex", "token_urlsafe"}


def test_only_secrets_draws_what_is_secret():
    """Whatever is called a token comes from ``sharing.new_token``, and that from ``secrets``."""
    drawing = {
        path.relative_to(HOUSE).as_posix()
        for path in (HOUSE / "warbands").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in DRAWS
    }
    assert drawing == {"warbands/rosters/sharing.py"}


def every_row():
    """Every row of the database as text, with its table."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                yield table, str(row)
