"""Every address below a warband, for whoever may look and for whoever may not. A new address is tried unasked."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, reverse

from tests.warbands.factories import HX, WarriorFactory, WarriorRuleFactory
from warbands import urls as warband_urls
from warbands.models import Sharing
from warbands.rosters.sharing import share

READABLE = {
    "warband",
    "rating",
    "legality",
    "tests",
    "record",
    "text",
    "file",
    "paper",
    "cards",
    "details",
    "history",
    "warrior-history",
    "treasury",
    "visit",
}
"""What readers may look at."""


def _names(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            yield pattern.name, tuple(pattern.pattern.converters)


ADDRESSES = {name: parts for name, parts in _names(warband_urls.urlpatterns) if "warband" in parts}


@pytest.fixture
def record(priest, owner):
    """A test that was taken, by dice of the table."""
    from uuid import uuid4

    from rules.engine.plans import TrialKind
    from warbands.psychology.taking import Asked, take

    asked = Asked(priest.warband, TrialKind.FEAR_CHARGED, priest, answers={"foe_causes_fear": True})
    return take(asked=asked, by=owner, client_key=uuid4(), faces=[2, 5, 4])


@pytest.fixture
def address(warband, priest):
    """The address of a name, with whatever stands in it."""
    change = WarriorRuleFactory(warrior=priest)
    parts = {
        "warband": warband.public_id,
        "warrior": priest.public_id,
        "kind": "fear",
        "change": change.pk,
        "event": 1,
        "possession": 1,
    }

    def find(name, **more):
        known = {**parts, "record": "bcdfghjkmnpq", **more}
        return reverse(f"warbands:{name}", kwargs={part: known[part] for part in ADDRESSES[name]})

    return find


def answers(client, url):
    return {client.get(url).status_code, client.post(url).status_code, client.get(url, headers=HX).status_code}


def test_a_reader_looks_at_what_is_for_readers(as_reader, address, record):
    for name in READABLE:
        url = address(name, record=record.public_id)
        assert as_reader.get(url).status_code == 200, name
        assert as_reader.get(url, headers=HX).status_code == 200, name


def test_a_reader_is_refused_all_else(as_reader, address, warband):
    signed_in = "_auth_user_id" in as_reader.session
    for name in ADDRESSES.keys() - READABLE:
        url = address(name)
        if signed_in:
            assert answers(as_reader, url) <= {403, 404, 405}, name
            assert {403, 404} & answers(as_reader, url), name
        else:
            assert as_reader.get(url).status_code == 302, name
            sent = as_reader.post(url)
            assert sent.status_code == 405 or sent["Location"].startswith("/accounts/login/"), name
            assert "HX-Redirect" in as_reader.get(url, headers=HX), name
    warband.refresh_from_db()
    assert (warband.deleted_at, warband.sharing, warband.warriors.present().count()) == (None, Sharing.LINK, 1)


@pytest.mark.parametrize("how", ["revoked", "renewed", "deleted"])
def test_after_the_link_is_revoked_there_is_nothing_any_more(how, as_reader, address, warband):
    if how == "deleted":
        warband.deleted_at = warband.created
        warband.save()
    else:
        sharing = Sharing.PRIVATE if how == "revoked" else Sharing.LINK
        share(warband=warband, version=warband.version, sharing=sharing, token="another")
    gone = {404, 405} if "_auth_user_id" in as_reader.session else {302, 405}
    for name in ADDRESSES:
        statuses = {as_reader.get(address(name)).status_code, as_reader.post(address(name)).status_code}
        assert statuses <= gone, name
        assert statuses != {405}, name


def test_what_is_public_is_anybodys_to_read(as_anonymous, as_outsider, address, record, warband):
    share(warband=warband, version=1, sharing=Sharing.PUBLIC)
    for name in READABLE:
        for client in (as_anonymous, as_outsider):
            assert client.get(address(name, record=record.public_id)).status_code == 200, name


def test_what_is_public_is_nobody_elses_to_change(as_outsider, address, warband):
    share(warband=warband, version=1, sharing=Sharing.PUBLIC)
    for name in ADDRESSES.keys() - READABLE:
        assert answers(as_outsider, address(name)) <= {403, 404, 405}, name


def test_a_deleted_warband_is_nowhere_even_for_its_owner(as_owner, address, warband):
    warband.deleted_at = warband.created
    warband.save()
    for name in ADDRESSES.keys() - {"bring-back"}:
        assert answers(as_owner, address(name)) <= {404, 405}, name


def test_a_reader_sees_rules_and_rating_and_tests_but_no_notes_and_nothing_to_press(as_reader, warband, priest, record):
    priest.notes = "Owes me nine crowns"
    priest.save()
    page = as_reader.get(warband.get_absolute_url()).content.decode()
    assert ">Cold Blooded</button>" in page
    assert "<b>25</b> rating" in page
    assert "Tehenca: " in page
    assert "kept by owner" in page
    for private in ("Never trust Konrad", "Owes me nine crowns", "My warbands</a></nav>\n      <div", 'method="post"'):
        assert private not in page
    for control in (
        "warriors/new/",
        "/sharing/",
        "/order/",
        "/rout/",
        "/test/",
        ">Edit<",
        "Left the warb",
    ):
        assert control not in page


def test_a_card_kept_for_its_owner_is_not_shown_to_a_reader(as_owner, as_reader, warband, priest):
    assert ">Edit<" in as_owner.get(warband.get_absolute_url()).content.decode()
    assert ">Edit<" not in as_reader.get(warband.get_absolute_url()).content.decode()
    assert ">Edit<" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_the_link_of_one_warband_opens_no_other(as_reader, stranger, owner):
    from tests.warbands.factories import WarbandFactory

    other = WarbandFactory(owner=owner, sharing=Sharing.LINK, link_hash="0" * 64)
    assert as_reader.get(other.get_absolute_url()).status_code in {302, 404}


def test_what_readers_see_costs_the_same_however_many_warriors_there_are(as_reader, secret, warband):
    counts = set()
    for _ in range(2):
        for number in range(6):
            WarriorFactory(warband=warband, unit="skink-brave", size=1 + number % 3)
        with CaptureQueriesContext(connection) as captured:
            as_reader.get(warband.get_absolute_url())
        counts.add(len(captured))
    assert len(counts) == 1
    assert counts.pop() <= 10
