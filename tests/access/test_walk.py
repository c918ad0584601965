"""Everybody goes to every address of the project, looks and sends, and is answered what the table says.

A GET changes nothing, whoever comes. A POST by somebody who may not changes nothing either, whether he sends nothing
or what the owner would send; and sent by one who may, it does change something, so that it was worth refusing.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.http import HttpResponse
from django.urls import resolve, reverse

from tests.access.addresses import Address, every_address
from tests.access.cast import PEOPLE, Stage
from tests.access.shown import sent_as_shown
from tests.access.table import MAY, SIGN_IN, Row, filled_in, rows, secrets
from warbands.models import Warband

pytestmark = pytest.mark.django_db

ADDRESSES = {address.row: address for address in every_address()}
ROWS = rows()
READERS = secrets()

LOOKING = {"SELECT", "RELEASE"}
COUNTED = ("django_session", "muster_cache", "warbands_tries")
"""Tables of who came, and how often. They are nobody's own."""


def test_every_address_has_a_row_and_every_row_an_address():
    assert len(ADDRESSES) == len(every_address())
    assert not sorted(set(ADDRESSES) - set(ROWS)), "these addresses have no row in the table"
    assert not sorted(set(ROWS) - set(ADDRESSES)), "these rows have no address"


@pytest.mark.parametrize("row", sorted(set(ADDRESSES) & set(ROWS)))
def test_everybody_is_answered_what_the_table_says(row, stage):
    walk = Walk(stage, ADDRESSES[row], ROWS[row])
    assert resolve(walk.url).route == walk.address.route, f"{walk.url} is answered by another page"
    walk.walked()
    assert not walk.wrong, "\n".join([walk.url, *walk.wrong])


def test_whatever_may_be_sent_is_told_in_the_table_or_why_it_does_nothing():
    """A form sent empty is refused for what is missing, and proves nothing of who may."""
    told = {name: row for name, row in ROWS.items() if MAY in row.post.values()}
    assert not [name for name, row in told.items() if (row.send is None) == (not row.idle)]
    assert not [name for name, row in ROWS.items() if row.idle and name not in told]


@pytest.mark.parametrize(
    ("row", "otherwise", "said"),
    [
        (
            "treasury",
            lambda told: replace(told, get=told.get | {"stranger": MAY}),
            "by stranger: 404 instead of may",
        ),
        ("treasury", lambda told: replace(told, get=told.get | {"owner": 404}), "GET by owner: 200 instead of 404"),
        ("gold", lambda told: replace(told, post=told.post | {"owner": 403}), "POST by owner"),
        ("gold", lambda told: replace(told, post=told.post | {"member": MAY}), "POST by member"),
        ("gold", lambda told: replace(told, send={"amount": "nothing"}), "was not done: 422"),
        ("link", lambda told: replace(told, keeps=False), "was not done: 302"),
    ],
)
def test_a_table_that_says_otherwise_than_the_house_does_is_found_out(row, otherwise, said, stage):
    name = f"warbands:{row}"
    walk = Walk(stage, ADDRESSES[name], otherwise(ROWS[name]))
    walk.walked()
    assert any(said in wrong for wrong in walk.wrong)


def test_who_is_told_a_secret_is_found_out(stage):
    walk = Walk(stage, ADDRESSES["own:export"], replace(ROWS["own:export"], tells={}))
    walk.walked()
    assert any("is told of campaign" in wrong for wrong in walk.wrong)


def test_who_changes_something_where_he_may_not_is_found_out(stage, monkeypatch):
    """As if a page asked nobody who he is."""
    monkeypatch.setattr("warbands.access._edits", lambda _: Q(pk__gt=0))
    walk = Walk(stage, ADDRESSES["warbands:gold"], ROWS["warbands:gold"])
    walk.walked()
    assert any("POST by member" in wrong and "changed something" in wrong for wrong in walk.wrong)


def test_who_changes_something_by_looking_is_found_out(stage, monkeypatch):
    monkeypatch.setattr(
        "warbands.trade.visit_views.treasury_page",
        lambda _, warband, **__: Warband.objects.filter(pk=warband.pk).update(notes="Seen") and HttpResponse(),
    )
    walk = Walk(stage, ADDRESSES["warbands:treasury"], ROWS["warbands:treasury"])
    walk.walked()
    assert any("GET by spectator changed something" in wrong for wrong in walk.wrong)


NAMES_OF_NOBODY = {"kind", "model", "ruling"}
"""Parameters that are words, and no rows."""
NESTED = [
    address
    for address in ADDRESSES.values()
    if len(address.parameters) > 1 and address.parameters[0] in {"warband", "campaign"} and address.row in ROWS
]


@pytest.mark.parametrize("address", NESTED, ids=lambda address: address.row)
def test_nobody_reaches_what_is_anothers_by_the_way_of_what_is_his_own(address, stage):
    walk = Walk(stage, address, ROWS[address.row])
    for place in range(1, len(address.parameters)):
        if address.parameters[place] in NAMES_OF_NOBODY:
            continue
        his = {name: walk.stage.strangers[name] for name in address.parameters[:place]}
        url = address.url(walk.values | his)
        for sent in (None, filled_in(ROWS[address.row].send or {}, walk.things)):
            response, changed = walk.asks("stranger", url, sent)
            assert response.status_code in {404, 405}, (url, sent, response.status_code)
            assert not changed, (url, sent, changed)


