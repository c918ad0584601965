"""Everybody goes to every address of the project, looks and sends, and is answered what the table says.

A GET changes nothing, whoever comes. A POST by somebody who may not changes nothing either, whether he sends nothing
or what the owner would send; and sent by one who may, it does change something, so that it was worth refusing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import resolve

from tests.access.addresses import Address, every_address
from tests.access.cast import PEOPLE, Stage
from tests.access.table import MAY, SIGN_IN, Row, filled_in, rows, secrets

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
    for who in PEOPLE:
        walk.looks(who)
        walk.sends(who, {})
        if ROWS[row].send is not None:
            walk.sends(who, filled_in(ROWS[row].send, walk.things))
    assert not walk.wrong, "\n".join([walk.url, *walk.wrong])


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