class Walk:
    """One address, to which everybody goes; ``wrong`` is what was answered otherwise than the table says."""

    def __init__(self, stage: Stage, address: Address, row: Row) -> None:
        self.stage, self.address, self.row = stage, address, row
        self.things: dict[str, Any] = dict(stage.things)
        if address.model:
            self.things |= {one: stage.things.get(f"{one} of {address.model}") for one in ("object", "revision")}
        self.values = {
            one: filled_in(row.at[one], self.things) if one in row.at else self.things.get(one)
            for one in address.parameters
        }
        self.url = address.url(self.values)
        self.wrong: list[str] = []

    def walked(self) -> None:
        """Everybody looks, sends nothing, and sends what the row tells, after what it says comes first."""
        with transaction.atomic():
            for deed in self.row.first:
                self._comes_first(deed)
            sent = self._shown() if self.row.fills_in else {}
            for who in PEOPLE:
                self.looks(who)
                self.sends(who, {})
                if self.row.send is not None:
                    self.sends(who, sent | filled_in(self.row.send, self.things | {"me": self._named(who)}))
            transaction.set_rollback(True)

    def _comes_first(self, deed: Mapping[str, Any]) -> None:
        """Somebody, the owner unless it is told otherwise, does something by one of the other pages."""
        at = [filled_in(one, self.things) for one in deed.get("at", ["$warband"])]
        client = self.stage.clients[deed.get("who", "owner")]
        response = client.post(reverse(deed["page"], args=at), filled_in(deed["send"], self.things))
        assert response.status_code == 302, (deed, response.status_code)

    def _shown(self) -> dict[str, Any]:
        """What the forms of the page send as they stand before the first of those who may."""
        who = next(one for one in PEOPLE if self.row.get[one] == MAY)
        return sent_as_shown(self.asks(who, self.url, None)[0].content.decode())

    @staticmethod
    def _named(who: str) -> str:
        return "arbiter" if who == "amender" else who

    def asks(self, who: str, url: str, sent: dict[str, Any] | None) -> tuple[Any, list[str]]:
        """What somebody is answered, and what he changed, which is taken back."""
        client = self.stage.clients[who]
        client.cookies.clear()
        if who in self.stage.sessions:
            client.cookies["sessionid"] = self.stage.sessions[who]
        with transaction.atomic(), changes() as changed:
            response = client.get(url) if sent is None else client.post(url, sent)
            transaction.set_rollback(True)
        return response, changed

    def looks(self, who: str) -> None:
        response, changed = self.asks(who, self.url, None)
        self._held_against(f"GET by {who}", self.row.get[who], response)
        if changed:
            self.wrong.append(f"GET by {who} changed something: {changed}")
        if self.row.get[who] == MAY and response.status_code != 200:
            self.wrong.append(f"GET by {who}: {response.status_code} is no page")
        self._tells_no_secret(f"GET by {who}", who, response)

    def sends(self, who: str, sent: dict[str, Any]) -> None:
        response, changed = self.asks(who, self.url, sent)
        expected = self.row.post[who]
        told = f"POST by {who} of {sent}"
        self._held_against(told, expected, response)
        if expected != MAY and changed:
            self.wrong.append(f"{told} changed something: {changed}")
        if expected == MAY and sent and not (response.status_code < 400 and (bool(changed) or self.row.keeps)):
            self.wrong.append(f"{told} was not done: {response.status_code}")
        self._tells_no_secret(told, who, response)

    def _held_against(self, told: str, expected: str | int, response: Any) -> None:
        status: str | int = response.status_code
        if status == 302 and response["Location"].startswith(("/accounts/login/", "/admin/login/")):
            status = SIGN_IN
        allowed = status in {200, 204, 302, 409, 413, 422} if expected == MAY else status == expected
        if not allowed:
            self.wrong.append(f"{told}: {status} instead of {expected}")

    def _tells_no_secret(self, told: str, who: str, response: Any) -> None:
        body = f"{response.headers}{b''.join(response).decode(errors='replace')}"
        for name, needles in self.stage.secrets.items():
            if who in READERS.get(name, ()) or who in self.row.tells.get(name, ()):
                continue
            if found := [needle for needle in needles if needle in body]:
                self.wrong.append(f"{told} is told of {name}: {found}")


@contextmanager
def changes() -> Iterator[list[str]]:
    """The statements by which something is changed, as they come; what is taken back on the way changes nothing."""
    found: list[str] = []
    begun: dict[str, int] = {}

    def watched(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        # PostgreSQL is sent each part of a union in brackets.
        word, last = sql.lstrip("(").split(maxsplit=1)[0].upper(), sql.rsplit(maxsplit=1)[-1]
        if word == "SAVEPOINT":
            begun[last] = len(found)
        elif word == "ROLLBACK":
            del found[begun[last] :]
        elif word not in LOOKING and not any(table in sql for table in COUNTED):
            found.append(sql[:120])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watched):
        yield found
